# README's table of lessons: made from recorded results, and the real one agrees with its own.
. tests/lib.sh

CSV=tests/fixtures/ladder-gpu.csv README=$tests_tmp/README.md # made-up numbers, labelled so
export CSV README
printf '# Title\n\nabove\n<!-- ladder:begin -->\nold\n<!-- ladder:end -->\nbelow\n' >"$README"
says 'a table that is out of date is told' 2 'make table writes it anew' "$MAKE" table-check
ok 'make table' "$MAKE" table
ok 'then it is up to date' "$MAKE" table-check
is 'a row per kernel, lesson 07 by its best' "$(grep -c '^| [0-9]' "$README")" 9
is 'device, n, peak and toolkit stand above' "$(sed -n 5p "$README")" \
    'Fixture GPU, not measured, n = 2^28 int, theoretical peak 1000 GB/s, CUDA 0.0; each kernel at its best block size:'
is 'links, best block, share and step over the lesson before' "$(grep reduce3 "$README")" \
    '| 03 [first add during load](docs/lessons/03_first_add_during_load.md) ([code](lessons/03_first_add_during_load.cu)) | `reduce3` | 256 | 600 | 60.0 | 2.00× |'
is 'all at the largest n' "$(grep -c '`reduce2` | 256 | 300' "$README")" 1
is 'the first lesson has no step' "$(grep reduce0 "$README" | sed 's/.*| 10.0/10.0/')" '10.0 |  |'
is 'both kernels of lesson 04, each over lesson 03' "$(grep -c 'reduce4.*| \(0.97\|1.03\)× |' "$README")" 2
is 'lesson 05 over the better of them' "$(grep reduce5 "$README" | sed 's/.*| \(.*×\).*/\1/')" 1.13×
is 'the best of lesson 07' "$(grep -c '`reduce7_64` | 256 | 950' "$README")" 1
is 'the rest of README is as it was' "$(sed '/ladder:begin/,/ladder:end/d' "$README" | tr '\n' ';')" '# Title;;above;below;'
cp "$README" "$tests_tmp/good"
ok 'a second time' "$MAKE" table
ok 'changes nothing' cmp "$README" "$tests_tmp/good"
sed 's/| 600 |/| 601 |/' "$tests_tmp/good" >"$README"
says 'one digit that differs is told' 2 '^-.*\| 601 \|' "$MAKE" table-check

echo text >"$README"
says 'a README without the two lines' 2 'README.md needs one line .<!-- ladder:begin -->' "$MAKE" table
printf '<!-- ladder:end -->\n<!-- ladder:begin -->\n' >"$README"
says 'with them the wrong way round' 2 'needs one line' "$MAKE" table
is 'is left as it is' "$(wc -l <"$README" | tr -d ' ')" 2
cp "$tests_tmp/good" "$README"
says 'no README' 2 'nowhere.md is missing' "$MAKE" README=nowhere.md table
says 'no recorded results' 2 'nowhere.csv is missing; on an H200: make record' "$MAKE" CSV=nowhere.csv table
says 'emulation times make no table' 2 'the table is for GPU results' "$MAKE" CSV=tests/fixtures/ladder-cpu.csv table
ok 'and README is as it was' cmp "$README" "$tests_tmp/good"

# The real ones
unset CSV README
if [ -e plots/recorded/nvidia-h200.csv ] && [ -e README.md ]; then
    ok "README's table agrees with the recorded results" "$MAKE" table-check
    for file in $(sed -n '/ladder:begin/,/ladder:end/p' README.md | grep -o '(\(docs\|lessons\)[^)]*)' | tr -d '()'); do
        ok "its link leads somewhere: $file" test -e "$file"
    done
else
    skip "README's table" 'no README.md or no plots/recorded/nvidia-h200.csv yet'
fi
done_testing
