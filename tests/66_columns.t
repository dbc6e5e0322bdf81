#!/bin/sh
# Sums of columns (common/harness/check_columns.h): right ones pass at awkward shapes and with every kind of input,
# planted flaws are found and named.
# Takes about 10 s of processor time.
. tests/lib.sh

planted=$tests_tmp/planted
ok "tests/planted_columns.cu compiles" compile_linked tests/planted_columns.cu "$planted"
shapes='--batch 0,1,2,33,1000 --row 1,3,32,257'
for input in random negative zeros factors hostile denormals infinities nan; do
    # shellcheck disable=SC2086
    ok "right, input $input" "$planted" --kernel right --input "$input" $shapes -b 32,256 -s 1
done
ok 'a column that is longer than all others are wide' "$planted" --kernel right --batch 100003 --row 1,2 -s 1
ok 'no columns' "$planted" --kernel right -n 0 -s 1
wrong() # NAME REGEX ARGUMENT...
{
    wrong_name=$1 wrong_regex=$2
    shift 2
    flawed "$wrong_name: $*" "$wrong_regex" "$planted" -s 1 -w 0 "$@"
}
for shape in '--batch 20 --row 50' '--batch 300 --row 7' '--batch 5000 --row 1'; do
    # shellcheck disable=SC2086
    {
    wrong 'the last row' 'the last 1 row of it is missing' --kernel last_row $shape
    wrong 'the first rows' 'the first 3 rows of it are missing' --kernel first_rows $shape
    wrong 'each row twice' 'every row was added 2 times' --kernel twice $shape
    wrong 'the last column is not written' 'the result was never written' --kernel unwritten $shape
    wrong 'behind the end' 'something was written behind the last result' --kernel behind $shape
    wrong 'nothing is added up' 'the result is 0: nothing was added up' --kernel nothing $shape
    wrong 'added up in half' 'expected .* allowed' --kernel in_half $shape
    wrong 'other sums in another run' 'two runs give two sums' --kernel runs $shape
    wrong 'a NaN is lost' 'expected NaN, got' --kernel nan_lost --input nan $shape
    }
done
wrong 'of other columns' 'wrong in 50 of 50 columns, first in column 0, .*' --kernel neighbour --batch 20 --row 50
wrong 'of which one' 'this is the sum of column 1$' --kernel neighbour --batch 20 --row 50
wrong 'a negative row' 'the last 1 row of it is missing' --kernel last_row --batch 20 --row 50 --input negative
wrong 'no rows' 'something was written behind' --kernel behind --batch 0 --row 8
says 'no rows, and no word of their length' 2 '^planted: --batch 0: .*; add --row, as in --batch 0 --row 8$' "$planted" --batch 0 -n 8
says 'rows that are too many' 2 '^planted: --batch 2.31: must be from 0 to 2147483647$' "$planted" --batch 2^31 --row 1
says 'an unknown input' 2 '^planted: --input evil: unknown; there are random, .*, nan, ' "$planted" --input evil
says 'ints' 2 '^planted: --type int: planted offers float only$' "$planted" --type int
done_testing
