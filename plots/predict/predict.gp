# predict.gp: predicted against measured GB/s, a point for each kernel, size and block. From validate.sh: data, a folder
# with points (one block of lines for each set, with an empty pair of lines between) and predict.gp (series, legend).
load data . "/predict.gp"
height = 520 # the plot is square
first_line = "Predicted from counts, and measured"
second_line = "GB/s of kernels and cards that the weights were not fitted to; on the line they agree"
load "plots/style.gp"

set tmargin at screen legend_y(1)
set bmargin at screen 62 * pixel
set lmargin at screen 85 * across
set rmargin at screen 460 * across
do for [i = 1 : series] {
    set label 50 + i "" at screen 490 * across, screen legend_y(2 * i) point pointtype shape(i) pointsize 0.9 linecolor rgb hue(i)
    comma = strstrt(legend[i], ":")
    set label 10 + i legend[i][1 : comma] at screen 505 * across, screen legend_y(2 * i) left textcolor rgb ink
    set label 30 + i legend[i][comma + 2 : *] at screen 505 * across, screen legend_y(2 * i + 0.9) left font small textcolor rgb quiet
}
set logscale xy
set xrange [20 : 6000]
set yrange [20 : 6000]
set xtics (20, 50, 100, 200, 500, 1000, 2000, 5000)
set ytics (20, 50, 100, 200, 500, 1000, 2000, 5000)
set xlabel "measured, GB/s" textcolor rgb quiet
set ylabel "predicted, GB/s" offset 0.5, 0 textcolor rgb quiet
file = data . "/points"
plot x with lines linewidth 1.5 dashtype 2 linecolor rgb limit, \
     for [i = 1 : series] file index i - 1 using 1:2 with points pointtype shape(i) pointsize 0.5 linecolor rgb hue(i)
