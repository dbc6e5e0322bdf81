# compare.gp: grouped bars, a colour per device, or dots where all are nearly equal: then the axis does not
# start at 0. A device that has nothing for a step has a dash there. From draw.sh: data (folder); see style.gp.
load data . "/compare.gp"
height = 164 + 23 * series - 23 * bottom
first_line = (share ? "Share of the theoretical peak" : "Several devices") . of_part
second_line = share ? "each device against its own peak; best variant and block size of each step" \
                    : "bandwidth in GB/s; best variant and block size of each step"
load "plots/style.gp"

unit = share ? "% of peak" : "GB/s"
set tmargin at screen legend_y(series + 1)
set bmargin at screen 62 * pixel
set xrange [start : top + 0.14 * (top - start)]
set yrange [bottom : 0.9]
set lmargin at screen (8.9 * widest + 40 > 240 ? 8.9 * widest + 40 : 240) * across
set rmargin at screen 1 - 40 * across
set border 2
unset ytics
unset grid
set xlabel unit . (start > 0 ? sprintf(" (axis starts at %g)", start) : "") textcolor rgb quiet
tone(i) = number(colour[i])
mark(i) = shapes[(i - 1) % 6 + 1]
do for [i = 1 : series] {
    if (start > 0) {
        set label 20 + i "" at screen 0.035, screen legend_y(i) point pointtype mark(i) pointsize 1.2 linecolor rgb colour[i]
    } else {
        set object i rectangle center screen 0.035, screen legend_y(i) size screen 0.02, screen 13 * pixel \
            fillstyle solid noborder fillcolor rgb colour[i]
    }
    set label 10 + i legend[i] at screen 0.055, screen legend_y(i) left textcolor rgb ink
}

do for [i = 1 : missing] {
    set label 100 + i "–" at graph 0, first missing_y[i] left offset 0.5, 0 font small textcolor rgb ink
}

set style fill solid noborder
bars = data . "/bars.dat"
x0 = 1.0 * start
if (start > 0) {
    set border 3
    set grid xtics
    plot bars using (x0):1:(2 * (top - x0)):(0) with vectors nohead linewidth 0.7 linecolor rgb faint, \
         for [i = 1 : series] bars using ($3 == i ? $2 : NaN):1 with points pointtype mark(i) pointsize 1.2 linecolor rgb colour[i], \
         data . "/steps.dat" using (x0):1:2 with labels right offset -1, 0 textcolor rgb ink, \
         bars using 2:1:4 with labels left offset 1.2, 0 font small textcolor rgb ink
} else {
    plot bars using ($2/2):1:($2/2):(0.42):(tone($3)) with boxxyerror linecolor rgb variable, \
         data . "/steps.dat" using (0):1:2 with labels right offset -1, 0 textcolor rgb ink, \
         bars using 2:1:4 with labels left offset 0.5, 0 font small textcolor rgb ink
}
