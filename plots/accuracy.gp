# accuracy.gp: how far off sums are, over array sizes, a panel for each kind of input. From accuracy.sh: data (a folder,
# from accuracy.awk), lesson.
load data . "/accuracy.gp"
height = 980
load "plots/style.gp"
set multiplot
set label 1 "How far off a sum of n floats is"
set label 2 sprintf("lesson %s, %d blocks of 512 threads, the largest of some seeds; exact sums at the bottom", lesson, grid)
set lmargin at screen 95 * across
set rmargin at screen 1 - 165 * across
set logscale xy 2
set xrange [2.0 ** 9.5 : 2.0 ** 26.5]
set xtics ("2¹⁰" 2.0 ** 10, "2¹⁴" 2.0 ** 14, "2¹⁸" 2.0 ** 18, "2²²" 2.0 ** 22, "2²⁶" 2.0 ** 26)
u = 2.0 ** -24
array input[3] = ["equal", "random", "cancelling"]
array said[3] = ["all elements equal: error / sum of |x|", "random signs, one size: error / sum of |x|", \
                 "nearly all elements cancel: error / |sum|"]
array low[3] = [-42, -42, -42]
array high[3] = [2, -8, 6]
panel = 275
do for [p = 1 : 3] {
    top = 92 + 25 + (p - 1) * (panel + 22)
    set tmargin at screen 1 - top * pixel
    set bmargin at screen 1 - (top + panel - 40) * pixel
    set yrange [2.0 ** low[p] : 2.0 ** high[p]]
    set ytics ("2⁻⁴⁰" 2.0 ** -40, "2⁻³²" 2.0 ** -32, "2⁻²⁴" u, "2⁻¹⁶" 2.0 ** -16, "2⁻⁸" 2.0 ** -8, "1" 1)
    set label 3 said[p] at graph 0, 1 offset 0, 0.8 left textcolor rgb ink
    if (p == 3) { set xlabel "n" textcolor rgb quiet }
    file = data . "/" . input[p] . ".dat"
    if (p == 3) {
        plot u with lines dashtype 2 linewidth 1 linecolor rgb limit, \
             for [i = 1 : series] file index i - 1 using 1:2 with linespoints linewidth 1.8 dashtype dash(i) \
                 pointtype shape(i) pointsize 0.8 linecolor rgb hue(i)
    } else {
        plot u with lines dashtype 2 linewidth 1 linecolor rgb limit, \
             x * u with lines dashtype 3 linewidth 1 linecolor rgb limit, \
             for [i = 1 : series] file index i - 1 using 1:2 with linespoints linewidth 1.8 dashtype dash(i) \
                 pointtype shape(i) pointsize 0.8 linecolor rgb hue(i)
    }
    if (p == 1) {
        unset label 1
        unset label 2
        do for [i = 1 : series] {
            set label 20 + i legend[i] at screen 1 - 150 * across, screen 1 - (120 + 26 * i) * pixel left offset 2.2, 0 \
                textcolor rgb ink point pointtype shape(i) pointsize 0.9 linecolor rgb hue(i)
        }
        set label 40 "- - -  u = 2⁻²⁴" at screen 1 - 150 * across, screen 1 - (130 + 26 * (series + 1)) * pixel left textcolor rgb quiet
        set label 41 ". . .  n u: bound of" at screen 1 - 150 * across, screen 1 - (130 + 26 * (series + 2)) * pixel left textcolor rgb quiet
        set label 42 "in_order" at screen 1 - 118 * across, screen 1 - (152 + 26 * (series + 2)) * pixel left textcolor rgb quiet
    }
}
unset multiplot
