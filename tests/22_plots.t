# make plots, from fixtures whose numbers are made up: tests/fixtures/ladder-gpu.csv and -cpu.csv
# (part I), parts-gpu.csv and parts-gpu-balance.csv (the other parts).
# Works in a copy of the repository, so that results and recorded ones can be put there and broken.
# Takes about 20 s of processor time.
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

# All parts
{ cat $gpu; sed 1d tests/fixtures/parts-gpu.csv; } >"$tests_tmp/fixture-gpu-not-measured.csv"
all=$tests_tmp/fixture-gpu-not-measured.csv
results "$all"
says 'each part has a ladder' 0 '^IV\. Cooperative groups$' "$MAKE" plots TEXT=1
cp "$tests_tmp/out" "$tests_tmp/text"
is 'with all its kernels' "$(awk '/^[IVP].*[a-z]/ && !/[|]/ { n++ } /[|]#/ { bars[n]++ } END { print bars[1], bars[2], bars[3], bars[4] }' "$tests_tmp/text")" '9 6 10 11'
is 'within 80 columns, too' "$(LC_ALL=C awk 'length($0) > 80' "$tests_tmp/text")" ''
is 'at its own headline' "$(sed -n 's/^Fixture GPU, not measured, \(.*\), kernel and.*/\1/p' "$tests_tmp/text" | tr '\n' ';')" \
    'n = 2²⁸ int;n = 2²⁴ int;2²⁹ elements, float;2²⁹ elements;'
is 'rows where they differ' "$(sed -n 's/^\(batched_reduce_sum_v1.* [0-9]* [|]\)#*\(.*\)$/\1\2/p' "$tests_tmp/text" | tr -s ' ' | tr '\n' ';')" \
    'batched_reduce_sum_v1, 2048x2^18 256 | 838 GB/s;batched_reduce_sum_v1, float 2048x2^18 256 | 800 GB/s;'
ok 'a library has no block' grep -q '^cub_exclusive_scan, int 2^29  *- |#* 850 GB/s$' "$tests_tmp/text"

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
sed '2s/,1,128,/,1,0,/' $gpu >build/results/x.csv
malformed 'a block of none that is no library' 'n 1048576, batch 1 and block 0 must be'
sed '2s/lesson00/lesson99/' $gpu | sed -n 1,2p >build/results/x.csv
says 'a lesson of no part' 2 'x.csv: no results in it' "$MAKE" plots TEXT=1
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

# One kernel alone, whose bar is as long as can be
for file in $gpu $cpu; do
    results $file
    sed 2q $file >build/results/one.csv
    rm build/results/"${file##*/}"
    ok 'one kernel alone' "$MAKE" plots
    is 'is one bar' "$(bars build/plots/*-ladder.svg) $(ls build/plots/*-ladder.png | wc -l | tr -d ' ')" '1 1'
done

# A GPU's pictures
results $gpu
ok 'make plots' "$MAKE" plots
p=build/plots/fixture-gpu-not-measured
is 'draws ladder, tuning, blocks and sizes, as svg and png' "$(drawn)" \
    "$(for name in blocks ladder sizes tuning07; do echo "${p##*/}-$name.svg"; done | tr '\n' ' ')$(
    for name in blocks ladder sizes tuning07; do echo "${p##*/}-$name.png"; done | tr '\n' ' ' | sed 's/ $//')"
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
for x in 1 8 64 1024; do
    ok "the tuning curve has a mark at $x pairs per thread" grep -q ">$x<" $p-tuning07.svg
done
ok 'and the values' grep -q '>950<' $p-tuning07.svg
for name in reduce0 reduce4_second_launch reduce7; do
    ok "a line of $name over block size" grep -q ">$name<" $p-blocks.svg
    ok "and over n" grep -q ">$name<" $p-sizes.svg
done
ok 'sizes are written as powers' grep -q '>2²⁰<' $p-sizes.svg

# Missing data is said, not drawn
awk -F, 'NR == 1 || (/,268435456,/ && /,256,1048576,/ && !/reduce7/)' $gpu >"$tests_tmp/less.csv"
results "$tests_tmp/less.csv"
says 'no lesson 07: says what makes it' 0 'not drawn: tuning07: needs several kernels of that lesson: make bench LESSONS=07' "$MAKE" plots
says 'one block size' 0 'not drawn: blocks: one block size only: make bench BLOCKS=' "$MAKE" plots
says 'one n' 0 'not drawn: sizes: one size only: make bench N=' "$MAKE" plots
is 'the ladder is there all the same' "$(bars $p-ladder.svg)" 8
sed 's/,1000,[0-9.]*,ok/,unknown,unknown,ok/' $gpu >"$tests_tmp/nopeak.csv"
results "$tests_tmp/nopeak.csv"
ok 'an unknown peak' "$MAKE" plots
is 'is not drawn' "$(cat build/plots/*.svg | grep -c 'theoretical peak')" 0

# The other parts
results "$all"
cp tests/fixtures/parts-gpu-balance.csv build/results/fixture-gpu-not-measured-balance20.csv
says 'all parts' 0 'not drawn: sizes-batches, sizes-groups: one size only: make bench N=' "$MAKE" plots
is 'have their pictures' "$(cd build/plots && echo *.svg | sed 's/fixture-gpu-not-measured-//g')" \
    'balance20.svg blocks-batches.svg blocks-groups.svg blocks-in-place.svg blocks.svg ladder-batches.svg ladder-groups.svg ladder-in-place.svg ladder.svg shapes14.svg sizes-in-place.svg sizes.svg tuning07.svg'
is "part I's is as it was" "$(bars $p-ladder.svg)" 9
is 'in place' "$(bars $p-ladder-in-place.svg)" 6
ok 'with the title of the part' grep -q '>II. Unrolling in global memory<' $p-ladder-in-place.svg
ok 'at 2^24' grep -q '>Fixture GPU, not measured, n = 2²⁴ int, each kernel' $p-ladder-in-place.svg
is 'batches: headline shapes only' "$(bars $p-ladder-batches.svg)" 10
ok 'which are told' grep -q '>batched, 2048 × 2¹⁸<' $p-ladder-batches.svg
is 'not those of the sweep' "$(grep -c '>\(90\|900\|960\) GB/s<' $p-ladder-batches.svg)" 0
is 'groups' "$(bars $p-ladder-groups.svg)" 11
is 'a library has another colour' "$(grep '<polygon' $p-ladder-groups.svg | grep -c 'rgb(102, 102, 102)')" 1
ok 'and is called one' grep -q '>library, int 2²⁹<' $p-ladder-groups.svg
ok 'a library is a line in the plot over block size' grep -q '>cub_segmented_reduce<' $p-blocks-batches.svg
ok 'which is explained' grep -q 'dashed: a library' $p-blocks-batches.svg
ok 'the shapes' grep -q '2²⁹ elements, block 256' $p-shapes14.svg
for x in 1 64 2¹¹ 2¹⁹; do
    ok "a mark at $x rows" grep -q ">$x<" $p-shapes14.svg
done
ok 'and how long they are' grep -q '>2²³<' $p-shapes14.svg
ok 'the line of 85 %' grep -q '>85 % of its best<' $p-shapes14.svg
ok 'how evenly work is spread: cycles' grep -q 'cycles that each block took' $p-balance20.svg
ok 'static' grep -q '>static: 4 blocks, the slowest with 2.52 times the mean<' $p-balance20.svg # 820 of 325
ok 'a queue' grep -q '>queue: 2 blocks, the slowest with 1.01 times the mean<' $p-balance20.svg
sed 3s/,100,/,x,/ tests/fixtures/parts-gpu-balance.csv >build/results/cpu-device-balance20.csv
cp $cpu build/results/cpu-device.csv
says 'work that is no number' 2 'balance20.csv:[0-9]+: elements x must be' "$MAKE" plots
cp tests/fixtures/parts-gpu-balance.csv build/results/cpu-device-balance20.csv
ok 'on the CPU device' "$MAKE" plots
ok 'elements: it has no clock' grep -q '>static: 4 blocks, the busiest with 2.57 times the mean<' build/plots/cpu-device-balance20.svg # 900 of 350
results tests/fixtures/parts-gpu.csv
ok 'no part I' "$MAKE" plots
is 'no pictures of it' "$(ls build/plots | grep -c -e '-ladder\.' -e '-blocks\.' -e '-tuning')" 0

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
printf '# source: nobody; X1\nkernel,gbps\nfull_other,5\n' >"$tests_tmp/none.csv"
results $gpu
ok 'COMPARE with a published table' "$MAKE" plots COMPARE=plots/published/cuda-mode-a100.csv
is 'eight steps of two devices' "$(bars build/plots/compare.svg)" $((16 + 2)) # and the legend's two
ok 'names both' grep -q 'A100 (cuda-mode-a100)' build/plots/compare.svg
ok 'steps by name: the better way of lesson 04' grep -q '>reduce4<' build/plots/compare.svg
is 'percent of each peak' "$(grep -o '>94 %<' build/plots/compare-peak.svg)" '>94 %<' # 1454 of 1555
everything=$(echo plots/published/*.csv plots/recorded/nvidia-h200.csv | tr ' ' ,)
ok 'COMPARE with all' "$MAKE" plots COMPARE="$everything"
is 'draws those of part I' "$(bars build/plots/compare.svg)" $((8 + 8 + 8 + 7 + 4))
is 'and no others, which have no step in common' "$(ls build/plots | grep -c '^compare.*\(place\|batches\|groups\)')" 0
results "$all"
ok 'COMPARE with all, and all parts' "$MAKE" plots COMPARE="$everything"
is 'part I' "$(bars build/plots/compare.svg)" $((8 + 8 + 8 + 7 + 4))
is 'in place: steps that both have' "$(bars build/plots/compare-in-place.svg)" $((6 + 6 + 2))
ok 'seconds became GB/s' grep -q '>574<' build/plots/compare-in-place.svg # 2^26 bytes in 0.000117 s
says 'but no percentage of an unknown peak' 0 'not drawn: compare-peak-in-place: fewer than two' \
    "$MAKE" plots COMPARE=plots/published/professional-cuda-3090.csv
ok 'COMPARE with the tables of parts III and IV' "$MAKE" plots COMPARE=plots/published/lei-mao-3090.csv
is 'batches: of the article on reduction' "$(grep -o '>\(838\|884\|858\|879\)<' build/plots/compare-batches.svg | tr -d '>\n')" '838<884<858<879<'
is 'groups: of the article on cooperative groups' "$(grep -o '>\(800\|883\|790\|882\|872\|867\)<' build/plots/compare-groups.svg | tr -d '>\n')" '800<883<790<882<872<867<'
ok 'in percent' grep -q '>94 %<' build/plots/compare-peak-batches.svg
says 'nothing in common' 2 'no step of the course in common' "$MAKE" plots COMPARE="$tests_tmp/none.csv"
results $gpu
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
ok "and lesson 07's" test -s $drawn-tuning07.png

# Without gnuplot
mkdir "$tests_tmp/bin"
for tool in sh awk sed mkdir mktemp rm tr basename ls grep make cat head; do
    ln -s "$(command -v $tool)" "$tests_tmp/bin/$tool"
done
results $gpu
says 'without gnuplot: the way out' 2 'make deps installs it; make plots TEXT=1' env PATH="$tests_tmp/bin" "$MAKE" plots
says 'which works' 0 '^reduce3 ' env PATH="$tests_tmp/bin" "$MAKE" plots TEXT=1
done_testing
