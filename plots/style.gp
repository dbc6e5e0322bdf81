# style.gp: how every picture looks. From draw.sh: out (file), format (svg, pngcairo, png), projector (yes: larger type
# and thicker lines). first_line and second_line, if they are set, stand at the top; what belongs below them has its
# place from below(). All places are in pixels of a picture 800 wide, or with a projector, 600: the same picture, and
# whatever is in it, a third larger.
# A picture is read at 800 pixels on a projector, so no text is smaller than 14.
# Text is never "enhanced": kernel names have underscores.
if (!exists("height")) height = 450 # 16 : 9
if (!exists("projector")) projector = "no"
larger = projector eq "yes" ? 4.0 / 3 : 1
thicker = projector eq "yes" ? 2 : 1
width = 800 / larger

# Lines at the top that are too long for a larger type: cut at blanks.
set encoding utf8
blank(text, n) = n < 2 ? strlen(text) : text[n : n] eq " " ? n : blank(text, n - 1)
fit(text, most) = strlen(text) <= most ? text : \
    text[1 : blank(text, most) - 1] . "\n" . fit(text[blank(text, most) + 1 : *], most)
rows_of(text, most) = strlen(text) <= most ? 1 : 1 + rows_of(text[blank(text, most) + 1 : *], most)
most_large = larger > 1 ? 56 : 1000
most_usual = larger > 1 ? 72 : 1000
if (!exists("first_line")) first_line = ""
if (!exists("second_line")) second_line = ""
first_rows = rows_of(first_line, most_large)
more = 26 * (first_rows - 1) + 20 * (rows_of(second_line, most_usual) - 1) # that these need
height = height + more

if (format eq "svg") {
    if (larger > 1) {
        set terminal svg noenhanced size 800, larger * height font "Helvetica,Arial,sans-serif,15" fontscale larger \
            linewidth thicker background rgb "white"
    } else {
        set terminal svg noenhanced size width, height font "Helvetica,Arial,sans-serif,15" background rgb "white"
    }
} else { # twice the pixels, so that it stays sharp
    if (format eq "pngcairo") {
        set terminal pngcairo noenhanced size 1600, 2 * larger * height font "Sans,15" fontscale 1.5 * larger \
            linewidth 2 * thicker pointscale 2 * larger
    } else {
        set terminal png noenhanced size 1600, 2 * larger * height font "Sans,15" fontscale 1.5 * larger linewidth 2 * thicker
    }
}
set output out
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
below(pixels) = 1 - (pixels + more) * pixel
set tmargin at screen below(92)
set bmargin at screen 68 * pixel
set label 1 fit(first_line, most_large) at screen 0.025, screen 1 - 28 * pixel left font large textcolor rgb ink
set label 2 fit(second_line, most_usual) at screen 0.025, screen 1 - (55 + 26 * (first_rows - 1)) * pixel left textcolor rgb quiet

# How far marks stand apart on an axis from one end to the other, in steps of 1, 2 or 5, so that their numbers have room:
# for an axis that would get more with a larger type.
step_of(x, ten) = x <= ten ? ten : x <= 2 * ten ? 2 * ten : x <= 5 * ten ? 5 * ten : 10 * ten
apart(span, pixels) = step_of(60.0 * span / pixels, 10 ** floor(log10(60.0 * span / pixels)))

# A line's or a bar's sign in a legend, with the text beside it, in row `line` (1, 2 ...) below the titles.
legend_y(line) = below(62 + 23 * line)
