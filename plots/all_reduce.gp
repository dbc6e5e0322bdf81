# all_reduce.gp: the all-reduces of part VII beside NCCL's: time, and below it bus bandwidth, over the bytes of an array.
# From cards.sh: data (a file: bytes, then the microseconds of each column), device, note.
height = 900
first_line = "All-reduce of floats on two cards"
second_line = device . ", 18 NVLinks, in a series, cold" . note
load "plots/style.gp"
array name[5] = ["NCCL", "events and one shot", "the flag in the data", "all_reduce_any_size", "ring, stores"]
set multiplot
set lmargin at screen 0.12
set rmargin at screen 0.96
set logscale x 2
set xrange [800 : 1.3e9]
set xtics ("1 KiB" 1024, "16 KiB" 16384, "256 KiB" 262144, "4 MiB" 4194304, "64 MiB" 67108864, "1 GiB" 1073741824)
set grid linecolor rgb faint
set key top left Left reverse textcolor rgb ink
set tmargin at screen 0.90
set bmargin at screen 0.54
set logscale y
set ylabel "µs" textcolor rgb quiet
plot for [i = 1 : 5] data using 1:i + 1 with linespoints linewidth 1.5 pointtype shape(i) pointsize 0.6 linecolor rgb hue(i) title name[i]
unset key
unset label
set tmargin at screen 0.48
set bmargin at screen 0.09
unset logscale y
set yrange [0 : *]
set ylabel "bus bandwidth, GB/s" textcolor rgb quiet
set xlabel "bytes of an array" textcolor rgb quiet
plot for [i = 1 : 5] data using 1:($1 / column(i + 1) / 1000) with linespoints linewidth 1.5 pointtype shape(i) pointsize 0.6 linecolor rgb hue(i)
unset multiplot
