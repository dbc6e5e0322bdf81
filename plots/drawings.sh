#!/bin/sh
# drawings.sh: draws the pictures of plots/drawings into docs/lessons/drawings, as svg and png. Unlike the figures
# beside them they come from no run: they explain words. `make figures` draws both.

out=docs/lessons/drawings
command -v gnuplot >/dev/null 2>&1 || { echo "drawings: gnuplot is missing: make deps installs it" >&2; exit 2; }
tmp=$(mktemp "${TMPDIR:-/tmp}/reduction-drawing.XXXXXX") || exit 2
trap 'rm -f "$tmp"' EXIT
mkdir -p "$out" || exit
for source in plots/drawings/*.gp; do
    name=$(basename "$source" .gp)
    [ "$name" != canvas ] || continue
    for format in svg pngcairo; do
        : >"$tmp"
        if ! gnuplot -e "out='$tmp'; format='$format'" "$source" || [ ! -s "$tmp" ]; then
            echo "drawings: gnuplot could not draw $source" >&2
            exit 2
        fi
        cat "$tmp" >"$out/$name.${format%cairo}" || exit
        echo "$out/$name.${format%cairo}"
    done
done
