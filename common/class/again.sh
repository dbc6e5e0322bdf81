#!/bin/sh
# again.sh: writes the report again after a check, for those who have asked for it (make report REPORT=auto). Whatever
# becomes of it, the check is not disturbed: the exit code is 0, one line says what went wrong, and a folder that does not
# answer, as one of a network may, is not waited for longer than ten seconds.

export LC_ALL=C
. common/course/script.sh
: "${PROGRESS:=progress}"
trouble() # WHY
{
    one_line "$1; the check counts all the same. make report REPORT=no ends these reports" >&2
    exit 0
}

tmp=$(mktemp -d "${TMPDIR:-/tmp}/reduction-again.XXXXXX" 2>/dev/null) || trouble "report: there is no room for temporary files"
trap 'rm -rf "$tmp"' EXIT
trap 'exit 0' INT TERM
{ sh common/class/report.sh again >"$tmp/out" 2>&1; echo $? >"$tmp/code"; } </dev/null 2>/dev/null &
waited=0
while [ ! -s "$tmp/code" ]; do
    [ $waited -lt 100 ] || trouble "report: $(sed -n 2p "$PROGRESS/report") does not answer"
    sleep 0.1
    waited=$((waited + 1))
done
[ "$(cat "$tmp/code")" = 0 ] || trouble "$(tail -n 1 "$tmp/out")"
