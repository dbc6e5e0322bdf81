# picture.gp: what each thread of a block does, step by step. From picture.sh: data (folder), out,
# format; see style.gp. All places are in pixels from the upper left corner.
load data . "/size.gp"
load "plots/style.gp"

set label 1 title
set label 2 subtitle
set lmargin at screen 0
set rmargin at screen 1
set tmargin at screen 1
set bmargin at screen 0
set xrange [0 : width]
set yrange [height : 0]
unset border
unset tics
unset grid
load data . "/meta.gp"

# By state: active, conflict, idle, waiting, ended. Each has its own lightness, for those who do not see its colour, and for
# projectors: active is dark, a conflict has a slit, idle lanes are a light band, waiting ones an empty band between two
# lines, and of an ended thread a dot is left. Bands have no gaps and no hatching: thin stripes flicker.
array fill[5] = [0x0072B2, 0xD55E00, 0xDCDCDC, 0xFFFFFF, 0x666666]
file = data . "/cells.dat"
set style fill solid noborder
plot file using ($1 == 3 || $1 == 4 ? $2 : NaN):3:($4 + 0.5):5:(fill[int($1)]) with boxxyerror linecolor rgb variable, \
     file using ($1 <= 2 ? $2 : NaN):3:4:5:(fill[int($1)]) with boxxyerror linecolor rgb variable, \
     file using ($1 == 4 ? $2 - $4 - 0.5 : NaN):($3 - $5):(2 * $4 + 1):(0) with vectors nohead linecolor rgb "#999999", \
     file using ($1 == 4 ? $2 - $4 - 0.5 : NaN):($3 + $5):(2 * $4 + 1):(0) with vectors nohead linecolor rgb "#999999", \
     file using ($1 == 2 ? $2 - $4 : NaN):3:(2 * $4):(0) with vectors nohead linewidth 2.4 linecolor rgb "white", \
     file using ($1 == 5 ? $2 : NaN):3:($4 < 2 ? 0.5 : 1.2):(1.2) with boxxyerror linecolor rgb fill[5]
