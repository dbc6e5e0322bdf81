#!/bin/sh
# undo.sh NN [K|list]: takes back what reset did to exercise NN. Brings back the copy that reset kept last, and
# once more: the one before that; or copy K; or lists the copies. What is in the file now is kept as well.
export LC_ALL=C
. common/course/script.sh
. common/learn/lib.sh
number=$1 wanted=${2-}
find_exercise
last=$(last_copy)
[ "$last" -gt 0 ] || {
    echo "undo$number: nothing was kept of exercise $number; make reset$number keeps your work, then undo$number brings it back" >&2
    exit 2
}
temporary exercise

kept_at() { LC_ALL=C ls -ln "$1" | $AWK '{ print $6, $7, $8 }'; } # Nov 22 13:05
list()
{
    for k in $($AWK -v k="$last" 'BEGIN { for (; k > 0; k--) print k }'); do
        [ ! -e "$(copy "$k")" ] || printf '  %2d  %-12s  %s\n' "$k" "$(kept_at "$(copy "$k")")" "$(copy "$k")"
    done
}

# Is what is in the file one of the copies? The newest that is.
now=$last
while [ "$now" -gt 0 ] && ! cmp -s "$exercise" "$(copy "$now")"; do now=$((now - 1)); done

case $wanted in
'')
    wanted=$last
    [ "$now" -eq 0 ] || wanted=$((now - 1))
    while [ "$wanted" -gt 0 ] && [ ! -e "$(copy "$wanted")" ]; do wanted=$((wanted - 1)); done
    [ "$wanted" -gt 0 ] || {
        echo "undo$number: $exercise is the oldest copy already; make undo$number COPY=list lists all" >&2
        exit 2
    } ;;
list)
    echo "copies of exercise $number (make undo$number COPY=$last brings back $last):"
    list
    exit 0 ;;
*[!0-9]* | 0* | ??????*) one_line "COPY=$wanted: must be the number of a copy; make undo$number COPY=list lists them" >&2; exit 2 ;;
esac
source=$(copy "$wanted")
[ -e "$source" ] || { echo "COPY=$wanted: there is no such copy of exercise $number; make undo$number COPY=list lists them" >&2; exit 2; }
if cmp -s "$exercise" "$source"; then
    echo "$exercise is copy $wanted already"
    exit 0
fi
starter "$tmp/starter" && cmp -s "$tmp/starter" "$exercise" || [ "$now" -gt 0 ] || keep_work "undo$number"
cat "$source" >"$exercise" || exit 2
event "$number" undo
echo "$exercise is copy $wanted again, of $(kept_at "$source"); if it is open in an editor, load it again there"
last=$(last_copy)
[ "$last" -eq 1 ] || { echo "all copies (make undo$number COPY=$last brings back $last):"; list; }
