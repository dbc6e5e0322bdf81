#!/bin/sh
# reset.sh NN: turns exercise NN back into its starter. The learner's work is kept under progress/kept; undo.sh
# brings it back.
export LC_ALL=C
. common/course/script.sh
. common/learn/lib.sh
number=$1
find_exercise
temporary exercise
starter "$tmp/starter" || { echo "reset$number: $notes has no starter" >&2; exit 2; }
if cmp -s "$tmp/starter" "$exercise"; then
    echo "$exercise is already the starter"
    event "$number" reset
    exit 0
fi
keep_work "reset$number"
cat "$tmp/starter" >"$exercise" || exit 2
echo "$exercise is the starter again; if it is open in an editor, load it again there"
[ "$(last_copy)" -eq 0 ] || echo "make undo$number takes this back"
event "$number" reset
