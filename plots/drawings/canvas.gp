# canvas.gp: for the drawings beside it: places are from the upper left corner, across in 880ths of the width,
# down in pixels. They set `height` before they load this. From drawings.sh: out, format, see style.gp.
load "plots/style.gp"
unset label 1
unset label 2
set lmargin at screen 0
set rmargin at screen 1
set tmargin at screen 1
set bmargin at screen 0
set xrange [0 : 880]
set yrange [height : 0]
unset border
unset tics
unset grid
set style arrow 1 filled size screen 0.010, 20 linewidth 1.4 linecolor rgb ink
set style arrow 2 filled size screen 0.010, 20 linewidth 2.4 linecolor rgb colour[4]

# Each has a fill, and something else that tells it apart without colour: text, a pattern or a border.
light  = "#CFE6F5" # at work
strong = colour[1] # the one that the text speaks of
none   = "#F4F4F4" # nobody, nothing
title(text) = sprintf("set label \"%s\" at 22, 32 left font \",19\" textcolor rgb ink", text)
# box(x, y, width, height, fill, border, line width)
box(x, y, w, h, fill, edge, width) = sprintf("set object rectangle from %g, %g to %g, %g fillcolor rgb \"%s\" fillstyle solid border linecolor rgb \"%s\" linewidth %g", x, y, x + w, y + h, fill, edge, width)
empty(x, y, w, h) = sprintf("set object rectangle from %g, %g to %g, %g fillcolor rgb \"#bbbbbb\" fillstyle pattern 4 border linecolor rgb \"#888888\" linewidth 0.8", x, y, x + w, y + h)
frame(x, y, w, h, width) = sprintf("set object rectangle from %g, %g to %g, %g fillstyle empty border linecolor rgb ink linewidth %g", x, y, x + w, y + h, width)
middle(text, x, y, tint) = sprintf("set label \"%s\" at %g, %g center textcolor rgb \"%s\"", text, x, y, tint)
left(text, x, y, tint) = sprintf("set label \"%s\" at %g, %g left textcolor rgb \"%s\"", text, x, y, tint)
right(text, x, y, tint) = sprintf("set label \"%s\" at %g, %g right textcolor rgb \"%s\"", text, x, y, tint)
arrow(x1, y1, x2, y2, style) = sprintf("set arrow from %g, %g to %g, %g arrowstyle %d", x1, y1, x2, y2, style)
line(x1, y1, x2, y2, width) = sprintf("set arrow from %g, %g to %g, %g nohead linewidth %g linecolor rgb ink", x1, y1, x2, y2, width)
