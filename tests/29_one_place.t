#!/bin/sh
# A lesson is declared in one place: no script treats one by its number, and a new lesson, of which no
# other file knows, stands in the tables, in the plots, in bench and in its neighbours' links.
# Takes about 8 s of processor time.
. tests/lib.sh

# ---- Every script works in the same way, whatever language the machine speaks -----------------------
# shellcheck disable=SC2016 # fields of awk
for script in $(grep -rl '^#!/bin/sh' common plots tests | grep -v '\.t$'); do
    awk 'FNR == 1 && !/^#!\/bin\/sh/ { exit } # it only writes such a line
         /^locale=/ || /^#/ || /^$/ { next }
         { print FILENAME ": " $0; exit }' "$script"
done >"$tests_tmp/first"
is 'every script that can be started sets the locale, before it does anything else' "$(grep -v ': export LC_ALL=C$' "$tests_tmp/first")" ''
ok 'many were looked at' test "$(wc -l <"$tests_tmp/first")" -gt 40
ok 'and make, for what it runs' grep -q '^export LC_ALL := C$' Makefile
ok 'and the tests' grep -q '^export LC_ALL=C$' tests/lib.sh
for locale in de_DE tr_TR; do # decimal commas; a capital I whose small letter is another
    if localedef -i $locale -f UTF-8 "$tests_tmp/$locale.UTF-8" 2>/dev/null; then
        ok "$locale: the tables are the same" env LOCPATH="$tests_tmp" LC_ALL=$locale.UTF-8 sh plots/table.sh check
    else
        skip "$locale: the tables are the same" 'localedef or its sources are not installed'
    fi
done

# ---- No script knows a lesson by its number -------------------------------------------------------
scripts() # every script but the models, a file per lesson, and the two that must name such lines
{
    {
        find Makefile plots common tests -name Makefile -o -name '*.sh' -o -name '*.awk' -o -name '*.gp' -o -name '*.t'
        grep -rl '^#!/bin/sh' common tests # whatever they are called
    } | sort -u | grep -v -e '^tests/gallery/' -e '^tests/foreign/' -e '^common/course/skeleton/' -e '^tests/model/[0-9]' \
        -e '^tests/special\.awk$' -e '^tests/29_one_place\.t$'
}
special() { LC_ALL=C awk -f tests/special.awk "$@"; }
# shellcheck disable=SC2046 # their names have no spaces
ok 'no script treats a lesson by its number' special $(scripts)
ok 'many scripts were looked at' test "$(scripts | wc -l)" -gt 60

# Each of these lines did so once; each must be told, and each of the others must not.
mkdir -p "$tests_tmp/plots" "$tests_tmp/tests"
cat >"$tests_tmp/plots/was.sh" <<'END'
    headline_rows[15] = "1 8"
    other_problem[19] = other_problem[20] = 1
    shapes_lesson = "lesson14"
figures='00 01 02 05' # of these lessons, at block 64
    if (only == 1 && points < 2)
        if (k ~ /^reduce7_[0-9]+$/ && is_headline[row]) {
        skip("tuning", "needs lesson 07: make bench LESSONS=07")
    gpu.lesson17) # int above
    *.lesson20) # what each block did, at one size
set label 1 "Lesson 07: how many elements should one thread add?"
set label 2 device . ", lesson 20: " . (work eq "cycles" ? "cycles" : "elements")
END
cat >"$tests_tmp/tests/was.t" <<'END'
        case $number in 1[4-6]) shape='--batch 70 --row 1001' ;; *) shape='-n 30000' ;; esac
    09 | 1[0-2]) printf '%s - - -\n' 16384 13017 1 ;;
    17 | 18) printf '%s -\n' '32768 - -' '33007 - -' ;;
    0[3-7]) printf '%s - - -\n' 16384 5017 1 ;;
for lesson in 17 18 19 20; do
        [ "$name" != lesson16 ] || shape="--batch 40 --row $sizes"
        [ -z "$tested" ] || numbers='00 01 06 07 09 13 14 16 19 20' ;;
    else if (lesson < 13) in_place()
    if [ "$number" -ge 14 ]; then
END
cat >"$tests_tmp/plots/fine.sh" <<'END'
# lesson 07's picture, from lesson14
echo "Next: make lesson00 && ./lesson00"
for (i = 1; i <= 10; i++) digit[i - 1] = list[1]
case $number in [0-9]) number=0$number ;; esac
case $status in 77) echo "not run" ;; esac
END
cat >"$tests_tmp/tests/fine.t" <<'END'
is 'the CPU device' "$(readlink lesson00)" build/cpu/lesson00
says 'lesson 05' 0 'lesson05 -> ' "$MAKE" DEVICE=cpu lesson05
for block in 32 64; do
    11) echo "exit code" ;;
END
special "$tests_tmp/plots/was.sh" "$tests_tmp/tests/was.t" >"$tests_tmp/told"
is 'every such line would be told' "$(sed 's/^[^:]*:[0-9]*: //' "$tests_tmp/told")" \
    "$(cat "$tests_tmp/plots/was.sh" "$tests_tmp/tests/was.t")"
is 'with file and line' "$(sed -n 1p "$tests_tmp/told" | cut -d: -f1,2)" "$tests_tmp/plots/was.sh:1"
ok 'comments and examples would not' special "$tests_tmp/plots/fine.sh" "$tests_tmp/tests/fine.t"

# ---- A new lesson touches its own files only --------------------------------------------------------
copy=$tests_tmp/copy
mkdir -p "$copy/plots"
cp -R Makefile README.md common lessons docs exercises solutions tests "$copy"
cp -R plots/*.* plots/recorded plots/published plots/results "$copy/plots"
cd "$copy" || exit 1
BUILD=build DEVICE=cpu
export BUILD DEVICE
unset N BLOCKS SAMPLES SHAPES LESSONS COMPARE TEXT README RESULTS CSV
# As many as they are, none has this number, nor the one after it.
last=$(sh common/course/declared.sh number | tail -n 1)
new=$(printf %02d $((${last#0} + 1))) newer=$(printf %02d $((${last#0} + 2)))
last_stem=$(sh common/course/declared.sh --lesson "$last" stem)
part=$(sh common/course/declared.sh --lesson "$last" part)
ok 'the table agrees before' "$MAKE" table-check
find . -type f -exec cksum {} + | LC_ALL=C sort >"$tests_tmp/before"
ok 'a new lesson' "$MAKE" -s new-lesson NN="$new" STEM=warm_welcome
ok 'and another' "$MAKE" -s new-lesson NN="$newer" STEM=cold_farewell
find . -type f -exec cksum {} + | LC_ALL=C sort >"$tests_tmp/after"
is 'no file that was there has changed' "$(LC_ALL=C comm -23 "$tests_tmp/before" "$tests_tmp/after")" ''
sed "s/\.part = .*/&\n    .step_from = \"lesson$new\",\n    .needs = \"9.0\",/; s/\.offers = .*/.offers = LESSON_INT | LESSON_FLOAT | LESSON_BATCH,/
    s/\.defaults = .*/.defaults = \"-n 2^20 --batch 16\",\n    .bench = \"--batch 1,4,64; -b 96 --hot\",\n    .swept = \"steps\",\n    .per_sm = \"3\",/" \
    "lessons/${newer}_cold_farewell.cu" >"$tests_tmp/declared.cu" && cp "$tests_tmp/declared.cu" "lessons/${newer}_cold_farewell.cu"
ok 'with everything that can be declared' sh common/course/declared.sh

# The tables
says 'the table does not agree any more' 2 'make table writes it anew' "$MAKE" table-check
ok 'make table' "$MAKE" table
row() { grep "^| $1 " docs/results.md | sed 's/(\[code[^|]*//; s/](\(docs\|lessons\)[^)]*)/]/'; }
is 'has it' "$(row "$new" | sed 's/  |//g')" "| $new [warm welcome] | *not measured yet* |"
is 'and what the other needs' "$(row "$newer" | sed 's/  |//g')" \
    "| $newer [cold farewell] | *not measured yet; needs compute capability 9.0* |"
results=$tests_tmp/fixture-gpu.csv
{
    echo lesson,kernel,device,backend,cc,type,n,batch,block,grid,bytes,samples,median_ms,min_ms,spread_pct,gbps,peak_gbps,pct_peak,check,toolkit,git
    measured() { echo "lesson$1,$2,Fixture GPU,gpu,9.0,$3,$4,$5,$6,9,4,20,1.5,1.5,0,$7,1000,$8,ok,none,x"; }
    measured "$new" warm_welcome int 536870912 1 256 400 40
    for rows in 1 4 16 64; do
        measured "$newer" cold_farewell_2 int $((1048576 / rows)) $rows 256 $((600 + rows)) 60
    done
    measured "$newer" cold_farewell_4 int 65536 16 512 500 50
    measured "$newer" library_sum int 65536 16 0 700 70 | sed 's/,0,9,4,20,/,0,0,4,20,/'
} >"$results"
ok 'with made-up results' "$MAKE" CSV="$results" table
is 'they are there' "$(row "$new" | sed 's/ 2^29 |//; s/ int |//')" "| $new [warm welcome] | \`warm_welcome\` | 256 | 400 | 40.0 |  |"
is 'at its own shape, with its step; a library without' "$(row "$newer")" \
    "| $newer [cold farewell] | \`cold_farewell_2\` | 16 × 2^16 | 256 | 616 | 60.0 | 1.54× |
| $newer [cold farewell] | \`library_sum\` | 16 × 2^16 | – | 700 | 70.0 |  |"

# Plots
mkdir -p build/results
cp "$results" build/results
says 'the text plot' 0 "^cold_farewell_2, .* 256 \|#+ 616 GB/s$" "$MAKE" plots TEXT=1
is 'under the title of its part' "$(grep -c "^$part\. " "$tests_tmp/out")" 1
if command -v gnuplot >/dev/null 2>&1; then
    ok 'the pictures' "$MAKE" plots
    ok 'the ladder, with its title' grep -q '>cold farewell, ' build/plots/fixture-gpu-ladder*.svg
    ok 'kernels that differ in a number' grep -q ">k in cold_farewell_k: steps<" "build/plots/fixture-gpu-tuning$newer.svg"
    says 'bytes in flight need a latency' 0 "not drawn: .*flight$newer: needs plots/recorded/fixture-gpu-latency.csv: make latency RECORD=yes" "$MAKE" plots
    printf '%s\n' device,card,level,bytes,ns 'Fixture GPU,x,L2,8,200' 'Fixture GPU,x,memory,8,500' >plots/recorded/fixture-gpu-latency.csv
    says 'and the machine code' 0 "not drawn: flight$newer: plots/recorded/sass.csv does not know cold_farewell<2> for sm_90: make record-sass" "$MAKE" plots
    { head -n 1 plots/recorded/sass.csv
      echo "lesson$newer,cold_farewell<2>,sm_90,13.0,9,9,0,0,0,2,once,2,8,,0,0"
      echo "lesson$newer,cold_farewell<4>,sm_90,13.0,9,9,0,0,0,4,once,4,16,,0,0"
    } >"$tests_tmp/sass" && cp "$tests_tmp/sass" plots/recorded/sass.csv
    ok 'with both' "$MAKE" plots
    # 1000 GB/s, 500 ns, and grids of 9 blocks, 3 on each SM: 1000 * 500 / 3 bytes
    ok 'they are drawn, with the law' grep -q '>166.7 KB = 1000 GB/s x 500 ns / 3 SMs<' "build/plots/fixture-gpu-flight$newer.svg"
    ok 'and for each number of threads on an SM' grep -q '>1536 threads<' "build/plots/fixture-gpu-flight$newer.svg"
    ok 'several shapes' grep -q '>2²⁰<' "build/plots/fixture-gpu-shapes$newer.svg"
else
    skip 'the pictures' 'gnuplot is missing'
fi

# Links
says 'the page before it does not know it yet' 1 "^docs/lessons/$last_stem.md: title and links differ" sh common/course/links.sh check
ok 'the links' sh common/course/links.sh
is 'lead from it to the next' "$(sed -n 3p "docs/lessons/${new}_warm_welcome.md")" \
    "[The code](../../lessons/${new}_warm_welcome.cu) · step by step: \`make play$new\` · before: [$last $(sh common/course/declared.sh --lesson "$last" title)]($last_stem.md) · next: [$newer cold farewell](${newer}_cold_farewell.md)"
ok 'and to it' grep -q "next: \[$new warm welcome\](${new}_warm_welcome.md)\$" "docs/lessons/$last_stem.md"

# bench, with compilers that only pretend
cat >common/cpu/cpucc <<END
#!/bin/sh
case \$#\$1 in 1--engine=*) touch "\${1#--engine=}/engine.a"; exit ;; esac
[ "\$1" = --list-gpu-code ] && { echo sm_90; exit; }
while [ "\$1" != -o ]; do shift; done
printf '#!/bin/sh\\necho "\${0##*/} \$*" >>ran\\nwhile [ "\$1" != --csv ]; do shift; done\\ncp "%s" "\$2"\\n' "$results" >"\$2"
chmod +x "\$2"
END
chmod +x common/cpu/cpucc
mkdir "$tests_tmp/bin"
printf '#!/bin/sh\necho "GPU 0: Pretended"\n' >"$tests_tmp/bin/nvidia-smi"
chmod +x "$tests_tmp/bin/nvidia-smi"
PATH=$tests_tmp/bin:$PATH NVCC=$PWD/common/cpu/cpucc
export PATH NVCC
says 'bench runs it' 0 "^\[2/2\] lesson$newer … cold_farewell_2, block 256: 664 GB/s" \
    "$MAKE" DEVICE=gpu bench LESSONS="$new $newer" BLOCKS=256
is 'with what it declares besides: its types, its shapes' "$(sed -n "s/^lesson$newer \(.*\) --csv.*/\1/p" ran | tr '\n' ';')" \
    '-b 256;-b 256 --type float;--batch 1,4,64;-b 96 --hot;'

# A declaration that is wrong: every command that needs it names file and line, and changes nothing.
file=lessons/${new}_warm_welcome.cu
sed 's/\.part = .*/.part = "XX",/' "$file" >"$tests_tmp/wrong.cu" && cp "$tests_tmp/wrong.cu" "$file"
line=$(grep -n '\.part' "$file" | cut -d: -f1)
cat docs/results.md docs/map.md >"$tests_tmp/tables.kept"
for command in table table-check pages "plots TEXT=1" record-docs complete "bench LESSONS=$last" "new-lesson NN=98 STEM=late"; do
    # shellcheck disable=SC2086 # a command and its variables
    says "a wrong declaration: make $command" 2 "^$file:$line: \.part \"XX\": no such part of the course" "$MAKE" -s $command
done
is 'nothing has changed' "$(cat docs/results.md docs/map.md | cmp - "$tests_tmp/tables.kept"; ls lessons/98* 2>/dev/null)" ''
done_testing
