#!/bin/sh
# watch.sh [NN]: builds and runs exercise NN now, and again whenever it is saved, until it is passed; without a
# number the next open one, and then the one after it, and so on.
#
# On a terminal every check begins on an empty screen, and there are keys, also after a pass: h, s, n, r, q.
# Elsewhere it goes on by itself after a pass, and ends after the pass of exercise NN.
#
# Looks at the file's content five times a second, so it needs no inotify, and does not miss the second of two
# saves in one second. A key is waited for in the same fifth of a second.
export LC_ALL=C
. common/course/script.sh
. common/learn/lib.sh
only=${1-}
temporary exercise-hint
NAMED_HINT=$tmp/hint # which hint the last check has named
export NAMED_HINT
: "${MAKE:=make}"

# --- the terminal

enter='
' end=$(printf '\004') # Ctrl-D
terminal=
if [ -t 0 ] && [ -t 1 ] && terminal=$(stty -g 2>/dev/null); then
    trap 'stty "$terminal"; rm -rf "$tmp"' EXIT
    # A read returns one key, or none after 0.2 s. No Ctrl-Z: a shell would take the terminal out of this state.
    stty -icanon -echo min 0 time 2 susp undef
fi
trap 'exit 129' HUP
trap 'echo; exit 130' INT
trap 'exit 131' QUIT
trap 'exit 143' TERM

next_key() # sets key, empty when none was pressed within 0.2 s
{
    if [ "$terminal" ]; then
        key=$(dd bs=1 count=1 2>/dev/null; echo .)
        key=${key%.}
        [ -t 0 ] || exit 129 # the terminal is gone
    else
        key=''
        sleep 0.2
    fi
}

# What was typed during a check was meant for the screen before it; only q still counts.
forget_keys()
{
    [ "$terminal" ] || return 0
    case $(dd bs=256 count=1 2>/dev/null) in *q*) exit 0 ;; esac
}

clear_screen() { [ "${TERM:-dumb}" = dumb ] || printf '\033[H\033[2J'; }

# --- an exercise

choose() # NUMBER
{
    number=$1 checked=none passed='' seen=''
    find_exercise
}

# 13:05:09, with the date in front if that was not today
saved_at()
{
    at=$(date -r "$exercise" '+%Y-%m-%d %H:%M:%S' 2>/dev/null) || at=$(date '+%Y-%m-%d %H:%M:%S')
    echo "${at#"$(date +%Y-%m-%d) "}"
}

check()
{
    if [ "$terminal" ]; then clear_screen; else echo; fi
    when=
    [ ! -e "$exercise" ] || when="saved $(saved_at)  "
    echo "---- $when$exercise"
    [ -e "$BUILD/inspect/engine-inspect.a" ] || echo "(the CPU device is built first, which takes a few seconds)"
    passed=''
    : >"$NAMED_HINT"
    if "$MAKE" --no-print-directory -s "exercise$number" && "$BUILD/exercise$number"; then passed=yes; fi </dev/null
    forget_keys
    what_now
}

what_now()
{
    if [ ! "$terminal" ]; then
        [ "$passed" ] || printf '\nwaiting for %s to be saved (Ctrl-C ends this)\n' "$exercise"
    elif [ "$passed" ]; then
        printf '\nn or Enter  next exercise   s  compare with the solution   r  run again   q  quit\n'
    else
        printf '\nh  hint   s  solution   r  run again   n  next exercise   q  quit   (or save the file)\n'
    fi
}

# An editor may write a file in several pieces, or remove it for a moment: only what is the same twice counts.
content_has_changed()
{
    before=$seen
    seen=$(cksum "$exercise" 2>/dev/null)
    [ "$seen" = "$before" ] && [ "$seen" != "$checked" ]
}

# --- the keys

# The hint that the check has named, and after that the first one that was not seen.
show_hint()
{
    echo
    sh common/learn/hint.sh "$number" "$(cat "$NAMED_HINT")"
    : >"$NAMED_HINT"
    what_now
}

show_solution()
{
    if [ ! "$passed" ]; then
        printf '\nShow how the solution differs from your file? y or n: '
        next_key
        while [ ! "$key" ]; do next_key; done
        if [ "$key" != y ]; then echo no; what_now; return; fi
        echo yes
    fi
    echo
    sh common/learn/show.sh "$number"
    what_now
}

go_on() # to the next open exercise in the course's order
{
    if ! next=$(sh common/learn/progress.sh open "$number"); then
        sh common/learn/progress.sh next # all are done
        exit 0
    fi
    [ "$next" != "$number" ] || { printf '\nonly this one is open\n'; what_now; return; }
    choose "$next"
}

if [ "$only" ]; then
    choose "$only"
elif next=$(sh common/learn/progress.sh open); then
    choose "$next"
else
    sh common/learn/progress.sh next
    exit 0
fi
while :; do
    if content_has_changed; then
        checked=$seen
        check
        if [ "$passed" ] && [ ! "$terminal" ]; then
            [ ! "$only" ] || exit 0
            case $(events "$number") in
            *passed) ;;
            *) exit 1 ;; # not noted: the same ones would come again, without end
            esac
            go_on
        fi
    fi
    next_key
    case $key in
    h) show_hint ;;
    s) show_solution ;;
    r) checked=none ;;
    n) go_on ;;
    "$enter") [ ! "$passed" ] || go_on ;;
    q | "$end") exit 0 ;;
    esac
done
