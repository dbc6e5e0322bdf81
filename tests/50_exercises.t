#!/bin/sh
# On a GPU, too.
# Exercises: each starter is unsolved, each solution passes, wrong answers are refused. On a GPU:
# the solutions are right there, and with ALL=1 clean under compute-sanitizer. (sh tests/50_exercises.t 05 05b: only
# those. Of exercises that are as they were committed, make test tries the first of each lesson, with one wrong answer.)
# Takes about 100 s of processor time.
. tests/lib.sh
. tests/exercise.sh

stems() { find "$1" -maxdepth 1 -type f -name "*$2" | sed "s|.*/||; s|$2\$||" | LC_ALL=C sort; }
stems solutions .cu >"$tests_tmp/stems"
whole_suite=
if [ $# -eq 0 ]; then
    whole_suite=yes
    for number in $(sed 's/_.*//' "$tests_tmp/stems"); do set -- "$@" "$number"; done
    ok "there are 40 exercises or more ($#)" test $# -ge 40
    is "every lesson has one, with its own name" "$(stems lessons .cu | LC_ALL=C comm -23 - "$tests_tmp/stems")" ""
    stems exercises .cu >"$tests_tmp/others"
    ok "each solution has its exercise" cmp "$tests_tmp/stems" "$tests_tmp/others"
    stems exercises/notes .txt >"$tests_tmp/others"
    ok "and its notes" cmp "$tests_tmp/stems" "$tests_tmp/others"
    stems exercises/checks .cu >"$tests_tmp/checks"
    is "checks are those of an exercise" "$(LC_ALL=C comm -23 "$tests_tmp/checks" "$tests_tmp/stems")" ""
    is "there is nothing else in these folders" "$(find exercises solutions -type f | wc -l | tr -d ' ')" \
        $((3 * $# + $(wc -l <"$tests_tmp/checks")))
    is "no number twice" "$(sed 's/_.*//' "$tests_tmp/stems" | sort | uniq -d)" ""
    # An exercise that somebody is at work on has all its wrong answers tried; who is at work on what all are made of sees all
    # solutions pass.
    [ "${TEST_ALL-}" ] || few_tried=$(changed=$(uncommitted exercises solutions)
        for number; do case $changed in *"/${number}_"*) ;; *) printf '%s ' "$number" ;; esac done)
    [ -z "$(uncommitted common tests/exercise.sh)" ] || letters_try=pair
fi
prove=prove_exercises
if [ "$DEVICE" = gpu ]; then
    prove=prove_on_gpu
    if [ "$whole_suite" ]; then
        ok "what checks them compiles" "$MAKE" -s DEVICE=gpu "$BUILD/gpu/exercise.o"
        if ! everything 'compute-sanitizer on each solution'; then SANITIZED=' '; fi
        export SANITIZED
    fi
fi
if has_lanes; then in_lanes "$@"; else $prove "$@"; fi
[ -z "${untried-}" ] || everything "$untried more solutions, starters and wrong answers"
done_testing
