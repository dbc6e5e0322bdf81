# balance.gp: how evenly the work of ragged rows is spread over the blocks: a line per kernel, with the
# busiest block first. From draw.sh: lesson, device; see ladder.gp.
load data . "/balance.gp"
height = 430 + 22 * series
load "plots/style.gp"

set label 1 "How evenly is the work spread?"
if (work eq "elements") set label 1 "CPU device: runs a few blocks at a time, and they empty a queue; a GPU runs all" textcolor rgb colour[4]
set label 2 device . ", lesson " . lesson . ": " . (work eq "cycles" ? "cycles that each block took" : "elements that each block added up") \
    . ", as a multiple of the kernel's mean"
set tmargin at screen 1 - (80 + 22 * series) * pixel
do for [i = 1 : series] {
    line = 1 - (60 + 22 * i) * pixel
    set object i rectangle center screen 0.032, screen line size screen 0.02, screen 12 * pixel \
        fillstyle solid noborder fillcolor rgb colour[(i - 1) % 9 + 1]
    set label 10 + i legend[i] at screen 0.048, screen line left textcolor rgb ink
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
set ylabel "multiple of the mean" textcolor rgb quiet
set grid noxtics
set arrow 1 from 0, first 1 to 100, first 1 nohead dashtype 2 linecolor rgb quiet
set rmargin 4
plot for [i = 0 : series - 1] data . "/balance.dat" index i using 1:(at_least($2)) with steps \
         linewidth 2.5 linecolor rgb colour[i % 9 + 1]
