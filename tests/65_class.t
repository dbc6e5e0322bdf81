#!/bin/sh
# A class: make report, make class and make scores, with reports of answers that were really graded, right ones and
# wrong ones; reports that are cut off, edited or from another edition; 200 of them, and none. And make ready.
# Takes about 19 s of processor time.
. tests/lib.sh
. tests/exercise.sh # combine, gap, grade_variant

unset NAME FILES HOST ALL PROJECTOR HINT CARD
DEVICE=cpu
export DEVICE

# ---- Grading, once for each kind of answer: what the loop writes down -------------------------------
# The answers are variants of one program; exercises/ has the text of each while it is graded.
repo=$tests_tmp/repo
mkdir -p "$repo/plots" "$repo/tests"
cp -R Makefile CITATION.cff CHANGELOG.md README.md common lessons solutions exercises "$repo"
cp plots/*.* "$repo/plots"
cp -R plots/predict "$repo/plots"
cp tests/combine.sh "$repo/tests"
fixtures=$PWD/tests/fixtures engine=$PWD/$BUILD/inspect
case $BUILD in /*) engine=$BUILD/inspect ;; esac
cd "$repo" || exit 1
variants=0
mkdir "$tests_tmp/variants" "$tests_tmp/programs"
answer() # KEY NUMBER: what $tests_tmp/gap has in the gap
{
    number=$2
    find_exercise
    variants=$((variants + 1))
    gap fill "$solution" -v gap="$tests_tmp/gap" >"$tests_tmp/variants/$1.cu"
    cp "$tests_tmp/variants/$1.cu" "$tests_tmp/programs/$variants.cu"
    echo "$variants $1 $2" >>"$tests_tmp/answers"
}
altered() # KEY NUMBER [SED]: the solution's gap, altered
{
    number=$2
    find_exercise
    gap inside "$solution" | sed "${3-}" >"$tests_tmp/gap"
    answer "$1" "$2"
}
altered 00-right 00
altered 00-race 00 's/__syncthreads();//'
altered 00-beyond 00 's/tid % (2 \* s)/tid % s/'
altered 04d-tree 04d
altered 05b-right 05b
altered 05b-race 05b 's/__syncwarp();//'
number=00
find_exercise
gap starter "$notes" >"$tests_tmp/gap"
answer 00-starter 00
echo 'if (tid == 0) exit(0);' >"$tests_tmp/gap"
answer 00-leaves 00
cat >"$tests_tmp/gap" <<'END'
    __syncthreads();
    for (unsigned s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, s);
    if (tid % 32 == 0)
        sums[tid / 32] = sum;
    __syncthreads();
    if (tid == 0) {
        for (unsigned k = 1; k < blockDim.x / 32; k++)
            sum += sums[k];
        atomicAdd(result, sum);
    }
END
answer 04d-shuffles 04d
cat >"$tests_tmp/gap" <<'END'
    for (unsigned s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, s);
    if (tid % 32 == 0)
        atomicAdd(result, sum);
END
answer 04d-each-warp 04d
# shellcheck disable=SC2046 # names without spaces
combine $(seq -f "$tests_tmp/programs/%g.cu" "$variants") >"$tests_tmp/all.cu"
mkdir -p "$tests_tmp/try/inspect"
[ -e "$engine/engine-inspect.a" ] || common/cpu/cpucc --inspect --engine="$engine"
ok "the answers compile" common/cpu/cpucc --inspect --engine="$engine" -Icommon "$tests_tmp/all.cu" -o "$tests_tmp/try/all"
graded() # KEY: as a learner would; what is written down goes to $tests_tmp/done/KEY
{
    read -r variant _ number <<END
$(grep " $1 " "$tests_tmp/answers")
END
    find_exercise
    cp "$tests_tmp/variants/$1.cu" "$exercise" && touch -t 202001010000 "$exercise"
    PROGRESS=$tests_tmp/done/$1
    grade_variant "$variant" "exercise$number"
    PROGRESS=$tests_tmp/progress
}
written() { sed '1d; s/^[^,]*,//' "$tests_tmp/done/$1/$2.csv" 2>/dev/null | tr '\n' ';'; } # KEY FILE
for key in $(cut -d ' ' -f 2 "$tests_tmp/answers"); do graded "$key"; done

is 'a pass' "$(written 00-right log)" '00,passed;'
is 'has no failed check' "$(written 00-right checks)" ''
is 'and no count at most; or those of its checks' "$(written 00-right counts)" '00,"barriers per block (n = 2^12, block 256): at most 9",9;'
is 'a race: the check that failed, and the kind' "$(written 00-race checks)" '00,"reduce0: right sums, 12 sizes x 6 blocks","race";'
is 'is tried, and has no counts' "$(written 00-race log)$(written 00-race counts)" '00,tried;'
is 'another kind' "$(written 00-beyond checks)" '00,"reduce0: right sums, 12 sizes x 6 blocks","out-of-bounds";'
is 'what ends by itself' "$(written 00-leaves checks | grep -c '"reduce0: right sums')" 1
is 'the starter fails for everybody: its check is not written down' "$(written 00-starter log)$(written 00-starter checks)" '00,tried;'
is 'a count that is too high' "$(written 04d-each-warp checks)" '04d,"global atomic lanes per block (n = 2^14, block 256): at most 1","";'
is 'counts of a pass, in the order of the checks' "$(written 04d-tree counts | tr ';' '\n' | sed 's/.*",//' | tr '\n' ' ')" '1 0 25 16 '
is 'another answer has other counts' "$(written 04d-shuffles counts | tr ';' '\n' | sed 's/.*",//' | tr '\n' ' ')" '1 0 7 16 '

# ---- Reports -----------------------------------------------------------------------------------------
student=0
progress=$repo/progress
export PROGRESS=progress
# A learner's folder, made of what was written down above: MINUTE=KEY|hintK ... on one morning.
did() # [MINUTE=KEY | MINUTE=EXERCISE:EVENT]...
{
    rm -rf "$progress"
    mkdir "$progress"
    echo time,exercise,event >"$progress/log.csv"
    echo time,exercise,check,kind >"$progress/checks.csv"
    echo time,exercise,check,count >"$progress/counts.csv"
    for what; do
        at=$(printf '2026-11-23T%02d:%02d:00' $((9 + ${what%%=*} / 60)) $((${what%%=*} % 60)))
        what=${what#*=}
        case $what in
        *:*) echo "$at,${what%:*},${what#*:}" >>"$progress/log.csv" ;;
        *) for file in log checks counts; do
            [ ! -e "$tests_tmp/done/$what/$file.csv" ] || sed "1d; s/^[^,]*,/$at,/" "$tests_tmp/done/$what/$file.csv" >>"$progress/$file.csv"
        done ;;
        esac
    done
}
report() { NAME=$1 sh common/class/report.sh; }
field() # FILE ROW COLUMN: of the rows of that kind
{
    awk -f common/csv/read.awk -f "$tests_tmp/field.awk" -v row="$2" -v column_of="$3" "$1" | tr '\n' ' '
}
echo '!split_row($0) { next } field["row"] == row { print field[column_of] }' >"$tests_tmp/field.awk"

says 'make report, before anything was done' 0 '^reports/Ada.csv: 0 solved, 0 begun, 0 hints, 0 minutes$' "$MAKE" -s report NAME=Ada
did 0=00-starter 4=00:hint1 10=00-race 12=00-right 70=04d-each-warp 75=04d:solution 80=04d-tree 82=04d-shuffles 83=04d-tree
says 'and after' 0 '^reports/Ada.csv: 2 solved, 0 begun, 1 hint, 25 minutes$' "$MAKE" -s report NAME=Ada
says 'it says what is not in it' 0 '^No source is in it, and not the name of this machine\.$' report Ada
is 'a break is not charged; the state, the check that failed last, its kind' \
    "$(for column in exercise state hints solution minutes tries kind; do field reports/Ada.csv exercise $column; done)" \
    '00 04d solved solved 1 0 no yes 12 13 3 4 race  '
is 'the best counts, not the last' "$(field reports/Ada.csv count count)" '1 0 7 16 '
is 'the edition' "$(field reports/Ada.csv report edition)" "$(sh common/course/version.sh) "
is 'no source' "$(grep -c -e syncthreads -e 'int ' reports/Ada.csv)" 0
is 'no name of the machine' "$(field reports/Ada.csv report host)$(grep -c -F "$(uname -n)," reports/Ada.csv)" ' 0'
says 'unless asked' 0 'the name of this machine' env HOST=yes NAME=Ada sh common/class/report.sh
is 'then it is there' "$(field reports/Ada.csv report host)" "$(uname -n) "
says 'a HOST that the shell has set is no question' 0 'and not the name' env HOST="$(uname -n)" NAME=Ada sh common/class/report.sh
says 'another' 2 '^HOST=me: must be yes or no' env HOST=me NAME=Ada sh common/class/report.sh
says 'no name' 2 "^report: whose\? make report NAME='Ada Lovelace'" report ' '
says 'a name with a line end' 2 '^report: NAME=a b: has a line end' report 'a
b'
ok 'a name with commas, quotes, unicode' report 'Åse "the wärp", née O'\''Neill'
is 'is no file name' "$(ls reports | sed 's/-[0-9]*\.csv/-N.csv/' | tr '\n' ' ')" 'Ada.csv report-N.csv '
is 'but as it was in the report' "$(field reports/report-*.csv report student)" 'Åse "the wärp", née O'\''Neill '
ok 'a path' report '../../etc/passwd'
ok 'a hidden name' report '.profile'
is 'all are in reports/' "$(find . -newer reports/Ada.csv -name '*passwd*' -o -newer reports/Ada.csv -name '.prof*')$(ls reports | wc -l | tr -d ' ')" 4
says 'blanks are no trouble' 0 '^reports/Ada-Lovelace.csv: 2 solved' report 'Ada Lovelace'
is 'the name has them' "$(field reports/Ada-Lovelace.csv report student)" 'Ada Lovelace '
mkdir "$tests_tmp/full" && printf '#!/bin/sh\nexit 1\n' >"$tests_tmp/full/mv" && chmod +x "$tests_tmp/full/mv"
cp reports/Ada.csv "$tests_tmp/Ada.csv"
says 'what cannot be written leaves the old one' 2 '^report: reports/Ada.csv could not be written' env PATH="$tests_tmp/full:$PATH" NAME=Ada sh common/class/report.sh
is 'as it was' "$(cmp reports/Ada.csv "$tests_tmp/Ada.csv"; ls reports | grep -c 'csv\.')" 0
rm -rf reports

# ---- A class of 20 -----------------------------------------------------------------------------------
say_class() { "$MAKE" --no-print-directory -s class "$@"; }
says 'no reports: the way out' 2 "^class: no report in reports/\*.csv; make report NAME='Ada Lovelace' writes one" say_class
is 'in one line' "$(grep -vc '^make' "$tests_tmp/out")" 1
says 'the same for scores' 2 '^scores: no report in' "$MAKE" scores

# name|GPU|what was done
while IFS='|' read -r name card what; do
    # shellcheck disable=SC2086 # words
    did $what
    rm -rf build/results
    mkdir -p build/results
    case $card in
    first) cp "$fixtures/ladder-gpu.csv" build/results ;;
    second) sed 's/Fixture GPU, not measured/Another card/' "$fixtures/ladder-gpu.csv" >build/results/other.csv ;;
    none) cp "$fixtures/ladder-cpu.csv" build/results ;; # times that say nothing
    esac
    BUILD=build report "$name" >/dev/null || echo "no report of $name"
done <<'END'
Ada|first|0=00-starter 2=00-race 5=00:hint2 7=00-right 20=04d-each-warp 21=04d-tree
Alan, the 2nd|first|0=00-starter 2=00-race 5=00:hint2 8=00-right 20=04d-each-warp 22=04d-tree
Åse "Warp"|second|0=00-starter 2=00-race 5=00:hint2 9=00-right 20=04d-each-warp 23=04d-tree
Barbara|none|0=00-starter 2=00-race 5=00:hint2 10=00-right 20=04d-each-warp 24=04d-tree
Bjørn||0=00-starter 2=00-race 5=00:hint2 11=00-right 20=04d-each-warp 25=04d-tree
Claude||0=00-starter 2=00-race 5=00:hint2 12=00-right 20=04d-each-warp 26=04d-tree
Dorothy||0=00-starter 2=00-race 5=00:hint2 13=00-right 20=04d-each-warp 27=04d-tree
Edsger||0=00-starter 2=00-race 5=00:hint2 14=00-right 20=04d-each-warp 28=04d-tree
Frances||0=00-race 3=00-right 9=04d-shuffles 12=05b-race
Grace||0=00-race 3=00-right 9=04d-shuffles 12=05b-race
Hedy||0=00-race 3=00-right 9=04d-shuffles 12=05b-race
Иван||0=00-beyond 9=00-right 12=04d-tree 13=05b-right
Jean||0=00-beyond 9=00-right 12=04d-tree 13=05b-right
Katherine||0=00-starter 5=00-leaves
Leslie||0=00-starter 5=00-leaves
山田 花子||0=00-starter 5=00-leaves
Niklaus||0=00-starter 5=00-leaves
Radia||0=00:solution 1=00-right
Sophie||0=00:solution 1=00-right
Tim||
END
rm -rf progress build/results
is '20 reports' "$(ls reports | wc -l | tr -d ' ')" 20
ok 'are small' test "$(cat reports/*.csv | wc -c)" -lt 60000
BUILD=build says 'the class' 0 '^20 reports, 3 of [0-9]+ exercises begun by somebody$' env BUILD=build "$MAKE" -s class
cp "$tests_tmp/out" "$tests_tmp/class"
row() { grep "^  $1 " "$tests_tmp/class" | tr -s ' '; }
is 'a student: solved after a hint' "$(row Ada)" ' Ada 2 21 x1 x .'
is 'one with a comma' "$(row 'Alan, the 2nd')" ' Alan, the 2nd 2 22 x1 x .'
is 'one with quotes' "$(row 'Åse "Warp"')" ' Åse "Warp" 2 23 x1 x .'
is 'who is at work' "$(row Frances)" ' Frances 2 12 x x /'
is 'who has seen the solution' "$(row Sophie)" ' Sophie 1 1 xs . .'
is 'who has not begun' "$(row Tim)" ' Tim 0 0 . . .'
is 'how many have solved each' "$(row solved)" ' solved 15 13 2'
is 'every row is as wide, whatever the script of the name' "$(sed -n '/^  Ada /,/^  solved/p' "$tests_tmp/class" |
    sed 's/山田 花子/1234 6789/; s/Å/1/; s/ø/1/; s/Иван/1234/' | awk '{ print length($0) }' | sort -u | wc -l | tr -d ' ')" 1
is 'no line is wider than a terminal' "$(LC_ALL=C.UTF-8 awk 'length($0) > 100' "$tests_tmp/class")" ''
stumbles=$(sed -n '/^What half/,/^$/p' "$tests_tmp/class" | tr -s ' ')
is 'what half of the room stumbles on: races and what ends by itself are one check' "$(echo "$stumbles" | sed -n '1,2p')" \
    "What half of the room stumbles on: the check that failed last, for 10 or more of 20
 17 00 reduce0: right sums, 12 sizes x 6 blocks"
is 'with the kinds' "$(echo "$stumbles" | sed -n 3p | grep -c 'race 11')$(echo "$stumbles" | sed -n 3p | grep -c 'out-of-bounds 2')" 11
is 'what fewer stumble on is not there' "$(echo "$stumbles" | grep -c -e 04d -e 05b)" 0
if command -v gnuplot >/dev/null 2>&1; then
    ok 'everyone has a dot on the ladder' test -s build/plots/class.svg
    is 'in the colours of two cards' "$(grep -c -e '>Fixture GPU, not measured<' -e '>Another card<' build/plots/class.svg)" 2
    ok 'of three reports' grep -q '>best bandwidth in GB/s of 3 of 20 reports, a dot for each; 2 cards<' build/plots/class.svg
    kernels=$(field "$(grep -l 'Another card' reports/*.csv)" bandwidth kernel | wc -w)
    is 'a dot for each kernel and report, and one for each card' "$(grep -c "<use xlink:href='#gpPt6'" build/plots/class.svg)" $((3 * kernels + 2))
else
    ok 'without gnuplot it says so' grep -q 'gnuplot is missing' "$tests_tmp/class"
fi

says 'the scores' 0 '^04d: how many want the same word\?$' "$MAKE" -s scores ALL=1
tr -s ' ' <"$tests_tmp/out" >"$tests_tmp/scores"
is 'fewer wavefronts come first' "$(grep -c '^ 1 [FGH][a-z]* 1 0 7 16 CPU device$' "$tests_tmp/scores")" 3
is 'equal counts share a rank' "$(grep -c '^ 4 .* 1 0 25 16 ' "$tests_tmp/scores")" 10
is 'of the kind "beat the count" only' "$(grep -c '^0[05]' "$tests_tmp/scores")" 0
is 'nobody else is ranked' "$(grep -c '^ [0-9]* ' "$tests_tmp/scores")" 13
says 'the first ten, and how many more' 0 '^ +and 3 more; ALL=1 shows them$' "$MAKE" -s scores

# ---- Reports that do not count -----------------------------------------------------------------------
mkdir more
cp reports/Ada.csv more/copy.csv
report Ada >/dev/null && mv reports/Ada.csv more/ada-2.csv && cp more/copy.csv reports/Ada.csv # another of that name
head -c 700 reports/Barbara.csv >more/cut.csv
sed '$d' reports/Barbara.csv >more/no-end.csv
sed 's/,solved,/,begun,/' reports/Barbara.csv >more/edited.csv
sed 's/Barbara/Mallory/' reports/Barbara.csv >more/renamed.csv
sed "2s/$(sh common/course/version.sh | sed 's/\./\\./g')/0.1/" reports/Barbara.csv >more/old.csv
sed 's/$/\r/' reports/Claude.csv >reports/Claude.new && mv reports/Claude.new reports/Claude.csv # by mail
: >more/empty.csv
mkdir more/folder.csv
cp solutions/00_*.cu more/source.csv
head -c 3000 /dev/urandom >more/noise.csv
{ sed -n 1,2p reports/Barbara.csv; echo 'exercise,,,00,finished,-1,,,,,,,,,,,,,'; } >more/forged.csv
echo "end,,,,,,,,,,,,,,,,,,$(cksum <more/forged.csv)" >>more/forged.csv
says 'the others are counted' 0 '^21 reports, 3 of' say_class FILES='reports/*.csv more/*.csv more/gone.csv'
cp "$tests_tmp/out" "$tests_tmp/class"
left_out() { is "left out: $1" "$(grep -c "^left out: more/$1: $2" "$tests_tmp/class")" 1; }
left_out cut.csv 'is cut off; have it sent again$'
left_out no-end.csv 'is cut off; have it sent again$'
left_out edited.csv 'has been edited, its sum does not fit; make report writes it again$'
left_out renamed.csv 'has been edited'
left_out old.csv "from another edition of the course, 0.1; this one is $(sh common/course/version.sh): both need the same\$"
left_out empty.csv 'is empty'
left_out folder.csv 'cannot be read$'
left_out source.csv 'no report; make report writes one$'
left_out noise.csv 'no report'
left_out forged.csv 'line 3: no row of an exercise$'
left_out gone.csv 'there is no such file$'
left_out copy.csv 'the same report as reports/Ada.csv$'
is 'each in one line, and no other' "$(grep -c '^left out: ' "$tests_tmp/class")" 12
is 'two of one name: said' "$(grep -c '^one name in 2 reports, which are all counted: Ada: reports/Ada.csv, more/ada-2.csv$' "$tests_tmp/class")" 1
is 'and told apart' "$(grep -c '^  Ada  *2 ' "$tests_tmp/class")$(grep -c '^  Ada (2)  *0 ' "$tests_tmp/class")" 11
is 'ends of lines of Windows do not matter' "$(grep -c '^  Claude ' "$tests_tmp/class")" 1
says 'only such: the way out' 2 '^class: no report in more/e\*.csv more/edited.csv; make report' say_class FILES='more/e*.csv more/edited.csv'
is 'each is named once' "$(grep -c '^left out: more/edited.csv' "$tests_tmp/out")" 1
says 'a file with a space in its name' 0 '^1 report,' sh -c "cp reports/Tim.csv 'more/a b.csv' && $MAKE -s class FILES='\"more/a b.csv\"'"

# ---- 200 of them -------------------------------------------------------------------------------------
mkdir many
i=0
while [ $i -lt 200 ]; do
    i=$((i + 1))
    case $((i % 3)) in 0) of=Barbara ;; 1) of=Grace ;; 2) of=Ada ;; esac
    sed "\$d; 2s/$of/Student $i/" "reports/$of.csv" >"many/$i.csv"
    echo "end,,,,,,,,,,,,,,,,,,$(cksum <"many/$i.csv")" >>"many/$i.csv"
done
says '200 reports' 0 '^200 reports, 3 of' env BUILD=build "$MAKE" -s class FILES='many/*.csv'
is 'a row for each' "$(grep -c '^  Student ' "$tests_tmp/out")" 200
says 'and their scores' 0 '^ +and 190 more; ALL=1' "$MAKE" -s scores FILES='many/*.csv'

# ---- make ready, make doctor ---------------------------------------------------------------------------
printf '#!/bin/sh\nmkdir -p build\nprintf "#!/bin/sh\\nexit %%s\\n" "$SOLVES" >build/solution0.1\nchmod +x build/solution0.1\nexit "$BUILDS"\n' >"$tests_tmp/make"
chmod +x "$tests_tmp/make"
ready() { env BUILDS="$1" SOLVES="$2" BUILD=build MAKE="$tests_tmp/make" sh common/setup/ready.sh; }
says 'ready: one line' 0 "^ready: Linux [^ ,]+, [0-9]+ cores; [^;]+; (no GPU|GPU [^;]+); course $(sh common/course/version.sh); [0-9]+ s; ok\$" ready 0 0
is 'and no other' "$(wc -l <"$tests_tmp/out" | tr -d ' ')" 1
says 'what cannot be built' 1 '^not ready: .*; exercise 0\.1 cannot be built: make check says more' ready 1 0
says 'what is not checked' 1 '^not ready: .*; the solution of 0\.1 does not pass its checks: make check says more' ready 0 3
mkdir "$tests_tmp/poor"
for tool in sh sed awk grep head dirname id uname cat tr cut readlink date mktemp rm sort ls tail getconf; do
    ln -s "$(command -v $tool)" "$tests_tmp/poor/$tool"
done
says 'no compiler: the way out' 1 '^not ready: .*; no C\+\+ compiler; .*there is no C\+\+ compiler: make deps$' \
    env -u CXX PATH="$tests_tmp/poor" NVCC=/nowhere/nvcc sh common/setup/ready.sh
is 'the name of the machine is not in it' "$(grep -c -F " $(uname -n) " "$tests_tmp/out")" 0
is 'what has changed in it is told' "$(sed -n 's/^## \(.*\), \(.*\)/\1 \2/p' CHANGELOG.md | head -n 1)" \
    "$(sh common/course/version.sh) $(sed -n 's/^date-released: //p' CITATION.cff)"
says 'make doctor names the edition' 0 "^  course +$(sh common/course/version.sh)" sh common/setup/doctor.sh
mv CITATION.cff "$tests_tmp"
says 'where nobody knows it' 0 '^  course +- missing: CITATION.cff' sh common/setup/doctor.sh
says 'there are no reports' 2 '^CITATION.cff: has no line version' report Ada
done_testing
