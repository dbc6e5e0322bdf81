# lines.gp: a line per kernel, over block size, array size or number of rows. From draw.sh: name
# (blocks, sizes, calls or shapesNN); see ladder.gp. Names stand beside the axes, at the ends of the lines, where
# results/labels.c moved them apart.
load data . "/meta.gp"
load data . "/" . name . ".gp"
two_rows = name[1:6] eq "shapes"                # of marks below the axis
height = room + (two_rows ? 182 : 160)
first_line = heading
second_line = subheading . note
load "plots/style.gp"

file = data . "/" . name . ".dat"
spread = 1.0 * x_last / x_first
right = width - 8.1 * longest - 62              # of the axes, in pixels; the rest is for names
least = larger > 1 ? 240 : 400
right = right < least ? least : right

set lmargin at screen 90 * across
set rmargin at screen right * across
set bmargin at screen (two_rows ? 90 : 68) * pixel
set logscale x 2
set xrange [x_first / spread ** 0.02 : x_last * spread ** 0.02]
set yrange [start : top]
set xlabel axis textcolor rgb quiet
set ylabel values offset 0.5, 0 textcolor rgb quiet
set grid noxtics
load data . "/" . name . ".tics"
if (two_rows) set xlabel offset 0, -1

hue_of(i) = i < 0 ? library_hue(-i) : hue(i)
shape_of(i) = i < 0 ? library_shape(-i) : shape(i)
dash_of(i) = i < 0 ? library_dash(-i) : dash(i)
do for [i = 1 : names] {
    beside = 100 + 2 * i
    if (i > series) {                           # a limit, not a kernel
        d = i == series + 1 ? 2 : 3
        set arrow beside from graph 0, first at[i] to graph 1, first at[i] nohead dashtype d linecolor rgb limit
        set arrow beside + 1 from graph 1, first at[i] to screen (right + 20) * across, first label_y[i] nohead \
            dashtype d linecolor rgb limit
        set label beside name_of[i] at screen (right + 40) * across, first label_y[i] left font small textcolor rgb limit
    } else {
        s = style[i]
        set arrow beside from first end[i], first at[i] to screen (right + 28) * across, first label_y[i] nohead \
            linewidth 0.7 linecolor rgb hue_of(s)
        set label beside name_of[i] at screen (right + 40) * across, first label_y[i] left font small textcolor rgb ink
        set label beside + 1 "" at screen (right + 28) * across, first label_y[i] point pointtype shape_of(s) \
            pointsize 0.8 linecolor rgb hue_of(s)
    }
}
plot for [i = 1 : series] file index i - 1 using 1:2 with linespoints linewidth 2 pointtype shape_of(style[i]) \
         pointsize 0.8 dashtype dash_of(style[i]) linecolor rgb hue_of(style[i])
