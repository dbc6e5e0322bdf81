#!/bin/sh
# Every compiler that the course supports. On the CPU device, g++ and clang++, as far as they are
# here (other programs than the lessons: tests/11_cpu_device.t). nvcc compiles every lesson, without a
# warning, for every architecture that the course supports.
# Takes about 80 s of processor time.
. tests/lib.sh
. tests/exercise.sh

# In a starter things are not used yet.
plain="-Wall -Wextra -Werror -Wno-unknown-pragmas -Wno-missing-field-initializers"
warnings_of() # FOLDER
{
    case $1 in
    lessons) echo "$plain" ;;
    solutions) echo "$plain -Wno-unused-parameter" ;;
    *) echo "$plain -Wno-unused -Wno-unused-parameter" ;;
    esac
}
# Those of one folder together, in a namespace each: most of the time goes to the headers.
# (The plain programs alone: tests/54_first_programs.t.)
for all in exercises solutions; do
    mkdir "$tests_tmp/$all"
    for source in "$all"/[0-9]*.cu; do
        with_checks "$source" "$(basename "$source" .cu)" >"$tests_tmp/$source"
    done
    combine "$tests_tmp/$all"/[0-9]*.cu >"$tests_tmp/$all.cu"
done
nvcc=$(sh common/setup/cuda.sh nvcc 2>/dev/null)
# Exercises and solutions are only read: without a GPU they are always inspected (tests/50_exercises.t).
for compiler in g++ clang++; do
    if [ $compiler = clang++ ] && ! everything "the lessons with clang++"; then
        continue
    elif command -v $compiler >/dev/null 2>&1; then
        compile_all() # FOLDER OPTION...
        {
            folder=$1
            shift
            # shellcheck disable=SC2046 # options
            CXX=$compiler CXXFLAGS=$(warnings_of "$folder") $limit common/cpu/cpucc --engine="$tests_tmp/engine" -Icommon \
                "$@" "$tests_tmp/$folder.cu" $(sh common/setup/libraries.sh cpu "$tests_tmp/$folder.cu") -o "$tests_tmp/program"
        }
        for all in exercises solutions; do ok "all $all with $compiler" compile_all $all -c -fsyntax-only; done
        # With g++ each runs in 30_lessons.t, at more sizes; here some, whose harness comes from the headers. (All, where no
        # nvcc looks at them below.)
        share=16
        if [ -z "$nvcc" ] || [ $compiler = clang++ ] || everything "more of the lessons, with $compiler"; then share=1; fi
        # shellcheck disable=SC2046 # names without spaces
        set -- $(printf '%s\n' lessons/[0-9][0-9]_*.cu | awk -v share=$share 'NR % share == 0')
        combine "$@" tests/planted.cu >"$tests_tmp/lessons.cu"
        ok "$# lessons with $compiler" compile_all lessons -O0 -g0 # make compiles them with -O2
        variant=0
        for source; do
            variant=$((variant + 1))
            ok "$source runs, with $compiler" env VARIANT=$variant "$tests_tmp/program" -n 1,1000,12345 -s 1
        done
    else
        skip "the lessons with $compiler" "not installed"
    fi
done

if [ -z "$nvcc" ]; then
    skip "nvcc compiles every lesson" "no nvcc on this machine"
    done_testing
    exit
fi
# Those whose libraries are not here are left out; which those are is said.
for all in lessons exercises solutions; do
    from=$tests_tmp/$all
    [ "$all" != lessons ] || from=lessons
    set --
    for source in "$from"/[0-9]*.cu; do
        case $source in lessons/0.*) continue ;; esac
        if sh common/setup/libraries.sh gpu "$source" >/dev/null 2>"$tests_tmp/lacks"; then
            set -- "$@" "$source"
        else
            skip "nvcc compiles $all/${source##*/}" "$(tr -d '#' <"$tests_tmp/lacks" | head -n 1)"
        fi
    done
    [ "$all" != lessons ] || set -- "$@" tests/planted.cu
    combine "$@" >"$tests_tmp/$all.cu"
    [ "$all" != lessons ] || variant_05=$(printf '%s\n' "$@" | grep -n '/05_' | sed 's/:.*//')
done
# Machine code for the oldest, and PTX for one that has clusters. The same PTX serves sm_90 and sm_100, but for sources that
# tell these two apart.
codes='-gencode=arch=compute_75,code=sm_75 -gencode=arch=compute_90,code=compute_90' archs='sm_75, and as PTX'
if everything "machine code for sm_80 to sm_120"; then
    archs='all architectures'
    for a in 80 90 100 120; do codes="$codes -gencode=arch=compute_${a%100}$([ "$a" != 100 ] || echo 90),code=sm_$a"; done
fi
apart=$(grep -Erl '__CUDA_ARCH__ *[<>=]+ *(9[0-9][1-9]|9[1-9]0|1000|10[0-9]{2}|1100)' lessons common exercises solutions)
for source in $apart; do
    user=$(grep -l -F "\"${source##*/}\"" lessons/*.cu | head -n 1)
    ok "$source has other code for sm_100: nvcc compiles it there" "$nvcc" -Icommon -arch=sm_100 -cubin "${user:-$source}" -o "$tests_tmp/apart.cubin"
done
quickly= # what it makes is not run; nvcc 12.9 and newer
! "$nvcc" --help 2>/dev/null | grep -q -e --Ofast-compile || quickly='--Ofast-compile mid' # (max calls what it does not inline, and takes longer)
libraries() { sh common/setup/libraries.sh gpu "$tests_tmp/$1.cu"; }
mkdir "$tests_tmp/kept"
# shellcheck disable=SC2086,SC2046
ok "all lessons for $archs" "$nvcc" -O0 -Icommon -Werror all-warnings -keep -keep-dir "$tests_tmp/kept" \
    -Xcompiler "$(warnings_of lessons | tr ' ' ,)" $codes $quickly $(libraries lessons) -c "$tests_tmp/lessons.cu" -o "$tests_tmp/lessons.o"
# A kernel that is timed has no bookkeeping in it: what reads the clock is for the harness.
with_clock() # the kernels that read it
{
    awk '/\.entry/ { kernel = $3 } /%clock/ && kernel { print kernel; kernel = "" }' "$tests_tmp"/kept/*90.ptx
}
is "no timed kernel reads the clock" "$(with_clock | grep -v harness)" ""
ok "those that report to the harness do" test "$(with_clock | grep -c harness)" -ge 3
# What the oldest and the newest have, those between have too.
codes="-gencode=arch=compute_75,code=sm_75 -gencode=arch=compute_120,code=$([ "${TEST_ALL-}" ] && echo sm || echo compute)_120"
for all in solutions exercises; do
    everything_of "$all with nvcc" $all common/*.h common/harness common/grading || continue
    # shellcheck disable=SC2086,SC2046
    ok "all $all for sm_75 and 120" "$nvcc" -O0 -Icommon -Werror all-warnings -diag-suppress 177,550 \
        -Xcompiler "$(warnings_of $all | tr ' ' ,)" \
        $codes $quickly $(libraries "$all") -c "$tests_tmp/$all.cu" -o "$tests_tmp/$all.o"
done
is "docs/machines.md gives a command for one file" \
    "$(grep -c '^nvcc -O3 -arch=native -Icommon lessons/05_unroll_last_warp.cu -o lesson05' docs/machines.md)" 1
ok "it compiles that" env NVCC_APPEND_FLAGS='-Xcompiler -O0' \
   "$nvcc" -O3 -arch=native -Icommon lessons/05_unroll_last_warp.cu -o "$tests_tmp/lesson05"
has_sum() { nm "$1" | grep -c ' [TW] lesson_cub_sum$'; }
is "that program lacks CUB's sum, and starts without" "$(has_sum "$tests_tmp/lesson05") $("$tests_tmp/lesson05" --list)" "0 reduce5"
# shellcheck disable=SC2086
ok "CUB's sum, for sm_75" "$nvcc" -O3 -Icommon -Werror all-warnings -arch=sm_75 $quickly -c common/lesson_cub_sum.cu -o "$tests_tmp/cub.o"
# shellcheck disable=SC2046
ok "lessons that have it" "$nvcc" "$tests_tmp/lessons.o" "$tests_tmp/cub.o" $(libraries lessons) -o "$tests_tmp/lessons"
is "have it, and list their own kernels only" "$(has_sum "$tests_tmp/lessons") $(VARIANT=$variant_05 "$tests_tmp/lessons" --list)" "1 reduce5"
done_testing
