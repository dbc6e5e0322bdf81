#!/bin/sh
# hint.sh NN [K]: the next hint for an exercise, or number K.
export LC_ALL=C
. common/course/script.sh
. common/learn/lib.sh
number=$1 wanted=${2-}
find_exercise
case $wanted in
'' | [1-3]) ;;
*) one_line "HINT=$wanted: there are hints 1, 2 and 3; without HINT make hint$number shows the next one" >&2; exit 2 ;;
esac
hint=$wanted
if [ -z "$hint" ]; then
    hint=1
    while [ "$hint" -lt 4 ] && grep -qF ",$number,hint$hint" "$log" 2>/dev/null; do hint=$((hint + 1)); done
fi
if [ "$hint" -gt 3 ]; then
    echo "Those were all three hints; here is the last one again. make show$number shows the solution."
    echo
    hint=3
fi
echo "exercise$number, hint $hint of 3"
echo
text=$(gap "hint $hint" "$notes") && [ -n "$text" ] || { echo "$notes has no hint $hint" >&2; exit 2; }
printf '%s\n' "$text" | sed -e 's/^/  /' -e 's/ *$//'
event "$number" "hint$hint"
