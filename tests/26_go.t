#!/bin/sh
# `make go`: on the CPU device it counts what each kernel of the ladder asks for and shows that beside recorded
# results; without gnuplot it draws nothing; on a (pretended) GPU it runs the ladder there.
# Takes about 20 s of processor time.
. tests/lib.sh

unset CSV COUNTERS N BLOCKS SAMPLES LESSONS COMPARE TEXT README
repo=$PWD
export BUILD="$tests_tmp/build"
go() { "$MAKE" --no-print-directory DEVICE=cpu go; }

# What a kernel of the table asks for, without spaces: 36|600|600|36|8044|424
row() { sed -n "s/^[0-9][0-9] $1  *//p" "$out" | tr -s ' ' '|'; }
ladder=$(sh common/course/declared.sh --parts lessons | head -n 1 | tr ',' '\n')
progress() { grep -c '^  [0-9][0-9] .* the sum is right, no mistake found$' "$out"; }

says 'make go' 0 '^Done, on the CPU device, because ' go
out=$tests_tmp/went
cp "$tests_tmp/out" "$out"
is 'a line of progress for each lesson of the ladder' "$(progress)" "$(echo "$ladder" | wc -l | tr -d ' ')"
is 'and no command of a compiler' "$(grep -c 'cpucc' "$out")" 0
ok 'all fits on a screen or two' test "$(wc -l <"$out")" -lt 48
is 'within 80 columns' "$(sed 's/–/-/g' "$out" | awk 'length($0) > 80 && !/https?:/ && !/tmp/' | grep -v '^deps')" ''
is 'no time of the emulation' "$(grep -c ' ms\|emulat' "$out")" 0

# The counts are those that the pages tell: 95 + 55 wavefronts, 9 barriers for 256 elements ...
is 'lesson 00, with the recorded instructions and GB/s' "$(row reduce0)" '36|600|600|36|8044|424'
is 'lesson 01: fewer requests, as many wavefronts' "$(row reduce1 | cut -d'|' -f1-4)" '36|180|600|36'
is 'lesson 02: fewer wavefronts' "$(row reduce2 | cut -d'|' -f1-4)" '36|180|180|36'
is 'lesson 03: each block adds twice as many' "$(row reduce3 | cut -d'|' -f1-4)" '34|90|90|18'
is 'lesson 04: an atomic is a request, too' "$(row reduce4_atomic | cut -d'|' -f1-4)" '34|104|104|18'
is 'lesson 05: fewer barriers' "$(row reduce5 | cut -d'|' -f1-4)" '34|86|86|6'
recorded=$(awk -F, '$2 == "reduce5" && $7 == 536870912 && $9 == 256 { printf "%.0f", $16 }' plots/recorded/nvidia-h200.csv)
is 'GB/s are those recorded at the same block' "$(row reduce5 | cut -d'|' -f6)" "$recorded"
is 'one row for kernels that differ in a number' "$(grep -c '^[0-9][0-9] reduce7_' "$out")" 1
# shellcheck disable=SC2012 # the names are ours
first=$(LC_ALL=C ls lessons | sed -n 's/\.cu$//p' | head -n 1)
ok 'it says where to begin' grep -q "^Next: docs/lessons/$first.md" "$out"
ok 'that page is there' test -e "docs/lessons/$first.md"
if command -v gnuplot >/dev/null 2>&1; then
    ok 'the picture' test -s "$BUILD/plots/counts.svg"
    ok 'has the kernels' grep -q '>reduce4_second_launch<' "$BUILD/plots/counts.svg"
    ok 'the counts' grep -q '>8044<' "$BUILD/plots/counts.svg"
    ok 'and says which numbers come from where' grep -q 'counted on the CPU device; orange: recorded, NVIDIA H200<' "$BUILD/plots/counts.svg"
    ok 'it is named' grep -q "pictures  $BUILD/plots/" "$out"
    is 'nothing of emulation times is drawn' "$(find "$BUILD/plots" -name '*cpu-device*')" ''
else
    skip 'the picture' 'no gnuplot'
fi

# Other recorded files; what is not known is a dash
table() { env "$@" sh plots/ladder-counts.sh table "$(sh common/course/declared.sh --parts part | head -n 1)"; }
out=$tests_tmp/other
table CSV=tests/fixtures/ladder-gpu.csv COUNTERS=/nowhere >"$out"
is 'another card, without counted instructions' "$(row reduce1)" '36|180|600|36|–|200'
is 'the kernel that was the fastest there' "$(row reduce7_64 | cut -d'|' -f6)" 950
grep -v '^lesson0[12],' tests/fixtures/ladder-gpu.csv >"$tests_tmp/some.csv"
table CSV="$tests_tmp/some.csv" COUNTERS=/nowhere >"$out"
is 'a lesson that was not measured' "$(row reduce2)" '36|180|180|36|–|–'
printf 'lesson,kernel,block,n,global_requests,shared_requests,shared_wavefronts,barriers\n%s\n' \
    lesson17,full_reduce_atomic,256,524288,16384,512,512,8 >"$BUILD/counts/lesson17.csv"
sh plots/ladder-counts.sh table IV >"$tests_tmp/types"
is 'measured with ints and floats, counted with ints: one row, of the ints' \
    "$(awk '$2 == "full_reduce_atomic" { print $8 }' "$tests_tmp/types")" \
    "$(awk -F, '$2 == "full_reduce_atomic" && $6 == "int" && $9 == 256 && $23 == "yes" { printf "%.0f", $16 }' plots/recorded/nvidia-h200.csv)"
rm "$BUILD/counts/lesson17.csv"
says 'a part that was not counted' 1 'no lesson of part II was counted yet' sh plots/ladder-counts.sh table II
says 'nothing counted at all' 1 'nothing was counted yet: make go' env BUILD="$tests_tmp/empty" sh plots/ladder-counts.sh table I

# No gnuplot, and none can be installed
mkdir "$tests_tmp/bin"
for folder in $(printf '%s' "$PATH" | tr ':' ' '); do
    for tool in "$folder"/*; do
        case ${tool##*/} in gnuplot*|apt-get|dnf|pacman|brew|sudo|nvidia-smi) continue ;; esac
        [ -e "$tests_tmp/bin/${tool##*/}" ] || ln -s "$tool" "$tests_tmp/bin/" 2>/dev/null
    done
done
printf '#!/bin/sh\nexit 100\n' >"$tests_tmp/bin/apt-get"
chmod +x "$tests_tmp/bin/apt-get"
rm -rf "$BUILD/plots"
ok "make go without gnuplot" env PATH="$tests_tmp/bin" "$MAKE" DEVICE=cpu go
out=$tests_tmp/without
cp "$tests_tmp/out" "$out"
ok "says what is missing" grep -q 'still missing: gnuplot' "$out"
ok "and that it goes on" grep -q 'going on without it' "$out"
is "what was counted before is not counted again" "$(progress)" 0
is "prints the table" "$(row reduce2 | cut -d'|' -f1-4)" '36|180|180|36'
is "and does not speak of pictures" "$(grep -c 'pictures  ' "$out"; ls "$BUILD/plots" 2>/dev/null)" 0

# On a GPU, with a compiler that only pretends: its programs say what tests/fixtures has
results=$repo/tests/fixtures/ladder-gpu.csv
cat >"$tests_tmp/nvcc" <<END
#!/bin/sh
[ "\$1" = --list-gpu-code ] && { echo sm_90; exit; }
while [ "\$1" != -o ]; do shift; done
printf '#!/bin/sh\\nlesson=\${0##*/}\\nwhile [ "\$1" != --csv ]; do shift; done\\n[ -s "\$2" ] || sed 1q "%s" >"\$2"\\n' "$results" >"\$2"
printf 'grep "^\$lesson," "%s" >>"\$2"\\n' "$results" >>"\$2"
chmod +x "\$2"
END
chmod +x "$tests_tmp/nvcc"
rm -f "$tests_tmp/bin/nvidia-smi"
printf '#!/bin/sh\necho "GPU 0: Pretended"\n' >"$tests_tmp/bin/nvidia-smi"
chmod +x "$tests_tmp/bin/nvidia-smi"
says 'on a GPU' 0 "^Done, on this machine's GPU" \
    env PATH="$tests_tmp/bin" NVCC="$tests_tmp/nvcc" BUILD="$tests_tmp/gpu" DEVICE=gpu "$MAKE" --no-print-directory go
out=$tests_tmp/gpu.out
cp "$tests_tmp/out" "$out"
is 'the ladder runs there, a line for each lesson' "$(grep -c '^\[[0-9]*/[0-9]*\] lesson.* GB/s' "$out")" \
    "$(echo "$ladder" | wc -l | tr -d ' ')"
ok 'the ladder is shown' grep -q '^reduce2 .*|##*.* GB/s$' "$out"
ok 'and where the results are' grep -q "results   $tests_tmp/gpu/results/" "$out"
# A mistake in a lesson is told
copy=$tests_tmp/copy
mkdir "$copy" && cp -Rp Makefile common lessons plots docs "$copy" && cd "$copy" || exit 1
second=$(echo "$ladder" | sed -n 2p)
broken=$(echo lessons/"$second"_*.cu)
awk '!done && sub(/__syncthreads\(\);/, "") { done = 1 } { print }' "$broken" >"$tests_tmp/broken.cu" && cp "$tests_tmp/broken.cu" "$broken"
says 'a lesson with a race' 2 "^  $second .* failed:\$" go
cp "$tests_tmp/out" "$out"
ok 'it says what was found' grep -q ': race: ' "$out"
is 'and does not say Done' "$(grep -c '^Done' "$out")" 0
done_testing
