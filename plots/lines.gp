# lines.gp: a line per kernel, over block size, array size or number of rows. From draw.sh: name
# (blocks, sizes or shapesNN); see ladder.gp. Names stand at the ends of the lines, moved apart by
# prepare.awk.
load data . "/meta.gp"
load data . "/" . name . ".gp"
height = 520 + (series > 12 ? 20 * (series - 12) : 0)
load "plots/style.gp"

file = data . "/" . name . ".dat"
names = data . "/" . name . ".labels"
stats file using 1 nooutput
spread = STATS_max / STATS_min
reach = spread ** 0.05                  # of the leader from a line's end to its name
room = (7.1 * longest + 30) / 760       # for the names, of the width in pixels
room = room / (1 - room)

set label 1 heading
set label 2 subheading . note
set logscale x 2
set xrange [STATS_min / spread ** 0.02 : STATS_max * spread ** (room > 0.3 ? room : 0.3)]
set yrange [0 : (peak > top ? peak : top) * 1.06]
set xlabel axis textcolor rgb quiet
set ylabel "bandwidth in GB/s" textcolor rgb quiet
set grid noxtics
load data . "/" . name . ".tics"
if (name[1:6] eq "shapes") {
    set bmargin at screen 80 * pixel
    set xlabel offset 0, -1
}
if (peak > 0) {
    set arrow 1 from graph 0, first peak to graph 1, first peak nohead dashtype 2 linecolor rgb colour[4]
    set label 3 sprintf("theoretical peak %.0f GB/s", peak) at graph 0.01, first peak offset 0, 0.6 left boxed textcolor rgb colour[4]
}
array shape[5] = [7, 5, 9, 11, 13]
hue(i) = colour[i % 9 + 1]
if (exists("good")) {
    set arrow 2 from graph 0, first good to graph 1, first good nohead dashtype 3 linecolor rgb hue(good_line - 1)
    set label 4 "85 % of its best" at graph 0.01, first good offset 0, -0.7 left boxed font ",12" textcolor rgb hue(good_line - 1)
}
dash(i) = dashed[i + 1] == 1 ? 2 : 1
plot for [i = 0 : series - 1] file index i using 1:2 with linespoints linewidth 2 \
         pointtype shape[i % 5 + 1] pointsize 0.7 dashtype dash(i) linecolor rgb hue(i), \
     for [i = 0 : series - 1] names every ::i::i using 1:2:($1 * reach - $1):($3 - $2) with vectors nohead \
         linewidth 0.7 linecolor rgb hue(i), \
     for [i = 0 : series - 1] names every ::i::i using ($1 * reach):3:4 with labels left offset 0.5, 0 \
         font ",12" textcolor rgb hue(i)
