#!/bin/sh
# A checker that has never failed proves nothing: tests/planted.cu gives it wrong results.
. tests/lib.sh

planted=$tests_tmp/planted
ok "tests/planted.cu compiles" compile tests/planted.cu "$planted"

caught() # TYPE KERNEL SIZE REGEX
{
    says "$1 $2 at n = $3" 1 "$4" "$planted" --type "$1" --kernel "$2" -n "$3" -s 3
    if grep -q "$2 .* ok" "$tests_tmp/out"; then fail "$1 $2 at n = $3: no ok in the table"
    else pass "$1 $2 at n = $3: no ok in the table"; fi
}

for type in int float; do
    for n in 1 2 33 1000 100003; do
        ok "$type right at n = $n" "$planted" --type $type --kernel right -n $n -s 2
    done
    caught $type zero 1000 'likely cause: zero'
    caught $type dropped 1000 'likely cause: element 333 is missing'
    caught $type dropped 100003 'no more than one element is missing'
    caught $type twice 1000 'likely cause: element 333 was added twice'
    caught $type swapped 1000 'difference'
    caught $type last_block 1000 'the last 232 elements \(from index 768\) are missing'
    caught $type last_block 1024 'the last 256 elements \(from index 768\) are missing'
    caught $type last_group 5000 'the last 904 elements \(from index 4096\) are missing'
    caught $type all_twice 1000 'every element was added 2 times'
    caught $type destroys 1000 'changed its input \(first at element 500\)'
    caught $type unwritten 1000 'was never written'
    caught $type unwritten_partial 1000 'never written|no block wrote its partial sum'
    caught $type stale 1000 'right in the first run, wrong in the last timed one'
done
for seed in 1 2 3 4 5 6 7 8 2476; do
    says "float, one of 2^20 elements dropped, seed $seed" 1 'WRONG' \
         "$planted" --type float --kernel dropped -n 2^20 -b 1024 -s 1 -w 0 --seed $seed
done
for seed in 1 2 3 4; do
    ok "float with an atomic per block, where the launch function says so, seed $seed" \
        "$planted" --type float --kernel atomics -n 2^20,2^22 -b 32,256 -s 1 -w 0 --seed $seed
done
caught float not_a_number 1000 'was never written'
caught int changing 1000 'two runs give two sums'
caught int onto 1000 'added onto what the result held before'
for n in 1 31 255 257 65537; do caught int last_block $n 'WRONG'; done
# at -n 1 the only element is dropped or doubled
caught int dropped 1 'WRONG'
caught float twice 1 'WRONG'
says "expected, got and difference are given" 1 'expected -?[0-9]+, got -?[0-9]+, difference -?[0-9]+' \
     "$planted" --kernel dropped -n 1000
# what is named must be right: no element is blamed when another explains the sum as well
wrong=0
for seed in $(seq 1 60); do
    run_quietly "$planted" --kernel twice -n 1000 -s 1 -w 0 --seed "$seed"
    if grep -E 'element [0-9]+ (is missing|was added twice)' "$tests_tmp/out" |
        grep -vq 'element 333 was added twice'; then wrong=$((wrong + 1)); fi
done
is "no wrong element named in 60 runs" "$wrong" 0
says "one wrong kernel among right ones fails the program" 1 'right .* ok' \
     "$planted" -n 1000 -s 1 --type float
done_testing
