#!/bin/sh
# On a GPU, too.
# The command line that all lessons share: every option, every way to get it wrong.
# Takes about 9 s of processor time.
. tests/lib.sh

lesson=$BUILD/$DEVICE/lesson05
many=$BUILD/$DEVICE/lesson07
planted=$tests_tmp/planted
ok "tests/planted.cu compiles" compile_linked tests/planted.cu "$planted"
quick="-n 1000 -s 1 -w 0"

says "help" 0 'usage: lesson05 .options' "$lesson" -h
says "help, long form" 0 '--block LIST' "$lesson" --help
says "help does not offer what the lesson has no use for" 0 'seed' \
     sh -c "$lesson -h | grep -v -e --grid -e --type && ! $lesson -h | grep -e --grid -e --type"
is "list names the kernels" "$("$many" --list | tr '\n' ' ')" \
   "$(for k in 1 2 4 8 16 32 64 128 256 512 1024; do printf 'reduce7_%d ' $k; done)"
says "kernel runs only that one" 0 'reduce7_8 ' "$many" $quick --kernel reduce7_8
is "kernel runs nothing else" "$(grep -c reduce7_ "$tests_tmp/out")" 1
says "an unknown kernel is named, with those there are" 2 'reduce9.*reduce7_1 reduce7_2' \
     "$many" $quick --kernel reduce9

for size in 1000 2^10 1K 1k; do
    says "size $size" 0 'reduce5 .* ok$' "$lesson" -n $size -s 1 -w 0
done
says "size in long form with =" 0 'n = 2\^10 int' "$lesson" --size=2^10 -s 1
says "several sizes" 0 '2\^11 ' "$lesson" -n 1000,2^11 -s 1 -w 0
says "several blocks" 0 '2 x 512 ' "$lesson" -n 2000 -b 64,512 -s 1 -w 0
says "samples and warm-ups" 0 'reduce5' "$lesson" -n 1000 --samples 4 --warmup 2
says "hot" 0 'ok$' "$lesson" $quick --hot
says "an input that begins anywhere" 0 'ok$' "$lesson" $quick --offset 63
says "values to add in one's head, and the check knows them" 0 'from 1 to 9, .*ok$' \
     sh -c "LESSON_VALUES=small $lesson $quick | tr '\n' ' ' | sed 's/ok .*/ok/'"
says "all of them are small" 1 'WRONG|wrong' env LESSON_VALUES=small "$planted" --kernel zero -n 1000
is "their sum is that of 1000 digits" "$(sed -n 's/.*expected \([0-9]*\),.*/\1/p' "$tests_tmp/out" |
    awk '{ print ($1 > 4500 && $1 < 5500) ? "near 5000" : $1 }')" 'near 5000'
says "device 0" 0 'ok$' "$lesson" $quick --device 0
is "another seed, another sum: 2 runs agree, 2 seeds differ" \
   "$(for seed in 1 1 2; do "$planted" --kernel zero -n 1000 --seed $seed 2>&1 |
      sed -n 's/.*expected \([-0-9]*\),.*/\1/p'; done | sort | uniq -c | awk '{print $1}' | sort |
      tr '\n' ' ')" "1 2 "

bad() # NAME REGEX ARGUMENT...: refused with exit code 2, one line on stderr, nothing on stdout
{
    name=$1 regex=$2
    shift 2
    says "$name" 2 "^lesson05: .*$regex" "$lesson" "$@"
    is "$name: one line" "$(grep -c . "$tests_tmp/out")" 1
}
bad "size 0" '--size 0: must be from 1 to' -n 0
bad "size abc" '--size abc: not a whole number .1000, 2.20 and 16M are' -n abc
bad "size -5" '--size -5: not a whole number' -n -5
bad "size 1.5" '--size 1.5: not a whole number' -n 1.5
bad "size 3^5" '--size 3\^5: not a whole number' -n 3^5
bad "size 10x" '--size 10x: not a whole number' -n 10x
bad "size empty" 'expected a number' -n ''
bad "size with a stray comma" 'expected a number' -n 1,,2
bad "size 2^60 does not fit" '--size 1152921504606846976: needs .* GB of device memory, .* GB are free; the most that fits is about [0-9]+' -n 2^60
bad "size 2^62, whose bytes do not fit 64 bits" '--size 4611686018427387904: needs .* GB of device memory' -n 2^62
bad "size 2^64" '--size 2\^64: not a whole number' -n 2^64
bad "size 99999999999999999999" 'not a whole number' -n 99999999999999999999
bad "block 100" '--block 100: not a power of two.* try 64 or 128' -b 100
bad "block 2048" '--block 2048: a block has at most 1024 threads; try 1024' -b 2048
bad "block 16" '--block 16: less than one warp; try 32' -b 16
bad "block 0" '--block 0: must be from 1' -b 0
bad "block abc" '--block abc: not a whole number' -b abc
bad "a bad block in a list" '--block 100: not a power of two' -b 64,100
bad "grid where it is not used" '--grid 5: lesson05 has no use for it' --grid 5
bad "type that is not offered" '--type float: lesson05 offers int only' --type float
bad "a type of other lessons" '--type double: lesson05 offers int only' --type double
bad "type that does not exist" '--type quad: unknown; try int$' --type quad
bad "operators where there is one" '--op max: lesson05 has no use for it' --op max
bad "kinds of input where there is one" '--input nan: lesson05 has no use for it' --input nan
says "values that are none" 2 '^lesson05: LESSON_VALUES=big: must be small .elements from 1 to 9. or run' env LESSON_VALUES=big "$lesson" $quick
is "values that are none: one line" "$(wc -l <"$tests_tmp/out" | tr -d ' ')" 1
bad "no elements where a sum is meant" '--size 0: must be from 1' -n 0
bad "samples 0" '--samples 0: must be from 1' -s 0
bad "warm-ups abc" '--warmup abc: not a whole number' -w abc
bad "seed too large" '--seed 4294967296: must be from 0 to 4294967295' --seed 4294967296
bad "an offset of 64 elements" '--offset 64: must be from 0 to 63' --offset 64
bad "device 99" '--device 99: there is no such device; the last one is [0-9]+' --device 99
bad "unknown option" '--foo is not an option.*lesson05 --help' --foo
bad "unknown letter" '-x is not an option' -x
bad "a letter among others" '-z is not an option' -zx
bad "missing value" '--size needs a value' --size
bad "missing value of a letter" '-n needs a value' -n
bad "an argument that is no option" 'unexpected argument 1000' 1000

# Where its words cannot be written
if [ -w /dev/full ]; then
    for options in "$quick" --help --list; do
        # shellcheck disable=SC2086
        says "lesson05 $options >/dev/full" 2 '^lesson05: what it prints cannot be written: No space left' \
             sh -c 'exec "$@" >/dev/full' sh "$lesson" $options
        is 'in one line' "$(grep -c . "$tests_tmp/out")" 1
    done
else
    skip 'a full disk is an error' 'no /dev/full'
fi
# shellcheck disable=SC2086
says 'standard output is closed' 2 '^lesson05: what it prints cannot be written: ' \
     sh -c 'exec "$@" >&-' sh "$lesson" $quick --csv "$tests_tmp/closed.csv"
is 'and nothing is written elsewhere' "$(cat "$tests_tmp/closed.csv" 2>/dev/null)" ''

# Rows
arrays=$tests_tmp/arrays
ok "tests/planted_arrays.cu compiles" compile_linked tests/planted_arrays.cu "$arrays"
shape() # NAME REGEX ARGUMENT...: what the header or the table says
{
    shape_name=$1 shape_regex=$2
    shift 2
    says "$shape_name" 0 "$shape_regex" "$arrays" --kernel rows_right -s 1 -w 0 "$@"
}
shape "batch and row" '3 rows of n = 1000 int' --batch 3 --row 1000
shape "one row" ' 1 row of n = 2.10 int' --batch 1 --row 2^10
shape "rows of a size: rounded up" '7 rows of n = 143 int' --batch 7 -n 1000
shape "a size in rows: rounded up" '11 rows of n = 99 int' --row 99 -n 1000
shape "lists, each with each" '2 x 50 ' --batch 1,2 --row 100,50
is "in order" "$(awk '/rows_right/ { printf "%s%s%s ", $2, $3, $4 }' "$tests_tmp/out")" "1x100 1x50 2x100 2x50 "
shape "the same volume in several shapes" '64 x 16 ' -n 1024 --batch 1,64
rows_bad() # NAME REGEX ARGUMENT...
{
    rows_name=$1 rows_regex=$2
    shift 2
    says "$rows_name" 2 "^planted: .*$rows_regex" "$arrays" "$@"
    is "$rows_name: one line" "$(grep -c . "$tests_tmp/out")" 1
}
rows_bad "batch 0" '--batch 0: must be from 1 to 2147483647' --batch 0
rows_bad "row 0" '--row 0: must be from 1 to' --row 0
rows_bad "batch 2^31" '--batch 2.31: must be from 1 to 2147483647' --batch 2^31
rows_bad "rows that follow, more than 2^31" '--row 1: more than 2147483647 rows.*choose longer rows' -n 2^40 --row 1
rows_bad "more than the memory" '--batch 1048576 --row 1073741824: needs .* GB of device memory, .* are free; the most that fits is about --row [0-9]+' --batch 2^20 --row 2^30
rows_bad "all three" 'the third follows from two of them' -n 100 --batch 10 --row 10
rows_bad "batch abc" '--batch abc: not a whole number' --batch abc
bad "rows where there are none" '--batch 2: lesson05 has no use for it, it adds up one array' --batch 2
bad "nor row" '--row 2: lesson05 has no use for it' --row 2
bad "no other way" '--no-cooperative: lesson05 has no use for it' --no-cooperative
bad "no balance" '--balance x.csv: lesson05 has no use for it' --balance x.csv
says "blocks' work into a file: its folder must be there" 2 '--balance /nowhere/x.csv: cannot be written' \
     env PLANTED_RAGGED=1 "$arrays" --balance /nowhere/x.csv

says "float" 0 'n = 1000 float' "$planted" --type float --kernel right -n 1000 -s 1
says "a block that is a multiple of 32, where the lesson allows it" 0 '11 x 96' \
     "$planted" --kernel right -n 1000 -b 96 -s 1
says "and one that is not" 2 '--block 100: not a multiple of 32, the warp; try 96' "$planted" -b 100
says "a device that is too old" 77 'needs compute capability 99.0 or newer, found [0-9.]+ .*nothing was run' \
     env PLANTED_NEEDS=99.0 "$planted" --kernel right -n 1000
says "a device that is new enough" 0 'ok$' \
     env PLANTED_NEEDS=7.0 "$planted" --kernel right -n 1000 -s 1
says "a launch that the device refuses" 3 'launch of refused failed at n = 1000, grid 4, block 256: inval.*try a smaller --block' \
     "$planted" --kernel refused -n 1000

if [ "$DEVICE" = cpu ]; then
    says "the CPU device says that its times are not a GPU's" 0 'emulation times' "$lesson" $quick
    says "a default size that does not fit is reduced, and that is said" 0 \
         '^note: n = 1048576 does not fit into the 0.0035 GB of free device memory, taking 524288$' \
         env CUDA_CPU_MEMORY=3500000 "$lesson" -s 1 -w 0
    says "a size that does not fit is refused, with what would" 2 \
         '^lesson05: --size 1048576: needs .* GB are free; the most that fits is about [0-9]+$' \
         env CUDA_CPU_MEMORY=3500000 "$lesson" -n 2^20
    most=$(sed -n 's/.* is about //p' "$tests_tmp/out")
    ok "and does fit" env CUDA_CPU_MEMORY=3500000 "$lesson" -n "${most:-0}" -s 1 -w 0
    says "a line end in a number: one line" 2 '^lesson05: --size 10 20: not a whole number' "$lesson" -n "10
20"
    says "memory that no size fits: the way out is one that the lesson has" 2 \
         ' GB are free, whatever the size; free some, or take another device with --device$' \
         env CUDA_CPU_MEMORY=1000 "$lesson" -n 1000
    says "rows: fewer of them" 2 ' whatever the length of a row; choose a smaller --batch$' \
         env CUDA_CPU_MEMORY=1000 "$BUILD/$DEVICE/lesson14" -n 1000 --batch 4
    for number in $(sh common/course/declared.sh number needs | awk '$2 > 8 { print $1 }'); do
        says "lesson$number on a device of compute capability 8.0" 77 \
             "^lesson$number: needs compute capability 9.0 or newer, found 8.0 .CPU device.: nothing was run\$" \
             env CUDA_CPU_CAPABILITY=8.0 "$BUILD/$DEVICE/lesson$number"
    done
    says "out of memory" 3 'cudaErrorMemoryAllocation.*choose a smaller --size' \
         sh -c "ulimit -v 700000; exec $lesson -n 2^28"
fi
if nvcc=$(sh common/setup/cuda.sh nvcc 2>/dev/null); then
    "$nvcc" -O3 -Icommon lessons/05_unroll_last_warp.cu -o "$tests_tmp/lesson05" >/dev/null 2>&1
    says "no GPU" 3 'make DEVICE=cpu' env CUDA_VISIBLE_DEVICES= "$tests_tmp/lesson05" -n 1000
    is "no GPU: one line" "$(grep -c . "$tests_tmp/out")" 1
    says "no GPU: --list and --help work" 0 reduce5 \
         env CUDA_VISIBLE_DEVICES= "$tests_tmp/lesson05" --list
else
    skip "no GPU" "no nvcc on this machine"
fi
done_testing
