#!/bin/sh
# handout.sh: two pages to print, $BUILD/handout.html and .pdf. common/teach/handout.md says what is on them.
# Exit codes as slides.sh.

export LC_ALL=C
: "${AWK:=awk}" "${BUILD:=build}"
. common/course/script.sh
. common/teach/teach.sh
temporary handout
needs pandoc "the handout" || exit 3
mkdir -p "$BUILD" || exit 1
# shellcheck disable=SC2046 # names of ours
$AWK -f common/teach/text.awk -f common/teach/handout.awk Makefile docs/glossary.md $(page_files) docs/results.md \
    common/teach/handout.md >"$tmp/handout.md" &&
    html title=Handout -t html5 --css=common/teach/handout.css --resource-path=docs/lessons -o "$tmp/handout.html" "$tmp/handout.md" &&
    keep "$tmp/handout.html" "$BUILD/handout.html" || exit 1
needs weasyprint "the PDF" || { echo "handout: $BUILD/handout.html"; exit 3; }
paper "$tmp/handout.html" "$BUILD/handout.pdf" || exit 1
echo "handout: $BUILD/handout.pdf and .html"
