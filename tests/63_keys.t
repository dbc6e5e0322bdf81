#!/bin/sh
# Counts and sums by key (common/harness/check_keys.h): right ones pass with every kind of keys, planted flaws are found
# and named.
# Takes about 10 s of processor time.
. tests/lib.sh

planted=$tests_tmp/planted
ok "tests/planted_keys.cu compiles" compile_linked tests/planted_keys.cu "$planted"
for input in random equal skewed sorted hostile; do
    for bins in 1 2 7 256 70000; do
        for kind in counts sums; do
            ok "right, $bins bins, $kind, $input" "$planted" --kernel right_$kind --input $input --bins $bins -n 0,1,2,33,1000,70001 -s 1
        done
    done
done
wrong() # NAME REGEX ARGUMENT...
{
    wrong_name=$1 wrong_regex=$2
    shift 2
    flawed "$wrong_name: $*" "$wrong_regex" "$planted" -s 1 -w 0 "$@"
}
for kind in counts sums; do
    wrong 'the last key' 'wrong in 1 of 256 bins, first in bin [0-9]+, ' --kernel last_$kind
    wrong 'bins that are not cleared' 'it was added onto what the result held before' --kernel uncleared_$kind
    wrong 'a bin that is not written' 'the result was never written' --kernel unwritten_$kind --input equal --bins 7
    wrong 'behind the end' 'something was written behind the last result' --kernel behind_$kind
    wrong 'each key twice' 'every key was counted 2 times' --kernel twice_$kind
    wrong 'nothing' 'the result is 0: no key of it was counted' --kernel nothing_$kind
    wrong 'another result in another run' 'two runs give two results' --kernel runs_$kind
    wrong 'what is no key' 'bin 0: expected' --kernel clamped_$kind --input hostile
    wrong 'the bin beside it' 'this is the result of bin [0-9]+$' --kernel shifted_$kind -n 100000
done
wrong 'how many were missing' '1 keys are missing' --kernel last_counts --input equal
wrong 'and too many' 'keys too many: of other bins, or no keys at all' --kernel clamped_counts --input hostile
wrong 'counters of 8 bits' 'a counter of 8 bits went over' --kernel bits_8_counts --input equal
wrong 'counters of 16 bits' 'a counter of 16 bits went over' --kernel bits_16_counts --input equal -n 100000
ok 'which few keys do not show' "$planted" --kernel bits_16_counts -n 100000 -s 1
wrong 'no keys' 'the result was never written' --kernel uncleared_counts -n 0
says 'no bins' 2 '^planted: --bins 0: must be from 1 to 1073741824$' "$planted" --bins 0
says 'an unknown input' 2 '^planted: --input nan: unknown; there are random, equal, skewed, sorted, hostile$' "$planted" --input nan
done_testing
