#!/bin/sh
# grade.sh exercise05|solution05 [options]: runs the program that make built, and says what comes next.
# In the environment: BUILD, and DEVICE, cpu or (for both devices) gpu.
#
# The program for the CPU device makes all checks. It writes into the file EXERCISE_VERDICT what it is
# doing, so that a program which is stopped, or stops itself, has not passed whatever it printed. It has passed
# if the last line is `passed WORD`, with a word made here for this run: grading/verdict.h.
export LC_ALL=C
. common/course/script.sh
. common/learn/lib.sh
program=$1
shift
number=${program#exercise}
number=${number#solution}
find_exercise
source=$exercise
[ "$program" = "exercise$number" ] || source=$solution

temporary exercise
verdict=$tmp/verdict kinds=$tmp/kinds counts='' cause=''

# Is that program the source's? What it was made from counts (make leaves its checksum in the program), not the
# dates, which may lie in the future. Programs that make did not build have none.
is_ready() # PROGRAM
{
    [ -e "$source" ] || { missing; exit 2; }
    [ -x "$1" ] || { echo "$program: not built yet: make $program" >&2; exit 2; }
    way_out="make $program"
    if grep -q "made of source " "$1"; then
        ! grep -q "made of source $(cksum <"$source" | tr ' ' _);" "$1" || return 0
        [ "$(find "$source" -newer "$1")" ] || way_out="touch $source && make $program" # an older file came in its place
    else
        [ "$(find "$source" -newer "$1")" ] || return 0
    fi
    echo "$source has changed since it was built: $way_out" >&2
    exit 2
}

# A function of the C library that the program defines anew would be called by the checks, too.
is_alone() # PROGRAM
{
    other=$(readelf -W --dyn-syms "$1" 2>/dev/null | $AWK '
        { sub(/ \[[^]]*\]/, "") }      # what aarch64 says of some functions
        $4 ~ /^(I?FUNC|NOTYPE)$/ && $5 != "LOCAL" && $7 ~ /^[0-9]+$/ \
            && $8 !~ /^(_Z|_init|_fini|_start|_edata|_end|__bss_start)/ { sub(/@.*/, "", $8); print $8; exit }')
    [ -z "$other" ] || {
        echo "$source: it defines $other, which is a function of the C library: choose another name" >&2
        exit 2
    }
}

run() # PROGRAM [option...]: sets status, outcome, counts
{
    is_alone "$1"
    unset word # not for the program's environment
    word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    [ ${#word} -eq 32 ] || { echo "$program: /dev/urandom gives no random numbers, so nothing can be graded" >&2; exit 2; }
    printf %s "$word" >"$verdict" || exit 2
    : >"$kinds"
    # Every block of the small grids that are run, not only the first. No limit in seconds for a kernel:
    # grading/limit.h limits its steps.
    EXERCISE_VERDICT=$verdict CUDA_CPU_KINDS=$kinds CUDA_CPU_INSPECT_BLOCKS=all CUDA_CPU_INSPECT_CSV=$tmp/counters \
        CUDA_CPU_SECONDS="${CUDA_CPU_SECONDS:-0}" "$@"
    status=$?
    outcome=''
    [ ! -f "$verdict" ] || outcome=$(sed '/^check /d' "$verdict" | tail -n 1)
    case $outcome in
    "passed $word")
        outcome=passed
        [ "$counts" ] || counts=$(sed -n "s/^counted $word //p" "$verdict") ;; # those of the CPU device
    passed*) outcome='' ;; # by whom?
    esac
}

# What the best of the counted runs would reach on a GPU: one line, where that can be predicted. (A GPU that is here has
# measured it.)
predict()
{
    [ "$DEVICE" != gpu ] && [ -s "$tmp/counters" ] || return 0
    # shellcheck disable=SC2046 # numbers
    set -- $(sed -n 's/^at a run with n = \([0-9]*\), .*/\1/p' "$verdict")
    [ $# -eq 0 ] || sh plots/predict/predict.sh exercise "${number%[a-z]}" "$tmp/counters" "$@" || :
}

# Says which hint helps: the one whose heading in the notes names what was found ("== hint 1:
# out-of-bounds, uninitialised"), or else the one that the check has named. What was found is the kind of the
# first mistake that was reported, or what a wrong sum looks like, in harness/explain_sum.h's words.
name_hint() # WHAT-HAPPENED HINT CAUSE
{
    kind=$(head -n 1 "$kinds")
    # shellcheck disable=SC2016 # fields of awk
    hint=$(LC_ALL=C $AWK -v kind="${kind:-$3}" '
        kind != "" && /^== hint [123]: / {
            for (i = 4; i <= NF; i++)
                if ($i == kind || $i == kind ",") { print $3 + 0; exit }
        }' "$notes")
    hint=${hint:-$2}
    [ -z "${NAMED_HINT-}" ] || echo "$hint" >"$NAMED_HINT" # for make watch
    echo "$program: not passed yet$1. Hint $hint is about this: make hint$number HINT=$hint"
}

not_passed() # after a program that did not end by itself
{
    [ "$status" -ne 2 ] && [ "$status" -ne 77 ] || exit "$status"
    [ $# -eq 0 ] || [ -n "$outcome" ] || exit "$status" # --help
    where=${outcome#at } hint=${outcome##*hint }
    case $outcome in
    at*) where=" (${where%, hint *})" ;;
    *) where='' hint=1 ;;
    esac
    echo
    if [ "$status" -eq 0 ]; then
        echo "$program: not passed yet: it ended by itself before the last check$where"
        status=1
    elif [ "$status" -eq 142 ]; then # SIGALRM
        echo "$program: stopped, because one run took more than ${EXERCISE_SECONDS:-60} seconds$where; nothing is decided"
        echo "Does every loop end, on the host too? If so, allow more seconds: EXERCISE_SECONDS=600 ./$program"
        status=1 cause=too-long
    else
        cause=stopped
        name_hint ": it was stopped$where" "$hint" ''
    fi
}

is_ready "$BUILD/inspect/$program"
[ $# -gt 0 ] || printf '%s\n  %s on the CPU device, every access observed\n\n' "$(title "$source")" "$source"
run "$BUILD/inspect/$program" "$@"
if [ "$outcome" = passed ] && [ "$status" -eq 0 ] && [ "$DEVICE" = gpu ]; then
    echo
    echo "  and on the GPU"
    echo
    is_ready "$BUILD/gpu/$program"
    run "$BUILD/gpu/$program" "$@"
    if [ "$status" -eq 77 ] && [ "$outcome" = "$word" ]; then # a GPU without what the kernel needs, as it has said
        echo "$program: this GPU cannot run it, so what the CPU device has checked counts"
        status=0 outcome=passed
    fi
fi
case $outcome in
passed)
    [ "$status" -ne 0 ] || [ $# -gt 0 ] || predict
    [ "$status" -eq 0 ] || printf '\n%s: not passed yet: after the last check it ended with exit code %d\n' "$program" "$status" ;;
partial) ;;
failed*)
    [ "$status" -ne 0 ] || status=1
    echo
    cause=${outcome#failed: }
    cause=${cause%, hint *}
    name_hint '' "${outcome##*hint }" "$cause"
    echo "(without HINT: the first one that you have not seen)" ;;
*) not_passed "$@" ;;
esac
[ "$program" = "exercise$number" ] && [ $# -eq 0 ] || exit "$status"
if [ "$outcome" = passed ] && [ "$status" -eq 0 ]; then
    event "$number" passed
    [ ! "$counts" ] || printf '%s\n' "$counts" | counted "$number"
    [ ! -e "$PROGRESS/report" ] || sh common/class/again.sh
    sh common/learn/progress.sh next
    exit 0
fi
# The starter fails for everybody. If it failed when it was tried before: perhaps an answer that was not saved.
if starter "$verdict.starter" && cmp -s "$verdict.starter" "$exercise"; then
    case $(events "$number") in
    *tried*) printf '\n%s is still the starter: if you have changed it, save it in your editor\n' "$exercise" ;;
    esac
else
    kind=$(head -n 1 "$kinds")
    failed_check "$number" "$(sed -n 's/^check [0-9]*: //p' "$verdict" | tail -n 1)" "${kind:-${cause#-}}"
fi
event "$number" tried
[ ! -e "$PROGRESS/report" ] || sh common/class/again.sh
[ "$status" -ne 0 ] || status=1
exit "$status"
