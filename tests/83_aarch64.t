#!/bin/sh
# The CPU device on aarch64, as on an Arm laptop or in a container on a Mac: cross-compiled, and run under qemu's
# emulation. Its counts are those of this machine, and it finds the same race.
# Takes about 10 s of processor time; skips where the compiler or qemu is missing.
. tests/lib.sh
gcc=aarch64-linux-gnu-gcc gxx=aarch64-linux-gnu-g++
for tool in qemu-aarch64-static qemu-aarch64; do command -v $tool >/dev/null 2>&1 && break; done
lesson='lessons/05_unroll_last_warp.cu'
for needed in $gcc $gxx $tool; do
    command -v "$needed" >/dev/null 2>&1 || {
        skip 'a lesson on aarch64' "$needed is missing: apt-get install g++-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static"
        done_testing
        exit
    }
done

arm() # SOURCE NAME: builds SOURCE; NAME is a script that runs it
{
    CC=$gcc CXX=$gxx CFLAGS=-O0 common/cpu/cpucc --inspect --engine="$tests_tmp/arm" -Icommon "$1" -o "$tests_tmp/$2.arm" || return
    # common/cpu/inspect looks for the name of what it sets
    printf '#!/bin/sh\n# CUDA_CPU_INSPECT_CSV\nexec %s -L /usr/aarch64-linux-gnu %s "$@"\n' "$tool" "$tests_tmp/$2.arm" >"$tests_tmp/$2"
    chmod +x "$tests_tmp/$2"
}
ok 'a lesson is built' arm $lesson lesson
is 'for aarch64' "$(od -An -t x1 -j 18 -N 2 "$tests_tmp/lesson.arm" | tr -d ' ')" b700
shape='-n 5000 -b 128 -s 1 -w 0'
# shellcheck disable=SC2086 # words
says 'its sum is right' 0 'reduce5<<<' common/cpu/inspect --csv "$tests_tmp/arm.csv" "$tests_tmp/lesson" $shape
mkdir "$tests_tmp/here"
ok 'the same for this machine' common/cpu/cpucc --inspect --engine="$BUILD/inspect" -Icommon $lesson -o "$tests_tmp/here/lesson.arm"
# shellcheck disable=SC2086
ok 'which is run' common/cpu/inspect --csv "$tests_tmp/here.csv" "$tests_tmp/here/lesson.arm" $shape
ok 'its counts are the same' diff "$tests_tmp/arm.csv" "$tests_tmp/here.csv"
ok 'there were some' test "$(wc -l <"$tests_tmp/arm.csv")" -gt 10
# shellcheck disable=SC2086
says 'a wrong option is refused there, too' 2 'block' common/cpu/inspect "$tests_tmp/lesson" -n 100 -b 7000
ok 'a racy kernel is built' arm tests/racy.cu racy
says 'and its race is found' 3 'race: kernel racy' common/cpu/inspect "$tests_tmp/racy"
done_testing
