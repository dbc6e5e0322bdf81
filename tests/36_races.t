#!/bin/sh
# On a GPU, too.
# Races. On a GPU: lessons under every tool of compute-sanitizer, as make sanitizeNN runs them: the first of each part,
# with ALL=1 every lesson. That command with a tool that only pretends: tests/48_tools.t. (sh tests/36_races.t 05 06:
# only these.)
. tests/lib.sh

ok "tests/racy.cu compiles" compile tests/racy.cu "$tests_tmp/racy"
if [ "$DEVICE" != gpu ]; then
    run_quietly "$tests_tmp/racy"
    is "the warp tail without __syncwarp gives a wrong sum on the CPU device" \
       "$status $(sed -n 's/, got .*//p' "$tests_tmp/out") $(grep -c 'got 2016$' "$tests_tmp/out")" \
       "0 sum of 0 .. 63: expected 2016 0"
    skip "compute-sanitizer" "needs DEVICE=gpu"
    done_testing
    exit
fi
if ! sh common/setup/cuda.sh tool compute-sanitizer >/dev/null; then
    skip "compute-sanitizer" "not installed; it comes with the CUDA Toolkit"
    done_testing
    exit
fi
# shellcheck disable=SC2046 # numbers
if [ $# -gt 0 ]; then :
elif everything 'the other lessons under compute-sanitizer'; then set -- $(sh common/course/declared.sh number)
else set -- $(first_of_each_part); fi
if has_lanes; then
    in_lanes "$@"
else
    for number; do
        ok "lesson$number: no tool finds anything (make sanitize$number)" sh plots/sanitize.sh "$number"
    done
fi
# and the tool does find something when there is something
says "racecheck finds a planted race" 1 'racecheck +[1-9][0-9]* hazards' sh plots/sanitize.sh program "$tests_tmp/racy"
done_testing
