# style.gp: how every picture looks. From draw.sh: out (file), format (svg, pngcairo, png).
# A picture is 800 pixels wide and is read at that width on a projector, so no text is smaller than 14.
# Text is never "enhanced": kernel names have underscores.
if (!exists("height")) height = 520
width = 800
if (format eq "svg") {
    set terminal svg noenhanced size width, height font "Helvetica,Arial,sans-serif,15" background rgb "white"
} else { # twice the pixels, so that it stays sharp
    if (format eq "pngcairo") {
        set terminal pngcairo noenhanced size 2 * width, 2 * height font "Sans,15" fontscale 1.5 linewidth 2 pointscale 2
    } else {
        set terminal png noenhanced size 2 * width, 2 * height font "Sans,15" fontscale 1.5 linewidth 2
    }
}
set output out
set encoding utf8
set datafile separator "\t"

ink   = "#222222"
quiet = "#555555"
faint = "#dddddd"
limit = "#444444"       # what cannot be exceeded, a dashed line: the peak
small = ",14"           # of a font
large = ",19"

# Okabe and Ito's colours, which colour-blind readers tell apart, without their yellow, which a projector
# loses, and with two dark ones. In this order each is lighter or darker than the one before.
array colour[9] = ["#0072B2", "#E69F00", "#009E73", "#56B4E9", "#D55E00", "#CC79A7", "#000000", "#8C6D00", "#882255"]

# Lines: line i (1, 2 ...) has hue(i), dash(i) and shape(i). No two of the first 36 agree in colour and dash,
# and a colour comes again only when all nine are used: then with another dash and an open shape. A library's
# lines are grey and dashed: library_hue(i), library_dash(i) and library_shape(i), of which eight are told apart.
array dashes[4] = [1, 4, 5, 3]
array shapes[6] = [7, 5, 9, 13, 11, 15]
round_of(i) = int(i - 1) / 9
hue(i) = colour[(i - 1) % 9 + 1]
dash(i) = dashes[round_of(i) % 4 + 1]
shape(i) = shapes[(i - 1) % 9 % 6 + 1] - round_of(i) % 2
array library_hues[3] = ["#666666", "#999999", "#333333"]
array library_dashes[2] = [2, 4]
array library_shapes[8] = [1, 2, 4, 8, 6, 12, 10, 3]
library_hue(i) = library_hues[(i - 1) % 3 + 1]
library_dash(i) = library_dashes[(i - 1) % 2 + 1]
library_shape(i) = library_shapes[(i - 1) % 8 + 1]
number(hexadecimal) = int("0x" . substr(hexadecimal, 2, 7)) # of a colour, for "rgb variable"

set border 3 linecolor rgb quiet linewidth 0.8
set tics nomirror scale 0.5 textcolor rgb quiet
set grid linetype 1 linecolor rgb faint linewidth 0.7
unset key

# Places in pixels of the svg: a character's height differs from terminal to terminal.
pixel = 1.0 / height
across = 1.0 / width
set tmargin at screen 1 - 92 * pixel
set bmargin at screen 68 * pixel
set label 1 at screen 0.025, screen 1 - 28 * pixel left font large textcolor rgb ink
set label 2 at screen 0.025, screen 1 - 55 * pixel left textcolor rgb quiet

# A line's or a bar's sign in a legend, with the text beside it, in row `line` (1, 2 ...) below the titles.
legend_y(line) = 1 - (62 + 23 * line) * pixel
