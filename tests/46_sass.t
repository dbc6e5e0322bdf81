#!/bin/sh
# The machine code of the lessons: is it read right, and does plots/recorded/sass.csv say what nvcc makes now?
# make test ALL=1 compares every lesson with nvcc, which takes minutes, and a quarter of an hour where nvdisasm is.
. tests/lib.sh
unset SASS KERNEL ARCH SASS_DUMPS SASS_CSV
first=$(sh common/course/declared.sh number stem | head -n 1)
stem=${first#*	} first=${first%%	*}
real_nvcc=$(sh common/setup/cuda.sh nvcc 2>/dev/null)
real_nvdisasm=$(sh common/setup/cuda.sh nvdisasm 2>/dev/null)

# ---- Tools that only pretend: they answer with a fixture, whatever is compiled -----------------------------
cat >"$tests_tmp/nvcc" <<'END'
#!/bin/sh
case $1 in
--version) echo 'Cuda compilation tools, release 13.0, V13.0.88' ;;
--list-gpu-code) printf 'sm_75\nsm_90\nsm_120\n' ;;
*) echo "$*" >>"$ASKED"; cat "$FIXTURE.ptxas" >&2 ;;
esac
END
printf '#!/bin/sh\necho "nvdisasm $*" >>"$ASKED"; cat "$FIXTURE.sass"\n' >"$tests_tmp/nvdisasm"
chmod +x "$tests_tmp/nvcc" "$tests_tmp/nvdisasm"
mkdir "$tests_tmp/bin"
printf '#!/bin/sh\nexit 1\n' >"$tests_tmp/bin/nvidia-smi" # no GPU
chmod +x "$tests_tmp/bin/nvidia-smi"
old_path=$PATH
PATH=$tests_tmp/bin:$PATH NVCC=$tests_tmp/nvcc NVDISASM=$tests_tmp/nvdisasm ASKED=$tests_tmp/asked
FIXTURE=$PWD/tests/fixtures/sass/made-up
export PATH NVCC NVDISASM ASKED FIXTURE
sass() { "$MAKE" -s "sass$first" "$@"; }

says 'the table' 0 "^lesson$first, sm_90, nvcc 13\.0\.88: lessons/$stem\.cu\$" sass
is 'the lesson was compiled and read' "$(sed 's| [^ ]*/| |g' "$ASKED")" \
    "-O3 -Icommon -cubin -lineinfo -Xptxas -v -arch=sm_90 $stem.cu -o $stem.sm_90.cubin
nvdisasm -g -c -hex $stem.sm_90.cubin"
kernels() { sed -n '/^kernel/,/^$/p' "$tests_tmp/out" | sed '1d;$d;s/  */ /g'; }
is 'instructions, registers, spills, barriers, loads in flight, and where it waits' "$(kernels)" \
'chain 4 16 0 0 0 1 8 once, line 28: 1, wait, 1
either 12 16 0 0 0 3 12 loop, line 27: 3 loads, then wait
 2 8 loop, line 27: 2 loads, then wait
few_scoreboards 12 16 0 0 0 5 20 once, line 32: 5, wait, 2
nested 9 16 20 0 0 2 8 loop, line 30: 2 loads, then wait
 1 4 loop, line 30: 1 load, then wait
next_round 6 16 0 0 0 1 4 loop, line 25: 1 load, then wait
 1 4 once, line 25: 1 load, then wait
no_loads 5 16 0 1 0 0 0 none
overwritten 7 16 0 0 0 2 8 once, line 23: 2, wait, 1
pair 5 16 0 0 0 1 4 once, line 29: 1, wait, 1
predicated 6 16 0 0 0 2 8 loop, line 21: 2 loads, then wait
slow_path 10 16 0 0 0 1 4 once, line 26: 1 load, then wait
together 12 16 0 1 2 1 4 once, line 31: 1 load, then wait
two_loops 11 16 0 0 0 2 8 loop, line 22: 2, wait, 1
 1 4 loop, line 22: 1 load, then wait
wide 8 16 0 0 0 2 24 loop, line 20: 2, wait, 1'
says 'the lines of one kernel' 0 '^   31    12  1 LDG, 2 BAR, 2 WARPSYNC, 1 BRA, 1 CALL, 1 NOP' sass KERNEL=together
says 'every instruction, and which one waits' 0 \
    '^        0040  FADD R0, R0, R9    <- waits; 1 load since the last wait; 1 still in flight$' sass KERNEL=wide SASS=full
says 'loads on another scoreboard are still in flight' 0 \
    '^        0050  FADD R0, R0, R4    <- waits; 5 loads since the last wait; 2 still in flight$' \
    sass KERNEL=few_scoreboards SASS=full
says 'for an architecture' 0 '^lesson' sass ARCH=sm_120
ok 'it is compiled for that one' grep -q -e '-arch=sm_120 ' "$ASKED"
says 'no such architecture' 2 '^sass: ARCH=sm_42: one or more of: sm_75 sm_90 sm_120$' sass ARCH=sm_42
says 'no such kernel' 2 "^KERNEL=no such: lesson$first has no such kernel; it has: chain either " sass KERNEL='no such'
says 'no such form' 2 '^sass: SASS=loud: full prints every instruction' sass SASS=loud
says 'no such lesson' 2 'there is no lesson 99' sh plots/sass.sh 99

# ---- From a real compiler: two loops, loads that are predicated or of 128 bits, a kernel of the harness ------
FIXTURE=$PWD/tests/fixtures/sass/real
ok 'real machine code' sass
is 'of kernels of three lessons' "$(kernels)" \
'flush 35 14 0 0 0 1 16 loop, line time.h:33: 1 load, then wait
reduce7<32> 197 30 0 1 0 6 24 loop, line ?: 4, wait, 6, wait, 6
 2 8 loop, line ?: 2 loads, then wait
reduce_unrolling<4> 66 19 0 2 0 4 16 once, line 09_unroll_data_blocks.cu:41,09_unroll_data_blocks.cu:54: 4, wait, 1
 2 8 loop, line 09_unroll_data_blocks.cu:49: 2 loads, then wait'
is 'the harness has no row' "$(grep -c 'harness::' "$tests_tmp/out")" 0
sed 's/_Z7reduce7ILj32E/_Z7reduce7ILj256E/' "$FIXTURE.sass" >"$tests_tmp/other.sass"
sed 's/_Z7reduce7ILj32E/_Z7reduce7ILj256E/' "$FIXTURE.ptxas" >"$tests_tmp/other.ptxas"
FIXTURE=$tests_tmp/other
says 'the instance for 256 threads is listed' 0 '^reduce7<256>, line by line:$' sass
says 'also by the name without it' 0 '^reduce7<256>, line by line:$' sass KERNEL=reduce7

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    ok "$compiler: without a warning" $compiler -std=c11 -Wall -Wextra -Werror -fsyntax-only plots/sass/*.c
done

# ---- What is no machine code ----------------------------------------------------------------------------
FIXTURE=$tests_tmp/broken
broken() # NAME REGEX SED: the made-up code, changed so
{
    sed "$3" tests/fixtures/sass/made-up.sass >"$FIXTURE.sass"
    cp tests/fixtures/sass/made-up.ptxas "$FIXTURE.ptxas"
    says "$1" 2 "$2" sass
}
broken 'nothing' "\.sass: no kernel of a lesson in it; it must be what nvdisasm -g -c -hex prints" d
broken 'a jump to nowhere' '\.sass:[0-9]+: kernel slow_path jumps to \.L_x_77, which is not there$' \
    's/BRA.DIV UR4, `(.L_x_2)/BRA.DIV UR4, `(.L_x_77)/'
broken 'a text that is cut off' '\.sass:[0-9]+: kernel wide has no end; the text is cut off$' '20,$d'
broken 'half an instruction' '\.sass:14: an instruction without its end' '14s/;.*//'
broken 'a text without encodings' \
    '\.sass:[0-9]+: kernel wide has an instruction without its encoding, at 0000; nvdisasm -hex prints them$' '15d'
broken 'a load that nobody can wait for' '\.sass:[0-9]+: kernel wide has a load without a scoreboard, at 0000$' \
    '15s/0x000e/0x000f/;15s/0x000f0/0x000fc/'
sed -n '1,/Used/p' tests/fixtures/sass/made-up.ptxas >"$tests_tmp/less"
cp tests/fixtures/sass/made-up.sass "$FIXTURE.sass" && cp "$tests_tmp/less" "$FIXTURE.ptxas"
says 'a kernel of which the compiler said nothing' 2 '\.ptxas: nothing about kernel .*predicated' sass

# ---- What is missing -----------------------------------------------------------------------------------
says 'no nvdisasm: what to install' 77 \
    '^nvdisasm .*not found.*apt-get install cuda-nvdisasm-13-0; or conda install .*NVDISASM=/path' \
    env NVDISASM=/none sh plots/sass.sh "$first"
is 'in one line' "$(wc -l <"$tests_tmp/out" | tr -d ' ')" 1
says 'make doctor knows it' 0 '^  nvdisasm +- missing: prints machine code .*apt-get install' \
    env NVDISASM=/none sh common/setup/doctor.sh
says 'no nvcc' 2 'nvcc .*not found' env NVCC=/none sh plots/sass.sh "$first"

# ---- The recorded file ---------------------------------------------------------------------------------
# Without tools, from texts that are there.
mkdir "$tests_tmp/dumps"
for kind in sass ptxas; do cp "tests/fixtures/sass/made-up.$kind" "$tests_tmp/dumps/$stem.sm_90.$kind"; done
says 'a file from texts' 0 '^sass: .*/some.csv: 13 kernels$' \
    env NVCC=/none SASS_DUMPS="$tests_tmp/dumps" SASS_CSV="$tests_tmp/some.csv" sh plots/sass.sh record
is 'a row for each kernel' "$(sed -n '1p;/nested/p;/together/p;/wide/p' "$tests_tmp/some.csv")" \
"$(head -n 1 plots/recorded/sass.csv)
lesson$first,nested,sm_90,unknown,9,16,20,0,0,2,loop,2,8,1,0,0
lesson$first,together,sm_90,unknown,12,16,0,1,2,1,once,1,4,,0,0
lesson$first,wide,sm_90,unknown,8,16,0,0,0,2+1,loop,2,24,,0,0"
sed -i.old '/nested/s/nested/"pair<2, true>"/' "$tests_tmp/some.csv"
is 'a row is found by a name with a space' \
    "$(LC_ALL=C ${AWK:-awk} -v query="lesson=$first	kernel=pair<2, true>	loads,registers" -f common/csv/read.awk \
        -f tests/recorded.awk "$tests_tmp/some.csv")" '2 16'
PATH=$old_path
unset NVCC NVDISASM
export PATH

columns() # FILE NAMES: these columns of a table, without its header
{
    LC_ALL=C ${AWK:-awk} -v query="$2" -f common/csv/read.awk -f tests/recorded.awk "$1"
}
ok 'the recorded file is no larger than a page can bear' test "$(wc -c <plots/recorded/sass.csv)" -lt 200000
columns plots/recorded/sass.csv lesson,arch | sort -u >"$tests_tmp/there"
cut -d ' ' -f 1 "$tests_tmp/there" | sort -u >"$tests_tmp/known"
# As with times, a new lesson may wait for somebody with the tools.
unrecorded=$(sh common/course/declared.sh lesson | sort | comm -23 - "$tests_tmp/known" | tr '\n' ' ')
[ -z "$unrecorded" ] || skip "machine code of $unrecorded" 'not recorded yet: make record-sass'
for lesson in $(cat "$tests_tmp/known"); do
    for arch in sm_75 sm_80 sm_90 sm_100 sm_120; do echo "$lesson $arch"; done
done | sort >"$tests_tmp/all"
ok 'it has lessons' test "$(wc -l <"$tests_tmp/known")" -ge 33
is 'it has each of them for every architecture (else: make record-sass)' \
    "$(comm -3 "$tests_tmp/there" "$tests_tmp/all")" ''
recorded=$(columns plots/recorded/sass.csv toolkit | sort -u)
release=${recorded%.*}
now=none
[ -z "$real_nvcc" ] || now=$("$real_nvcc" --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')
if [ "$now" != "$release" ]; then
    skip 'what nvcc makes now' "nvcc here: $now; the file comes from $release"
elif everything_of 'what nvcc makes now' lessons common plots/sass plots/sass.sh; then
    same=lesson,kernel,arch,registers,spill_bytes
    if everything 'all lessons but one'; then
        numbers=$(sh common/course/declared.sh number)
    else
        numbers=$(sh common/course/declared.sh number | awk 'NR == 2')
    fi
    numbers=$(for number in $numbers; do grep -q -x "lesson$number" "$tests_tmp/known" && echo "$number"; done)
    lessons=" $(for number in $numbers; do printf 'lesson%s ' "$number"; done)"
    of_lessons() { awk -v lessons="$lessons" 'index(lessons, " " $1 " ")' | sort; }
    if [ "$real_nvdisasm" ]; then
        same=$same,instructions,barriers,warp_barriers,loads,loads_in
        same=$same,most_loads_in_flight,most_bytes_in_flight,other_loads,shuffles,redux
        # shellcheck disable=SC2086 # numbers
        { head -n 1 plots/recorded/sass.csv; sh plots/sass.sh rows $numbers; } >"$tests_tmp/now.csv"
    else
        # shellcheck disable=SC2086
        { echo $same; sh plots/sass.sh compiled $numbers; } >"$tests_tmp/now.csv"
    fi
    columns "$tests_tmp/now.csv" $same | sort >"$tests_tmp/now"
    columns plots/recorded/sass.csv $same | of_lessons >"$tests_tmp/recorded"
    is 'kernels of each of them were compared' "$(cut -d ' ' -f 1 "$tests_tmp/now" | sort -u | tr '\n' ' ')" "${lessons# }"
    ok "it says what nvcc makes now: $same (else: make record-sass)" diff "$tests_tmp/recorded" "$tests_tmp/now"
fi
done_testing
