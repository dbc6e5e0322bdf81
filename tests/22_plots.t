# make plots, from two fixtures whose numbers are made up: tests/fixtures/ladder-gpu.csv and -cpu.csv.
# Works in a copy of the repository, so that results and recorded ones can be put there and broken.
. tests/lib.sh

repo=$tests_tmp/copy
mkdir -p "$repo/plots"
cp -R Makefile common lessons tests "$repo"
cp plots/*.* "$repo/plots"
cp -R plots/published "$repo/plots"
cd "$repo" || exit 1
BUILD=build
export BUILD
unset DEVICE
export DEVICE=cpu
gpu=tests/fixtures/ladder-gpu.csv
cpu=tests/fixtures/ladder-cpu.csv
results() { rm -rf build; mkdir -p build/results; cp "$@" build/results; }
bars() { grep -c '<polygon' "$1"; }             # filled shapes of a picture
drawn() { (cd build/plots && echo *.svg *.png); }

# The text form needs no gnuplot
results $gpu
says 'TEXT=1 prints the ladder' 0 '^reduce3 +256 \|#+ 600 GB/s$' "$MAKE" plots TEXT=1
is 'a line per kernel, lesson 07 by its best' "$(grep -c '|#' "$tests_tmp/out")" 9
says 'at the largest n, with the device' 0 'Fixture GPU, not measured, n = 2²⁸ int' "$MAKE" plots TEXT=1
is 'a smaller n may be faster, but is not the ladder' "$(grep -c '^reduce2 .* 300 GB/s$' "$tests_tmp/out")" 1
is 'within 80 columns' "$(LC_ALL=C awk 'length($0) > 80' "$tests_tmp/out")" ''
is 'the longest bar belongs to the fastest' "$(awk '/\|#/ { print length($3), $1 }' "$tests_tmp/out" |
    sort -n | tail -n 1 | cut -d' ' -f2)" reduce7_64
results $cpu
says 'emulation times are called that' 0 '^CPU device: emulation time, not GPU bandwidth' "$MAKE" plots TEXT=1
says 'in ms' 0 '^reduce0 .* 90 ms$' "$MAKE" plots TEXT=1

# What cannot be read
malformed() # NAME REGEX: tries build/results/x.csv as it now is
{
    says "$1" 2 "x.csv:[0-9]+: $2" "$MAKE" plots TEXT=1
}
mkdir -p build/results && rm -f build/results/*
sed '5s/,600.*$//' $gpu | sed '5s/,[^,]*$//' >build/results/x.csv
malformed 'a row that breaks off' '[0-9]+ fields where the header has 21'
sed '1s/gbps/speed/' $gpu >build/results/x.csv
malformed 'a missing column' 'no column gbps'
awk -F, 'NR == 4 { sub(/,[0-9.]+,1000,/, ",nan,1000,") } { print }' $gpu >build/results/x.csv
malformed 'a bandwidth that is no number' 'gbps nan .*must be numbers'
sed '3s/Fixture GPU/Other GPU/' $gpu >build/results/x.csv
malformed 'rows of two devices' 'two devices in one file'
sed '2s/measured"/measured/' $gpu >build/results/x.csv
malformed 'a quote that does not end' 'a quote that does not end'
head -n 1 $gpu >build/results/x.csv
says 'no rows' 2 'x.csv: ' "$MAKE" plots TEXT=1
: >build/results/x.csv
says 'an empty file' 2 'x.csv: ' "$MAKE" plots TEXT=1
is 'nothing was drawn of any' "$(ls build/plots 2>/dev/null)" ''
cut -d, -f1-20 $cpu | sed 's/$/\r/' >build/results/x.csv
says 'line ends of Windows and columns that no plot needs are no matter' 0 '^reduce0 .* 90 ms$' "$MAKE" plots TEXT=1

if ! command -v gnuplot >/dev/null 2>&1; then
    results $gpu
    says 'without gnuplot: the way out' 2 'make deps installs it; make plots TEXT=1' "$MAKE" plots
    skip 'the pictures' 'gnuplot is missing'
    done_testing
    exit
fi

# A GPU's pictures
results $gpu
ok 'make plots' "$MAKE" plots
p=build/plots/fixture-gpu-not-measured
is 'draws ladder, tuning, blocks and sizes, as svg and png' "$(drawn)" \
    "$(for name in blocks ladder sizes tuning; do echo "${p##*/}-$name.svg"; done | tr '\n' ' ')$(
    for name in blocks ladder sizes tuning; do echo "${p##*/}-$name.png"; done | tr '\n' ' ' | sed 's/ $//')"
empty=
for file in build/plots/*; do
    [ "$(wc -c <"$file")" -gt 4000 ] || empty="$empty $file"
done
is 'none is empty' "$empty" ''
is 'the png are png' "$(for file in build/plots/*.png; do head -c 4 "$file" | tail -c 3; done)" PNGPNGPNGPNG
is 'the svg end' "$(cat build/plots/*.svg | grep -c '</svg>')" 4
is 'the ladder has a bar per kernel, lesson 07 its best' "$(bars $p-ladder.svg)" 9
ok 'which is named' grep -q reduce7_64 $p-ladder.svg
is 'the others of lesson 07 are not' "$(grep -c 'reduce7_1<\|reduce7_8<' $p-ladder.svg)" 0
ok 'bars carry GB/s of the largest n and the best block' grep -q '>600 GB/s<' $p-ladder.svg
ok 'the peak line is named' grep -q 'theoretical peak 1000 GB/s' $p-ladder.svg
ok 'the title names the device and n' grep -q 'Fixture GPU, not measured, n = 2²⁸ int' $p-ladder.svg
ok 'the lessons have their titles' grep -q '>sequential addressing<' $p-ladder.svg
for x in 2 16 128 2048; do
    ok "the tuning curve has a mark at $x elements per thread" grep -q ">$x<" $p-tuning.svg
done
ok 'and the values' grep -q '>950<' $p-tuning.svg
for name in reduce0 reduce4_second_launch reduce7; do
    ok "a line of $name over block size" grep -q ">$name<" $p-blocks.svg
    ok "and over n" grep -q ">$name<" $p-sizes.svg
done
ok 'sizes are written as powers' grep -q '>2²⁰<' $p-sizes.svg

# Missing data is said, not drawn
awk -F, 'NR == 1 || (/,268435456,/ && /,256,1048576,/ && !/reduce7/)' $gpu >"$tests_tmp/less.csv"
results "$tests_tmp/less.csv"
says 'no lesson 07: says what makes it' 0 'not drawn: tuning: needs lesson 07: make bench LESSONS=07' "$MAKE" plots
says 'one block size' 0 'not drawn: blocks: one block size only: make bench BLOCKS=' "$MAKE" plots
says 'one n' 0 'not drawn: sizes: one size only: make bench N=' "$MAKE" plots
is 'the ladder is there all the same' "$(bars $p-ladder.svg)" 8
sed 's/,1000,[0-9.]*,ok/,unknown,unknown,ok/' $gpu >"$tests_tmp/nopeak.csv"
results "$tests_tmp/nopeak.csv"
ok 'an unknown peak' "$MAKE" plots
is 'is not drawn' "$(cat build/plots/*.svg | grep -c 'theoretical peak')" 0

# The CPU device
results $cpu
ok 'emulation times' "$MAKE" plots
is 'only the ladder' "$(drawn)" 'cpu-device-ladder.svg cpu-device-ladder.png'
ok 'says what it is in the title' grep -q 'CPU device: emulation time, not GPU bandwidth' build/plots/cpu-device-ladder.svg
is 'and never GB/s' "$(grep -c 'GB/s' build/plots/cpu-device-ladder.svg)" 0
mkdir -p plots/recorded
cp $gpu plots/recorded/nvidia-h200.csv
ok 'with recorded results' "$MAKE" plots
is 'those are drawn too' "$(bars $p-ladder.svg)" 9
ok 'and say that they are recorded' grep -q 'recorded, not measured here' $p-ladder.svg
results $gpu
ok 'with a GPU of its own' "$MAKE" plots
is 'they are not' "$(grep -c 'recorded, not' $p-ladder.svg)" 0

# Several devices
results $gpu
ok 'COMPARE with a published table' "$MAKE" plots COMPARE=plots/published/cuda-mode-a100.csv
is 'eight steps of two devices' "$(bars build/plots/compare.svg)" $((16 + 2)) # and the legend's two
ok 'names both' grep -q 'A100 (cuda-mode-a100)' build/plots/compare.svg
ok 'steps by name: the better way of lesson 04' grep -q '>reduce4<' build/plots/compare.svg
is 'percent of each peak' "$(grep -o '>94 %<' build/plots/compare-peak.svg)" '>94 %<' # 1454 of 1555
all=$(echo plots/published/*.csv plots/recorded/nvidia-h200.csv | tr ' ' ,)
ok 'COMPARE with all' "$MAKE" plots COMPARE="$all"
is 'draws them all' "$(bars build/plots/compare.svg)" $((8 + 8 + 8 + 8 + 3 + 9 + 5))
is 'but has no percentage of an unknown peak' "$(bars build/plots/compare-peak.svg)" $((8 + 8 + 8 + 8 + 3 + 4))
ok 'seconds became GB/s' grep -q '>574<' build/plots/compare.svg # 2^26 bytes in 0.000117 s
says 'a file that is not there' 2 'COMPARE: cannot read nothing.csv; there are: .*cuda-mode-a100' \
    "$MAKE" plots COMPARE=nothing.csv
says 'a file of another kind' 2 'Makefile:[0-9]+: needs the columns kernel and gbps' "$MAKE" plots COMPARE=Makefile
says 'emulation times are not compared' 2 'times of the CPU device only' "$MAKE" plots COMPARE=$cpu
results $cpu
ok 'nor are those of this machine' "$MAKE" plots COMPARE=plots/published/cuda-mode-a100.csv
is 'the recorded GPU stands in' "$(bars build/plots/compare.svg)" $((16 + 2))
ok 'and is named' grep -q 'not measured (recorded)' build/plots/compare.svg

# No results yet, and README's picture
rm -rf build
says 'without results make bench runs first' 2 'LESSONS=99' "$MAKE" plots LESSONS=99
rm -f README.md
printf 'x\n<!-- ladder:begin -->\n<!-- ladder:end -->\n' >README.md
ok 'make record-docs' "$MAKE" record-docs
drawn=plots/recorded/fixture-gpu-not-measured
is "draws README's picture" "$(bars $drawn-ladder.svg)" 9
ok 'as png too' test -s $drawn-ladder.png
ok "and lesson 07's" test -s $drawn-tuning.png

# Without gnuplot
mkdir "$tests_tmp/bin"
for tool in sh awk sed mkdir mktemp rm tr basename ls grep make cat head; do
    ln -s "$(command -v $tool)" "$tests_tmp/bin/$tool"
done
results $gpu
says 'without gnuplot: the way out' 2 'make deps installs it; make plots TEXT=1' env PATH="$tests_tmp/bin" "$MAKE" plots
says 'which works' 0 '^reduce3 ' env PATH="$tests_tmp/bin" "$MAKE" plots TEXT=1
done_testing
