# ratios.gp: how many times as fast as another a kernel is, over array sizes, with intervals: a line for each type,
# cold and hot. From draw.sh: lesson, clock (graph or call); see ladder.gp.
load data . "/ratios.gp"
rows = (series + 3) / 4 # of the legend
height = 427 + 23 * rows
first_line = kernel . " against " . than . (clock eq "call" ? ": one call" : ": in a CUDA graph")
second_line = device . ", lesson " . lesson . ": how many times as fast, with 95 % interval" . note
load "plots/style.gp"

set tmargin at screen legend_y(rows + 1)
set lmargin at screen 80 * across
set rmargin at screen 1 - 30 * across
do for [i = 1 : series] {
    x = 0.025 + 0.24 * ((i - 1) % 4)
    y = legend_y((i - 1) / 4 + 1)
    set arrow 10 + i from screen x, screen y to screen x + 0.05, screen y nohead linewidth 2 dashtype dash(i) linecolor rgb hue(i)
    set label 50 + i "" at screen x + 0.025, screen y point pointtype shape(i) pointsize 0.8 linecolor rgb hue(i)
    set label 10 + i legend[i] at screen x + 0.065, screen y left textcolor rgb ink
}
set logscale x 2
set xrange [0.8 : last * 1.25]
set xtics ("1" 1, "2⁴" 16, "2⁸" 256, "2¹²" 4096, "2¹⁶" 65536, "2²⁰" 1048576, "2²⁴" 16777216, "2²⁸" 268435456, "2³²" 4294967296.0)
set yrange [(low < 0.9 ? low * 0.97 : 0.9) : top * 1.03]
set format y "%.1f ×"
set xlabel "elements" textcolor rgb quiet
set grid noxtics
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead dashtype 2 linewidth 1.5 linecolor rgb limit
file = data . "/ratios.dat"
plot for [i = 1 : series] file index i - 1 using 1:2 with lines linewidth 1.5 dashtype dash(i) linecolor rgb hue(i), \
     for [i = 1 : series] file index i - 1 using 1:2:3:4 with yerrorbars linewidth 1 pointtype shape(i) pointsize 0.5 \
         linecolor rgb hue(i)
