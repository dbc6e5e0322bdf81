# all_reduce.gp: the all-reduces of part VII beside NCCL's: time, and beside it bus bandwidth, over the bytes of an array.
# From cards.sh: data (a file: bytes, then the microseconds of each column), device, note.
first_line = "All-reduce of floats on two cards"
second_line = device . ", 18 NVLinks, in a series, cold" . note
load "plots/style.gp"
array name[5] = ["NCCL", "events and one shot", "the flag in the data", "all_reduce_any_size", "ring, stores"]
array at[5] = [0.025, 0.125, 0.365, 0.595, 0.835]
set multiplot
set logscale x 2
set xrange [800 : 1.5e9]
set xtics ("1 KiB" 1024, "64 KiB" 65536, "4 MiB" 4194304, "256 MiB" 268435456)
set tmargin at screen legend_y(3)
set bmargin at screen 62 * pixel
set xlabel "bytes of an array" textcolor rgb quiet
do for [i = 1 : 5] {
    set label 20 + i name[i] at screen at[i], screen legend_y(1) left offset 1.5, 0 font small \
        textcolor rgb ink point pointtype shape(i) pointsize 0.9 linecolor rgb hue(i)
}
set label 10 "microseconds" at graph 0, 1 offset 0, 0.8 left textcolor rgb ink
set lmargin at screen 70 * across
set rmargin at screen 395 * across
set logscale y
set yrange [1 : 30000]
plot for [i = 1 : 5] data using 1:i + 1 with linespoints linewidth 1.5 pointtype shape(i) pointsize 0.6 linecolor rgb hue(i)
unset label
set label 10 "bus bandwidth, GB/s" at graph 0, 1 offset 0, 0.8 left textcolor rgb ink
set lmargin at screen 455 * across
set rmargin at screen 780 * across
unset logscale y
set yrange [0 : *]
plot for [i = 1 : 5] data using 1:($1 / column(i + 1) / 1000) with linespoints linewidth 1.5 pointtype shape(i) pointsize 0.6 linecolor rgb hue(i)
unset multiplot
