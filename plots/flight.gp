# flight.gp: bandwidth over the bytes in flight on an SM, a colour for each number of threads, and Little's law. From
# draw.sh: name (flightNN); see ladder.gp.
load data . "/meta.gp"
load data . "/" . name . ".gp"
first_line = heading
second_line = device . what . ", bytes in flight by the machine code" . note
load "plots/style.gp"

file = data . "/" . name . ".dat"
stats file using 1:2 nooutput
knee = 1.0 * peak * ns / sms
set lmargin at screen 90 * across
set rmargin at screen 1 - 30 * across
set logscale x 2
set xrange [STATS_min_x / 1.4 : STATS_max_x * 1.4]
set yrange [0 : 1.12 * peak]
set xlabel "bytes in flight on an SM: threads x bytes of each" textcolor rgb quiet
set ylabel "bandwidth in GB/s" offset 0.5, 0 textcolor rgb quiet
set xtics ("256" 256, "1 K" 1024, "4 K" 4096, "16 K" 16384, "64 K" 65536, "256 K" 262144, "1 M" 1048576)
set grid noxtics

# The law: what is in flight arrives after the latency, and never more than the peak.
law(x) = x * sms / ns < peak ? x * sms / ns : peak
set samples 400
set arrow 1 from knee, 0 to knee, peak nohead dashtype 3 linecolor rgb limit
set label 3 sprintf("%.1f KB = %.0f GB/s x %.0f ns / %d SMs", knee / 1000, peak, ns, sms) at graph 1, first peak right \
    offset 0, 0.7 textcolor rgb limit
do for [i = 1 : series] {
    set label 10 + 2 * i word(of_block, i) . " threads" at graph 0.07, screen legend_y(i + 1) left font small textcolor rgb ink
    set label 11 + 2 * i "" at graph 0.045, screen legend_y(i + 1) point pointtype shape(i) pointsize 0.9 linecolor rgb hue(i)
}
plot law(x) with lines dashtype 2 linewidth 1.5 linecolor rgb limit, \
     for [i = 1 : series] file index i - 1 using 1:2 with points pointtype shape(i) pointsize 0.9 linecolor rgb hue(i)
