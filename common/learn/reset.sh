#!/bin/sh
# reset.sh NN: turns exercise NN back into its starter. The learner's work is kept under progress/kept.
. common/learn/lib.sh
number=$1
find_exercise
tmp=$(mktemp -d "${TMPDIR:-/tmp}/exercise.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
gap starter "$notes" >"$tmp/gap" && gap fill "$solution" -v gap="$tmp/gap" >"$tmp/starter" ||
    { echo "reset$number: $notes has no starter" >&2; exit 2; }
if cmp -s "$tmp/starter" "$exercise"; then
    echo "$exercise is already the starter"
    event "$number" reset
    exit 0
fi
if [ -e "$exercise" ]; then
    mkdir -p "$PROGRESS/kept" || exit 2
    copy=1
    while [ -e "$PROGRESS/kept/$stem.$copy.cu" ]; do copy=$((copy + 1)); done
    cp "$exercise" "$PROGRESS/kept/$stem.$copy.cu" || { echo "reset$number: nothing was changed" >&2; exit 2; }
    echo "your work is kept as $PROGRESS/kept/$stem.$copy.cu"
fi
cat "$tmp/starter" >"$exercise" || exit 2
echo "$exercise is the starter again"
event "$number" reset
