#!/bin/sh
# Mutated programs (tests/fuzz): what must make no difference makes none, however the tokens of a launch are
# spread over blanks, comments, lines and #if. They are compiled and run. And options and files of results that are
# wrong in random ways: the answer is right, or one line that says why not. FUZZ_SEED=N makes others.
# Takes about 15 s of processor time.
. tests/lib.sh

if [ "$DEVICE" = gpu ]; then
    skip 'mutations of programs' 'this is the GPU, and nvcc'
    done_testing
    exit
fi

seed=${FUZZ_SEED:-1}
LC_ALL=C awk -v count=240 -v seed="$seed" -f tests/fuzz/mutate.awk tests/fuzz/units.cu >"$tests_tmp/mutated.cu"
is 'there are 240 mutations' "$(grep -c '^namespace mutation_' "$tests_tmp/mutated.cu")" 240
ok "they compile, seed $seed" sh -c 'ulimit -t 60 && exec "$@"' sh common/cpu/cpucc --engine="$BUILD/cpu" -O0 -w \
    "$tests_tmp/mutated.cu" -o "$tests_tmp/mutated"
ok 'and each result is right' "$tests_tmp/mutated"
is 'as many lines as before, and one' "$(common/cpu/cpucc --engine="$BUILD/cpu" --rewrite "$tests_tmp/mutated.cu" | wc -l)" \
    "$(($(wc -l <"$tests_tmp/mutated.cu") + 1))"

# A file that was cut off anywhere is an error, or a smaller program; the rewriter ends soon, and keeps its lines.
LC_ALL=C awk -v count=20 -v seed="$seed" -f tests/fuzz/mutate.awk tests/fuzz/units.cu >"$tests_tmp/whole.cu"
size=$(wc -c <"$tests_tmp/whole.cu") wrong=''
for part in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    head -c $((size * part / 21)) "$tests_tmp/whole.cu" >"$tests_tmp/cut.cu"
    (ulimit -t 10 && exec common/cpu/cpucc --engine="$BUILD/cpu" --rewrite "$tests_tmp/cut.cu") >"$tests_tmp/cut.cpp" 2>"$tests_tmp/cut.said"
    [ "$(wc -l <"$tests_tmp/cut.cpp")" -ge "$(wc -l <"$tests_tmp/cut.cu")" ] &&
        ! grep -Ev ': error: this <<< has no >>>|^ +[0-9]* \| ' "$tests_tmp/cut.said" || wrong="$wrong $part"
done
is 'files that were cut off' "$wrong" ''

# ---- Options ----------------------------------------------------------------------------------

# Runs a command at most 10 s of processor time. Its output goes to out and said.
attempt()
{
    (ulimit -t 10 && exec "$@") >"$tests_tmp/out" 2>"$tests_tmp/said" </dev/null
    status=$?
}
tab=$(printf '\t')

# Tries COUNT command lines of words from two lists. Exit code 0 says nothing on stderr; CODES are for what is
# refused, with one line of the program's name on stderr, and nothing on stdout (but which kernels there are is known
# only after the heading).
try_options() # NAME COUNT CODES OPTIONS VALUES PROGRAM [ARGUMENT...]
{
    name=$1 count=$2 codes=$3 refused=0 done=0
    LC_ALL=C awk -v count="$count" -v seed="$seed" -v options="$4" -v values="$5" -f tests/fuzz/options.awk >"$tests_tmp/lines"
    shift 5
    : >"$tests_tmp/wrong"
    while IFS= read -r line; do
        given=$#
        set -f
        IFS=$tab
        for word in $line; do
            [ "$word" != EMPTY ] || word=''
            set -- "$@" "$word"
        done
        unset IFS
        set +f
        attempt "$@"
        case " 0 $codes " in
        *" $status "*)
            if [ "$status" -eq 0 ]; then
                done=$((done + 1))
                [ ! -s "$tests_tmp/said" ]
            else
                refused=$((refused + 1))
                [ "$(grep -c . "$tests_tmp/said")" = 1 ] && grep -q "^$name: " "$tests_tmp/said" &&
                    { [ ! -s "$tests_tmp/out" ] || grep -q 'no such kernel' "$tests_tmp/said"; }
            fi ;;
        *) false ;;
        esac || { echo "$line: exit code $status: $(head -n 3 "$tests_tmp/said")"; } >>"$tests_tmp/wrong"
        i=0
        for word; do            # only those that were given
            shift
            i=$((i + 1))
            [ $i -gt "$given" ] || set -- "$@" "$word"
        done
    done <"$tests_tmp/lines"
    is "$name: options, seed $seed" "$(cat "$tests_tmp/wrong")" ''
    ok "$name: some are refused, some are right" test "$refused" -gt $((count / 4)) -a "$done" -gt 0
}

cp "$BUILD/cpu/lesson05" "$tests_tmp/lesson05"
(cd "$tests_tmp" && echo keep >kept.txt)
rows=$tests_tmp/rows.csv
try_options lesson05 120 2 '-n --size -b --block -s --samples -w --warmup --hot --seed --device --csv --kernel --list -h --help' \
    "1000 2^10 1K 0 -1 1.5 EMPTY 64 128 100 2048 32,64 1,,2 3 99999999999999999999 2^70 reduce5 reduce9 $rows /no/such/file $tests_tmp . -" \
    "$tests_tmp/lesson05" -n 500 -s 1 -w 0
is 'rows.csv has a header and whole rows' \
    "$([ ! -e "$rows" ] || awk -F, '{ print NF }' "$rows" | sort -u | grep -c .)" "$([ ! -e "$rows" ] || echo 1)"
is 'a file beside it is as it was' "$(cat "$tests_tmp/kept.txt")" keep
cat >"$tests_tmp/one.cu" <<'END'
int main() { return 0; }
END
(cd "$tests_tmp" && cp one.cu two.cu)
before=$(cksum <"$tests_tmp/one.cu")
try_options cpucc 60 2 '--inspect --engine --rewrite -o -x -c -Xcompiler -Xlinker -arch --std -MF --help -ptx -Werror' \
    "$tests_tmp/one.cu cu c++ sm_90 EMPTY a,b" common/cpu/cpucc --engine="$BUILD/cpu" --rewrite "$tests_tmp/one.cu"
is "cpucc leaves its source alone" "$(cksum <"$tests_tmp/one.cu")" "$before"

# ---- Files of results --------------------------------------------------------------------------

mkdir -p "$tests_tmp/damaged" "$tests_tmp/build/results"
LC_ALL=C awk -v count=70 -v seed="$seed" -v dir="$tests_tmp/damaged" -f tests/fuzz/csv.awk tests/fixtures/ladder-gpu.csv
for value in nan 1e999; do # in every row, as gbps, peak_gbps and pct_peak; the name of the device has a comma
    for at in 17 18 19; do
        awk -F, -v OFS=, -v at=$at -v value=$value 'NR > 1 { $at = value } { print }' tests/fixtures/ladder-gpu.csv \
            >"$tests_tmp/damaged/$at-$value.csv"
    done
done
printf '# Title\n<!-- ladder:begin -->\nold\n<!-- ladder:end -->\nbelow\n' >"$tests_tmp/page"
: >"$tests_tmp/wrong"
refused=0 drawn=0
named_so() # a name may be nan
{
    LC_ALL=C awk "$(cat common/csv/read.awk)"'
        split_row($0) && ("," field["device"] "," field["kernel"] "," field["type"] "," field["toolkit"] ",") ~ /,(nan|NaN|-?inf),/ { found = 1 }
        END { exit !found }' "$tests_tmp/build/results/x.csv"
}
judge() # WHAT FILE
{
    if [ "$status" -eq 0 ]; then
        drawn=$((drawn + 1))
        [ ! -s "$tests_tmp/said" ] && { ! grep -Eiq '(^|[^a-z])-?(nan|inf)([^a-z]|$)' "$tests_tmp/out" || named_so; }
    else
        refused=$((refused + 1))
        [ "$status" -le 2 ] && [ "$(grep -c . "$tests_tmp/said")" = 1 ] && grep -q 'x\.csv:' "$tests_tmp/said"
    fi || echo "$1 of $2: exit code $status: $(head -c 300 "$tests_tmp/said" | head -n 3)" >>"$tests_tmp/wrong"
}
for file in "$tests_tmp"/damaged/*.csv; do
    LC_ALL=C tr '\001' '\000' <"$file" >"$tests_tmp/build/results/x.csv"
    of=$(cksum <"$tests_tmp/build/results/x.csv")
    attempt env BUILD="$tests_tmp/build" TEXT=1 COMPARE='' README='' sh plots/draw.sh
    judge 'the picture' "${file##*/}"
    cp "$tests_tmp/page" "$tests_tmp/results.md"
    attempt env CSV="$tests_tmp/build/results/x.csv" RESULTS="$tests_tmp/results.md" sh plots/table.sh
    [ "$status" -eq 0 ] || cmp -s "$tests_tmp/page" "$tests_tmp/results.md" || echo "the page was changed: ${file##*/}" >>"$tests_tmp/wrong"
    cat "$tests_tmp/results.md" >>"$tests_tmp/out"
    judge 'the table' "${file##*/}"
    [ "$of" = "$(cksum <"$tests_tmp/build/results/x.csv")" ] || echo "${file##*/} was changed" >>"$tests_tmp/wrong"
done
is "damaged results, seed $seed" "$(cat "$tests_tmp/wrong")" ''
ok 'some are refused, some are right' test "$refused" -gt 20 -a "$drawn" -gt 10
done_testing
