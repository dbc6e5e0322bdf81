#!/bin/sh
# On a GPU, too.
# How rows are timed: in turn, in rounds; the interval of a median, the ratio of two rows; rows of the host.
. tests/lib.sh

series=$tests_tmp/series
ok "tests/series.cu compiles" compile tests/series.cu "$series"

is "the interval of three values: Student's t for two degrees of freedom" "$("$series" interval 1 2 3)" "2 2.4843"
is "of twelve, beyond the table" "$("$series" interval 1 2 3 4 5 6 7 8 9 10 11 12)" "6.5 2.2888"
is "one value has none" "$("$series" interval 7)" "7 nan"
# Of many series of noise, how many intervals hold the time, and how many the ratio? The fewest, over the sizes of the noise.
at_least() { "$series" coverage "$1" | awk -v least="$2" -v most="$3" '{ exit !($1 >= least && $1 <= most && $2 >= least && $2 <= most) }'; }
ok "a fixed number of rounds: 95 % of the intervals hold" at_least 10 94 96
ok "rounds until the time is known: no fewer, and not many more" at_least 0 95 97.5
is "twice as fast" "$("$series" ratio 2.00 2.01 1.99 2.00 / 1.00 1.00 1.00 1.00)" "2.00x +-0.6%"
is "a little, but surely" "$("$series" ratio 1.010 1.011 1.010 1.009 / 1.000 1.001 1.000 0.999)" "1.010x +-0.1%"
is "the drift of both is not a difference of either" \
   "$("$series" ratio 1.00 1.10 1.20 1.30 / 0.98 1.078 1.176 1.274)" "1.020x +-0.1%"
is "an interval that holds 1" "$("$series" ratio 1.00 1.02 0.99 1.01 / 1.01 1.00 1.00 1.02)" "no difference"
is "nearer than can be told" "$("$series" ratio 1.0005 1.0005 1.0005 / 1.0000 1.0000 1.0000)" "no difference"
is "slower" "$("$series" ratio 1 1 1 / 2 2 2)" "0.500x +-0.1%"
is "one round: a ratio without interval" "$("$series" ratio 3 / 1)" "3.00x"

order() { "$series" run "$@" 2>&1 >/dev/null; }
if [ "$DEVICE" = cpu ]; then
    is "each is tried; then rounds of five, in turn" "$(order -s 10 -w 0)" abhaaaaabbbbbhhhhhaaaaabbbbbhhhhh
    is "a last round of what is left" "$(order -s 6 -w 0)" abhaaaaabbbbbhhhhhabh
    is "warm-ups first" "$(order -s 1 -w 2)" abhaabbhhabh
    is "one kernel only" "$(order -s 2 -w 0 --kernel second)" bbb
fi
says "the host's row" 0 '^  host  +host +[0-9.]+ .* ok$' "$series" run -s 5
says "one that was not built in" 0 '^  no_host  +host  not run: built without OpenMP' "$series" run -s 5
"$series" run -s 5 --csv "$tests_tmp/a.csv" >/dev/null 2>&1
is "kinds in the CSV; the host has no block" "$(tail -n +2 "$tests_tmp/a.csv" | cut -d, -f2,9,32 | tr '\n' ' ')" \
   "first,1,kernel second,1,kernel host,0,host "

# ---- A function that chooses grid and block; ratios in a file ----------------------------------------
ok "a function among kernels" "$series" function -b 32,64 -n 10,20 -s 10 --csv "$tests_tmp/f.csv" --ratios "$tests_tmp/ratios.csv"
is "it has one row per size, with what it chose" "$(awk -F, '$2 == "chooses" { print $7, $9, $10, $NF }' "$tests_tmp/f.csv" | tr '\n' ';')" \
   "10 7 1 kernel;20 7 1 kernel;"
is "--list names it" "$("$series" function --list | tr '\n' ' ')" "first chooses "
ratio() { awk -F, -v column="$1" 'NR > 1 { print $column }' "$tests_tmp/ratios.csv" | tr '\n' ' '; }
is "ratios to the first row of a size" "$(ratio 2 | tr -s ' ')$(ratio 3)" "first chooses first chooses first first first first "
is "with size and block" "$(ratio 10)$(ratio 12)" "10 10 20 20 1 7 1 7 "
is "of two rounds, cold" "$(ratio 15)$(ratio 14)" "2 2 2 2 no no no no "
ok "with intervals" awk -F, 'NR > 1 && !($16 > 0 && $17 > 0) { exit 1 }' "$tests_tmp/ratios.csv"
[ "$DEVICE" = gpu ] || is "the CPU device has no calls" "$(ratio 18)$(ratio 19)" "unknown unknown unknown unknown unknown unknown unknown unknown "
lines=$(wc -l <"$tests_tmp/ratios.csv")
ok "a hot run" "$series" function -n 10 -s 5 --hot --ratios "$tests_tmp/ratios.csv"
is "is appended, one round without interval" "$(tail -n 1 "$tests_tmp/ratios.csv" | cut -d, -f14,15,17) $(($(wc -l <"$tests_tmp/ratios.csv") - lines))" "yes,1,unknown 1"
says "a file of another kind" 2 '--ratios .*f.csv: holds something other than lesson results' "$series" function --ratios "$tests_tmp/f.csv"
says "one file for both" 2 '--ratios .*x.csv: is the file of --csv; choose another' \
    "$series" function --csv "$tests_tmp/x.csv" --ratios "$tests_tmp/x.csv"
ln -s x.csv "$tests_tmp/to-x.csv"
for other in "$tests_tmp/./x.csv" "$tests_tmp/to-x.csv" "$tests_tmp/../${tests_tmp##*/}//x.csv"; do
    says "by two spellings, before it is there: ${other##"$tests_tmp"}" 2 '--ratios .*x.csv: is the file of --csv; choose another' \
        "$series" function --csv "$tests_tmp/x.csv" --ratios "$other"
done
is "and it is not made" "$(ls "$tests_tmp/x.csv" 2>/dev/null)" ""
says "a folder that is not there" 2 '--ratios /nowhere/r.csv: cannot be written' "$series" function --ratios /nowhere/r.csv
ok "nothing to compare, no file" "$series" run --kernel first -s 5 --ratios "$tests_tmp/none.csv"
is "it has not been made" "$(ls "$tests_tmp/none.csv" 2>/dev/null)" ""
done_testing
