#!/bin/sh
# The tables of lessons in docs/results.md: made from recorded results, and the real ones agree with theirs.
. tests/lib.sh

CSV=tests/fixtures/ladder-gpu.csv RESULTS=$tests_tmp/results.md # made-up numbers, labelled so
export CSV RESULTS
printf '# Title\n\nabove\n<!-- ladder:begin -->\nold\n<!-- ladder:end -->\nbelow\n' >"$RESULTS"
says 'a table that is out of date is told' 2 'make table writes it anew' "$MAKE" table-check
ok 'make table' "$MAKE" table
ok 'then it is up to date' "$MAKE" table-check
is 'a row per kernel, lesson 07 by its best' "$(grep -c '^| 0[0-7]' "$RESULTS")" 9
of_ladder=$(sh common/course/declared.sh --parts lessons | head -n 1 | tr ',' '\n' | wc -l)
others=$(($(sh common/course/declared.sh number | wc -l) - of_ladder))
is 'lessons without results stand there, too' \
    "$(grep -c '^| [0-9].* | \*not measured yet\(; needs .*\)\{0,1\}\* |  |  |  |  |$' "$RESULTS")" "$others"
is 'with title and links' "$(grep '^| 14' "$RESULTS")" \
    '| 14 [batched](lessons/14_batched.md) ([code](../lessons/14_batched.cu)) | *not measured yet* |  |  |  |  |'
is 'device, n, peak and toolkit stand above' "$(sed -n 7p "$RESULTS")" \
    'Fixture GPU, not measured, n = 2^28 int, theoretical peak 1000 GB/s, CUDA 0.0; each kernel at its best block size:'
is 'links, best block, share and step over the lesson before' "$(grep reduce3 "$RESULTS")" \
    '| 03 [first add during load](lessons/03_first_add_during_load.md) ([code](../lessons/03_first_add_during_load.cu)) | `reduce3` | 256 | 600 | 60.0 | 2.00× |'
is 'all at the largest n' "$(grep -c '`reduce2` | 256 | 300' "$RESULTS")" 1
is 'the first lesson has no step' "$(grep reduce0 "$RESULTS" | sed 's/.*| 10.0/10.0/')" '10.0 |  |'
is 'both kernels of lesson 04, each over lesson 03' "$(grep -c 'reduce4.*| \(0.97\|1.03\)× |' "$RESULTS")" 2
is 'lesson 05 over the better of them' "$(grep reduce5 "$RESULTS" | sed 's/.*| \(.*×\).*/\1/')" 1.13×
is 'the best of lesson 07' "$(grep -c '`reduce7_64` | 256 | 950' "$RESULTS")" 1
is 'the rest of the page is as it was' "$(sed '/ladder:begin/,/ladder:end/d' "$RESULTS" | tr '\n' ';')" '# Title;;above;below;'
cp "$RESULTS" "$tests_tmp/good"
ok 'a second time' "$MAKE" table
ok 'changes nothing' cmp "$RESULTS" "$tests_tmp/good"
sed 's/| 600 |/| 601 |/' "$tests_tmp/good" >"$RESULTS"
says 'one digit that differs is told' 2 '^-.*\| 601 \|' "$MAKE" table-check
ok 'and a check changes nothing' grep -q '| 601 |' "$RESULTS"
cp "$tests_tmp/good" "$RESULTS"

# The other parts
{ cat tests/fixtures/ladder-gpu.csv; sed 1d tests/fixtures/parts-gpu.csv; } >"$tests_tmp/all.csv"
row() { grep -F "\`$1\`" "$RESULTS" | sed 's/(\[code[^|]*//; s/](\(docs\|lessons\)[^)]*)/]/'; }
ok 'results of all parts' "$MAKE" CSV="$tests_tmp/all.csv" table
is 'a table for each, with its title' "$(sed -n 's/^##* \([IVX]*\. \)/\1/p' "$RESULTS" | tr '\n' ';')" \
    "$(sh common/course/declared.sh --parts part title | awk -F '\t' '{ printf "%s. %s;", $1, $2 }')"
is 'and its own line above' "$(sed -n 's/^Fixture GPU, not measured, \(.*\), theoretical.*/\1/p' "$RESULTS" | tr '\n' ';')" \
    'n = 2^28 int;n = 2^24 int;2^29 elements, float;2^29 elements;'
ok "part I's table is as before" test "$(grep -c '| 0[0-7] ' "$RESULTS")$(grep reduce3 "$RESULTS")" = \
    "9$(grep reduce3 "$tests_tmp/good")"
is 'part II at 2^24, though other n are faster' "$(row reduce_unrolling8)" \
    '| 09 [unroll data blocks] | `reduce_unrolling8` | 512 | 600 | 60.0 | 3.00× |'
is 'its first lesson is no step after part I' "$(row reduce_interleaved | sed 's/.*| 20/20/')" '20.0 |  |'
is 'part III says which rows: not the fastest shape, and at its best block' "$(row batched_reduce_sum_by_shape)" \
    '| 14 [batched] | `batched_reduce_sum_by_shape` | 2048 × 2^18 | 256 | 878 | 87.8 | 1.07× |'
is 'lesson 15 has two' "$(row large_array_atomics | tr '\n' ';')" \
    '| 15 [large arrays] | `large_array_atomics` | 2^29 | 256 | 860 | 86.0 | 0.98× |;| 15 [large arrays] | `large_array_atomics` | 8 × 2^26 | 256 | 865 | 86.5 | 0.99× |;'
is 'a library chooses its own blocks and is no step' "$(row cub_segmented_reduce)" \
    '| 14 [batched] | `cub_segmented_reduce` | 2048 × 2^18 | – | 815 | 81.5 |  |'
is 'lesson 17 has two types; a kernel is shown by its best block' "$(row full_reduce_sum_occupancy | sed 's/.*occup/occup/' | tr '\n' ';')" \
    'occupancy` | int | 2^29 | 256 | 800 | 80.0 | 1.00× |;occupancy` | float | 2^29 | 256 | 872 | 87.2 | 1.09× |;'
is 'lesson 18 compares with the type that it has' "$(row cooperative_reduction | sed 's/.*84.0/84.0/')" '84.0 | 1.05× |'
is 'kernels with a number by the best, lesson 16, too' "$(grep -c 'reduce_sum_v2_32' "$RESULTS")$(grep -c 'sum_v2_4' "$RESULTS")" 10
is 'prefix sums and ragged rows are no step' "$(grep -c '^| \(19\|20\) .* |  |$' "$RESULTS")" 4
ok 'it is up to date' "$MAKE" CSV="$tests_tmp/all.csv" table-check
ok 'without part I and without lesson 14 at 2048 rows' sh -c \
    "grep -v ',262144,2048,' tests/fixtures/parts-gpu.csv >'$tests_tmp/other.csv'; '$MAKE' CSV='$tests_tmp/other.csv' table"
is 'the others are there' "$(grep -c '^Fixture GPU' "$RESULTS")" 3
is 'and nothing of part I was measured' "$(grep -c '^| 0[0-7] .*not measured yet' "$RESULTS")" 8
is 'and lesson 14 is shown by the number of rows next to it' "$(row batched_reduce_sum_v1 | sed 's/.*_v1//')" '` | 64 × 2^23 | 256 | 90 | 9.0 | 0.11× |'
cp "$tests_tmp/good" "$RESULTS"

echo text >"$RESULTS"
says 'a page without the two lines' 2 'results.md needs one line .<!-- ladder:begin -->' "$MAKE" table
printf '<!-- ladder:end -->\n<!-- ladder:begin -->\n' >"$RESULTS"
says 'with them the wrong way round' 2 'needs one line' "$MAKE" table
is 'is left as it is' "$(wc -l <"$RESULTS" | tr -d ' ')" 2
cp "$tests_tmp/good" "$RESULTS"
says 'no page of results' 2 'nowhere.md is missing' "$MAKE" RESULTS=nowhere.md table
says 'results that are not there' 2 'nowhere.csv is missing; CSV names files of results' "$MAKE" CSV=nowhere.csv table
says 'the second of two' 2 'nowhere.csv is missing; CSV names files of results' "$MAKE" CSV=tests/fixtures/ladder-gpu.csv,nowhere.csv table
says 'emulation times make no table' 2 'the table is for GPU results' "$MAKE" CSV=tests/fixtures/ladder-cpu.csv table
ok 'and the page is as it was' cmp "$RESULTS" "$tests_tmp/good"

# Differences with their uncertainty, and rows of libraries and the host
ok 'results that say how well they are known' "$MAKE" CSV=tests/fixtures/kinds-gpu.csv table
is 'a clear step is a ratio' "$(row reduce3 | sed 's/.*60.0/60.0/')" '60.0 | 2.00× |'
is 'within 4 %: none' "$(row reduce4_atomic | sed 's/.*62.0/62.0/')" '62.0 | no difference |'
is 'a small one may be clear' "$(row reduce6 | sed 's/.*71.0/71.0/')" '71.0 | 1.01× |'
is "the host's sum is no step, nor any lesson's best" "$(row sum_on_one_core | sed 's/.*core/core/')" 'core` | – | 8 | 0.8 |  |'
is 'a library is shown once, behind the last lesson that has it' "$(row cub_sum)" '| 07 [algorithm cascading] | `cub_sum` | – | 962 | 96.2 |  |'
is 'in its place' "$(grep -A 1 'reduce7_64' "$RESULTS" | grep -c cub_sum)" 1
sed 's/,0\.2,\([0-9.]*\),kernel$/,0.05,\1,kernel/; s/,600\.0,/,600.4,/; s/,580\.0,/,600.0,/; s/,4\.0,\([0-9.]*\),kernel/,0.01,\1,kernel/' \
    tests/fixtures/kinds-gpu.csv >"$tests_tmp/near.csv"
ok 'known to 0.05 and 0.01 %' "$MAKE" CSV="$tests_tmp/near.csv" table
is 'but nearer than 0.1 %: none' "$(row reduce4_second_launch | sed 's/.*58.0/58.0/')" '58.0 | no difference |'
sed '/^lesson03/s/,0123abcd,/,0badcafe,/' tests/fixtures/kinds-gpu.csv >"$tests_tmp/cards.csv"
is 'a row of another card of that name' "$(grep -c 0badcafe "$tests_tmp/cards.csv")" "$(grep -c ^lesson03 tests/fixtures/kinds-gpu.csv)"
ok 'has a table' "$MAKE" CSV="$tests_tmp/cards.csv" table
is 'but is not compared' "$(row reduce3 | sed 's/.*60.0/60.0/')" '60.0 | other card |'
sed 's/,library$/,nonsense/' tests/fixtures/kinds-gpu.csv >"$tests_tmp/nonsense.csv"
says 'an unknown kind' 2 'nonsense.csv:[0-9]+: kind nonsense must be kernel, library or host' "$MAKE" CSV="$tests_tmp/nonsense.csv" table

# Several cards
sed 's/Fixture GPU, not measured/NVIDIA Fixture Two/; /^lesson03/s/,\([0-9.]*\),1000,[0-9.]*,/,280.0,500,56.0,/; s/,1000,/,500,/; /^lesson06/d' \
    tests/fixtures/kinds-gpu.csv >"$tests_tmp/two.csv"
ok 'two cards' "$MAKE" CSV="tests/fixtures/kinds-gpu.csv,$tests_tmp/two.csv" table
is 'both stand above' "$(sed -n 7p "$RESULTS")" \
    'Fixture GPU, not measured, n = 2^28 int, theoretical peak 1000 GB/s, CUDA 0.0; NVIDIA Fixture Two, theoretical peak 500 GB/s, CUDA 0.0; each kernel at its best block size, named for the first of these cards that has run it:'
is 'columns of its own for each' "$(sed -n 9p "$RESULTS")" \
    '| lesson | kernel | block | Fixture GPU, not measured: GB/s | % of peak | step | Fixture Two: GB/s | % of peak |'
is 'a rule below each' "$(sed -n 10p "$RESULTS" | tr -cd '|' | wc -c | tr -d ' ')" 9
is 'its numbers' "$(row reduce3 | sed 's/.*reduce3/reduce3/')" 'reduce3` | 256 | 600 | 60.0 | 2.00× | 280 | 56.0 |'
is 'the best of its own' "$(row reduce7_64 | sed 's/.*reduce7/reduce7/')" 'reduce7_64` | 256 | 950 | 95.0 | 1.34× | 950 | 95.0 |'
is 'nothing where it has nothing' "$(row reduce6 | sed 's/.*reduce6/reduce6/')" 'reduce6` | 256 | 710 | 71.0 | 1.01× |  |  |'
is 'and where nobody has' "$(grep '^| 14' "$RESULTS" | sed 's/.*\*not/*not/')" '*not measured yet* |  |  |  |  |  |  |'
ok 'the other way round' "$MAKE" CSV="$tests_tmp/two.csv,tests/fixtures/kinds-gpu.csv" table
is 'what only the other has run' "$(row reduce6 | sed 's/.*reduce6/reduce6/')" 'reduce6` | 256 |  |  |  | 710 | 71.0 |'
ok 'and three' "$MAKE" CSV="tests/fixtures/kinds-gpu.csv,$tests_tmp/two.csv,tests/fixtures/ladder-gpu.csv" table
is 'with columns for each' "$(row reduce3 | sed 's/.*reduce3/reduce3/')" 'reduce3` | 256 | 600 | 60.0 | 2.00× | 280 | 56.0 | 600 | 60.0 |'
sed '/^lesson06/s/,256,/,512,/' tests/fixtures/kinds-gpu.csv >"$tests_tmp/third.csv"
ok 'a lesson that only two others have run' "$MAKE" CSV="$tests_tmp/two.csv,tests/fixtures/kinds-gpu.csv,$tests_tmp/third.csv" table
is 'is named for the first of them' "$(row reduce6 | sed 's/.*reduce6/reduce6/')" 'reduce6` | 256 |  |  |  | 710 | 71.0 | 710 | 71.0 |'
cp "$tests_tmp/good" "$RESULTS"

# Rows that say themselves which part they belong to, and whether this is the lesson's own shape
awk -F, -v OFS=, 'NR == 1 { print $0, "part", "default_shape"; next } { print $0, "II", ($8 == 1048576 ? "yes" : "no") }' \
    tests/fixtures/ladder-gpu.csv >"$tests_tmp/said.csv" # the device has a comma in its name: n is field 8
says 'part and shape as the file says' 0 'results.md written from' "$MAKE" CSV="$tests_tmp/said.csv" table
is 'the part' "$(sed -n '/^## II\. /,/^## III\. /p' "$RESULTS" | grep -c '^| 0[0-7] ')" \
    "$(sed -n 's/^\(lesson0[0-7],[a-z0-9_]*\),.*,1048576,1,.*/\1/p' tests/fixtures/ladder-gpu.csv | sed 's/_[0-9]*$//' | sort -u | grep -c .)"
is 'the shape' "$(sed -n 's/^Fixture GPU, not measured, \(.*\), theoretical.*/\1/p' "$RESULTS")" 'n = 2^20 int'
cp "$tests_tmp/good" "$RESULTS"

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    ok "$compiler: without a warning" $compiler -std=gnu11 -Icommon -Wall -Wextra -Wpedantic -Werror -fsyntax-only plots/results/*.c
done

# The real ones
unset CSV RESULTS
if [ -e plots/recorded/nvidia-h200.csv ]; then
    ok "the tables agree with the recorded results" "$MAKE" table-check
    for file in $(sed -n '/ladder:begin/,/ladder:end/p' docs/results.md | grep -o '(\(lessons\|\.\./lessons\)/[^)]*)' | tr -d '()'); do
        ok "a link of the results leads somewhere: $file" test -e "docs/$file"
    done
else
    skip "README's table" 'no README.md or no plots/recorded/nvidia-h200.csv yet'
fi

# What a file says is text: no markup, and no cell of its own
awk -f common/csv/read.awk -f tests/hostile.awk -v 'keep=lesson part backend type kind default_shape' \
    tests/fixtures/ladder-gpu.csv tests/fixtures/ladder-gpu.csv >"$tests_tmp/hostile.csv"
printf '<!-- ladder:begin -->\n<!-- ladder:end -->\n' >"$tests_tmp/hostile.md"
ok 'hostile names' env CSV="$tests_tmp/hostile.csv" RESULTS="$tests_tmp/hostile.md" sh plots/table.sh
ok 'they are there' grep -q 'reduce3.*script' "$tests_tmp/hostile.md"
is 'none is markup outside of code' "$(sed '/^<!-- ladder/d; s/`[^`]*`//g' "$tests_tmp/hostile.md" | grep -c '<\|[^\\]`')" 0
is 'each row has its cells' "$(sed -n 's/\\|//g; /^| [0-9]/s/[^|]//gp' "$tests_tmp/hostile.md" | sort -u)" '|||||||'
done_testing
