# accuracy.gp: how far off sums are, over array sizes, a panel for each kind of input. From accuracy.sh: data (a folder,
# from accuracy.awk), lesson.
load data . "/accuracy.gp"
first_line = "How far off a sum of n floats is"
second_line = sprintf("lesson %s, %d blocks of 512 threads, the largest error of some seeds; exact sums at the bottom", lesson, grid)
load "plots/style.gp"
set multiplot
set logscale xy 2
set xrange [2.0 ** 9 : 2.0 ** 27]
set yrange [2.0 ** -42 : 2.0 ** 3]
set xtics ("2¹⁰" 2.0 ** 10, "2¹⁸" 2.0 ** 18, "2²⁶" 2.0 ** 26)
u = 2.0 ** -24
set ytics ("1" 1, "2⁻⁸" 2.0 ** -8, "2⁻¹⁶" 2.0 ** -16, "u = 2⁻²⁴" u, "2⁻³²" 2.0 ** -32, "2⁻⁴⁰" 2.0 ** -40)
array input[3] = ["equal", "random", "cancelling"]
array said[3] = ["all equal", "random signs", "nearly all cancel"]
array of_what[3] = ["error / sum of |x|", "error / sum of |x|", "error / |sum|"]
set tmargin at screen legend_y(4)
set bmargin at screen 62 * pixel
set xlabel "n" textcolor rgb quiet
do for [i = 1 : series] {
    set label 20 + i legend[i] at screen 0.03 + 0.136 * (i - 1) + (i > 3 ? 0.04 : 0), screen legend_y(1) left offset 1.2, 0 font small \
        textcolor rgb ink point pointtype shape(i) pointsize 0.9 linecolor rgb hue(i)
}
set label 40 ". . . n u: bound of in_order" at screen 0.985, screen legend_y(1) right font small textcolor rgb quiet
do for [p = 1 : 3] {
    left = 90 + (p - 1) * 236
    set lmargin at screen left * across
    set rmargin at screen (left + 220) * across
    set label 3 said[p] at graph 0, 1 offset 0, 2.1 left textcolor rgb ink
    set label 4 of_what[p] at graph 0, 1 offset 0, 0.8 left font small textcolor rgb quiet
    file = data . "/" . input[p] . ".dat"
    plot u with lines dashtype 2 linewidth 1 linecolor rgb limit, \
         p < 3 ? x * u : NaN with lines dashtype 3 linewidth 1 linecolor rgb limit, \
         for [i = 1 : series] file index i - 1 using 1:2 with linespoints linewidth 1.8 dashtype dash(i) \
             pointtype shape(i) pointsize 0.8 linecolor rgb hue(i)
    unset label
    set ytics ("" 1, "" 2.0 ** -8, "" 2.0 ** -16, "" u, "" 2.0 ** -32, "" 2.0 ** -40)
}
unset multiplot
