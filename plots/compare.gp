# compare.gp: the steps of the course from left to right, a line for each device. A device that has nothing for a step has
# a gap there. The last number of each line stands beside it where there is room; of few points, all. Where all are nearly
# equal, the axis does not start at 0. From draw.sh: data (folder); see style.gp.
load data . "/compare.gp"
columns = longest > 42 ? 1 : 2
rows = (series + columns - 1) / columns # of the legend
height = 427 + 23 * rows
first_line = (share ? "Share of the theoretical peak" : "Several devices") . of_part
second_line = share ? "% of each device's own peak; best variant and block size of each step" \
                    : "bandwidth in GB/s; best variant and block size of each step"
load "plots/style.gp"

tone(i) = colour[i]
mark(i) = shapes[(i - 1) % 6 + 1]
set tmargin at screen legend_y(rows + 1)
crowded = 9 * widest * steps > 680 # the names of the steps
set bmargin at screen (crowded ? 50 + 2.8 * widest : 50) * pixel
if (crowded) set xtics rotate by 20 right
set lmargin at screen (crowded && 9 * widest > 100 ? 9 * widest : 100) * across
set rmargin at screen 1 - 70 * across
do for [i = 1 : series] {
    x = 0.025 + (0.97 / columns) * ((i - 1) % columns)
    y = legend_y((i - 1) / columns + 1)
    set label 50 + i "" at screen x + 0.01, screen y point pointtype mark(i) pointsize 1 linecolor rgb tone(i)
    set label 10 + i legend[i] at screen x + 0.025, screen y left font small textcolor rgb ink
}
set xrange [0.7 : steps + 0.4]
side = all ? "center offset 0, 0.8" : "left offset 1, 0" # of a point: where its number stands
set yrange [start : top + 0.12 * (top - start)]
set format y share ? "%g %%" : "%g"
set ylabel start > 0 ? sprintf("axis starts at %g", start) : "" textcolor rgb quiet
set grid noxtics
lines = data . "/lines.dat"
plot for [i = 1 : series] lines index i - 1 using 1:2:xtic(3) with linespoints linewidth 2 pointtype mark(i) pointsize 1 \
         linecolor rgb tone(i), \
     for [i = 1 : series] lines index i - 1 using ($4 == 1 ? $1 : NaN):2:5 with labels @side font small textcolor rgb ink
