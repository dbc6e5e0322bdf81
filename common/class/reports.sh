# shellcheck shell=sh
# reports.sh: the reports of a class, for the scripts here. To be sourced, after script.sh; they have a folder, $tmp.
#   find_reports COMMAND      writes the names of the reports that count into $tmp/reports, a line each, and into
#                             $tmp/left-out a line for each that does not: why. FILES has names or patterns,
#                             reports/*.csv where it is not set. Where no report is left, it says the way out and ends
#                             the script with exit code 2. With older=yes those of older editions count, too.
#   fingerprint               prints what differs when a report has come, was replaced or has gone
#   over_reports OPTION...    runs awk with read.awk, columns.awk, these options, and the reports

: "${AWK:=awk}"
find_reports()
{
    version=$(sh common/course/version.sh) || exit
    : "${FILES:=reports/*.csv}"
    patterns=$(words FILES) || exit
    looked_at=$newline sums=$newline # names, and sums with the names of their reports, a line each
    : >"$tmp/reports"
    : >"$tmp/left-out"
    ifs=$IFS IFS=$newline
    for pattern in $(printf '%s\n' "$patterns" | sed 's/^\.//'); do # expands patterns; a blank splits nothing
        if [ -e "$pattern" ]; then look_at "$pattern"; continue; fi
        case $pattern in *[*?[]*) ;; *) leave_out "$pattern" "there is no such file" ;; esac
    done
    IFS=$ifs
    [ -s "$tmp/reports" ] || {
        cat "$tmp/left-out"
        one_line "$1: no report in $FILES; make report NAME='Ada Lovelace' writes one into reports/, FILES='FOLDER/*.csv' names others" >&2
        exit 2
    }
}

fingerprint()
(
    : "${FILES:=reports/*.csv}"
    patterns=$(words FILES) || exit
    IFS=$newline
    # shellcheck disable=SC2046 # expands patterns; a blank splits nothing
    cksum -- $(printf '%s\n' "$patterns" | sed 's/^\.//') 2>/dev/null </dev/null
)

leave_out() { one_line "left out: $1: $2" >>"$tmp/left-out"; } # FILE WHY

look_at() # FILE
{
    case $1 in *"$newline"*) leave_out "$1" "a line end in its name; rename it"; return ;; esac
    case $looked_at in *"$newline$1$newline"*) return ;; esac # by two patterns
    looked_at=$looked_at$1$newline
    report=$(plain_name "$1")
    [ -f "$report" ] && [ -r "$report" ] || { leave_out "$1" "cannot be read"; return; }
    [ -s "$report" ] || { leave_out "$1" "is empty; have it sent again"; return; }
    # An editor, or the mail, may have changed the ends of its lines, and only these.
    tr -d '\r' <"$report" | sed '$d' | cksum >"$tmp/sum"
    read -r sum <"$tmp/sum"
    if why=$(is_whole 2>&1); then
        case $sums in
        *"$newline$sum: "*)
            twin=${sums#*"$newline$sum: "}
            leave_out "$1" "the same report as ${twin%%"$newline"*}"
            return ;;
        esac
        sums="$sums$sum: $report$newline"
        printf '%s\n' "$report" >>"$tmp/reports"
    else
        case $why in "$report:"*) why="line ${why#"$report:"}" ;; esac
        leave_out "$1" "$why"
    fi
}

is_whole()
{
    SUM=$sum EDITION=$version OLDER=${older-} $AWK -f common/csv/read.awk -f common/class/columns.awk -f common/class/whole.awk \
        "$report" "$report"
}

over_reports()
{
    ifs=$IFS IFS=$newline
    set -f
    # shellcheck disable=SC2046 # a line is a name
    $AWK -f common/csv/read.awk -f common/class/columns.awk "$@" $(cat "$tmp/reports")
    reports_status=$?
    set +f
    IFS=$ifs
    return $reports_status
}
