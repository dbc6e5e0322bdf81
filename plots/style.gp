# style.gp: how every picture looks. From draw.sh: out (file), format (svg, pngcairo, png).
# Text is never "enhanced": kernel names have underscores.
if (!exists("height")) height = 520
if (format eq "svg") {
    set terminal svg noenhanced size 880, height font "Helvetica,Arial,sans-serif,14" background rgb "white"
} else { # twice the pixels, so that it stays sharp at README width
    if (format eq "pngcairo") {
        set terminal pngcairo noenhanced size 1760, 2 * height font "Sans,14" fontscale 1.5 linewidth 2 pointscale 2
    } else {
        set terminal png noenhanced size 1760, 2 * height font "Sans,14" fontscale 1.5 linewidth 2
    }
}
set output out
set encoding utf8
set datafile separator "\t"

ink   = "#222222"
quiet = "#666666"
faint = "#dddddd"
# Okabe and Ito's colours, told apart by colour-blind readers too
array colour[9] = ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#000000", "#999999", "#8C6D00"]

set border 3 linecolor rgb quiet linewidth 0.8
set tics nomirror scale 0.5 textcolor rgb quiet
set grid linetype 1 linecolor rgb faint linewidth 0.7
set style textbox opaque noborder fillcolor rgb "white" margins 0.5, 0.2
unset key

# Places in pixels of the svg: a character's height differs from terminal to terminal.
pixel = 1.0 / height
set tmargin at screen 1 - 92 * pixel
set bmargin at screen 62 * pixel
set label 1 at screen 0.025, screen 1 - 28 * pixel left font ",17" textcolor rgb ink
set label 2 at screen 0.025, screen 1 - 53 * pixel left textcolor rgb quiet
