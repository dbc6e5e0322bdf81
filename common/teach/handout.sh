#!/bin/sh
# handout.sh: what a room needs on paper. $BUILD/handout.html and .pdf, two pages (common/teach/handout.md says what is on
# them), and $BUILD/tickets.html and .pdf, the exit tickets to be cut, and a board.
# Exit codes as slides.sh.

export LC_ALL=C
: "${AWK:=awk}" "${BUILD:=build}"
. common/course/script.sh
. common/teach/teach.sh
temporary handout
needs pandoc "the handout" || exit 3
pdf=yes
needs weasyprint "the PDFs" || pdf=
mkdir -p "$BUILD" || exit 1

page() # NAME TITLE: of $tmp/page.md
{
    made "title=$2" "$BUILD/$1" -t html5 --css=common/teach/handout.css || exit 1
    echo "handout: $BUILD/$1.html${pdf:+ and .pdf}"
}
# shellcheck disable=SC2046 # names of ours
$AWK -f common/teach/text.awk -f common/teach/handout.awk Makefile docs/glossary.md $(page_files) docs/results.md \
    common/teach/handout.md >"$tmp/page.md" && page handout Handout || exit 1
$AWK -f common/teach/text.awk -f common/teach/tickets.awk docs/teaching.md >"$tmp/page.md" && page tickets Tickets || exit 1
[ "$pdf" ] || exit 3
