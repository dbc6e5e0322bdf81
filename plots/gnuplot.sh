#!/bin/sh
# gnuplot.sh: how gnuplot is called, for the scripts here that draw. To be sourced; they have fail() and script.sh.
#   for_gnuplot TEXT              prints TEXT in gnuplot's single quotes, where only the quote itself is special
#   find_formats                  sets formats: svg, and a png terminal if this gnuplot has one
# gnuplot runs in C.UTF-8: our labels are UTF-8, and numbers have a point.
#   render SCRIPT NAME SETTINGS   draws NAME.svg and NAME.png, and prints their names behind $indent; in plots/recorded/
#                                 only those that a text shows. SETTINGS are more commands for gnuplot,
#                                 which has `out` and `format` already. A picture that cannot be drawn leaves the one
#                                 that was there. Needs a folder, $tmp.
#   queue_pictures, draw_queued   between them render only notes what to draw, and draw_queued draws all of it in one
#                                 process for each format: what SETTINGS name must still be there then

export LC_ALL=C
for_gnuplot() { printf "'%s'" "$(one_line "$1" | sed "s/'/''/g")"; }

find_formats()
{
    formats=svg
    for format in pngcairo png; do
        [ "$formats" != svg ] || ! LC_ALL=C.UTF-8 gnuplot -e "set terminal $format" >/dev/null 2>&1 || formats="svg $format"
    done
}

# Is this picture to be kept? Of the recorded ones those that a text shows; `make plots` draws the others.
wanted() # PICTURE
{
    case $1 in
    plots/recorded/*) grep -q -F -e "${1#plots/}" README.md docs/*.md docs/*.ipynb docs/lessons/*.md common/teach/*.md 2>/dev/null ;;
    esac
}

queue=
queue_pictures() { queue=$tmp/queue; : >"$queue"; }

draw_queued()
{
    for format in $formats; do
        [ ! -e "$queue.$format" ] || LC_ALL=C.UTF-8 gnuplot "$queue.$format" &
    done
    wait
    while read -r number picture; do
        [ -s "$queue.$number" ] || fail "gnuplot could not draw $picture"
        cp "$queue.$number" "$picture" 2>/dev/null || fail "$picture: cannot be written"
    done <"$queue"
    queue=
}

queued=0
render()
{
    for format in $formats; do
        picture=$2.${format%cairo}
        wanted "$picture" || continue
        if [ "$queue" ]; then
            queued=$((queued + 1))
            echo "$queued $picture" >>"$queue"
            printf "reset session\nout=%s; format='%s'; %s\nload '%s'\nunset output\n" "$(for_gnuplot "$queue.$queued")" \
                "$format" "$3" "$1" >>"$queue.$format"
            echo "${indent-}$picture"
            continue
        fi
        # Drawn beside its place, so that a failure leaves no half a picture.
        # shellcheck disable=SC2154 # tmp is of those who source this
        rm -f "$tmp/drawn"
        if ! LC_ALL=C.UTF-8 gnuplot -e "out=$(for_gnuplot "$tmp/drawn"); format='$format'; $3" "$1" || [ ! -s "$tmp/drawn" ]; then
            fail "gnuplot could not draw $picture"
        fi
        cp "$tmp/drawn" "$picture" 2>/dev/null || fail "$picture: cannot be written"
        echo "${indent-}$picture"
    done
}
