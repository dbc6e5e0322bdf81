#!/bin/sh
# play.sh: a page that plays what the first block of a kernel does, step by step. From make play05, or
#   sh plots/play.sh 05      a lesson, or 05b, an exercise: $BUILD/inspect/lesson05 or exercise05b is run on the CPU
#                            device, with BLOCK threads (64) and N elements (4 for each thread of a block)
#   sh plots/play.sh file    FILE=kernel.cu, compiled and run as by make inspect; ARGS and INSPECT likewise
# into $BUILD/play/ (or PLAY_FOLDER), as one HTML file that needs nothing else.
#   KERNEL=NAME    another kernel than that of plots/kernel.sh; of a file, than the first
#   VALUES=small   elements from 1 to 9, in lessons and exercises; VALUES=run: the run's own
# play/page.html is the page. steps.js works out what a block looks like after each step, names.js what arrays are called,
# sums.js where values come from, words.js the captions; page.js draws all that, and arrows.js the arrows.

export LC_ALL=C
. common/course/script.sh
fail() { one_line "play: $*" >&2; exit 2; }

: "${BUILD:=build}" "${AWK:=awk}"
temporary reduction-play
out=${PLAY_FOLDER:-$BUILD/play}
# With template arguments it may have all of these in it, but no quotes
case ${KERNEL-} in *[!A-Za-z0-9_:\<\>,\ \(\)\*\&-]*) fail "KERNEL=$KERNEL: this is no kernel's name" ;; esac
case ${VALUES:=small} in
small | run) ;;
*) fail "VALUES=$VALUES: must be small (1 to 9, to add in your head) or run (the run's own), or left out: then it is small" ;;
esac
export LESSON_VALUES="$VALUES" # harness/options.h; a program without the harness has its own values
from=

# What a program is given, as the page and messages name it
told() { [ -z "$2" ] || from="$from $1=$(one_line "$2")"; }

run_file()
{
    case ${FILE-} in
    *.cu) ;;
    '') fail "which file? make play FILE=kernel.cu, or for a lesson: make play00" ;;
    *) fail "FILE=$FILE: a .cu file is needed: make play FILE=kernel.cu, or for a lesson: make play00" ;;
    esac
    [ -z "${BLOCK-}${N-}" ] || fail "${BLOCK:+BLOCK=$BLOCK}${N:+ N=$N}: $FILE chooses its own; ARGS gives it arguments"
    name=$(basename -- "$FILE" .cu)
    from="make play FILE=$(one_line "$FILE")"
    told ARGS "${ARGS-}"
    mkdir -p "$out" || exit
    # Its words are split: what stands in BUILD needs no quotes
    INSPECT="${INSPECT-} --trace $out/trace.$$ ${KERNEL:+--kernel '$KERNEL'}" sh common/course/inspect.sh file >"$tmp/out" 2>"$tmp/errors"
    status=$?
    [ ! -e "$out/trace.$$" ] || mv -f "$out/trace.$$" "$tmp/trace"
    [ ! -e "$BUILD/inspect/files/$name.csv" ] || cp "$BUILD/inspect/files/$name.csv" "$tmp/counts"
}

run_number() # NN
{
    number=$1 kind=lesson kernel=
    # shellcheck disable=SC2012,SC2046 # the names are ours
    [ -e "$(echo lessons/"$1"_*.cu)" ] || kind=exercise
    [ $kind = lesson ] || [ -e "$(echo exercises/"$1"_*.cu)" ] || fail "there is no lesson or exercise $1"
    program=$BUILD/inspect/$kind$1
    [ -x "$program" ] || fail "$program is missing; make play$1 builds it"
    name=play$1
    from="make $name"
    told BLOCK "${BLOCK-}"
    told N "${N-}"
    set -- --trace "$tmp/trace" --csv "$tmp/counts"
    case $name in
    play*.[0-9]) # a plain program, without options
        [ -z "${BLOCK-}" ] || fail "BLOCK=$BLOCK: this program chooses its own"
        set -- "$@" ${KERNEL:+--kernel "$KERNEL"} "$program" ${N:+"$N"} ;;
    *)
        : "${BLOCK:=64}"
        case $BLOCK in 0* | *[!0-9]* | ???*) fail "BLOCK=$BLOCK: a number of threads from 8 to 64 is needed" ;; esac
        if [ "$BLOCK" -lt 8 ] || [ "$BLOCK" -gt 64 ]; then fail "BLOCK=$BLOCK: from 8 to 64 threads can be read on a screen"; fi
        if [ $kind = lesson ]; then # each kernel is a run of its own
            kernel=${KERNEL:-$(sh plots/kernel.sh "$number" "$program")} || exit 2
            others=$("$program" --list | grep -vxF -e "$kernel" | tr '\n' ' ')
            set -- "$@" "$program" --kernel "$kernel" -s 1 -w 0
        else
            set -- "$@" ${KERNEL:+--kernel "$KERNEL"} "$program"
        fi
        set -- "$@" -n "${N:-$((4 * BLOCK))}" -b "$BLOCK"
        if "$program" --help 2>&1 | grep -q -e --batch; then set -- "$@" --batch 2; fi ;;
    esac
    # A row often has its kernel's name; the first kernel may only make ready
    common/cpu/inspect ${kernel:+--kernel "$kernel"} "$@" >"$tmp/out" 2>"$tmp/errors"
    status=$?
    [ -s "$tmp/trace" ] || [ -z "$kernel" ] || {
        common/cpu/inspect "$@" >"$tmp/out" 2>"$tmp/errors"
        status=$?
    }
}

others=
case ${1-} in
'') fail "which lesson? sh plots/play.sh 05, or file" ;;
file) run_file ;;
[0-9]) run_number "0$1" ;;
*) run_number "$1" ;;
esac
told KERNEL "${KERNEL-}"
[ "$VALUES" = small ] || told VALUES "$VALUES"

if [ ! -s "$tmp/trace" ]; then
    grep -v '^inspect: ' "$tmp/errors" >"$tmp/said"
    cat "$tmp/said" >&2
    kernels=
    [ ! -s "$tmp/counts" ] || kernels=$($AWK -f common/csv/read.awk -f plots/play/kernels.awk "$tmp/counts")
    [ -z "${KERNEL-}" ] || [ -z "$kernels" ] || fail "KERNEL=$KERNEL: no such kernel was launched; there are: $kernels"
    [ -s "$tmp/said" ] && [ "$status" -eq 2 ] && exit 2 # it says what it was given, and needs
    fail "the program launched no kernel that can be played; its exit code is $status"
fi
grep -q '^{"step":.*"line":' "$tmp/trace" ||
    fail "$($AWK -f plots/play/summary.awk "$tmp/trace" | sed 's/,.*//'): it uses no memory and has no barrier, so there is nothing to play"
[ -z "${KERNEL-}" ] || name=$name-$(printf %s "$KERNEL" | tr -cs A-Za-z0-9_ -)
page=$out/$name.html
mkdir -p "$out" 2>/dev/null
[ -d "$out" ] || fail "$out: there can be no such folder"
TITLE=$name FROM=$from $AWK -v folder=plots/play -v trace="$tmp/trace" -f plots/play/join.awk plots/play/page.html \
    >"$page.$$" && mv -f "$page.$$" "$page" || { rm -f "$page.$$"; fail "$page: could not be written"; }
printf '%s: ' "$page"
$AWK -f plots/play/summary.awk "$tmp/trace"
[ -z "${KERNEL-}" ] && [ "$others" ] &&
    echo "(make $name KERNEL=NAME plays another one: ${others% })" >&2
exit 0
