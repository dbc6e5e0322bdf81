#!/bin/sh
# kernel.sh NN PROGRAM: the kernel that a picture and the player of lesson NN show: the row that its declaration names
# (.kernel), or else the first that PROGRAM lists.

export LC_ALL=C
rows=$("$2" --list) && declared=$(sh common/course/declared.sh --lesson "$1" kernel) || exit 2
[ "$declared" != - ] || { printf '%s\n' "$rows" | head -n 1; exit; }
printf '%s\n' "$rows" | grep -xF -e "$declared" ||
    { echo "lesson $1 declares .kernel = \"$declared\", but has no such row; it has: $(printf '%s ' $rows)" >&2; exit 2; }
