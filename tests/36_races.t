#!/bin/sh
# Races. On a GPU: every lesson under every tool of compute-sanitizer. racecheck calls hazards
# inside a warp mere warnings and exits with 0, so its summary line is what counts.
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
if ! command -v compute-sanitizer >/dev/null 2>&1; then
    skip "compute-sanitizer" "not installed; it comes with the CUDA Toolkit"
    done_testing
    exit
fi
# Each lesson under each tool; kernel by kernel where the lesson also runs a library's, which is not ours
# to judge, or a tile larger than a warp, whose barrier racecheck takes for a race.
sanitize() # NAME ARGUMENT...
{
    name=$1
    shift
    says "$name racecheck" 0 '^=+ RACECHECK SUMMARY: 0 hazards displayed \(0 errors, 0 warnings\)' \
        compute-sanitizer --tool racecheck --racecheck-report all "$@"
    others "$name" "$@"
}
others()
{
    name=$1
    shift
    says "$name memcheck" 0 '^=+ ERROR SUMMARY: 0 errors' \
        compute-sanitizer --tool memcheck --leak-check full "$@"
    says "$name initcheck" 0 '^=+ ERROR SUMMARY: 0 errors' compute-sanitizer --tool initcheck "$@"
    says "$name synccheck" 0 '^=+ ERROR SUMMARY: 0 errors' compute-sanitizer --tool synccheck "$@"
}
for source in lessons/[0-9][0-9]_*.cu; do
    lesson=lesson$(basename "$source" | cut -c1-2)
    program=$BUILD/gpu/$lesson
    run="$program -n 1,33,1000,40009 -b 32,256 -s 1 -w 0"
    "$program" --help | grep -q -e --batch && run="$run --batch 3"
    # shellcheck disable=SC2086
    case $("$program" --list) in
    *cub_* | *v2_128*)
        for kernel in $("$program" --list); do
            case $kernel in
            cub_*) ;;
            *v2_128) skip "$lesson $kernel racecheck" "it takes the barrier of a tile larger than a warp for a race"
                others "$lesson $kernel" $run --kernel $kernel ;;
            *) sanitize "$lesson $kernel" $run --kernel $kernel ;;
            esac
        done ;;
    *) sanitize "$lesson" $run ;;
    esac
done
# and the tool does find something when there is something
says "racecheck finds a planted race" 0 'RACECHECK SUMMARY: [1-9]' \
     compute-sanitizer --tool racecheck "$tests_tmp/racy"
done_testing
