# lib.sh: what the scripts of the learner's loop share. To be sourced in the repository's root.
# shellcheck shell=sh
#
#   number=05b; find_exercise     sets stem, exercise, solution, notes; ends the script (exit 2) when
#                                 there is none with that number
#   need_folder                   ends the script (exit 2) when $PROGRESS is no folder
#   event EXERCISE WHAT           notes what the learner did: tried, passed, hint1 ... hint3,
#                                 solution, reset, undo
#   events EXERCISE               those since the last reset or undo, blanks between
#   failed_check EXERCISE CHECK KIND      notes the check that failed, and the kind of mistake, if there is one
#   counted EXERCISE              notes the counts of a pass
#   missing                       says that the exercise's file is not there
#   starter FILE                  writes the exercise as it was in the beginning (and FILE.gap)
#   keep_work COMMAND             keeps a copy of the exercise's file, if it is not the last copy already;
#                                 ends the script (exit 2) when that is impossible
#   copy K, last_copy             the name of the K-th copy; the number of the last one, or 0
# State: progress/log.csv (time,exercise,event), a line for each event, checks.csv (time,exercise,check,kind) and
# counts.csv (time,exercise,check,count); git ignores the folder. PROGRESS names another.

: "${AWK:=awk}" "${BUILD:=build}" "${PROGRESS:=progress}"
log=$PROGRESS/log.csv

# All numbers, in order: of solutions, or of the folder lessons. (The solutions say which exercises there
# are: a learner may have moved an exercise.)
numbers() # FOLDER
{
    ls "$1" | sed -n 's/^\([0-9][0-9.]*[a-z]*\)_.*\.cu$/\1/p' | LC_ALL=C sort
}

gap() # PART FILE [AWK OPTION...]
{
    gap_part=$1 gap_file=$2
    shift 2
    LC_ALL=C $AWK -v part="$gap_part" "$@" -f common/learn/gap.awk "$gap_file"
}

find_exercise()
{
    need_folder
    case $number in [0-9] | [0-9][a-z]) number=0$number ;; esac
    for solution in solutions/"$number"_*.cu; do
        [ -e "$solution" ] || { sh common/learn/unknown.sh "exercise$number"; exit 2; }
        stem=$(basename "$solution" .cu)
        # shellcheck disable=SC2034 # for those who source this
        exercise=exercises/$stem.cu notes=exercises/notes/$stem.txt
    done
}

starter() # FILE
{
    gap starter "$notes" >"$1.gap" && gap fill "$solution" -v gap="$1.gap" >"$1"
}

copy() { echo "$PROGRESS/kept/$stem.$1.cu"; }
last_copy()
{
    for kept in "$PROGRESS/kept/$stem".*.cu; do
        kept=${kept%.cu}
        echo "${kept##*.}"
    done | $AWK '/^[0-9]+$/ && $1 > last { last = $1 + 0 } END { print last + 0 }'
}

keep_work() # COMMAND
{
    [ -e "$exercise" ] || return 0
    kept_last=$(last_copy)
    ! cmp -s "$exercise" "$(copy "$kept_last")" || { echo "your work is kept as $(copy "$kept_last") already"; return 0; }
    kept_as=$(copy $((kept_last + 1)))
    mkdir -p "$PROGRESS/kept" && cp "$exercise" "$kept_as" && cmp -s "$exercise" "$kept_as" ||
        { echo "$1: your work could not be kept in $PROGRESS/kept, so nothing was changed" >&2; exit 2; }
    echo "your work is kept as $kept_as"
}

need_folder()
{
    [ ! -e "$PROGRESS" ] || [ -d "$PROGRESS" ] || {
        echo "$PROGRESS: must be a folder, for what you have done, and is a file; move it away, or name a folder:" \
            PROGRESS=FOLDER >&2
        exit 2
    }
}

missing()
{
    missing_note="make reset$number brings the starter back"
    [ "$(last_copy)" -eq 0 ] || missing_note="$missing_note, make undo$number what the last reset kept"
    echo "$exercise is not there; $missing_note" >&2
}

add_row() # FILE COLUMNS FIELD,...: a row with the time of now before its fields
{
    # An editor may have left the last line without its end.
    mkdir -p "$PROGRESS" && { [ -s "$1" ] || echo "time,$2" >>"$1"; } &&
        { [ -z "$(tail -c 1 "$1")" ] || echo >>"$1"; } &&
        echo "$(date +%Y-%m-%dT%H:%M:%S),$3" >>"$1"
}
event()
{
    add_row "$log" exercise,event "$1,$2" 2>/dev/null ||
        echo "note: $log could not be written, so make progress will not know about this" >&2
}

# For make report and make scores, which can do without.
failed_check() { add_row "$PROGRESS/checks.csv" exercise,check,kind "$1,$(quoted_field "$2"),$(quoted_field "$3")" || :; }
counted() # EXERCISE <LINES: a count and its check on each
{
    while IFS=' ' read -r counted_number counted_check; do
        add_row "$PROGRESS/counts.csv" exercise,check,count "$1,$(quoted_field "$counted_check"),$counted_number" || :
    done
}
quoted_field() { printf '"%s"' "$(printf %s "$1" | tr -d '\000-\037\177' | sed 's/"/""/g')"; }

events() # EXERCISE
{
    LC_ALL=C $AWK -F, -v exercise="$1" '
        { sub(/\r$/, "") }
        $2 "" != exercise "" { next }
        $3 ~ /^(reset|undo)/ { list = "" }
        { list = list " " $3 }
        END { print list }' "$log" 2>/dev/null
}

# "05b: the title (its kind)" of a solution's first line
title() { sed -n '1s/^\/\* Exercise \([^:]*\): \(.*\)$/\1: \2/p' "$1"; }
