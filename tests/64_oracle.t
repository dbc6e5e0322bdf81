#!/bin/sh
# The oracle (tests/oracle): random small programs are inspected for races, and judged by the memory model of PTX. The
# two agree on every one, with each compiler that can inspect, and with one OS thread and two. Where a flaw is planted
# they do not, and the oracle shows a small program. (sh tests/64_oracle.t COUNT SEED: so many others.)
# Takes about 10 s of processor time.
. tests/lib.sh

if [ "$DEVICE" = gpu ]; then
    skip 'the oracle' 'the CPU device observes, a GPU does not'
    done_testing
    exit
fi
count=${1:-5000} seed=${2:-1}
inspecting=''
for compiler in "g++ gcc" "clang++ clang" "clang++-16 clang-16"; do
    cxx=${compiler% *} cc=${compiler#* }
    { command -v "$cxx" && command -v "$cc"; } >/dev/null || continue
    [ "$(CXX=$cxx CC=$cc common/cpu/cpucc --compiler | sed -n 3p)" = inspect ] || continue
    inspecting=yes
    for threads in 1 2; do
        says "$cxx, OS threads: $threads: $count programs of seed $seed, and they agree" 0 ", 0 disagreements$" \
            env CXX="$cxx" CC="$cc" CUDA_CPU_THREADS=$threads BUILD="$BUILD" sh tests/oracle/run.sh "$count" "$seed"
    done
    says "$cxx, with two devices" 0 ", 0 disagreements$" \
        env CXX="$cxx" CC="$cc" CUDA_CPU_DEVICES=2 BUILD="$BUILD" sh tests/oracle/run.sh "$count" "$seed"
    is "$cxx: of these a seventh or more have a race, and at most a tenth are left out" \
        "$(awk -F'[ ,]+' '/^seed/ { print ($5 > $3 / 7 && $9 < $3 / 10) }' "$tests_tmp/out")" 1
done
[ "$inspecting" ] || skip 'the oracle' 'needs g++ 11 or clang++ 16, or newer'

# Where the threads leave something out, the judge and the inspector no longer speak of one program: that is found, and
# shown by a small program that has what was left out.
flaw() # WHAT SAID SHOWN
{
    says "without its ${1}s, a program is found" 1 "the inspector says $2; " \
        env BUILD="$BUILD" sh tests/oracle/run.sh 2000 1 --flaw "$1" --no-streams
    is "it has at most six operations, and one of them is that" "$(awk -v shown="$3" '
        /^ +[0-9]+  block/ { n++; if ($0 ~ shown) found++ }
        END { print (n > 0 && n <= 6 && found > 0) }' "$tests_tmp/out")" 1
}
if [ "$inspecting" ]; then
    flaw fence 'race, the judge no race' fence
    flaw wait 'race, the judge no race' pipeline_wait_prior
    flaw scope 'no race, the judge race' 'scope_block|_block[(]'
fi
says 'what is no number is refused' 2 '^oracle: COUNT' env BUILD="$BUILD" sh tests/oracle/run.sh many 1
done_testing
