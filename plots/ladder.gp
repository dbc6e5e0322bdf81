# ladder.gp: a bar per step of one part (name: rungs), or the best of them beside libraries and the host (beside); a dot where
# all are nearly equal: then the axis does not start at 0, where a bar would lie. From draw.sh: data (folder), name, note; see
# style.gp.
load data . "/meta.gp"
series = name eq "rungs" ? rungs : beside
height = 154 + 46 * series
first_line = title
second_line = device . what . ", each kernel at its best block size" . note
load "plots/style.gp"

set tmargin at screen below(88)
set bmargin at screen 62 * pixel

set xrange [start : (peak > top ? peak : top) + 0.04 * ((peak > top ? peak : top) - start)]
set yrange [-series - 0.6 : -0.4]
set lmargin at screen (widest + 40) * across
set rmargin at screen 1 - 40 * across
set border 2
unset ytics
unset grid
set xlabel "bandwidth in GB/s" . (start > 0 ? sprintf(" (axis starts at %.0f)", start) : "") textcolor rgb quiet
if (peak > 0) {
    set arrow 1 from peak, graph 0 to peak, graph 1 nohead dashtype 2 linecolor rgb limit front
    set label 3 sprintf("theoretical peak %.0f GB/s", peak) at peak, screen below(77) right textcolor rgb limit
}

set style fill solid noborder
file = data . "/" . name . ".dat"
tone(library) = number(library == 1 ? library_hue(1) : colour[1])
x0 = 1.0 * start
room = width - widest - 80               # for the bars
share = larger > 1 ? 100.0 / room : 0.3  # of it, that a number needs
if (larger > 1) set xtics apart((peak > top ? peak : top) - start, room)
inside(v) = v - x0 > share * ((peak > top ? peak : top) - x0) # these carry their number inside; not by NaN:
                                        # gnuplot 5.4 crashes where all labels of a plot are undefined
if (start > 0) {
    set border 3
    set grid xtics
    plot file using (x0):1:(2 * ((peak > top ? peak : top) - x0)):(0) with vectors nohead linewidth 0.7 linecolor rgb faint, \
         file using 2:1:(tone($7)) with points pointtype 7 pointsize 1.2 linecolor rgb variable, \
         file using (x0):($1 + 0.2):3 with labels right offset -1, 0 textcolor rgb ink, \
         file using (x0):($1 - 0.2):4 with labels right offset -1, 0 font small textcolor rgb quiet, \
         file using 2:1:(inside($2) ? strcol(5) : "") with labels right offset -1.2, 0 textcolor rgb ink, \
         file using 2:1:(inside($2) ? "" : strcol(5)) with labels left offset 1.2, 0 textcolor rgb ink
} else {
    plot file using ($2/2):1:($2/2):(0.34):(tone($7)) with boxxyerror linecolor rgb variable, \
         file using (0):($1 + 0.2):3 with labels right offset -1, 0 textcolor rgb ink, \
         file using (0):($1 - 0.2):4 with labels right offset -1, 0 font small textcolor rgb quiet, \
         file using 2:1:(inside($2) ? strcol(5) : "") with labels right offset -0.7, 0 textcolor rgb "white", \
         file using 2:1:(inside($2) ? "" : strcol(5)) with labels left offset 0.7, 0 textcolor rgb ink
}
