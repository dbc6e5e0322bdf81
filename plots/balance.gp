# balance.gp: how evenly the work of ragged rows is spread over the blocks: a line per kernel, with the
# busiest block first. From draw.sh: lesson, device; see ladder.gp.
load data . "/balance.gp"
height = 430 + 23 * series
first_line = work eq "elements" ? "CPU device: a few blocks run at a time and empty a queue; a GPU runs all" \
                                : "How evenly is the work spread?"
second_line = device . ", lesson " . lesson . ": " . (work eq "cycles" ? "cycles that each block took" : "elements that each block added up") \
    . ", as a multiple of the kernel's mean"
load "plots/style.gp"

set tmargin at screen legend_y(series + 1)
set lmargin at screen 95 * across
do for [i = 1 : series] {
    set arrow 10 + i from screen 0.025, screen legend_y(i) to screen 0.075, screen legend_y(i) nohead \
        linewidth 2.5 dashtype dash(i) linecolor rgb hue(i)
    set label 50 + i "" at screen 0.05, screen legend_y(i) point pointtype shape(i) pointsize 1 linecolor rgb hue(i)
    set label 10 + i legend[i] at screen 0.09, screen legend_y(i) left textcolor rgb ink
}
least = 1.0 / 16
steep = top > 8
if (steep) {
    set logscale y 2
    set yrange [least : top * 1.5]
    set ytics ("1/16 ×" 0.0625)
    do for [e = -3 : 40] {
        if (2 ** e < top * 1.5 && (top < 200 || e % 2 == 0 || e < 0)) {
            set ytics add ((e < 0 ? sprintf("1/%d ×", 2 ** -e) : sprintf("%d ×", 2 ** e)) 2.0 ** e)
        }
    }
} else {
    set yrange [0 : (top > 1 ? top : 1) * 1.12]
    set format y "%g ×"
}
at_least(y) = steep && y < least ? least : y
set xrange [0 : 100]
set format x "%g %%"
set xlabel "blocks, " . (work eq "cycles" ? "slowest" : "busiest") . " first" textcolor rgb quiet
set ylabel "multiple of the mean" offset 0.5, 0 textcolor rgb quiet
set grid noxtics
set arrow 1 from 0, first 1 to 100, first 1 nohead dashtype 2 linecolor rgb limit
set rmargin at screen 1 - 40 * across
file = data . "/balance.dat"
plot for [i = 1 : series] file index i - 1 using 1:(at_least($2)) with steps linewidth 2.5 dashtype dash(i) linecolor rgb hue(i), \
     for [i = 1 : series] file index i - 1 every 60::(20 * i) using 1:(at_least($2)) with points pointtype shape(i) \
         pointsize 1 linecolor rgb hue(i)
