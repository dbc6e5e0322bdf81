#!/bin/sh
# course.sh: all programs of the course in order, those that declare nothing too, a line each. Tabs separate
# number, stem, title and kind: "plain" for a program without a declaration (0.1 ...: its first line says its
# title), "lesson" for the others (declared.sh). Exit code 2 where one does not say what it is.

export LC_ALL=C
: "${AWK:=awk}"
declared=$(sh common/course/declared.sh number stem title) || exit 2
for file in lessons/[0-9].[0-9]_*.cu; do
    [ -e "$file" ] || continue
    stem=$(basename "$file" .cu)
    title=$(sed -n "1s/^\/\* Lesson ${stem%%_*}: \(.*\)\$/\1/p" "$file")
    [ "$title" ] || { echo "$file:1: its first line must be: /* Lesson ${stem%%_*}: TITLE" >&2; exit 2; }
    printf '%s\t%s\t%s\tplain\n' "${stem%%_*}" "$stem" "$title"
done
echo "$declared" | $AWK '{ print $0 "\tlesson" }'
