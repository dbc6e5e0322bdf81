# class.gp: everyone's ladder: a dot for each report, by kernel; a colour for each of the first cards. From class.sh: data
# (one part's files without their endings); see style.gp.
load data . ".gp"
told = cards <= 9 ? cards : 9                    # cards that have a colour; the others are grey
rows = told + (cards > told ? 1 : 0)
height = 150 + 23 * rows + 34 * series
first_line = title
second_line = subtitle
load "plots/style.gp"

set tmargin at screen legend_y(rows + 1)
set bmargin at screen 62 * pixel
set lmargin at screen (8.9 * widest + 40) * across
set rmargin at screen 1 - 40 * across
set xrange [0 : 1.04 * top]
set yrange [-series - 0.6 : -0.4]
unset ytics
set grid xtics
if (larger > 1) set xtics apart(top, width - 8.9 * widest - 80)
set xlabel "bandwidth in GB/s" textcolor rgb quiet
tone(c) = number(c <= told ? colour[c] : "#999999")
do for [i = 1 : rows] {
    name = i <= told ? card[i] : sprintf("%d other cards", cards - told)
    set label 10 + i name at screen 0.055, screen legend_y(i) left textcolor rgb ink
    set label 50 + i "" at screen 0.035, screen legend_y(i) point pointtype 7 pointsize 1 linecolor rgb tone(i)
}
plot data . ".dat" using 2:1:(tone($3)) with points pointtype 7 pointsize 0.8 linecolor rgb variable, \
     data . ".steps" using (0):1:2 with labels right offset -1, 0 textcolor rgb ink
