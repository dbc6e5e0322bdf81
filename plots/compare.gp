# compare.gp: grouped bars, a colour per device. From draw.sh: data (folder); see style.gp.
load data . "/compare.gp"
height = 160 + 22 * series - 20 * bottom
load "plots/style.gp"

set label 1 (share ? "Share of the theoretical peak" : "Several devices") . of_part
set label 2 share ? "each device against its own peak; best variant and block size of each step" \
                  : "bandwidth in GB/s; best variant and block size of each step"
set tmargin at screen 1 - (80 + 22 * series) * pixel
set xrange [0 : top * 1.12]
set yrange [bottom : 0.9]
set lmargin (widest + 4 > 29 ? widest + 4 : 29)
set rmargin 4
set border 2
unset ytics
unset grid
set xlabel share ? "% of peak" : "GB/s" textcolor rgb quiet
do for [i = 1 : series] {
    line = 1 - (60 + 22 * i) * pixel
    set object i rectangle center screen 0.032, screen line size screen 0.02, screen 12 * pixel \
        fillstyle solid noborder fillcolor rgb colour[i]
    set label 10 + i legend[i] at screen 0.048, screen line left textcolor rgb ink
}

set style fill solid noborder
hues(i) = int(colour_number(colour[i]))
colour_number(s) = int("0x" . substr(s, 2, 7))
bars = data . "/bars.dat"
plot bars using ($2/2):1:($2/2):(0.42):(hues($3)) with boxxyerror linecolor rgb variable, \
     data . "/steps.dat" using (0):1:2 with labels right offset -1, 0 textcolor rgb ink, \
     bars using 2:1:4 with labels left offset 0.5, 0 font ",11" textcolor rgb ink
