#!/bin/sh
# How rows are timed: in turn, in rounds; the interval of a median, the ratio of two rows; rows of the host.
. tests/lib.sh

series=$tests_tmp/series
ok "tests/series.cu compiles" compile tests/series.cu "$series"

is "the interval of three values: Student's t for two degrees of freedom" "$("$series" interval 1 2 3)" "2 2.4843"
is "of twelve, beyond the table" "$("$series" interval 1 2 3 4 5 6 7 8 9 10 11 12)" "6.5 2.2888"
is "one value has none" "$("$series" interval 7)" "7 nan"
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
done_testing
