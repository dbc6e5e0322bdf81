# ladder.gp: a bar per kernel of one part. From draw.sh: data (folder), note; see style.gp.
load data . "/meta.gp"
height = 154 + 46 * series
load "plots/style.gp"

unit = cpu ? "ms" : "GB/s"
set label 1 cpu ? "CPU device: emulation time, not GPU bandwidth" : title
set label 2 device . what . (cpu ? "; " . title : ", each kernel at its best block size") . note
if (cpu) set label 1 textcolor rgb colour[4]

right = cpu ? top * 1.12 : (peak > top ? peak : top) * 1.04
set xrange [0 : right]
set yrange [-series - 0.6 : -0.4]
set lmargin (widest + 3 > 27 ? widest + 3 : 27)
set rmargin 4
set border 2
unset ytics
unset grid
set xlabel cpu ? "ms, smaller is faster" : "bandwidth in GB/s" textcolor rgb quiet
if (!cpu && peak > 0) {
    set arrow 1 from peak, graph 0 to peak, graph 1 nohead dashtype 2 linecolor rgb colour[4] front
    set label 3 sprintf("theoretical peak %.0f GB/s", peak) at peak, screen 1 - 81 * pixel right textcolor rgb colour[4]
}

set style fill solid noborder
file = data . "/ladder.dat"
blue = int("0x" . substr(colour[1], 2, 7))
grey = int("0x" . substr(quiet, 2, 7))
hue(library) = library == 1 ? grey : blue
inside(v) = v > 0.3 * right             # long bars carry their number inside; not by NaN: gnuplot 5.4
                                        # crashes where all labels of a plot are undefined
plot file using ($2/2):1:($2/2):(0.34):(cpu ? 0x777777 : hue($7)) with boxxyerror linecolor rgb variable, \
     file using (0):($1 + 0.2):3 with labels right offset -1, 0 textcolor rgb ink, \
     file using (0):($1 - 0.2):4 with labels right offset -1, 0 font ",11" textcolor rgb quiet, \
     file using 2:1:(inside($2) ? strcol(5) : "") with labels right offset -0.7, 0 textcolor rgb "white", \
     file using 2:1:(inside($2) ? "" : strcol(5)) with labels left offset 0.7, 0 textcolor rgb ink
