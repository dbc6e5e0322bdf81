#!/bin/sh
# A checker that has never failed proves nothing: tests/planted.cu gives it wrong results.
# Takes about 60 s of processor time.
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
    caught $type zero 1000 'likely cause: the result is 0'
    caught $type dropped 1000 'likely cause: element 333 is missing'
    caught $type dropped 100003 'perhaps one element is missing'
    caught $type twice 1000 'likely cause: element 333 was added twice'
    caught $type swapped 1000 'difference'
    caught $type last_block 1000 'the last 232 elements \(from index 768\) were missing'
    caught $type last_block 1024 'the last 256 elements \(from index 768\) were missing'
    caught $type last_group 5000 'the last 904 elements \(from index 4096\) were missing'
    caught $type all_twice 1000 'every element was added 2 times'
    caught $type destroys 1000 'changed its input \(first at element 500\)'
    caught $type unwritten 1000 'was never written'
    caught $type unwritten_partial 1000 'never written|no block wrote its partial sum'
    caught $type first_warp 1000 "likely cause: only the first warp's elements of each block were added"
    caught $type first_warp 200 "likely cause: only the first warp's elements were added"
    caught $type low_lanes 1000 'likely cause: only the elements of lanes 0 to 15 of each warp were added'
    caught $type warp_twice 1000 "likely cause: the first warp's elements of each block were added twice"
    caught $type all_but_warp 1000 "likely cause: all but the first warp's elements of each block were added twice"
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
for n in 1 1000 100003; do
    caught int too_many_partials $n 'likely cause: 31 partial sums that nobody wrote were added'
done
caught float too_many_partials 1000 'or a partial sum that went into it, was never written'
caught int onto 1000 'added onto what the result held before'
for n in 1 31 255 257 65537; do caught int last_block $n 'WRONG'; done
# at -n 1 the only element is dropped or doubled
caught int dropped 1 'WRONG'
caught float twice 1 'WRONG'
says "expected, got and difference are given" 1 'expected -?[0-9]+, got -?[0-9]+, difference -?[0-9]+' \
     "$planted" --kernel dropped -n 1000
# what is named must be right: no element is blamed when another explains the sum as well
wrong=0 other=0
for seed in $(seq 1 60); do
    run_quietly "$planted" --kernel twice -n 1000 -s 1 -w 0 --seed "$seed"
    if grep -E 'element [0-9]+ (is missing|was added twice)' "$tests_tmp/out" |
        grep -vq 'element 333 was added twice'; then wrong=$((wrong + 1)); fi
    if grep -Eq 'likely cause: (only|all but|the |each |this is|[0-9]+ partial)' "$tests_tmp/out"; then other=$((other + 1)); fi
done
is "no wrong element named in 60 runs" "$wrong" 0
is "nor another cause" "$other" 0
# Several results: rows, prefix sums, a normalised array
planted=$tests_tmp/arrays
ok "tests/planted_arrays.cu compiles" compile tests/planted_arrays.cu "$planted"
array() # TYPE KERNEL REGEX ARGUMENT...
{
    array_type=$1 array_kernel=$2 array_regex=$3
    shift 3
    says "$array_type $array_kernel $*" 1 "$array_regex" "$planted" --type "$array_type" \
         --kernel "$array_kernel" "$@" -s 1 -w 0
    if grep -q "$array_kernel .* ok" "$tests_tmp/out"; then fail "no ok in the table"; else pass "no ok in the table"; fi
}
for type in int float; do
    for shape in '--batch 1 --row 1' '--batch 1000 --row 1' '--batch 1 --row 1000' '--batch 33 --row 101'; do
        # shellcheck disable=SC2086
        ok "$type rows_right $shape" "$planted" --type $type --kernel rows_right $shape -s 2
    done
    array $type one_row 'wrong in 1 of 5 rows, first in row 2, at n = 1000' --batch 5 --row 1000
    array $type one_row 'wrong in 1 of 5000 rows, first in row 2500' --batch 5000 --row 3
    array $type last_of_row 'wrong in 7 of 7 rows, first in row 0' --batch 7 --row 100
    is "and the element is named" "$(grep -c 'element 99 is missing' "$tests_tmp/out")" 1
    array $type last_of_row 'wrong in 2 of 2 rows' --batch 2 --row 2
    array $type next_row 'wrong in 1 of 4 rows, first in row 2' --batch 4 --row 100
    array $type row_0 'likely cause: this is the sum of row 0' --batch 4 --row 100
    array $type unwritten_row 'wrong in 1 of 4 rows, first in row 2' --batch 4 --row 100
    is "as never written" "$(grep -c 'never written' "$tests_tmp/out")" 1
    ok "ragged $type rows" env PLANTED_RAGGED=1 "$planted" --type $type --kernel rows_right -n 1,127,129,100003 -s 2
    says "ragged $type: one row wrong" 1 'wrong in 1 of [0-9]+ rows' \
         env PLANTED_RAGGED=1 "$planted" --type $type --kernel one_row -n 50000 -s 1
done
for n in 1 2 1000 40009; do
    ok "prefix sums, n = $n" "$planted" --kernel inclusive_right --batch 1 -n $n -s 2
    ok "prefix sums without the element itself, n = $n" "$planted" --kernel exclusive_right --batch 1 -n $n -s 2
    array int shifted 'first wrong element is 0: expected 0, got' --batch 1 -n $n
    array int scan_unwritten "first wrong element is $((n - 1)): .*" --batch 1 -n $n
    is "as never written" "$(grep -c 'never written' "$tests_tmp/out")" 1
    ok "a normalised array, n = $n" "$planted" --type float --kernel normalise_right --batch 1 -n $n -s 2
    array float normalise_unwritten "first wrong element is $((n - 1)):" --batch 1 -n $n
done
for n in 1000 100003 2^20 2^21 2^22; do array float one_less 'WRONG' --batch 1 -n $n; done
is "all elements together are off" "$(grep -c 'all together are off by .*: is an' "$tests_tmp/out")" 1
ok "a normalised array, 2^22 elements, three inputs" sh -c "for s in 1 2 3; do
    '$planted' --type float --kernel normalise_right --batch 1 -n 2^22 -s 1 -w 0 --seed \$s || exit 1; done"
for type in int float; do
    array $type behind 'something was written behind the last result' --batch 3,2 --row 10
done
ok "a normalised array in ragged rows" env PLANTED_RAGGED=1 "$planted" --type float --kernel normalise_right -n 100003 -s 2
array int carry 'first wrong element is 500: expected' --batch 1 -n 1000
array int carry 'likely cause: it is the sum from element 512 on, where a block begins' --batch 1 -n 1024 -b 256
array int poisoned 'likely cause: 3 partial sums that nobody wrote were added' --batch 1 -n 1000
array int longer 'likely cause: 7 elements behind the end of the row were added as well' --batch 4 --row 100
array float no_mean 'first wrong element is 0: expected' --batch 1 -n 40009
array float largest_with_sign 'first wrong element is 0: expected' --batch 1 -n 1000

# A check that the program brings along
ok "largest_right" "$planted" --kernel largest_right --batch 5 --row 100 -s 2
array int largest_wrong 'wrong in [1-9][0-9]* of 1000 rows, first in row [0-9]+' --batch 1000 --row 1
is "its own words explain it" "$(grep -c '^  the largest is -*[0-9][0-9]*, got 0$' "$tests_tmp/out")" 1
says "a check is for certain types" 2 'scan_of_float: there are no prefix sums of float' \
     "$planted" --type float --kernel scan_of_float -n 1000

planted=$tests_tmp/planted
says "one wrong kernel among right ones fails the program" 1 'right .* ok' \
     "$planted" -n 1000 -s 1 --type float

# Any operator
operators=$tests_tmp/operators
ok "tests/planted_operators.cu compiles" compile tests/planted_operators.cu "$operators"
rights() { # TYPE INPUT OPERATORS
    for op in $3; do
        ok "right_$op of $1, input $2" "$operators" --type "$1" --input "$2" --kernel "right_$op" \
            -n 0,1,2,63,65,1000,20011 -b 32,256 -s 2
    done
}
for type in int int8 int64 float double half; do
    all='sum min max and or dot'
    case $type in int*) ;; *) all="$all norm2" ;; esac
    for input in random negative zeros hostile; do rights $type $input "$all"; done
    rights $type factors "$all product"
    case $type in int*) continue ;; esac
    for input in denormals infinities nan; do rights $type $input "$all"; done
done
wrong() # NAME REGEX ARGUMENT...
{
    wrong_name=$1 wrong_regex=$2
    shift 2
    says "$wrong_name: $*" 1 "$wrong_regex" "$operators" -s 1 -w 0 "$@"
    if grep -q ' ok$' "$tests_tmp/out"; then fail "$wrong_name: no ok in the table"; else pass "$wrong_name: no ok in the table"; fi
}
for type in int int8 int64 float double half; do
    wrong 'the last element' 'expected' --type $type --kernel dropped_sum
    for op in min max and dot; do
        wrong 'the last element' 'expected|element at 999 that decides' --type $type --kernel dropped_$op
    done
    wrong 'the last element' 'element at 999 that decides' --type $type --kernel dropped_or --input zeros
    wrong 'the last element' 'expected' --type $type --kernel dropped_product --input factors
    wrong 'nothing is written' 'the result was never written' --type $type --kernel unwritten
    wrong 'behind the end' 'something was written behind' --type $type --kernel behind
    wrong 'the wrong identity' '0 is the identity of the sum, not of this operator' --type $type --kernel zero_max --input negative
    wrong 'no elements' 'expected -|expected 1' --type $type --kernel zero_max -n 0
    wrong 'no elements' 'expected 1, got 0' --type $type --kernel zero_product --input factors -n 0
    case $type in int*) continue ;; esac
    wrong 'the last element' 'expected|decides' --type $type --kernel dropped_norm2
    wrong 'a NaN is lost' 'expected NaN, got .*' --type $type --kernel nan_lost --input nan
    wrong 'a NaN is lost by chance' 'a comparison that is false for a NaN' --type $type --kernel nan_by_order --input nan -n 1000 -b 32
    wrong 'a NaN, but not written' 'the result was never written' --type $type --kernel unwritten --input nan
    wrong 'minus infinity' 'expected -inf, got -' --type $type --kernel least_float_max -n 0
    wrong 'added up in half' 'expected .* allowed' --type $type --kernel in_half -n 20000
done
wrong 'the upper half is lost' 'expected' --type int64 --kernel truncated
wrong 'the fraction is lost' 'expected' --type double --kernel truncated
says 'an unknown operator' 2 '^planted: --op mean: unknown; there are sum, product, min, max, and, or, dot, norm2$' "$operators" --op sum,mean
says 'an unknown input' 2 '^planted: --input evil: unknown; there are random, negative, zeros, .*, nan$' "$operators" --input evil
says 'an unknown type' 2 '^planted: --type quad: unknown; try int, float, int8, int64, double or half$' "$operators" --type quad
says 'a NaN of ints' 2 '^planted: --input nan: int has none; try --type float, or one of random, ' "$operators" --input nan
says 'a norm of ints' 2 '^planted: --op norm2: of floating-point numbers only' "$operators" --op norm2
says 'a product of random floats' 2 '^planted: --op product: .*; try --input factors$' "$operators" --op product --type float
says 'only the operators asked for' 0 'right_max .* ok' "$operators" --op max,min --kernel right_max -s 1
says 'and no other' 2 "no such kernel; it has.* right_max" "$operators" --op max,min --kernel right_sum
done_testing
