#!/bin/sh
# Exercises: each starter is unsolved, each solution passes, wrong answers are refused. Numbers as
# arguments: only those.
. tests/lib.sh
. tests/exercise.sh

if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # numbers
    set -- $(ls solutions | sed -n 's/^\([0-9][0-9][a-z]*\)_.*\.cu$/\1/p')
fi
for number; do prove_exercise "$number"; done
done_testing
