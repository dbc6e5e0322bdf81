#!/bin/sh
# drawings.sh: draws the pictures of plots/drawings into docs/lessons/drawings, as svg and png. Unlike the figures
# beside them they come from no run: they explain words. `make figures` draws both.

export LC_ALL=C
. common/course/script.sh
. plots/gnuplot.sh
fail() { one_line "drawings: $*" >&2; exit 2; }

out=docs/lessons/drawings
command -v gnuplot >/dev/null 2>&1 || fail "gnuplot is missing: make deps installs it"
temporary reduction-drawing
mkdir -p "$out" || exit
find_formats
for source in plots/drawings/*.gp; do
    name=$(basename "$source" .gp)
    [ "$name" = canvas ] || render "$source" "$out/$name" ''
done
