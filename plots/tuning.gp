# tuning.gp: the kernels NAME_1, NAME_2 ... of one lesson, bandwidth over that number. From draw.sh: name
# (tuningNN); see ladder.gp.
load data . "/meta.gp"
load data . "/" . name . ".gp"
first_line = heading
second_line = device . what . ", each point at its best block size" . note
load "plots/style.gp"

file = data . "/" . name . ".dat"
stats file using 1 nooutput
set lmargin at screen 90 * across
set rmargin at screen 1 - 30 * across
set logscale x 2
load data . "/" . name . ".tics"
set xrange [STATS_min / 1.4 : STATS_max * 1.4]
set yrange [0 : (peak > top ? peak : top) * 1.02]
set xlabel axis textcolor rgb quiet
set ylabel "bandwidth in GB/s" offset 0.5, 0 textcolor rgb quiet
set grid noxtics
if (peak > 0) {
    set arrow 1 from graph 0, first peak to graph 1, first peak nohead dashtype 2 linecolor rgb limit
    set label 3 sprintf("theoretical peak %.0f GB/s", peak) at graph 1, screen below(80) right textcolor rgb limit
}
plot file using 1:2 with linespoints linewidth 2.5 pointtype 7 pointsize 0.9 linecolor rgb colour[1], \
     file using 1:2:3 with labels center offset 0.8, -1.1 font small textcolor rgb ink
