#!/bin/sh
# A checker that has never failed proves nothing: tests/planted.cu gives it wrong results.
# Takes about 40 s of processor time.
. tests/lib.sh

planted=$tests_tmp/planted
ok "tests/planted.cu compiles" compile_linked tests/planted.cu "$planted"

caught() # TYPE KERNEL SIZE REGEX
{
    flawed "$1 $2 at n = $3" "$4" "$planted" --type "$1" --kernel "$2" -n "$3" -s 3
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
        "$planted" --type float --kernel atomics -n 2^20 -b 32,256 -s 1 -w 0 --seed $seed
done
for n in 1000 2^20 2^22; do
    caught float boastful $n 'element [0-9]* *is missing|the last 1 element .* were missing|of elements that are 1 or -1, whose sum is exact'
done
for type in int float; do caught $type elsewhere 1000 'was never written'; done
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
ok "tests/planted_arrays.cu compiles" compile_linked tests/planted_arrays.cu "$planted"
array() # TYPE KERNEL REGEX ARGUMENT...
{
    array_type=$1 array_kernel=$2 array_regex=$3
    shift 3
    flawed "$array_type $array_kernel $*" "$array_regex" "$planted" --type "$array_type" --kernel "$array_kernel" "$@" \
           -s 1 -w 0
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
ok "tests/planted_operators.cu compiles" compile_linked tests/planted_operators.cu "$operators"
rights() { # TYPE INPUT OPERATORS
    for op in $3; do
        ok "right_$op of $1, input $2" "$operators" --type "$1" --input "$2" --kernel "right_$op" \
            -n 0,1,2,63,65,1000,20011 -b 32,256 -s 2
    done
}
for type in int int8 int64 uint8 float double half; do
    all='sum min max and or dot'
    case $type in *int*) ;; *) all="$all norm2" ;; esac
    for input in random negative zeros hostile; do rights $type $input "$all"; done
    rights $type factors "$all product"
    case $type in *int*) continue ;; esac
    for input in denormals infinities nan; do rights $type $input "$all"; done
done
wrong() # NAME REGEX ARGUMENT...
{
    wrong_name=$1 wrong_regex=$2
    shift 2
    flawed "$wrong_name: $*" "$wrong_regex" "$operators" -s 1 -w 0 "$@"
}
for type in int int8 int64 uint8 float double half; do
    wrong 'the last element' 'expected' --type $type --kernel dropped_sum
    for op in min max and dot; do
        wrong 'the last element' 'expected|element at 999 that decides' --type $type --kernel dropped_$op
    done
    wrong 'the last element' 'element at 999 that decides' --type $type --kernel dropped_or --input zeros
    wrong 'the last element' 'expected' --type $type --kernel dropped_product --input factors
    wrong 'nothing is written' 'the result was never written' --type $type --kernel unwritten
    wrong 'behind the end' 'something was written behind' --type $type --kernel behind
    [ $type = uint8 ] || # nothing is below 0
        wrong 'the wrong identity' '0 is the identity of the sum, not of this operator' --type $type --kernel zero_max --input negative
    wrong 'no elements' 'expected -|expected 1' --type $type --kernel zero_max -n 0
    wrong 'no elements' 'expected 1, got 0' --type $type --kernel zero_product --input factors -n 0
    case $type in *int*) continue ;; esac
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
says 'an unknown input' 2 '^planted: --input evil: unknown; there are random, negative, zeros, .*, nan, ' "$operators" --input evil
says 'an unknown type' 2 '^planted: --type quad: unknown; try int, float, int8, int64, double, half or uint8$' "$operators" --type quad
says 'a NaN of ints' 2 '^planted: --input nan: int has none; try --type float, or one of random, ' "$operators" --input nan
says 'a norm of ints' 2 '^planted: --op norm2: of floating-point numbers only' "$operators" --op norm2
says 'a product of random floats' 2 '^planted: --op product: .*; try --input factors$' "$operators" --op product --type float
says 'only the operators asked for' 0 'right_max .* ok' "$operators" --op max,min --kernel right_max -s 1
says 'and no other' 2 "no such kernel; it has.* right_max" "$operators" --op max,min --kernel right_sum

# Sums that say how accurate they are
methods=$tests_tmp/methods
ok "tests/planted_methods.cu compiles" compile_linked tests/planted_methods.cu "$methods"
for kernel in right_plain right_kahan right_two_sum right_in_double; do
    for input in random negative zeros hostile equal cancelling denormals infinities nan; do
        case $kernel,$input in right_kahan,infinities) continue ;; esac # infinity - infinity: lesson 34 says what helps
        ok "$kernel, input $input" "$methods" --kernel $kernel --input $input -n 0,1,2,63,1000,20011 -s 1 -w 0
    done
done
for input in random hostile; do
    ok "right_fixed_point, input $input" "$methods" --kernel right_fixed_point --input $input -n 63,1000,20011 -s 1 -w 0
done
less() # NAME REGEX ARGUMENT...
{
    less_name=$1 less_regex=$2
    shift 2
    flawed "$less_name: $*" "$less_regex" "$methods" -s 1 -w 0 "$@"
}
lost='likely cause: rounding errors are lost that it should keep'
less 'a plain sum as Kahan' "$lost" --kernel plain_kahan --input equal -n 20000
less 'a plain sum as two sums' "$lost" --kernel plain_two_sum --input equal -n 20000
less 'a plain sum as two sums' "$lost" --kernel plain_two_sum --input cancelling -n 4096
less 'a plain sum as double' "$lost" --kernel plain_in_double --input equal -n 20000
less 'Kahan as two sums' "$lost" --kernel kahan_two_sum --input cancelling -n 4096
less 'TwoSum for the larger first' "$lost" --kernel fast_two_sum --input cancelling -n 4096
less 'an element is missing' 'expected' --kernel dropped_two_sum -n 20000
less 'an element is missing' 'expected' --kernel dropped_kahan -n 20000
less 'not the sum that is defined' 'expected .*, got ' --kernel plain_binned -n 20000
less 'not the sum that is defined' 'expected .*, got ' --kernel plain_fixed_point -n 20000
less 'elements are not rounded' 'expected .*, got ' --kernel truncated_fixed_point --input cancelling -n 4096
less 'another unit' 'expected .*, got ' --kernel fixed_point_binned --input cancelling -n 2^16
less 'a NaN is lost' 'expected NaN, got ' --kernel fixed_point_without_nan --input nan -n 1000
says 'an order that decides' 1 'in a second run, with the same elements in reverse order' \
    "$methods" -s 1 -w 0 --kernel plain_fixed_point -n 300
errors=$tests_tmp/errors.csv
"$methods" -s 1 -w 0 -n 1000 --kernel right_two_sum --errors "$errors" >/dev/null
is 'the errors of a sum' "$(sed 1q "$errors"; sed 1d "$errors" | cut -d, -f1-8)" \
    "lesson,kernel,type,input,seed,n,block,grid,sum,magnitude,error,bound
planted,right_two_sum,float,random,42,1000,32,1"
says 'errors into the file of --csv' 2 'is the file of --csv' "$methods" -s 1 -w 0 --csv "$errors.2" --errors "$errors.2"
says 'errors into a folder' 2 '^planted: --errors /: cannot be written \(it is a folder\)' "$methods" --errors /
# The largest element and its index
positions=$tests_tmp/positions
ok "tests/planted_positions.cu compiles" compile_linked tests/planted_positions.cu "$positions"
for input in random negative zeros hostile ties digits; do
    for type in int float; do
        ok "right positions of $type, input $input" "$positions" --type $type --input $input --kernel right \
            -n 0,1,2,63,65,1000,20011 -b 32,256 -s 2
    done
done
for input in denormals infinities nan; do
    ok "right positions, input $input" "$positions" --type float --input $input --kernel right -n 0,1,2,65,1000 -b 32,256 -s 2
done
misplaced() # REGEX KERNEL ARGUMENT...
{
    misplaced_regex=$1 misplaced_kernel=$2
    shift 2
    flawed "$misplaced_kernel: $*" "$misplaced_regex" "$positions" -s 1 -w 0 --kernel "$misplaced_kernel" "$@"
}
tie='both elements are equal, and the first one wins'
for type in int float; do
    for n in 1000 20000; do
        misplaced "$tie" by_thread --type $type --input ties -n $n -b 32
        misplaced "$tie" last --type $type --input ties -n $n
        misplaced "$tie" last --type $type -n $n
    done
    misplaced 'expected .* at index [0-9]+, got .* at index' short_index --type $type -n 20000
    misplaced 'expected .* at index' other_value --type $type
    misplaced 'expected .* at index 999, got' dropped --type $type
    misplaced 'expected -.* at no index, got -.* at index 0' something --type $type -n 0
    misplaced 'expected -.* at index 0, got -.* at no index' least_lost --type $type -n 1
    misplaced 'the result was never written' unwritten --type $type
    misplaced 'something was written behind' behind --type $type
done
misplaced 'both elements are equal, as 0 and -0 are' by_bits --type float --input zeros
misplaced 'a comparison that is false for a NaN' nan_lost --type float --input nan
misplaced 'a comparison that is false for a NaN' nan_lost --type float
misplaced 'both elements are NaNs, and the first one wins' last_nan --type float --input nan
misplaced 'both elements are NaNs, and the first one wins' last_nan --type float -n 100
says 'no operators there' 2 '^planted: --op max: planted has no use for it' "$positions" --op max

# Mean and variance
moments=$tests_tmp/moments
ok "tests/planted_moments.cu compiles" compile_linked tests/planted_moments.cu "$moments"
for input in random negative zeros factors hostile ties far digits denormals infinities nan; do
    ok "right moments, input $input" "$moments" --input $input --kernel right -n 0,1,2,3,65,1000,20011 -s 1
done
off() # REGEX KERNEL ARGUMENT...
{
    off_regex=$1 off_kernel=$2
    shift 2
    flawed "$off_kernel: $*" "$off_regex" "$moments" -s 1 -w 0 --kernel "$off_kernel" "$@"
}
off 'a variance below 0: digits have cancelled|variance +-?[0-9.e+]+ +exact 0[.]5' naive --input far
off 'divided by n - 1, not by n' sample -n 33
off 'variance  inf|variance  -?nan' sample -n 1
off 'not divided by n' not_divided
off 'variance .* off by' dropped -n 33
off 'with an element at [0-9]+ that is far from the others' dropped -n 20011 --input far
off 'variance .* off by' averaged --input ties -n 33
off 'variance .* off by' averaged --input hostile -n 33
off 'of no elements both are NaN' zero_of_none -n 0
off 'exact -?nan' nan_lost --input nan
off 'the result was never written' unwritten
off 'the result was never written' unwritten --input nan
off 'something was written behind' behind
says 'sums about 0 are within their bound, which is told' 0 'variance .* exact 0[.]5.* allowed [0-9.]+e[+]0' \
     "$moments" --input far --kernel naive_about_zero
# Results that depend on a whole row
operators=$tests_tmp/rows
ok "tests/planted_rows.cu compiles" compile tests/planted_rows.cu "$operators"
for input in random negative zeros hostile denormals infinities nan masked low small peaks; do
    for kernel in right right_log; do
        ok "$kernel, input $input" "$operators" --kernel $kernel --input $input --batch 1,7,100 --row 1,16,33,1000 -b 32 -s 2
    done
done
ok 'rows of nothing' "$operators" --kernel right -n 0 -s 1
ok 'their logarithms' "$operators" --kernel right_log -n 0 -s 1
ok 'a long row with a few peaks' "$operators" --kernel right --batch 1 --row 100003 --input peaks -s 1
wrong 'an overflow' 'e\^.* is infinite, .* is the maximum' --kernel no_maximum --input hostile
wrong 'an overflow' 'got inf' --kernel no_maximum_log --input hostile
wrong 'only zeros' '0 / 0 a NaN: is the row.s maximum subtracted' --kernel no_maximum --input low
wrong 'the maximum begins at 0' '0 / 0 a NaN: is the row.s maximum subtracted' --kernel from_zero --input low
wrong 'the maximum begins at 0' 'expected -[0-9.]*, got -inf' --kernel from_zero_log --input low
wrong 'a part without elements' '-infinity - -infinity' --kernel merged --input masked -n 10000 --batch 100
ok 'which nobody sees in other rows' "$operators" --kernel merged --input random -n 10000 --batch 100 -s 1
wrong 'an element is missing in the sum' 'expected .*, allowed' --kernel dropped
wrong 'an element is missing in the sum' 'expected .*, allowed' --kernel dropped_log
wrong 'one in a longer row' 'expected .*, allowed' --kernel dropped -n 1000 --batch 1
wrong 'one in a much longer row' 'all the same, whose sum is exact' --kernel dropped --batch 1 --row 2^17
wrong 'one in a much longer row' 'all the same, whose sum is exact' --kernel dropped_log --batch 1 --row 2^17
wrong 'narrow results' 'expected .*, allowed' --kernel narrow
wrong 'a NaN is hidden' 'its row has a NaN' --kernel hides_nan --input nan
wrong 'the last element' 'element 99 of row 0: .*' --kernel forgets_last
wrong 'is said to be unwritten' 'it was never written' --kernel forgets_last
wrong 'behind the end' 'something was written behind the last' --kernel behind
wrong 'behind the end' 'something was written behind the last' --kernel behind_log
wrong 'behind the end, among NaNs' 'something was written behind the last' --kernel behind --input nan
wrong 'the sum of another row' 'expected .*, allowed' --kernel other_row
wrong 'which row that is' 'first in row [0-9]' --kernel other_row_log
for input in random negative zeros hostile denormals infinities nan masked low level small peaks; do
    for kernel in right_rms right_layer; do
        ok "$kernel, input $input" "$operators" --type bfloat16 --kernel $kernel --input $input --batch 1,7,100 --row 1,16,33,1000 \
            -b 32 -s 2
    done
done
norm() { wrong "$1, $3" "$2" --type bfloat16 --kernel "$3" --input "${4-random}" -n 10000 --batch 100; }
for kind in rms layer; do
    norm 'an element is missing' 'expected .*, allowed' dropped_$kind
    norm 'the last element' 'element 99 of row 0:' forgets_last_$kind
    norm 'which was not written' 'it was never written' forgets_last_$kind
    norm 'behind the end' 'something was written behind the last' behind_$kind
    norm 'no epsilon' 'nothing but epsilon should be below the root' no_epsilon_$kind zeros
    norm 'epsilon behind the root' 'expected .*, allowed' behind_root_$kind small
    norm 'squares added up in bfloat16' 'expected .*, allowed' narrow_sum_$kind
    norm 'a factor in bfloat16' 'expected .*, allowed' narrow_scale_$kind
    norm 'not rounded' 'expected .*, allowed' truncated_$kind
    norm 'no weights' 'expected .*, allowed' no_weight_$kind
done
norm 'no biases' 'expected .*, allowed' no_bias_layer
norm 'the difference of two large numbers' 'expected .*, allowed' large_numbers_layer level
# How many packs a thread has in a turn: of none, of a part, of rows beyond 32 bits. Only LayerNorm asks, and such rows are too
# long for a test.
# shellcheck disable=SC2086 # four numbers
packs() { for k; do "$operators" packs $k; done | tr '\n' ' '; }
is 'packs of a turn' "$(packs '5 5 4 8' '6 5 4 8' '0 1 4 8' '0 9 4 8' '3 35 4 8' '3 36 4 8')" '0 0 1 3 8 8 '
is 'of rows beyond 32 bits' "$(packs '0 0xffffffff 1024 16' '0 0x100000000 1024 16' '7 0x100000007 1 4' '0 0x1000000000000 8192 16' \
    '0x1000000000000 0x1000000000001 8192 16')" '16 16 4 16 1 '
says 'an operator has no place here' 2 '^planted: --op sum: planted has no use for it' "$operators" --op sum
done_testing
