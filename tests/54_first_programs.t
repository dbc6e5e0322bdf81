#!/bin/sh
# On a GPU, too.
# The plain programs before lesson 00, and their exercises, are whole CUDA programs: each compiles alone, without
# a header of the course, and says what is wrong with its arguments. Their pages and drawings are complete.
# Takes about 20 s of processor time.
. tests/lib.sh

stems=$(sh common/course/course.sh | awk -F '\t' '$4 == "plain" { print $2 }')
ok 'there are such programs' test "$(echo "$stems" | grep -c .)" -ge 3
strict='-Wall -Wextra -Werror'

# Alone: in a folder of its own, without -I.
alone() # FILE: a copy, so that nothing beside it can be included
{
    rm -rf "$tests_tmp/alone" && mkdir "$tests_tmp/alone" && cp "$1" "$tests_tmp/alone/program.cu"
}
programs=$(for stem in $stems; do
    echo "lessons/$stem.cu"
    ls solutions/"${stem%%_*}"*_*.cu exercises/"${stem%%_*}"*_*.cu
done)
for compiler in g++ clang++; do
    [ "$DEVICE" = cpu ] || break
    [ $compiler = g++ ] || everything "the same with $compiler" || continue
    command -v $compiler >/dev/null 2>&1 || { skip "alone, with $compiler" 'not here'; continue; }
    for file in $programs; do
        case $compiler$file in clang*cises/*) continue ;; esac # one compiler is enough for a starter
        alone "$file"
        options=$strict # in a starter things are not used yet
        case $file in exercises/*) options="$strict -Wno-unused -Wno-unused-parameter" ;; esac
        ok "$file alone, with $compiler" env CXX=$compiler CXXFLAGS="$options" common/cpu/cpucc \
            --engine="$BUILD/test-first/$compiler" "$tests_tmp/alone/program.cu" -o "$tests_tmp/alone/program"
        case $file in exercises/*) continue ;; esac
        ok "$file runs, with $compiler" "$tests_tmp/alone/program"
    done
done
for file in $programs; do
    is "$file includes nothing of the course" "$(grep '^#include "' "$file")" ''
done
if nvcc=$(sh common/setup/cuda.sh nvcc 2>/dev/null); then
    codes=-arch=sm_75
    if everything 'nvcc for the newest, too'; then codes='-gencode=arch=compute_75,code=sm_75 -gencode=arch=compute_120,code=sm_120'; fi
    for file in $programs; do
        case $file in exercises/*) continue ;; esac
        alone "$file"
        # shellcheck disable=SC2086 # options
        ok "$file alone, with nvcc" "$nvcc" -Werror all-warnings -diag-suppress 177,550 $codes \
            "$tests_tmp/alone/program.cu" -o "$tests_tmp/alone/program"
        [ "$DEVICE" = gpu ] || continue
        ok "$file as a beginner compiles it" "$nvcc" -arch=native "$file" -o "$tests_tmp/alone/native"
        ok "$file runs on the GPU" "$tests_tmp/alone/native"
        command -v compute-sanitizer >/dev/null 2>&1 || continue
        for tool in memcheck racecheck initcheck synccheck; do
            ok "$file under $tool" compute-sanitizer --tool "$tool" --error-exitcode 9 "$tests_tmp/alone/native"
        done
    done
else
    skip 'alone, with nvcc' 'no nvcc on this machine'
fi

# As lessons
# shellcheck disable=SC2046 # numbers
ok 'make builds them as lessons' "$MAKE" -s $(echo "$stems" | sed "s|_.*||; s|^|$BUILD/$DEVICE/lesson|")
hello=$BUILD/$DEVICE/lesson0.1
run_quietly "$hello" 3 70
is 'hello from each of 3 * 70 threads, once' "$(grep '^hello' "$tests_tmp/out" | sort -u | grep -c .)" 210
is 'each in its warp and lane' "$(sed -n 's/^hello from block [0-2], thread \([0-9]*\): warp \([0-9]*\), lane \([0-9]*\)$/\1 \2 \3/p' \
    "$tests_tmp/out" | awk '$1 == 32 * $2 + $3 && $3 < 32' | grep -c .)" 210
says 'a block that is too large' 1 '^hello<<<1, 2000>>>\(\): invalid (configuration )?argument$' "$hello" 1 2000
is 'and its limit' "$(grep -c '1 to 1024 threads' "$tests_tmp/out")" 1
says 'no block' 1 '^hello<<<0, 4>>>\(\): invalid (configuration )?argument$' "$hello" 0 4

# Those that take a number of elements, at awkward ones
for stem in $(grep -l 'number of elements' lessons/*.cu | grep -F "$stems" | sed 's|.*/||; s|\.cu||'); do
    program=$BUILD/$DEVICE/lesson${stem%%_*}
    for size in 1 2 31 33 255 256 257 1023 1025 65537; do
        says "$stem, $size elements" 0 "n = $size: |^0 of $size sums are wrong" "$program" $size
    done
    for wrong in 0 -5 x 5e6 10x 100000001 99999999999999999999 ''; do
        says "$stem: '$wrong' is refused" 2 "^$wrong: must be a number of elements from 1 to 100000000$" "$program" "$wrong"
    done
    if [ "$DEVICE" = cpu ]; then
        ok "$stem, inspected" "$MAKE" -s "inspect${stem%%_*}" N=1000 INSPECT='--blocks all'
        is "$stem: no reports" "$(grep '^CPU device:' "$tests_tmp/out")" ''
    fi
done

# The pages, and the drawings on them, which come from no run
# shellcheck disable=SC2046,SC2086 # numbers
ok 'nothing is missing' sh common/course/complete.sh $(echo $stems | tr ' ' '\n' | sed 's/_.*//')
is 'each drawing is on a page' "$(ls docs/lessons/drawings | sed 's/\..*//' | sort -u)" \
    "$(sed -n 's/.*](drawings\/\([a-z_0-9]*\)\.png).*/\1/p' docs/lessons/*.md | sort -u)"
is 'as svg and png, with its source' "$(ls docs/lessons/drawings | sort)" \
    "$(ls plots/drawings | sed -n 's/\.gp$//p' | awk '$0 != "canvas" { print $0 ".png"; print $0 ".svg" }' | sort)"
if command -v gnuplot >/dev/null 2>&1; then
    mkdir -p "$tests_tmp/draw/docs/lessons" && cp -R common plots "$tests_tmp/draw"
    ok 'they can be drawn' sh -c "cd '$tests_tmp/draw' && sh plots/drawings.sh"
    is 'all of them' "$(ls "$tests_tmp/draw/docs/lessons/drawings")" "$(ls docs/lessons/drawings)"
else
    skip 'they can be drawn' 'gnuplot is missing'
fi
done_testing
