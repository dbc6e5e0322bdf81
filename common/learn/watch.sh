#!/bin/sh
# watch.sh [NN]: builds and runs exercise NN now, and again whenever it is saved, until it is passed.
# Without a number: the next open one, then the one after it, and so on. Looks at the file's content five
# times a second, so it needs no inotify, and does not miss the second of two saves in one second.
. common/learn/lib.sh
only=${1-}
: "${MAKE:=make}"
trap 'echo; exit 130' INT TERM
while :; do
    number=$only
    if [ -z "$only" ] && ! number=$(sh common/learn/progress.sh open); then
        sh common/learn/progress.sh next # all are done
        exit 0
    fi
    find_exercise
    last=none
    while :; do
        now=$(cksum "$exercise" 2>/dev/null)
        if [ "$now" != "$last" ]; then
            last=$now
            printf '\n---- %s  %s\n' "$(date +%H:%M:%S)" "$exercise"
            if $MAKE --no-print-directory -s "exercise$number" && "$BUILD/exercise$number"; then break; fi
            echo
            echo "waiting for $exercise to be saved (Ctrl-C ends this)"
        fi
        sleep 0.2
    done
    [ -z "$only" ] || exit 0
    # If the pass could not be noted, the same exercise would come again, without end.
    [ "$(sh common/learn/progress.sh open)" != "$number" ] || exit 1
done
