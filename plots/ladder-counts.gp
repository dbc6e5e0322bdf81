# ladder-counts.gp: for each kernel of one part four counts, and the recorded bandwidth, side by side.
# From ladder-counts.sh: data (folder); see style.gp.
load data . "/meta.gp"
height = 190 + 46 * series
load "plots/style.gp"
unset label
set multiplot
unset xtics
unset ytics
unset grid
set border 2
set yrange [-series - 0.6 : -0.4]
set style fill solid noborder
set tmargin at screen 1 - 130 * pixel
set bmargin at screen 30 * pixel

file = data . "/ladder.dat"
left = (widest * 9.4 + 24) * across     # room for names
step = (1 - 8 * across - left) / 5
gap = 54 * across                       # room for a number behind the longest bar
array head1[5] = ["shared", "shared", "barriers", "instructions", "bandwidth"]
array head2[5] = ["requests", "wavefronts", "", "", "GB/s"]
array column_of[5] = [6, 8, 10, 12, 14]

set label 1 title . ": what each kernel asks for, and its bandwidth" at screen 0.025, screen 1 - 28 * pixel left font large textcolor rgb ink
set label 2 "per 1024 elements at block " . block . "; blue: counted on the CPU device; orange: recorded, " . device at screen 0.025, screen 1 - 55 * pixel left textcolor rgb quiet
do for [i = 1 : 5] {
    at = left + (i - 1) * step
    set lmargin at screen at
    set rmargin at screen at + step - gap
    set label 3 head1[i] at screen at, screen 1 - 90 * pixel left textcolor rgb ink
    set label 4 head2[i] at screen at, screen 1 - 110 * pixel left textcolor rgb ink
    c = column_of[i]
    tone = i >= 4 ? colour[2] : colour[1]
    set xrange [0 : (most[i + 1] > 0 ? most[i + 1] : 1)]
    plot file using (column(c) / 2):1:(column(c) / 2):(0.34) with boxxyerror linecolor rgb tone, \
         file using (valid(c) ? column(c) : 0):1:(strcol(c + 1)) with labels left offset 0.4, 0 textcolor rgb ink, \
         file using (0):($1 + 0.18):(i == 1 ? strcol(3) : "") with labels right offset -1, 0 textcolor rgb ink, \
         file using (0):($1 - 0.22):(i == 1 ? strcol(2) : "") with labels right offset -1, 0 font small textcolor rgb quiet
    unset label 1
    unset label 2
}
unset multiplot
