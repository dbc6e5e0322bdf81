# two_cards.gp: what the blocks of two cards do, side by side, in one all-reduce. From cards.sh: data (a file: card, row, begins, sent,
# came, ends; microseconds), device, bytes.
first_line = "One all-reduce, two cards: a line for each block"
second_line = device . ", " . bytes . " on each card, whole arrays pushed"
load "plots/style.gp"
set tmargin at screen legend_y(2)
set bmargin at screen 62 * pixel
set lmargin at screen 0.12
set rmargin at screen 0.96
set xlabel "microseconds" textcolor rgb quiet
set ytics ("card 0" 64, "card 1" 200)
set yrange [-6 : 270]
set xrange [0 : *]
unset key
array part[3] = ["loads, stores on the other card", "waits for the flag", "adds, stores the sums"]
array at[3] = [0.12, 0.49, 0.73]
do for [i = 1 : 3] {
    set arrow 10 + i from screen at[i], screen legend_y(1) to screen at[i] + 0.03, screen legend_y(1) nohead linewidth 3 linecolor rgb hue(i)
    set label 10 + i part[i] at screen at[i] + 0.04, screen legend_y(1) left font small textcolor rgb ink
}
set style arrow 1 nohead linewidth 2
plot data using 3:2:($4 - $3):(0) with vectors nohead linewidth 2 linecolor rgb hue(1), \
     data using 4:2:($5 - $4):(0) with vectors nohead linewidth 2 linecolor rgb hue(2), \
     data using 5:2:($6 - $5):(0) with vectors nohead linewidth 2 linecolor rgb hue(3)
