# predict.gp: predicted against measured GB/s, a point for each kernel, size and block. From validate.sh: data, a folder
# with points (one block of lines for each set, with an empty pair of lines between) and predict.gp (series, legend).
load data . "/predict.gp"
height = 700 + 23 * series
load "plots/style.gp"

set label 1 "Predicted from counts, and measured"
set label 2 "GB/s of kernels and cards that the weights were not fitted to; on the line they agree"
set tmargin at screen legend_y(series + 1)
set lmargin at screen 90 * across
set rmargin at screen 1 - 30 * across
do for [i = 1 : series] {
    set label 50 + i "" at screen 0.05, screen legend_y(i) point pointtype shape(i) pointsize 0.9 linecolor rgb hue(i)
    set label 10 + i legend[i] at screen 0.09, screen legend_y(i) left textcolor rgb ink
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
