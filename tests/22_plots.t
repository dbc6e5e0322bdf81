# make plots, from fixtures whose numbers are made up: tests/fixtures/ladder-gpu.csv and -cpu.csv
# (part I), parts-gpu.csv and parts-gpu-balance.csv (the other parts).
# Works in a copy of the repository, so that results and recorded ones can be put there and broken.
# Takes about 25 s of processor time.
. tests/lib.sh

repo=$tests_tmp/copy
mkdir -p "$repo/plots"
cp -R Makefile common lessons tests "$repo"
cp plots/*.* "$repo/plots"
cp -R plots/published plots/results "$repo/plots"
cd "$repo" || exit 1
BUILD=build
export BUILD
unset DEVICE
export DEVICE=cpu
gpu=tests/fixtures/ladder-gpu.csv
cpu=tests/fixtures/ladder-cpu.csv
results() { rm -rf build/results build/plots; mkdir -p build/results; cp "$@" build/results; }
bars() { grep -c '<polygon' "$1"; }             # filled shapes of a picture
dots() { grep -o "<use xlink:href='#gpPt[0-9]*' transform" "$1" | wc -l | tr -d ' '; }
curves() { sed -n 's/.*<path stroke=\(.*\)  d=.*<use xlink:href=.\(#gpPt[0-9]*\).*/\1 \2/p' "$1"; } # style and shape
names() # SVG: heights and texts beside the axes, from top to bottom
{
    sed -n -e "s/.*translate(\([0-9.]*\),\([0-9.]*\)).*anchor=\"start\">.*/\1 \2/p" -e 's/.*<text>\(.*\)<.text>.*/=\1/p' "$1" |
        awk '/^=/ { if (x > 300 && $0 != "=") print y, substr($0, 2); x = 0; next } { x = $1; y = $2 }' | sort -n
}
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
sed '/^lesson06/s/,[0-9.]*,1000,[0-9.]*,/,9.9,1000,0.99,/' $gpu >"$tests_tmp/small.csv"
results "$tests_tmp/small.csv"
ok 'a ladder with a step far below a percent of the peak' "$MAKE" plots TEXT=1
is 'has no bar for it' "$(grep -c '|#' "$tests_tmp/out"),$(grep -c '^reduce6 ' "$tests_tmp/out")" 8,0
results $cpu
not_drawn="^not drawn: build/results/ladder-cpu.csv: its times are an emulation's and say nothing about a GPU; make inspectNN counts"
says 'emulation times are not drawn, and why' 0 "$not_drawn" "$MAKE" plots TEXT=1
is 'in one line' "$(wc -l <"$tests_tmp/out" | tr -d ' ')" 1

# All parts
{ cat $gpu; sed 1d tests/fixtures/parts-gpu.csv; } >"$tests_tmp/fixture-gpu-not-measured.csv"
all=$tests_tmp/fixture-gpu-not-measured.csv
results "$all"
says 'each part has a ladder' 0 '^IV\. Cooperative groups$' "$MAKE" plots TEXT=1
cp "$tests_tmp/out" "$tests_tmp/text"
is 'with all its kernels' "$(awk '/^[IVP].*[a-z]/ && !/[|]/ { n++ } /[|]#/ { bars[n]++ } END { print bars[1], bars[2], bars[3], bars[4] }' "$tests_tmp/text")" '9 6 10 9'
is 'within 80 columns, too' "$(LC_ALL=C awk 'length($0) > 80' "$tests_tmp/text")" ''
is 'at its own headline' "$(sed -n 's/^Fixture GPU, not measured, \(.*\), kernel and.*/\1/p' "$tests_tmp/text" | tr '\n' ';')" \
    'n = 2²⁸ int;n = 2²⁴ int;2²⁹ elements, float;2²⁹ elements;'
is 'rows where they differ' "$(sed -n 's/^\(batched_reduce_sum_v1.* [0-9]* [|]\)#*\(.*\)$/\1\2/p' "$tests_tmp/text" | tr -s ' ' | tr '\n' ';')" \
    'batched_reduce_sum_v1, 2048x2^18 256 | 838 GB/s;batched_reduce_sum_v1, float 2048x2^18 256 | 800 GB/s;'
ok 'a library has no block' grep -q '^cub_exclusive_scan, int 2^29  *- |#* 850 GB/s$' "$tests_tmp/text"

# A name is text, for gnuplot, too, which runs what stands in backquotes
mkdir "$tests_tmp/run"
printf '#!/bin/sh\n: >"%s"\n' "$tests_tmp/marker" >"$tests_tmp/run/marker"
chmod +x "$tests_tmp/run/marker"
hostile() # FILE NEW [VARIABLE=VALUE]: see hostile.awk
{
    awk -f common/csv/read.awk -f tests/hostile.awk -v "${3:-keep=}" "$1" "$1" >"$2"
}
marked() { env PATH="$tests_tmp/run:$PATH" sh plots/draw.sh; }
results $gpu
slug=$(hostile tests/fixtures/kinds-gpu.csv build/hostile.csv 'keep=lesson part backend type kind default_shape peak_gbps pct_peak gbps n block' &&
    awk -f common/csv/read.awk -f plots/rows.awk -f plots/slug.awk build/hostile.csv)
rm build/results/${gpu##*/}
mv build/hostile.csv "build/results/$slug.csv"
hostile tests/fixtures/peers-gpu.csv "build/results/$slug-peers.csv" 'keep=backend type kind gbps n block'
hostile tests/fixtures/parts-gpu-balance.csv "build/results/$slug-balance20.csv"
cat >build/ratios.csv <<'END'
kernel,than,device,type,n,hot,ratio,ratio_half,call_ratio,call_half
mine,theirs,GPU,int,256,no,1.5,0.1,1.2,0.1
mine,theirs,GPU,int,1024,yes,1.5,0.1,unknown,0.1
mine,theirs,GPU,int,1024,no,1.6,0.1,1.3,0.1
END
hostile build/ratios.csv "build/results/$slug-ratios31.csv" 'keep=hot call_ratio'
cat >build/errors.csv <<'END'
kernel,input,n,sum,magnitude,error,grid
mine,random,1024,1,1,0.001,8
other,equal,1024,1,1,0.001,8
END
hostile build/errors.csv build/hostile.csv keep=input
if command -v gnuplot >/dev/null 2>&1; then
    ok 'commands in every text' marked
    is 'is text in every picture' "$(grep -L '`marker`$(marker)' build/plots/*.svg; ls build/plots/*.svg | wc -l | tr -d ' ')" 9
    mkdir build/errors
    awk -f common/csv/read.awk -f plots/rows.awk -f plots/accuracy.awk -v dir=build/errors build/hostile.csv
    ok 'and of errors' env PATH="$tests_tmp/run:$PATH" LC_ALL=C.UTF-8 gnuplot \
        -e "data='build/errors'; lesson='34'; out='build/errors/x.svg'; format='svg'" plots/accuracy.gp
    is 'no picture has markup of theirs' "$(cat build/plots/*.svg build/errors/x.svg | grep -c '<script>\|<b>')" 0
    ok 'none is run' test ! -e "$tests_tmp/marker"
fi
# What a text decides: it is none of the known, or refused
for column in lesson part backend type kind default_shape peak_gbps clock; do
    results $gpu
    hostile tests/fixtures/kinds-gpu.csv "build/results/${gpu##*/}" "only=$column"
    env TEXT=1 PATH="$tests_tmp/run:$PATH" sh plots/draw.sh >/dev/null 2>&1
    ok "a hostile $column is not run" test ! -e "$tests_tmp/marker"
done
results $gpu
hostile $gpu build/results/ladder-gpu.csv only=device
says 'but shown' 0 "^Fixture GPU, not measured\"\`marker\`\\$\\(marker\\)'\\.system\('marker'\)\..* n = " "$MAKE" plots TEXT=1

# What cannot be read
malformed() # NAME REGEX: tries build/results/x.csv as it now is
{
    says "$1" 2 "x.csv:[0-9]+: $2" "$MAKE" plots TEXT=1
}
mkdir -p build/results && rm -f build/results/*
sed '5s/,600.*$//' $gpu | sed '5s/,[^,]*$//' >build/results/x.csv
malformed 'a row that breaks off' '[0-9]+ fields where the header has 21, so this row was cut off; delete this line$'
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
sed 's/,[^,]*$/\r/' $gpu >build/results/x.csv
says 'line ends of Windows and columns that no plot needs are no matter' 0 '^reduce3 +256 .* 600 GB/s$' "$MAKE" plots TEXT=1

if ! command -v gnuplot >/dev/null 2>&1; then
    results $gpu
    says 'without gnuplot: the way out' 2 'make deps installs it; make plots TEXT=1' "$MAKE" plots
    skip 'the pictures' 'gnuplot is missing'
    done_testing
    exit
fi

# One kernel alone, whose bar is as long as can be
results $gpu
sed 2q $gpu >build/results/one.csv
rm build/results/"${gpu##*/}"
ok 'one kernel alone' "$MAKE" plots
is 'is one bar' "$(bars build/plots/*-ladder.svg) $(ls build/plots/*-ladder.png | wc -l | tr -d ' ')" '1 1'

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
is 'the ladder has a bar per step, of its best kernel' "$(bars $p-ladder.svg)" 8
ok 'which is named' grep -q reduce7_64 $p-ladder.svg
is 'the others of lesson 07 are not' "$(grep -c 'reduce7_1<\|reduce7_8<' $p-ladder.svg)" 0
ok 'bars carry GB/s of the largest n and the best block' grep -q '>600 GB/s<' $p-ladder.svg
ok 'the peak line is named' grep -q 'theoretical peak 1000 GB/s' $p-ladder.svg
ok 'the title names the device and n' grep -q 'Fixture GPU, not measured, n = 2²⁸ int' $p-ladder.svg
ok 'the lessons have their titles' grep -q '>sequential addressing<' $p-ladder.svg
# Legible on a projector, and without colours. Nine kernels are in the plot over block size.
is 'nine curves have nine colours' "$(curves $p-blocks.svg | grep -o 'rgb([ 0-9,]*)' | sort -u | wc -l | tr -d ' ')" 9
is 'beside neighbours of other shapes' "$(curves $p-blocks.svg | sed 's/.*#//' | uniq -d)" ''
is 'their names and the peak' "$(names $p-blocks.svg | wc -l | tr -d ' ')" 10
is 'do not overlap' "$(names $p-blocks.svg | awk 'NR > 1 && $1 < y + 15 { print y, $0 } { y = $1 }')" ''
printf '%s\n' "format = 'svg'; out = '$tests_tmp/none.svg'; load 'plots/style.gp'" \
    'do for [i = 1 : 36] { print hue(i), " ", dash(i), " ", shape(i) }' >"$tests_tmp/styles.gp"
LC_ALL=C.UTF-8 gnuplot "$tests_tmp/styles.gp" 2>&1 | tr -s ' ' >"$tests_tmp/styles"
is 'of 36 lines no two have the same colour and dash' "$(cut -d ' ' -f 1,2 "$tests_tmp/styles" | sort -u | wc -l | tr -d ' ')" 36
is 'and the first 9 have 9 colours' "$(head -n 9 "$tests_tmp/styles" | cut -d ' ' -f 1 | sort -u | wc -l | tr -d ' ')" 9
is 'a colour that comes again has another shape' "$(head -n 18 "$tests_tmp/styles" | cut -d ' ' -f 1,3 | sort -u | wc -l | tr -d ' ')" 18
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
is 'the ladder is there all the same' "$(bars $p-ladder.svg)" 7
sed 's/,1000,[0-9.]*,ok/,unknown,unknown,ok/' $gpu >"$tests_tmp/nopeak.csv"
results "$tests_tmp/nopeak.csv"
ok 'an unknown peak' "$MAKE" plots
is 'is not drawn' "$(cat build/plots/*.svg | grep -c 'theoretical peak')" 0

# Results with their kinds and both clocks: a library and the host beside the lessons, and peers
results tests/fixtures/kinds-gpu.csv
ok 'rows that say what they are' "$MAKE" plots
is 'a library and the host are no steps' "$(bars $p-ladder.svg) $(grep '<polygon' $p-ladder.svg | grep -c 'rgb(102, 102, 102)')" '8 0'
is 'they stand beside the best kernel, a bar for each' "$(bars $p-beside.svg) $(grep '<polygon' $p-beside.svg | grep -c 'rgb(102, 102, 102)')" '3 2'
ok 'which is said' grep -q 'dashed grey: a library and the host' $p-sizes.svg
is 'one line, not one for each lesson' "$(names $p-sizes.svg | grep -c cub_sum)" 1
is 'the time of a call has a picture' "$(names $p-calls.svg | wc -l | tr -d ' ')" 10
ok 'in microseconds' grep -q '>microseconds for one call<' $p-calls.svg
ok 'marked at powers of two' grep -q '>1024<' $p-calls.svg
is 'it has no peak' "$(grep -c 'theoretical peak' $p-calls.svg)" 0
cp tests/fixtures/peers-gpu.csv build/results/fixture-gpu-not-measured-peers.csv
ok 'with peers' "$MAKE" plots
is 'bars of the same type and size, grey, CUB once' "$(bars $p-beside.svg) $(grep '<polygon' $p-beside.svg | grep -c 'rgb(102, 102, 102)')" '10 9'
ok 'they are libraries' grep -q '>library<' $p-beside.svg
ok 'another clock is named' grep -q '>library, host clock<' $p-beside.svg
is 'those of another type are not there' "$(grep -c '>torch_sum<' $p-beside.svg)" 0
is 'nor those of another operation' "$(cat $p-beside.svg $p-sizes.svg $p-calls.svg | grep -c torch_argmax)" 0
is 'lines for each' "$(names $p-sizes.svg | wc -l | tr -d ' ')" 19
is 'that are told apart' "$(curves $p-sizes.svg | sort | uniq -d)" ''
is 'their names do not overlap' "$(names $p-sizes.svg | awk 'NR > 1 && $1 < y + 15 { print y, $0 } { y = $1 }')" ''
is 'and calls' "$(names $p-calls.svg | wc -l | tr -d ' ')" 16
says 'as text, too' 0 '^torch_sum_int64 +- \|#+ 870 GB/s$' "$MAKE" plots TEXT=1
ok 'they are no steps' "$MAKE" plots COMPARE=plots/published/cuda-mode-a100.csv
is 'of a comparison' "$(dots build/plots/compare.svg)" $((16 + 2))
mkdir -p plots/recorded
mv build/results/fixture-gpu-not-measured-peers.csv plots/recorded
ok 'recorded peers' "$MAKE" plots
is 'stand in' "$(bars $p-beside.svg)" 10
sed 's/Fixture GPU/Other GPU/' tests/fixtures/peers-gpu.csv >plots/recorded/fixture-gpu-not-measured-peers.csv
says 'but not those of another card' 2 'recorded/fixture-gpu-not-measured-peers.csv:[0-9]+: two devices' "$MAKE" plots
rm -r plots/recorded

# The other parts
results "$all"
cp tests/fixtures/parts-gpu-balance.csv build/results/fixture-gpu-not-measured-balance20.csv
says 'all parts' 0 'not drawn: sizes-batches, sizes-groups: one size only: make bench N=' "$MAKE" plots
is 'have their pictures' "$(cd build/plots && echo *.svg | sed 's/fixture-gpu-not-measured-//g')" \
    'balance20.svg beside-batches.svg beside-groups.svg blocks-batches.svg blocks-groups.svg blocks-in-place.svg blocks.svg ladder-batches.svg ladder-groups.svg ladder-in-place.svg ladder.svg shapes14.svg sizes-in-place.svg sizes.svg tuning07.svg'
is "part I's is as it was" "$(bars $p-ladder.svg)" 8
is 'in place' "$(bars $p-ladder-in-place.svg)" 6
ok 'with the title of the part' grep -q '>II. Unrolling in global memory<' $p-ladder-in-place.svg
ok 'at 2^24' grep -q '>Fixture GPU, not measured, n = 2²⁴ int, each kernel' $p-ladder-in-place.svg
is 'batches: headline shapes only, nearly equal, so dots' "$(bars $p-ladder-batches.svg) $(dots $p-ladder-batches.svg)" '0 7'
ok 'on an axis that says where it starts' grep -q '>bandwidth in GB/s (axis starts at 700)<' $p-ladder-batches.svg
is 'bars start at 0' "$(cat $p-ladder.svg $p-ladder-in-place.svg $p-ladder-groups.svg | grep -c 'axis starts')" 0
is 'no text is too small for a projector' "$(cat build/plots/*.svg | grep -o 'font-size="[0-9]*' | sort -u | sed 's/.*"//' | awk '$1 < 14')" ''
ok 'for a projector' "$MAKE" plots PROJECTOR=1
is 'the same pictures, beside the others' "$(cd build/plots/projector && echo *.svg)" "$(cd build/plots && echo *.svg)"
is 'their type is a third larger' "$(cat build/plots/projector/*.svg | grep -o 'font-size="[0-9]*' | sort -u | sed 's/.*"//' | tr '\n' ' ')" '18 20 25 '
widest_line() { grep -o 'stroke-width="[0-9.]*\|stroke="[0-9.]*' "$@" | sed 's/.*"//' | sort -n | tail -n 1; }
ok 'lines are thicker' test "$(cat build/plots/projector/*-blocks.svg | widest_line | tr -d .)" -gt "$(cat build/plots/*-blocks.svg | widest_line | tr -d .)"
is 'no line at the top is longer than the picture' "$(cat build/plots/projector/*.svg | sed -n 's/.*<text><tspan[^>]*>\(.*\)<.tspan>.*/\1/p; s/.*<text>\(.*\)<.text>.*/\1/p' |
    LC_ALL=C.UTF-8 awk 'length($0) > 90')" ''
says 'PROJECTOR is for pictures' 2 'PROJECTOR draws pictures only; leave out TEXT' "$MAKE" plots PROJECTOR=1 TEXT=1
says 'PROJECTOR is yes or no' 2 '^PROJECTOR=large: must be yes or no' "$MAKE" plots PROJECTOR=large
is 'and no names overlap' "$(for svg in $p-blocks*.svg $p-sizes*.svg $p-shapes*.svg; do
    names "$svg" | awk -v svg="$svg" 'NR > 1 && $1 < y + 15 { print svg, y, $0 } { y = $1 }'; done)" ''
is 'each curve has its own style' "$(for svg in $p-blocks*.svg $p-sizes*.svg $p-shapes*.svg; do curves "$svg" | sort | uniq -d; done)" ''
ok 'which are told' grep -q '>batched, 2048 × 2¹⁸<' $p-ladder-batches.svg
is 'not those of the sweep' "$(grep -c '>\(90\|900\|960\) GB/s<' $p-ladder-batches.svg)" 0
is 'groups' "$(bars $p-ladder-groups.svg)" 7 # of the first type of each lesson
is 'a library has another colour' "$(grep '<polygon' $p-beside-groups.svg | grep -c 'rgb(102, 102, 102)')" 1
ok 'and is called one' grep -q '>library, int 2²⁹<' $p-beside-groups.svg
ok 'a library is a line in the plot over block size' grep -q '>cub_segmented_reduce<' $p-blocks-batches.svg
ok 'which is explained' grep -q 'dashed grey: a library' $p-blocks-batches.svg
ok 'the shapes' grep -q '2²⁹ elements, block 256' $p-shapes14.svg
for x in 1 64 2¹¹ 2¹⁹; do
    ok "a mark at $x rows" grep -q ">$x<" $p-shapes14.svg
done
ok 'and how long they are' grep -q '>2²³<' $p-shapes14.svg
ok 'the line of 85 %' grep -q '>85 % of …_by_shape<' $p-shapes14.svg
ok 'how evenly work is spread: cycles' grep -q 'cycles that each block took' $p-balance20.svg
ok 'static' grep -q '>static: 4 blocks, the slowest with 2.52 times the mean<' $p-balance20.svg # 820 of 325
ok 'a queue' grep -q '>queue: 2 blocks, the slowest with 1.01 times the mean<' $p-balance20.svg
# Ten kernels and more
awk -F, -v OFS=, '{ print } $2 ~ /^full_reduce_/ { for (i = 1; i <= 2; i++) { k = $2; $2 = k "_" i "x"; print; $2 = k } }' "$all" >"$tests_tmp/many.csv"
results "$tests_tmp/many.csv"
ok 'many kernels' "$MAKE" plots
is 'become two plots, cut between lessons' "$(cd build/plots && ls ./*blocks-groups*.svg | sed 's/.*measured-//' | tr '\n' ' ')" \
    'blocks-groups-18.svg blocks-groups.svg '
ok 'which say so' grep -q '>Bandwidth by block size: cooperative groups, lessons 16 to 17<' $p-blocks-groups.svg
ok 'each' grep -q '>Bandwidth by block size: cooperative groups, lessons 18 to 20<' $p-blocks-groups-18.svg
is 'all kernels are in one of them' "$(for svg in $p-blocks-groups*.svg; do names "$svg"; done | awk '!/peak/ { print $2 }' | sort | uniq -c |
    awk '$1 != 1 { print } { n++ } END { print n }')" 13
is 'no colour twice in a plot' "$(for svg in $p-blocks-groups*.svg; do curves "$svg" | grep -o 'rgb([ 0-9,]*)' | sort | uniq -d; done)" ''
results "$all"
ok 'as before' "$MAKE" plots
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
says 'emulation times: told' 0 "$not_drawn" "$MAKE" plots
is 'in one line' "$(wc -l <"$tests_tmp/out" | tr -d ' ')" 1
is 'nothing is drawn' "$(ls build/plots)" ''
mkdir -p plots/recorded
cp $gpu plots/recorded/nvidia-h200.csv
says 'with recorded results' 0 "$not_drawn" "$MAKE" plots
is 'those are drawn' "$(bars $p-ladder.svg)" 8
is 'and nothing else' "$(drawn | tr ' ' '\n' | grep -v '^fixture-gpu-not-measured-')" ''
is 'no picture has a time' "$(cat build/plots/*.svg | grep -c '> *[0-9.]* ms<\|CPU device')" 0
sed 's/Fixture GPU, not measured/Fixture Two/; s/,1000,/,500,/' tests/fixtures/kinds-gpu.csv >plots/recorded/fixture-two.csv
echo 'lesson,kernel,device,n' >plots/recorded/nvidia-h200-counters.csv
ok 'with two recorded cards' "$MAKE" plots
is 'the one with the higher peak stands in' "$(drawn | tr ' ' '\n' | grep -v '^fixture-gpu-not-measured-')" ''
says 'the same as text' 0 '^reduce3 +256 .* 600 GB/s$' "$MAKE" plots TEXT=1
is 'which has no time either' "$(grep -c ' ms$' "$tests_tmp/out")" 0
ok 'and say that they are recorded' grep -q 'recorded, not measured here' $p-ladder.svg
results $gpu
ok 'with a GPU of its own' "$MAKE" plots
is 'they are not' "$(grep -c 'recorded, not' $p-ladder.svg)" 0

# Several devices
printf '# source: nobody; X1\nkernel,gbps\nfull_other,5\n' >"$tests_tmp/none.csv"
results $gpu
ok 'COMPARE with a published table' "$MAKE" plots COMPARE=plots/published/cuda-mode-a100.csv
is 'eight steps of two devices' "$(dots build/plots/compare.svg)" $((16 + 2)) # and the legend's two
ok 'names both' grep -q '>NVIDIA A100 (CUDA Mode notes)<' build/plots/compare.svg
ok 'this one, too' grep -q '>Fixture GPU, not measured (this machine)<' build/plots/compare.svg
ok 'steps by name: the better way of lesson 04' grep -q '>reduce4<' build/plots/compare.svg
ok 'where its line ends' grep -q '>1454<' build/plots/compare.svg
is 'percent of each peak: two that are nearly equal have one number' "$(grep -o '>9[0-9] %<' build/plots/compare-peak.svg)" '>95 %<'
everything=$(echo plots/published/*.csv plots/recorded/nvidia-h200.csv | tr ' ' ,)
ok 'COMPARE with all' "$MAKE" plots COMPARE="$everything"
is 'draws those of part I' "$(dots build/plots/compare.svg)" $((8 + 8 + 8 + 7 + 4))
ok 'two of one name are told apart' grep -q '>Fixture GPU, not measured (recorded)<' build/plots/compare.svg
is 'no file is shown for a card' "$(grep -c '>[^<]*\(a100\|g80\|nvidia-h200\)' build/plots/compare*.svg | grep -v ':0$')" ''
is 'and no others, which have no step in common' "$(ls build/plots | grep -c '^compare.*\(place\|batches\|groups\)')" 0
results "$all"
ok 'COMPARE with all, and all parts' "$MAKE" plots COMPARE="$everything"
is 'part I' "$(dots build/plots/compare.svg)" $((8 + 8 + 8 + 7 + 4))
is 'in place: steps that both have' "$(dots build/plots/compare-in-place.svg)" $((6 + 6 + 2))
ok 'seconds became GB/s' grep -q '>430<' build/plots/compare-in-place.svg # 2^26 bytes in 0.000156 s
says 'but no percentage of an unknown peak' 0 'not drawn: compare-peak-in-place: fewer than two' \
    "$MAKE" plots COMPARE=plots/published/professional-cuda-3090.csv
ok 'COMPARE with the tables of parts III and IV' "$MAKE" plots COMPARE=plots/published/lei-mao-3090.csv
is 'batches: two steps of both, and two in the legend' "$(dots build/plots/compare-batches.svg)" 6
ok 'nearly equal: the axis does not start at 0' grep -q '>axis starts at [1-9]' build/plots/compare-batches.svg
is 'batches: of the article on reduction' "$(grep -o '>\(838\|884\|858\|879\)<' build/plots/compare-batches.svg | sort | tr -d '>\n')" '838<858<879<884<'
is 'groups: of the article on cooperative groups' "$(grep -o '>\(883\|790\|882\|872\)<' build/plots/compare-groups.svg | sort | tr -d '>\n')" '790<872<882<883<'
ok 'in percent' grep -q '>94.4 %<' build/plots/compare-peak-batches.svg
# A wrong COMPARE is told in one line before anything is drawn
refused() # NAME REGEX COMPARE
{
    results $gpu
    says "$1" 2 "^$2" "$MAKE" -s plots COMPARE="$3"
    is "$1: in one line, and make's" "$(wc -l <"$tests_tmp/out" | tr -d ' ')" 2
    is "$1: nothing is drawn" "$(ls build/plots)" ''
}
refused 'a file that is not there' 'plots: COMPARE: cannot read nothing.csv; there are: .*cuda-mode-a100' nothing.csv
refused 'the second of two' 'plots: COMPARE: cannot read nothing.csv' plots/published/cuda-mode-a100.csv,nothing.csv
refused 'a folder' 'plots: COMPARE: cannot read tests; ' tests
refused 'a file of another kind' 'Makefile:[0-9]+: needs the columns kernel and gbps' Makefile
sed '1s/gbps/speed/' $gpu >"$tests_tmp/columns.csv"
refused 'results with a column missing' '.*columns.csv:1: no column gbps' "$tests_tmp/columns.csv"
refused 'emulation times are not compared' "plots: COMPARE: $cpu has times of the CPU device only" $cpu
refused 'nothing in common' 'plots: COMPARE: these files have no step of the course in common' "$tests_tmp/none.csv"
many=
for i in 1 2 3 4 5 6 7 8 9; do
    cp plots/published/cuda-mode-a100.csv "$tests_tmp/a$i.csv"
    many=$many${many:+,}$tests_tmp/a$i.csv
done
refused 'ten devices' "plots: COMPARE: 10 devices, this machine's included; 9 at most can be told apart" "$many"
results $gpu
ok 'nine are drawn' "$MAKE" plots COMPARE="${many%,*}"
is 'in nine colours' "$(sed -n "s/.*<path stroke='\([^']*\)'  d='M[^ ]* L[^ ]* L[^ ]* L.*/\1/p" build/plots/compare.svg | sort -u | wc -l | tr -d ' ')" 9
is 'under nine names' "$(grep '<text>.*A100\|<text>.*Fixture' build/plots/compare.svg | sort -u | wc -l | tr -d ' ')" 9
results $cpu
ok 'nor are those of this machine' "$MAKE" plots COMPARE=plots/published/cuda-mode-a100.csv
is 'the recorded GPU stands in' "$(dots build/plots/compare.svg)" $((16 + 2))
ok 'and is named' grep -q 'not measured (recorded)' build/plots/compare.svg
says 'COMPARE with nothing but that' 2 '^plots: COMPARE: there is only Fixture .* .recorded. to compare; name another; there are: plots/recorded' \
    "$MAKE" -s plots COMPARE=plots/recorded/nvidia-h200.csv

# No results yet, and README's picture
rm -rf build
says 'without results make bench runs first' 2 'LESSONS=99' "$MAKE" DEVICE=gpu plots LESSONS=99
ok 'but not for emulation times' "$MAKE" plots
ok 'the recorded ones are drawn' test -s $p-ladder.svg
mkdir -p docs
echo x >README.md
printf 'x\n<!-- ladder:begin -->\n<!-- ladder:end -->\n' >docs/results.md
drawn=plots/recorded/fixture-gpu-not-measured
two=plots/recorded/fixture-two
for picture in $drawn-ladder.svg $drawn-ladder.png $drawn-tuning07.png $two-ladder.svg $two-calls.png plots/recorded/compare-peak.svg; do
    echo "![a picture](../$picture)"
done >docs/shown.md
ok 'make record-docs' "$MAKE" record-docs
is 'draws what texts show, and nothing else' "$(ls plots/recorded/*.svg plots/recorded/*.png | wc -l | tr -d ' ')" 6
is "draws README's picture" "$(bars $drawn-ladder.svg)" 8
ok 'as png too' test -s $drawn-ladder.png
ok "and lesson 07's" test -s $drawn-tuning07.png
is 'and those of the other card' "$(bars $two-ladder.svg)" 8
ok 'whose calls were timed' test -s $two-calls.png
is 'both are compared, and no file stands twice' "$(grep -c '>Fixture.*(recorded)<' plots/recorded/compare-peak.svg)" 2
is 'the tables have both' "$(grep -c '^Fixture GPU.*; Fixture Two, theoretical peak 500' docs/results.md)" 1

# Without gnuplot
mkdir "$tests_tmp/bin"
for tool in sh awk sed mkdir mktemp rm tr basename dirname ls grep make cat head sort cut find; do
    ln -s "$(command -v $tool)" "$tests_tmp/bin/$tool"
done
results $gpu
says 'without gnuplot: the way out' 2 'make deps installs it; make plots TEXT=1' env PATH="$tests_tmp/bin" "$MAKE" plots
says 'which works' 0 '^reduce3 ' env PATH="$tests_tmp/bin" "$MAKE" plots TEXT=1
done_testing
