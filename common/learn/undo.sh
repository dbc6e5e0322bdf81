#!/bin/sh
# undo.sh NN [K|list]: takes back what reset did to exercise NN. Brings back the copy that reset kept last, and
# once more: the one before that; or copy K; or lists the copies. What is in the file now is kept as well.
# After an update a copy lacks lines that the course has outside the gap now, and the grader would refuse it: only what is
# in its gap comes back then. Lines that somebody has added stay.
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

starter "$tmp/starter" || rm -f "$tmp/starter"
came_back() # K: sets source to the file that copy K is today
{
    source=$(copy "$1")
    [ -e "$source" ] && [ -e "$tmp/starter" ] && gap inside "$source" >"$tmp/gap" || return 0
    gap outside "$tmp/starter" >"$tmp/outside"
    gap outside "$source" | $AWK -v like="$tmp/outside" '
        function bare(line) { gsub(/[ \t\r]/, "", line); return line }
        BEGIN { while ((getline line < like) > 0) course[++lines] = bare(line) }
        at < lines && bare($0) == course[at + 1] { at++ }
        END { exit at < lines }' || {
        gap fill "$tmp/starter" -v gap="$tmp/gap" >"$tmp/filled" && source=$tmp/filled
    }
}
is_copy() { came_back "$1"; cmp -s "$exercise" "$(copy "$1")" || cmp -s "$exercise" "$source"; } # K

# Is what is in the file one of the copies? The newest that is.
now=$last
while [ "$now" -gt 0 ] && ! is_copy "$now"; do now=$((now - 1)); done

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
came_back "$wanted"
[ -e "$source" ] || { echo "COPY=$wanted: there is no such copy of exercise $number; make undo$number COPY=list lists them" >&2; exit 2; }
if cmp -s "$exercise" "$source"; then
    echo "$exercise is copy $wanted already"
    exit 0
fi
cmp -s "$tmp/starter" "$exercise" || [ "$now" -gt 0 ] || keep_work "undo$number"
cat "$source" >"$exercise" || exit 2
event "$number" undo
echo "$exercise is copy $wanted again, of $(kept_at "$(copy "$wanted")"); if it is open in an editor, load it again there"
[ "$source" != "$tmp/filled" ] ||
    echo "the lines outside the gap are the course's, which the grader needs; $(copy "$wanted") has those of your copy"
last=$(last_copy)
[ "$last" -eq 1 ] || { echo "all copies (make undo$number COPY=$last brings back $last):"; list; }
