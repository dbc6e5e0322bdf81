# two_cards.gp: what the blocks of two cards do, side by side, in one all-reduce. From cards.sh: data (a file: card, row, begins, sent,
# came, ends; microseconds), device, bytes.
height = 620
first_line = "One all-reduce, two cards: a line for each block"
second_line = device . ", " . bytes . " on each card, whole arrays pushed"
load "plots/style.gp"
set tmargin at screen 0.84
set bmargin at screen 0.12
set lmargin at screen 0.12
set rmargin at screen 0.96
set xlabel "microseconds" textcolor rgb quiet
set ytics ("card 0" 64, "card 1" 200)
set yrange [-6 : 345]
set xrange [0 : *]
set key inside top left Left reverse textcolor rgb ink
set style arrow 1 nohead linewidth 2
plot data using 3:2:($4 - $3):(0) with vectors nohead linewidth 2 linecolor rgb hue(1) title "loads, stores on the other card", \
     data using 4:2:($5 - $4):(0) with vectors nohead linewidth 2 linecolor rgb hue(2) title "waits for the flag", \
     data using 5:2:($6 - $5):(0) with vectors nohead linewidth 2 linecolor rgb hue(3) title "adds, stores the sums"
