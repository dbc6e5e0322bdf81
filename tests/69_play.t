#!/bin/sh
# make play05: the page of a lesson, an exercise, any file and a race. Its values are those of the run, without a
# browser (in node) and in one (chromium, which is driven with keys).
# Takes about 15 s of processor time, half without a browser.
. tests/lib.sh
BUILD=$tests_tmp/build
export BUILD
unset BLOCK N KERNEL FILE ARGS INSPECT VALUES LESSON_VALUES
play() { sh plots/play.sh "$@"; }

page() # NAME: of a file there
{
    "$MAKE" -s --no-print-directory play "FILE=$1"
}

# A lesson: its page, whole in one file
says 'make play05 says where the page is' 0 "^$BUILD/play/play05\.html: reduce5, 64 threads, 38 steps$" \
    "$MAKE" -s --no-print-directory play05
lesson=$BUILD/play/play05.html
is 'it loads nothing' "$(grep -c -E 'https?://|<link|src=|@import|url\(|fetch\(|XMLHttpRequest' "$lesson")" 0
is 'nothing is left to include' "$(grep -c '^@include\|@TITLE@' "$lesson")" 0
is 'the source is in it' "$(grep -c '"source":0,"name":"lessons/05_unroll_last_warp.cu","text":\["/\* Lesson 05' "$lesson")" 1
says 'another kernel of a lesson has a page of its own' 0 'play05-reduce5\.html' env KERNEL=reduce5 sh plots/play.sh 5
own=$tests_tmp/own.html
says 'the values of the run' 0 'play05\.html: reduce5' "$MAKE" -s --no-print-directory play05 VALUES=run
mv "$lesson" "$own"
says 'the kernel that the lesson is about' 0 '/play13\.html: reduce_shuffle_down, 64 threads' "$MAKE" -s --no-print-directory play13
shuffles=$BUILD/play/play13.html
says 'or another one' 0 '/play13-reduce_shared\.html: reduce_shared, 64 threads' env KERNEL=reduce_shared sh plots/play.sh 13
printf '#!/bin/sh\necho other\n' >"$tests_tmp/lacks"
chmod +x "$tests_tmp/lacks"
says 'a declared kernel that the lesson does not have' 2 '^lesson 13 declares .kernel = "reduce_shuffle_down", but has no such row; it has: other' \
    sh plots/kernel.sh 13 "$tests_tmp/lacks"
says 'block 32' 0 'reduce5, 32 threads,' env BLOCK=32 sh plots/play.sh 05
lesson32=$tests_tmp/block32.html
cp "$lesson" "$lesson32"
play 05 >/dev/null

# A race, in a file; an array without a name; a source with everything that could end a script
says 'a race is named' 0 '^\(it stops at step [0-9]+: a race\)$' page tests/gallery/warp_tail_volatile.cu
racy=$BUILD/play/warp_tail_volatile.html
first=$(grep -n 'lane + 32.;' tests/gallery/warp_tail_volatile.cu | sed 's/:.*//') # line of the first access
mkdir "$tests_tmp/a folder"
odd="$tests_tmp/a folder/odd's.cu"
cat >"$odd" <<'END_OF_SOURCE'
#include <cstdio>
/* </script><!-- "quotes" \ and é */
__global__ void twice(double *x, int rounds)	// a tab
{
    for (int k = 0; k < rounds; k++)
        x[threadIdx.x] *= 2;
}
__global__ void none() {}
__global__ void beyond(double *x)
{
    extern __shared__ double room[];
    room[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
}
__device__ int flag, told[8];
__global__ void polls(int *got)
{
    if (threadIdx.x == 32)
        for (int k = 0; k < 500; k++)
            told[k % 8] = k;
    if (threadIdx.x == 32)
        atomicAdd(&flag, 1);
    if (threadIdx.x == 0)
        while (*(volatile int *)&flag == 0)
            ;
    if (threadIdx.x == 0)
        got[3] = 7;
}
__global__ void hands_out(int *got)
{
    int mine = threadIdx.x; /* 0 + 3 is what thread 0 stores, but it adds nothing */
    got[threadIdx.x] = __shfl_sync(0xffffffff, mine, 3);
}
int main(int argc, char **argv)
{
    double *x, y[8] = { 0.5, 1.25, -3, 4, 5, 6, 7, 1e9 };
    none<<<1, 1>>>();
    cudaMalloc(&x, sizeof y);
    cudaMemcpy(x, y, sizeof y, cudaMemcpyHostToDevice);
    if (argc > 2)
        beyond<<<1, 8, 16>>>(x);
    int *got;
    cudaMalloc(&got, 128);
    polls<<<1, 64>>>(got);
    hands_out<<<1, 32>>>(got);
    twice<<<1, 8>>>(x, argc > 1 ? 3000 : 2);
    cudaDeviceSynchronize();
}
END_OF_SOURCE
sed 's/$/\r/' "$odd" >"$tests_tmp/crlf.cu"
mv "$tests_tmp/crlf.cu" "$odd"
says 'a name with a blank and a quote; a block of 8' 0 "^$BUILD/play/odd's-twice\.html: twice, 8 threads, 5 steps$" \
    env "FILE=$odd" KERNEL=twice sh plots/play.sh file
mv "$BUILD/play/odd's-twice.html" "$tests_tmp/odd.html"
says 'a block that polls' 0 ': polls, 64 threads, [0-9]+ steps$' env "FILE=$odd" KERNEL=polls sh plots/play.sh file
mv "$BUILD/play/odd's-polls.html" "$tests_tmp/polls.html"
says 'a shuffle without a sum' 0 ': hands_out, 32 threads, ' env "FILE=$odd" KERNEL=hands_out sh plots/play.sh file
mv "$BUILD/play/odd's-hands_out.html" "$tests_tmp/hands_out.html"
says 'a run too large: the first steps, and that is said' 0 '4000 steps: the first ones; the run is longer' \
    env "FILE=$odd" ARGS=long KERNEL=twice sh plots/play.sh file
says 'a block that is stopped: as far as it comes' 0 'beyond, 8 threads, [2-9] steps$' \
    env "FILE=$odd" ARGS='stop it' KERNEL=beyond sh plots/play.sh file
is 'and that there is a mistake' "$(sed -n 2p "$tests_tmp/out")" '(the run has mistakes: the page names them)'

# What cannot be played: one line, exit code 2
bad() # NAME REGEX COMMAND...
{
    bad_name=$1
    shift
    says "$bad_name" 2 "$@"
    is "$bad_name: in one line" "$(grep -vc '^make' "$tests_tmp/out")" 1
}
bad 'a block of 4096' '^play: BLOCK=4096: a number of threads from 8 to 64 is needed$' env BLOCK=4096 sh plots/play.sh 05
bad 'a block of 65' '^play: BLOCK=65: from 8 to 64 threads can be read on a screen$' env BLOCK=65 sh plots/play.sh 05
bad 'values that are none' '^play: VALUES=big: must be small \(1 to 9, .* or run \(the run.s own\), or left out' env VALUES=big sh plots/play.sh 05
bad 'the same from make' '^play: VALUES=big: ' "$MAKE" -s play05 VALUES=big
bad 'no number' '^play: BLOCK=many: a number' env BLOCK=many sh plots/play.sh 05
bad 'a block that the lesson refuses' '^lesson05: --block 48: not a power of two' env BLOCK=48 sh plots/play.sh 05
bad 'a size that it refuses' '^lesson05: --size none: ' env N=none sh plots/play.sh 05
bad 'an unknown kernel of a lesson' '^lesson05: --kernel none: ' env KERNEL=none sh plots/play.sh 05
bad 'a kernel that is none' "^play: KERNEL=a'b: this is no kernel's name$" env "KERNEL=a'b" sh plots/play.sh 05
bad 'an unknown lesson' '^play99: there is no lesson or exercise 99; they go from 0\.1 to' "$MAKE" -s play99
bad 'not even that' '^play: there is no lesson or exercise 99$' play 99
bad 'a lesson that is not built' '/inspect/lesson07 is missing; make play07 builds it$' play 07
bad 'no file' '^play: which file\? make play FILE=kernel\.cu' "$MAKE" -s play
bad 'a file that is not there' '^cpucc: cannot read nothing\.cu$' "$MAKE" -s play FILE=nothing.cu
bad 'a file that is none' '^play: FILE=README\.md: a \.cu file is needed' "$MAKE" -s play FILE=README.md
bad 'a block for a file' '^play: BLOCK=32: .*odd.s\.cu chooses its own; ARGS' env "FILE=$odd" BLOCK=32 sh plots/play.sh file
bad 'an unknown kernel of a file' '^play: KERNEL=three: no such kernel was launched; there are: .*twice' \
    env "FILE=$odd" KERNEL=three sh plots/play.sh file
bad 'a kernel that uses no memory' '^play: none: it uses no memory and has no barrier' env "FILE=$odd" KERNEL=none sh plots/play.sh file
bad 'no argument' '^play: which lesson' play

# The values are those of the run
totals() # CSV: the counters of the first kernel that is not the harness'
{
    awk -f common/csv/read.awk -f /dev/stdin "$1" <<'END_OF_SCRIPT'
    FNR == 1 { columns = split($0, name, ",") }
    !split_row($0) || field["kernel"] ~ /^harness::/ || field["line"] != "" && field["line"] != "0" || done++ { next }
    { for (i = 10; i <= columns; i++) if (field[name[i]] > 0) print "count", name[i], field[name[i]] }
END_OF_SCRIPT
}
small()
{
    awk '$1 == "range" && $2 == "in" { n++; if ($3 < 1 || $4 > 9) bad = "not " } END { print n == 1 ? bad "from 1 to 9" : "not loaded" }' "$tests_tmp/facts"
}
if command -v node >/dev/null 2>&1; then
    facts() { node tests/play/facts.js "$1" >"$tests_tmp/facts" 2>&1; }
    for at in "64 $lesson" "32 $lesson32"; do
        block=${at%% *}
        ok "block $block: the page can be read" facts "${at#* }"
        common/cpu/inspect --blocks 1 --csv "$tests_tmp/counts.csv" "$BUILD/inspect/lesson05" -n $((4 * block)) -b "$block" -s 1 -w 0 \
            >/dev/null 2>&1
        is 'its counts are those of make inspect' "$(grep '^count' "$tests_tmp/facts" | sort)" "$(totals "$tests_tmp/counts.csv" | sort)"
        is 'there are some' "$(($(grep -c '^count' "$tests_tmp/facts") > 10))" 1
        is 'what the block stores last is the sum of what it loaded' "$(sed -n 's/^stored partial.0. //p' "$tests_tmp/facts")" \
            "$(sed -n 's/^loaded in //p' "$tests_tmp/facts")"
        is 'the elements are small' "$(small)" 'from 1 to 9'
        is 'each addition of the tree has its words' "$(sed -n 's/^step [0-9]* [0-9]* \([0-9]* threads add a neighbour [0-9]* cells away\): .*/\1/p' "$tests_tmp/facts" | tr '\n' ';')" \
            "$([ "$block" = 32 ] || printf '32 threads add a neighbour 32 cells away;')$(for k in 16 8 4 2; do printf '%d threads add a neighbour %d cells away;' $k $k; done)"
        is 'the terms of each sum add up' "$(awk '$1 == "sum" && $4 != $5 { bad++ } $1 == "sum" { n++ } END { print (n > 60) + 0, bad + 0 }' "$tests_tmp/facts")" '1 0'
    done
    is 'arrows from the neighbour to the sum' "$(step=$(sed -n 's/^step \([0-9]*\) .*4 threads add a neighbour.*/\1/p' "$tests_tmp/facts")
        sed -n "s/^arrow $step //p" "$tests_tmp/facts" | tr '\n' ';')" \
        'sums[4] -> sums[0];sums[5] -> sums[1];sums[6] -> sums[2];sums[7] -> sums[3];'
    is 'from an element to the thread that reads it' "$(sed -n 's/^arrow 1 //p' "$tests_tmp/facts" | sed -n '1p;$p' | tr '\n' ';')" \
        'in[0] -> thread 0;in[31] -> thread 31;'
    ok 'with the values of the run: the page can be read' facts "$own"
    is 'they are larger' "$(small)" 'not from 1 to 9'
    ok 'shuffles: the page can be read' facts "$shuffles"
    is 'a lane adds what it gets, and from where' "$(sed -n 's/^step [0-9]* [0-9]* //p' "$tests_tmp/facts" | grep -c '^[0-9]* threads add the value of the lane [0-9]* further on: [0-9]* + [0-9]* = [0-9]* in thread [0-9]*.*__shfl_down_sync')" 15
    is 'with arrows from lane to lane' "$(grep -c '^arrow [0-9]* thread \([0-9]*\) -> thread [0-9]*$' "$tests_tmp/facts")" \
        "$((3 * (16 + 24 + 28 + 30 + 31)))"
    is 'names of arrays' "$(sed -n 's/^loaded \([^ ]*\) .*/\1/p' "$tests_tmp/facts" | sort | tr '\n' ' ')" 'in warp_sums '
    ok 'a block that polls: the page can be read' facts "$tests_tmp/polls.html"
    is 'a poll is a step' "$(grep -c 'Thread 0 reads flag, again and again: [0-9]* times without a change' "$tests_tmp/facts")" 1
    ok 'a shuffle without a sum: the page can be read' facts "$tests_tmp/hands_out.html"
    is 'what it hands out' "$(grep -c '32 threads get the value of thread 3. __shfl_sync' "$tests_tmp/facts")$(grep -c '^sum' "$tests_tmp/facts")" 10
    facts "$tests_tmp/polls.html"
    is 'an atomic addition' "$(grep -c 'Thread 32 adds to flag, in one piece: 0 + 1 = 1' "$tests_tmp/facts")" 1
    is 'names of variables, and of a parameter' "$(grep -o ' in told\[0\]\| in got\[3\]' "$tests_tmp/facts" | sort -u | tr '\n' ';')" ' in got[3]; in told[0];'
    ok 'a race: the page can be read' facts "$racy"
    is 'both accesses are shown' "$(grep '^race' "$tests_tmp/facts" | sed 's/ (.*//; s/^race [0-9]* //' | tr '\n' ';')" \
        "thread 16 writes sums[16], line $first;thread 0 reads sums[16], line $((first + 1));"
    ok 'another file can be read' facts "$tests_tmp/odd.html"
    is 'its values are doubles' "$(sed -n 's/^thread 5 [0-7] //p' "$tests_tmp/facts" | tr '\n' ' ')" \
        'ended 2 ended 5 ended -12 ended 16 ended 20 ended 24 ended 28 ended 4000000000 '
else
    skip 'the values of a page' 'node is missing'
fi

# In a browser
browser=
for name in chromium chromium-browser google-chrome; do
    [ "$browser" ] || ! "$name" --version >/dev/null 2>&1 || browser=$name
done
drive() # PAGE: what it showed, to $tests_tmp/driven
{
    awk -v with=tests/play/drive.html '
        /^<\/body>$/ { while ((getline line < with) > 0) print line; print "</body>"; next }
        { print }' "$1" >"$tests_tmp/driven.html"
    HOME=$tests_tmp timeout 300 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
        --user-data-dir="$tests_tmp/browser" --window-size=1280,720 --virtual-time-budget=200000 --dump-dom \
        "file://$tests_tmp/driven.html" 2>"$tests_tmp/browser.log" |
        sed -n '/^<pre id="driven">/,/^<\/pre>/p' | sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' >"$tests_tmp/driven"
    [ -s "$tests_tmp/driven" ]
}
told() { sed -n "s/^$1 *//p" "$tests_tmp/driven"; }
if [ "$browser" ] && command -v node >/dev/null 2>&1; then
    facts "$lesson"
    ok 'a browser is driven through the lesson' drive "$lesson"
    is 'each step says what it does' "$(told 'at Step [0-9]* of 38')" \
        "$(sed -n 's/^step [0-9]* \([0-9]*\) /, line \1. /p' "$tests_tmp/facts")"
    is 'all arrows are drawn' "$(grep '^arrows' "$tests_tmp/driven")" \
        "$(awk '$1 == "step" { print "arrows " $2 " " 0 }' "$tests_tmp/facts" | awk 'NR == FNR { if ($1 == "arrow") n[$2]++; next } { print $1, $2, n[$2] + 0 }' "$tests_tmp/facts" -)"
    is 'how often each line had a step' "$(grep '^heat' "$tests_tmp/driven")" \
        "$(awk '$1 == "at" { n[$2]++ } END { for (line in n) print "heat " line " " n[line] " of " n[line] }' "$tests_tmp/facts" | sort -k2n)"
    is 'both memories are in sight' "$(told 'in sight')" true
    is 'the counts are shown' "$(told counts)" 'true true'
    is 'until a button hides them' "$(told hidden)" 'false false 0 false'
    is 'a tap on a cell says more' "$(told tapped | grep -c '^thread 0: ')" 1
    is 'each thread is in its state, with its value' "$(grep '^thread ' "$tests_tmp/driven" | sed 's/ *$//')" \
        "$(grep '^thread ' "$tests_tmp/facts" | sed 's/ *$//')"
    is 'each cell has its value' "$(grep '^cell' "$tests_tmp/driven" | sort)" "$(grep '^cell' "$tests_tmp/facts" | sort)"
    is 'counts at the end' "$(told count | sed -n 's/^shared loads|//p; s/^barriers|//p' | tr '\n' ' ')" "$(awk '
        $1 == "count" { n[$2] = $3 }
        function both(name) { return n[name] " [" n[name] "]" }
        END { print both("shared_load_requests") "||" both("shared_load_wavefronts") "|" both("shared_load_lanes") " " both("barriers") " " }' \
        "$tests_tmp/facts")"
    is 'no step beyond the last' "$(told beyond)" 38
    is 'left' "$(told left)" 37
    is 'home, and none before it' "$(told home)" 1
    is 'end' "$(told end)" '38 '
    is 'space plays' "$(told playing)" true
    is 'and pauses' "$(told paused)" true
    is 'it plays to the end' "$(told played)" 38
    is 'the slider' "$(told slid | sed 's/, .*//')" '3 Step 3 of 38'
    is 'one line is the current one' "$(told current)" "$(awk '$1 == "step" && $2 == 3 { print $3 }' "$tests_tmp/facts")"
    is 'all controls have names' "$(told unnamed)" 0
    is 'the step is spoken' "$(told live)" polite
    is 'light and dark' "$(told theme)" true
    is 'values as hex' "$(told hex | grep -c -E '^[0-9a-f]{8}$')" 1
    is 'nothing is wider than the window' "$(told wide)" false
    is 'no error' "$(told trouble)" ''
    facts "$racy"
    ok 'through a race' drive "$racy"
    step=$(awk '$1 == "race" { print $2; exit }' "$tests_tmp/facts")
    is 'End stops there' "$(told end | sed 's/ .*//')" "$step"
    is 'so does playing' "$(told played)" "$step"
    is 'both accesses are shown' "$(told end | grep -c "Race: .*thread 16 writes sums.16., line $first .*thread 0 reads sums.16., line $((first + 1))")" 1
    is 'two threads, a cell and two lines are marked' "$(told racing)" "3 lines $first $((first + 1))"
    is 'no error' "$(told trouble)" ''
    ok 'another file' drive "$tests_tmp/odd.html"
    is 'no error' "$(told trouble)" ''
    is 'all steps' "$(told beyond)" 5
elif [ "$browser" ]; then
    skip 'a page in a browser' 'node is missing'
else
    skip 'a page in a browser' 'chromium is missing'
fi
done_testing
