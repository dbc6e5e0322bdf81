#!/bin/sh
# diff.sh NN: what lesson NN changed since the lesson that its step is measured against (.step_from in its
# declaration), or else since the lesson before: the code between the header comment and main, without
# the rest. Line numbers are those of the files.

export LC_ALL=C
. common/course/script.sh
number=$1
case $number in [0-9]) number=0$number ;; esac
this=
before=
for file in lessons/[0-9][0-9]_*.cu; do
    case $file in lessons/"$number"_*) this=$file; break ;; esac
    before=$file
done
if [ -z "$this" ]; then
    # shellcheck disable=SC2012 # the names are ours
    one_line "diff$number: there is no lessons/${number}_*.cu; there are: $(
        ls lessons | sed -n 's/^\([0-9][0-9]\)_.*\.cu$/\1/p' | tr '\n' ' ')" >&2
    exit 2
fi
step_from=$(sh common/course/declared.sh --lesson "$number" step_from) || exit 2
[ "$step_from" = - ] || before=$(echo lessons/"${step_from#lesson}"_*.cu)
[ -n "$before" ] || { echo "$this is the first lesson: there is none before it"; exit 0; }

temporary reduction-diff
code() # FILE OUT: from the first #include to the line before main; prints how many lines are above
{
    OUT=$2 awk '
        BEGIN { out = ENVIRON["OUT"] }
        /^#include/ && !on { on = 1; print NR - 1 }
        /^int main/        { exit }
        on                 { print > out }' "$1"
}
no_copy() { echo "diff$number: the temporary copies in TMPDIR could not be written; TMPDIR=FOLDER names another place" >&2; exit 1; }
above_before=$(code "$before" "$tmp/a") && above_this=$(code "$this" "$tmp/b") || no_copy
diff -U 4 "$tmp/a" "$tmp/b" >"$tmp/differences"
[ $? -le 1 ] || no_copy

colour=
if [ -t 1 ] && [ -z "${NO_COLOR-}" ]; then colour=yes; fi
echo "--- $before"
echo "+++ $this"
awk -v a="${above_before:-0}" -v b="${above_this:-0}" -v colour="$colour" '
    NR <= 2 { next }
    /^@@/ {
        split($2, old, ",")
        split($3, new, ",")
        $0 = "@@ line " (b + substr(new[1], 2)) " (was line " (a - old[1]) ") @@"
    }
    colour && /^@@/ { $0 = "\033[36m" $0 "\033[0m" }
    colour && /^\+/ { $0 = "\033[32m" $0 "\033[0m" }
    colour && /^-/  { $0 = "\033[31m" $0 "\033[0m" }
    { print; some = 1 }
    END { if (!some) print "(the same code)" }' "$tmp/differences"
