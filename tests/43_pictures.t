#!/bin/sh
# plots/picture.sh: threads × steps of one block, from a made up file of steps and from inspected
# lessons; and the figures of the lessons' pages, which must be what the lessons do today.
# Takes about 15 s of processor time, if others have compiled the lessons before.
. tests/lib.sh
built=$BUILD # where make has built the lessons
BUILD=$tests_tmp/build
export BUILD
unset TEXT KERNEL BLOCK FIGURES

header=kernel,block,step,interval,file,line,thread,state
picture() { sh plots/picture.sh "$@"; }
text() { TEXT=1 sh plots/picture.sh "$@"; }

# A block of 40 threads: one whole warp and a quarter; texts with everything that could go wrong.
printf '%s\n' 'int x;' '	sums[tid] += "a & b" < '"'c\\n'"' ? 1 : 0; /* why */ // é' \
    'a_line_that_is_much_too_long_for_the_picture = and_has_to_end_somewhere_before_the_margin;' \
    'éééééééééééééééééééééééééééééééééééééé_é_é_é_é_é_é_é_é_é_é_é_é_é_é_é_é_é_é_é_é();' >"$tests_tmp/source.cu"
cat >"$tests_tmp/steps.awk" <<'END'
    function row(step, interval, line, t, state) {
        print "\"k<1, 2>\",40," step "," interval "," file "," line "," t "," state
    }
    BEGIN {
        print header
        for (t = 0; t < 40; t++) row(0, 0, 2, t, "active")
        for (t = 0; t < 40; t++) row(1, 0, 3, t, t < 8 ? "conflict" : t < 32 ? "idle" : "waiting")
        for (t = 0; t < 40; t++) row(2, 1, 4, t, t == 1 ? "active" : t < 32 ? "idle" : "ended")
        for (t = 0; t < 40; t++) row(3, 3, 99, t, t < 32 ? "ended" : t == 39 ? "active" : "conflict")
    }
END
awk -v header=$header -v file="$tests_tmp/source.cu" -f "$tests_tmp/steps.awk" >"$tests_tmp/made up.csv"
steps="$tests_tmp/made up.csv"

says 'TEXT=1 prints a picture' 0 '^k<1, 2>, block of 40 threads$' text "$steps"
says 'says where it is from' 0 'one column per thread; from made up\.csv \(CPU device\)$' text "$steps"
says 'a source line without indent and comment' 0 '^line 2: sums\[tid\] \+= "a & b" < .c\\n. \? 1 : 0$' text "$steps"
says 'counts lanes and warps' 0 '\|  40 of 40 active, 2 warps$' text "$steps"
says 'only the warps that are active' 0 '\|x{8}\.{24}\|-{8}\|  8 of 32 active, 1 warp$' text "$steps"
says 'not the threads that ended' 0 '\|\.#\.{30}\|        \|  1 of 32 active, 1 warp$' text "$steps"
says 'of the last warp' 0 '\| {32}\|x{7}#\|  8 of 8 active, 1 warp$' text "$steps"
says 'shortens a long line' 0 '^line 3: a_line_that_is_much_too_long_for_the_picture = and_has_to_end_somewhe…$' text "$steps"
says 'counts characters, not bytes' 0 '^line 4: (é){38}(_é){15}_…$' text "$steps"
says 'a line that is not there has a number only' 0 '^line 99$' text "$steps"
run_quietly text "$steps"
is 'all rows begin in the same column' "$(grep '[|]' "$tests_tmp/out" | sed 's/|.*//' |
    awk '{ print length($0) }' | sort -u | wc -l | tr -d ' ')" 1
is 'an empty line where the interval changes' "$(awk '/[|]/ { on = 1 } on && !/[|]/ && NF == 0 { n++ } /^#/ { exit }
    END { print n - 1 }' "$tests_tmp/out")" 2

# What a step is called: NAME where a line reads s[i + NAME] and uses s[i], with the distance of the run.
cat >"$tests_tmp/named.cu" <<'END'
s[i] += s[i + d];
s[i] += s[j + d];
s[i] += t[i + d];
s[i] += s[i + 4];
sum += s[i + d];
s[i] = s[i + blockDim.x] + s[i];
best[at] = max(best[at], best[at+offset]);
as[i] += s[i + d];
END
named() # LINE DISTANCE: what the step at this line is called
{
    printf '%s\n' $header,distance "k,1,0,0,$tests_tmp/named.cu,$1,0,active,$2" >"$tests_tmp/named.csv"
    text "$tests_tmp/named.csv" | sed -n 's/ *[|]#[|].*//p'
}
is 's[i] += s[i + d]' "$(named 1 8)" 'd = 8'
is 'of a run that did not tell' "$(named 1 '')" ''
is 'two indices' "$(named 2 8)" ''
is 'two arrays' "$(named 3 8)" ''
is 'a number' "$(named 4 4)" ''
is 'one access only' "$(named 5 8)" ''
is 'no variable' "$(named 6 64)" ''
is 'a longer name, no spaces' "$(named 7 128)" 'offset = 128'
is 'the end of another name' "$(named 8 8)" ''
says 'a distance that is none' 2 'named\.csv:2: a distance far$' text "$(named 1 far >/dev/null 2>&1; echo "$tests_tmp/named.csv")"

# In figures words say what a line does.
cat >"$tests_tmp/named.cu" <<'END'
int sum = i < n ? in[i] : 0;
sum += in[i + blockDim.x];
sums[tid] = sum;
sums[tid] += sums[tid + 32];
best[at] += best[at+s];
partial[blockIdx.x] = sums[0] + sums[1];
partial[blockIdx.x] = sums[0];
if (n <= 4 || m[i] == 3)
END
deed() # LINE
{
    printf '%s\n' $header "k,1,0,0,$tests_tmp/named.cu,$1,0,active" >"$tests_tmp/named.csv"
    CODE=no text "$tests_tmp/named.csv" | sed -n '5p'
}
is 'a load, though it has a condition' "$(deed 1)" 'load'
is 'a load for an addition' "$(deed 2)" 'load and add'
is 'a store' "$(deed 3)" 'store'
is 'a step of a tree' "$(deed 4)" 'add the element 32 further on'
is 'whose distance has a name' "$(deed 5)" 'add the element s further on'
is 'the last one' "$(deed 6)" 'add two elements and store the sum'
is 'from one array to another' "$(deed 7)" 'copy an element'
is 'nothing of this kind: its number' "$(deed 8)" 'line 8'

# What cannot be drawn
bad() # NAME REGEX FILE
{
    says "$1" 2 "$2" text "$3"
    is "$1: in one line" "$(wc -l <"$tests_tmp/out" | tr -d ' ')" 1
}
bad 'a file that is not there' '^picture: nothing\.csv: cannot be read$' nothing.csv
: >"$tests_tmp/x.csv"
bad 'an empty file' 'x\.csv: no steps in it$' "$tests_tmp/x.csv"
echo $header >"$tests_tmp/x.csv"
bad 'only a header' 'x\.csv: no steps in it$' "$tests_tmp/x.csv"
bad 'another file' 'ladder-cpu\.csv:1: not the steps that inspect --steps writes$' tests/fixtures/ladder-cpu.csv
broken() # NAME REGEX: a sed script on stdin
{
    sed -f /dev/stdin "$steps" >"$tests_tmp/x.csv"
    bad "$1" "x\.csv:$2" "$tests_tmp/x.csv"
}
broken 'a row that breaks off' '5: 5 fields where the header has 8, so this row was cut off; delete this line$' <<'END'
5s/,[^,]*,[^,]*,[^,]*$//
END
broken 'an unknown state' '7: a state sleeping$' <<'END'
7s/active/sleeping/
END
broken 'a thread beyond the block' '41: thread 40 in a block of 40$' <<'END'
41s/,39,/,40,/
END
broken 'a thread twice' '3: thread 0 twice in step 0$' <<'END'
3s/,1,active/,0,active/
END
broken 'a number that is none' '4: block, step, interval, line and thread must be whole numbers$' <<'END'
4s/,2,active/,two,active/
END
broken 'two kernels' '9: two kernels or two block sizes in one file$' <<'END'
9s/<1, 2>/<1, 3>/
END
broken 'a thread that is missing' ' step 1 has no thread 3$' <<'END'
45d
END
sed 's/",40,/",512,/' "$steps" >"$tests_tmp/x.csv"
bad 'a block too large' 'x\.csv: a block of 512 threads; more than 256 columns cannot be told apart$' "$tests_tmp/x.csv"
says 'no argument' 2 '^picture: which lesson' picture
says 'the program without arguments' 2 '^steps: this program is called by plots/picture\.sh$' "$BUILD/programs/steps"
says 'a lesson that is not there' 2 '^picture: there is no lesson 99; there are: 00 01 ' text 99
says 'a lesson that is not built' 2 '^picture: .*/inspect/lesson05 is missing; make picture05 builds it$' text 5

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    ok "$compiler: without a warning" $compiler -std=gnu11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -Icommon plots/steps/*.c
done

# Many steps
awk -v header=$header 'BEGIN {
    print header
    for (s = 0; s < 150; s++) for (t = 0; t < 32; t++) print "k,32," s "," s ",none.cu,7," t ",active" }' >"$tests_tmp/many.csv"
says 'of many steps the first 100 are drawn, and that is said' 0 '^the first 100 of 150 steps; from many\.csv' text "$tests_tmp/many.csv"
is 'no more' "$(grep -c '[|]#' "$tests_tmp/out")" 100

# Pictures. Each state has its colour; the key has a cell of each.
filled() { grep -c "<polygon fill = 'rgb($2)'" "$1"; }
cells() # SVG: how many are active, conflict, idle, waiting, ended
{
    echo "$(filled "$1" '  0, 114, 178') $(filled "$1" '213,  94,   0') $(filled "$1" '220, 220, 220')" \
        "$(filled "$1" '255, 255, 255') $(filled "$1" '102, 102, 102')"
}
states() # STEPS: the same from the data, with the key's
{
    awk -F, 'NR > 1 { n[$NF]++ }
        END { print n["active"] + 1, n["conflict"] + 1, n["idle"] + 1, n["waiting"] + 1, n["ended"] + (n["ended"] > 0) }' "$1"
}
well_formed() # SVG
{
    if command -v xmllint >/dev/null 2>&1; then
        xmllint --noout "$1"
    else
        tail -n 2 "$1" | grep -q '</svg>'
    fi
}
touching() # COLOUR SVG: do neighbours of this colour in a row, 8 pixels apart or less, leave no gap between them?
{
    sed -n "s/.*<polygon fill = 'rgb($1)' points = '\([^']*\)'.*/\1/p" "$2" | awk '{
        least = most = ""
        for (i = 1; i <= NF; i++) {
            split($i, at, ",")
            if (least == "" || at[1] < least) least = at[1]
            if (most == "" || at[1] > most) most = at[1]
            y = i == 1 ? at[2] : y
        }
        if (y == row && least - end > 0.1 && least - end < 4) apart++
        if (y == row && least - end <= 0.1) together++
        row = y
        end = most
    } END { exit apart > 0 || together < 10 }'
}
is_png() { [ "$(head -c 4 "$1" | tail -c 3)" = PNG ]; }

if command -v gnuplot >/dev/null 2>&1; then gnuplot=yes; else gnuplot=; fi
if [ "$gnuplot" ]; then
    says 'a picture is drawn, and named' 0 '^.*/build/pictures/made up\.svg$' picture "$steps"
    is 'nothing else is said' "$(grep -vc 'iconv' "$tests_tmp/out")" 2
    svg="$BUILD/pictures/made up.svg"
    ok 'the svg is well-formed' well_formed "$svg"
    ok 'the png is a png' is_png "$BUILD/pictures/made up.png"
    is 'a cell per step and thread' "$(cells "$svg")" "$(states "$steps")"
    is 'no text is too small for a projector' "$(grep -o 'font-size="[0-9]*' "$svg" | sort -u | sed 's/.*"//' | awk '$1 < 14')" ''
    ok 'of idle cells a band without stripes is left: each touches the next' touching '220, 220, 220' "$svg"
    ok 'the title' grep -q '> *k&lt;1, 2\(>\|&gt;\), block of 40 threads<' "$svg"
    ok 'a source line with all its signs' grep -q "2: sums\[tid\] += &quot;a &amp; b&quot; &lt; 'c.n' ? 1 : 0<\|2: sums\[tid\] += \"a &amp; b\" &lt; 'c.n' ? 1 : 0<" "$svg"
    ok 'many steps' picture "$tests_tmp/many.csv"
    is 'the first 100' "$(filled "$BUILD/pictures/many.svg" '  0, 114, 178')" 3201
    : >"$tests_tmp/file"
    says 'a folder that cannot be' 2 '^picture: .*/file/pictures: there can be no such folder$' \
        env BUILD="$tests_tmp/file" sh plots/picture.sh "$steps"
    rm -f "$svg" && mkdir "$svg"
    mkdir "$svg/made up.svg" "$svg/drawn"
    says 'a picture that cannot be written' 2 '^picture: .*/made up\.svg: cannot be written$' picture "$steps"
    rm -rf "$svg"
else
    skip 'pictures of a file of steps' 'gnuplot is missing'
fi

# Without gnuplot
mkdir "$tests_tmp/bin"
for tool in sh awk sed mkdir mktemp rm tr basename ls grep cat head find sort; do
    ln -s "$(command -v $tool)" "$tests_tmp/bin/$tool"
done
says 'without gnuplot: the way out' 2 '^picture: gnuplot is missing: make deps installs it; TEXT=1' \
    env PATH="$tests_tmp/bin" sh plots/picture.sh "$steps"
says 'which works' 0 '^k<1, 2>, block of 40 threads$' env PATH="$tests_tmp/bin" TEXT=1 sh plots/picture.sh "$steps"

# Inspected lessons
[ -e common/cpu/inspect ] || { skip 'inspected lessons' 'there is no common/cpu/inspect'; done_testing; exit; }
mkdir -p "$BUILD/inspect"
# shellcheck disable=SC2046,SC2059 # file names of ours
ok 'the lessons, inspected' "$MAKE" -s BUILD="$built" $(printf "$built/inspect/lesson%s " $(sh common/course/declared.sh number))
for source in lessons/[0-9][0-9]_*.cu; do
    number=${source#lessons/} number=${number%%_*}
    ok "lesson $number inspected" cp "$built/inspect/lesson$number" "$BUILD/inspect"
    # The first kernel may be one warp, or choose its block itself.
    own=
    ! cat "$source" lessons/"$number"_*.cuh 2>/dev/null | grep -Eq '<<<[^>]*, 32,|lesson_run_function|lesson_row_threads|all_reduce_open' || own=32
    for block in 32 64; do
        says "its picture at block $block" 0 "^[a-z].*, block of (${own:-$block}|$block) threads$" env TEXT=1 BLOCK=$block \
            sh plots/picture.sh "$number"
    done
done
says 'block 32 unless asked otherwise' 0 'from make picture00 \(CPU device\)$' text 0
says 'lesson 00: half of the lanes, then a quarter' 0 '^ s = 1  \|(#\.){16}\|  16 of 32 active, 1 warp$' text 0
is 'its steps are called after s' "$(sed -n 's/^ *\(s = [0-9]*\)  [|].*/\1/p' "$tests_tmp/out" | tr '\n' ' ')" 's = 1 s = 2 s = 4 s = 8 s = 16 '
is 'below their line' "$(grep -n -A 1 '^line 26: sums.tid. += sums.tid + s.$' "$tests_tmp/out" | grep -c 's = 1  ')" 1
is 'all within 80 columns' "$(awk 'length($0) > 80' "$tests_tmp/out")" ''
says 'lesson 01: conflicts from 64 threads on' 0 '^ s = 1  \|x{32}\|-{32}\|  32 of 32 active, 1 warp$' env BLOCK=64 TEXT=1 sh plots/picture.sh 1
says 'lesson 02: none' 0 '^s = 32  \|#{32}\|-{32}\|  32 of 32 active, 1 warp$' env BLOCK=64 TEXT=1 sh plots/picture.sh 2
is 'nowhere' "$(grep -c '[|]x' "$tests_tmp/out")" 0
says 'lesson 05: the other warps have ended' 0 '^\|#{32}\| {32}\|' env BLOCK=64 TEXT=1 sh plots/picture.sh 5
says 'in global memory, too' 0 '^ s = 2  \|#\.\.\.#' text 8
says 'the other kernels are named' 0 '^\(this is reduce4_atomic; make picture04 KERNEL=NAME draws another one: reduce4_second_launch reduce4_host\)$' text 4
says 'KERNEL chooses one' 0 '^reduce4_second_launch, ' env KERNEL=reduce4_second_launch TEXT=1 sh plots/picture.sh 4
says 'and is named' 0 'from make picture04 KERNEL=reduce4_second_launch ' env KERNEL=reduce4_second_launch TEXT=1 sh plots/picture.sh 4
says 'a kernel that is not there' 2 '^lesson04: --kernel none: .* reduce4_atomic reduce4_host cub_sum$' env KERNEL=none TEXT=1 sh plots/picture.sh 4
says 'a block that the lesson refuses' 2 '^lesson05: --block 48: not a power of two' env BLOCK=48 TEXT=1 sh plots/picture.sh 5
says 'a block too large' 2 '^picture: BLOCK=512: more than 256 columns' env BLOCK=512 TEXT=1 sh plots/picture.sh 5
says 'a block that is no number' 2 '^picture: BLOCK=many: a number of threads' env BLOCK=many TEXT=1 sh plots/picture.sh 5
if [ "$gnuplot" ]; then
    says 'a lesson is drawn' 0 '^.*/build/pictures/picture06\.svg$' picture 6
    is 'its 32 threads in each step' "$(cells "$BUILD/pictures/picture06.svg" | awk '{ print ($1 + $2 + $3 + $4 + $5 - 4) % 32 }')" 0
    ok 'at the largest block too' env BLOCK=256 sh plots/picture.sh 0
    says 'FIGURES draws all of them' 2 'FIGURES draws all' env FIGURES=yes sh plots/picture.sh 5
else
    skip 'pictures of lessons' 'gnuplot is missing'
fi
printf '#!/bin/sh\n' >"$BUILD/inspect/lesson03"
says 'a lesson that was built without --inspect' 2 'not an inspected program' text 3

# The figures of the pages. What they show is compared as text: gnuplots differ.
count() { grep '[|].*[|] ' "$1" | sed 's/[^|]*|//; s/|  [0-9].*//' | grep -o "$2" | wc -l; }
figures=$(echo docs/lessons/figures/*.txt)
ok 'there are figures' test -s "${figures%% *}"
for figure in $figures; do
    name=$(basename "$figure" .txt)
    BLOCK=64 CODE=no text "${name#picture}" >"$tests_tmp/fresh" 2>&1
    ok "$name is what the lesson does (else: FIGURES=yes sh plots/picture.sh)" diff "$figure" "$tests_tmp/fresh"
    is 'no code in it, which an exercise may ask for' "$(grep -c '+=\|\]' "$figure")" 0
    svg=${figure%.txt}.svg
    ended=$(count "$figure" ' ')
    is 'drawn so' "$(cells "$svg")" "$(($(count "$figure" '#') + 1)) $(($(count "$figure" x) + 1)) $((
        $(count "$figure" '[.]') + 1)) $(($(count "$figure" -) + 1)) $((ended + (ended > 0)))"
    ok 'well-formed' well_formed "$svg"
    ok 'as png too' is_png "${figure%.txt}.png"
done
done_testing
