#!/bin/sh
# slides.sh [NN...]: slides of the lessons' pages, or of all, into $BUILD/slides, and two decks around them, opening and
# closing. For each an HTML file that needs nothing else, a PDF, and a PDF with the speaker's notes. pandoc and weasyprint
# make them.
# Exit codes: 0; 1 a file could not be made; 3 a tool is missing (what could be made is there).

export LC_ALL=C
: "${AWK:=awk}" "${BUILD:=build}"
. common/course/script.sh
. common/teach/teach.sh
temporary slides
needs pandoc slides || exit 3
pdf=yes
needs weasyprint "the PDFs" || pdf=
out=$BUILD/slides
mkdir -p "$out" || exit 1
page_files "$@" >"$tmp/pages" || exit 2

deck() # NAME TITLE: of $tmp/page.md
{
    made "pagetitle=$2" "$out/$1" -t dzslides --slide-level=1 --css=common/teach/slides.css \
        --include-after-body=common/teach/notes.html || exit 1
    [ -z "$pdf" ] || paper "$tmp/page.html" "$out/$1-notes.pdf" -s common/teach/notes.css || exit 1
    echo "slides: $out/$1.html$([ -z "$pdf" ] || echo ", .pdf and -notes.pdf")"
}
: >"$tmp/titles" # all of the course is more than a day's list
[ $# -eq 0 ] || while IFS= read -r page; do sed -n "1s/^# Lesson //p" "$page"; done <"$tmp/pages" >"$tmp/titles"
$AWK -v titles="$tmp/titles" -f common/teach/today.awk common/teach/opening.md >"$tmp/page.md" && deck opening "Today" || exit 1
while IFS= read -r page; do
    name=$(basename "$page" .md)
    title=$(sed -n '1s/^# //p' "$page")
    $AWK -v number="${name%%_*}" -v title="$title" -f common/teach/text.awk \
        -f common/teach/deck.awk -f common/teach/slides.awk "$page" >"$tmp/page.md" &&
        deck "$name" "$title" || exit 1
done <"$tmp/pages"
cp common/teach/closing.md "$tmp/page.md" && deck closing "Before you go" || exit 1
[ -n "$pdf" ] || exit 3
