#!/bin/sh
# A class: make report, make class and make scores, with reports of answers that were really graded, right ones and
# wrong ones; who is stuck in a class of 20; reports that are cut off, edited or from another edition; 200 of them, and none;
# reports that write themselves after a check. And make ready.
# Takes about 20 s of processor time.
. tests/lib.sh
. tests/exercise.sh # combine, gap, grade_variant

unset NAME FILES HOST ALL PROJECTOR HINT CARD WATCH REPORT REPORTS
DEVICE=cpu
export DEVICE

# ---- Grading, once for each kind of answer: what the loop writes down -------------------------------
# The answers are variants of one program; exercises/ has the text of each while it is graded.
repo=$tests_tmp/repo
mkdir -p "$repo/plots" "$repo/tests"
cp -R Makefile CITATION.cff CHANGELOG.md README.md common lessons solutions exercises "$repo"
cp plots/*.* "$repo/plots"
cp -R plots/predict plots/results "$repo/plots"
cp tests/combine.sh "$repo/tests"
here=$PWD fixtures=$PWD/tests/fixtures
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
answers_compile() (cd "$here" && compile_inspected "$tests_tmp/all.cu" "$tests_tmp/try/all")
ok "the answers compile" answers_compile
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
# The sum that a report of these rows ends with
ended() { echo "end$(sed '1s/[^,]//g;1q' "$1")$(cksum <"$1")"; } # FILE
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
for name in '=cmd|x' +1 -1 @x; do
    says "a name that a spreadsheet takes for a formula: $name" 2 '^report: NAME=[-=+@].*: a spreadsheet takes' report "$name"
done
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
BUILD=build says 'the class' 0 '^20 reports, 3 of [0-9]+ exercises begun by somebody$' env BUILD=build "$MAKE" -s class ALL=1
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
{ sed -n 1,2p reports/Barbara.csv; echo 'exercise,,,00,finished,-1,,,,,,,,,,,,,,,'; } >more/forged.csv
ended more/forged.csv >>more/forged.csv
{ sed -n 1p reports/Barbara.csv; sed -n '2s/T[0-9:]*Z,/,/p' reports/Barbara.csv; } >more/no-time.csv
ended more/no-time.csv >>more/no-time.csv
{ sed -n 1p reports/Barbara.csv; sed -n 2p reports/Barbara.csv | sed "s/Barbara/$(printf 'B\302\2332J')/"; } >more/command.csv
ended more/command.csv >>more/command.csv
says 'the others are counted' 0 '^21 reports, 3 of' say_class ALL=1 FILES='reports/*.csv more/*.csv more/gone.csv'
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
left_out command.csv 'line 2: a character that is a command for a terminal$'
left_out no-time.csv 'line 2: no row of a report$'
left_out gone.csv 'there is no such file$'
left_out copy.csv 'the same report as reports/Ada.csv$'
is 'each in one line, and no other' "$(grep -c '^left out: ' "$tests_tmp/class")" 14
is 'two of one name: said' "$(grep -c '^one name in 2 reports, which are all counted: Ada: reports/Ada.csv, more/ada-2.csv$' "$tests_tmp/class")" 1
is 'and told apart' "$(grep -c '^  Ada  *2 ' "$tests_tmp/class")$(grep -c '^  Ada (2)  *0 ' "$tests_tmp/class")" 11
is 'ends of lines of Windows do not matter' "$(grep -c '^  Claude ' "$tests_tmp/class")" 1
says 'only such: the way out' 2 '^class: no report in more/e\*.csv more/edited.csv; make report' say_class FILES='more/e*.csv more/edited.csv'
is 'each is named once' "$(grep -c '^left out: more/edited.csv' "$tests_tmp/out")" 1
says 'on one screen: how many' 0 '^left out: 13 more; ALL=1 says why$' say_class FILES='reports/*.csv more/*.csv more/gone.csv'
is 'which has 22 lines at most' "$(($(wc -l <"$tests_tmp/out") <= 22))" 1
says 'a file with a space in its name' 0 '^0 of 1 through|^nobody through' sh -c "cp reports/Tim.csv 'more/a b.csv' && $MAKE -s class FILES='\"more/a b.csv\"'"

# ---- 200 of them -------------------------------------------------------------------------------------
mkdir many
i=0
while [ $i -lt 200 ]; do
    i=$((i + 1))
    case $((i % 3)) in 0) of=Barbara ;; 1) of=Grace ;; 2) of=Ada ;; esac
    sed "\$d; 2s/$of/Student $i/" "reports/$of.csv" >"many/$i.csv"
    ended "many/$i.csv" >>"many/$i.csv"
done
says '200 reports' 0 '^200 reports, 3 of' env BUILD=build "$MAKE" -s class ALL=1 FILES='many/*.csv'
is 'a row for each' "$(grep -c '^  Student ' "$tests_tmp/out")" 200
says 'and on one screen' 0 '^  and 18[0-9] more: ' say_class FILES='many/*.csv'
is 'of 22 lines' "$(wc -l <"$tests_tmp/out" | tr -d ' ')" 22
says 'and their scores' 0 '^ +and 190 more; ALL=1' "$MAKE" -s scores FILES='many/*.csv'

# ---- Who is stuck? -------------------------------------------------------------------------------------
# What date says, for the reports and for make class
mkdir "$tests_tmp/clock"
cat >"$tests_tmp/clock/date" <<'END'
#!/bin/sh
case $* in
*%Y-%m-%dT%H:%M:%SZ) echo "${AT}Z" ;;
*%Y-%m-%dT%H:%M:%S) echo "$AT" ;;
*) exec /bin/date "$@" ;;
esac
END
sed -i "s|/bin/date|$(command -v date)|" "$tests_tmp/clock/date"
chmod +x "$tests_tmp/clock/date"
clock() { printf '2026-11-23T%02d:%02d:30' $((9 + $1 / 60)) $(($1 % 60)); } # MINUTE from 9:00 on
at() { at_clock=$(clock "$1"); shift; env AT="$at_clock" PATH="$tests_tmp/clock:$PATH" "$@"; } # MINUTE COMMAND...
rm -rf reports room
mkdir room
grep -v '^#' "$fixtures/class.txt" >"$tests_tmp/room"
while IFS='|' read -r _ _ _ _ _ name minute what; do
    # shellcheck disable=SC2086 # words
    did $what
    at "$minute" env REPORTS=room NAME="$name" sh common/class/report.sh >/dev/null || echo "no report of $name"
done <"$tests_tmp/room"
in_room() { minute=$1; shift; at "$minute" "$MAKE" --no-print-directory -s class FILES='room/*.csv' "$@"; }
says 'a class of 20: how far it is, and what fails most' 0 '^14 of 20 through 00; most failures: race in 05b \(4\)$' in_room 60
cp "$tests_tmp/out" "$tests_tmp/class"
is 'which is the first line' "$(sed 1q "$tests_tmp/class" | grep -c through)" 1
# A terminal has 24 lines: the command is in one of them, the next prompt in another.
is 'it is a screen of 80 x 24' "$(($(LC_ALL=C.UTF-8 wc -L <"$tests_tmp/class") <= 80)) $(($(wc -l <"$tests_tmp/class") <= 22))" '1 1'
listed() # FILE: state at tries idle hints of each row
{
    awk '$1 ~ /^(stuck|silent|new|works|passed|absent)$/ {
        match($0, / [-0-9][0-9.a-z]* +[0-9]+ +[-0-9>]+ +[0-9]+(  |$)/)
        split(substr($0, RSTART, RLENGTH), word, " ")
        print $1 "|" word[1] "|" word[2] "|" word[3] "|" word[4] "|" $2
    }' "$1"
}
expected() { awk -F '|' '{ sub(/ .*/, "", $6); print $1 "|" $2 "|" $3 "|" $4 "|" $5 "|" $6 }' "$tests_tmp/room"; }
in_room 60 ALL=1 >"$tests_tmp/everybody" 2>&1
is 'who is stuck comes first, then who has not begun, then the others' "$(listed "$tests_tmp/everybody")" "$(expected)"
is 'on the screen as many as have room' "$(listed "$tests_tmp/class")" "$(expected | sed 16q)"
is 'and how many more' "$(grep -c '^  and 4 more: 2 passed, 2 absent$' "$tests_tmp/class")" 1
is 'one try, and then silence' "$(grep -c '^  silent  Jean  *05b  *1  *40  *0  race: ' "$tests_tmp/class")" 1
is 'beside them the check that failed' "$(grep -c '^  stuck  *Emmy .* 0  out-of-bounds: reduce0: ' "$tests_tmp/class")" 1
is 'without a kind, too' "$(grep -c '^  silent  Max, the 2nd .* 1  global atomic lanes' "$tests_tmp/class")" 1
for name in Jean Lise Max Paul Emmy 山田; do grep -q "^  s[a-z]*  *$name" "$tests_tmp/class" || echo "$name is not on the screen"; done >"$tests_tmp/missing"
is 'everybody who is stuck is on the screen' "$(cat "$tests_tmp/missing")" ''
says 'ten minutes later who went on trying is silent, too' 0 '^  silent  Lise "la warp"  *05b  *5  *13  *2' in_room 70
says 'when class is over, minutes end with the newest report' 0 '^Minutes are those up to the newest report, 240 minutes ago$' in_room 300 ALL=1
is 'so the order stays' "$(listed "$tests_tmp/out")" "$(expected)"
says 'a clock that is ahead changes nothing' 0 '^14 of 20 through 00' in_room 30
mkdir full
i=0
while [ $i -lt 22 ]; do
    i=$((i + 1))
    sed "\$d; 2s/Paul/P $i/" room/Paul.csv >"full/$i.csv"
    ended "full/$i.csv" >>"full/$i.csv"
done
says 'more who are stuck than lines: how many' 0 '^  and 6 more: 6 stuck$' at 60 "$MAKE" -s class FILES='full/*.csv'
is 'nor is that a line too much' "$(wc -l <"$tests_tmp/out" | tr -d ' ')" 22

# The columns of the edition before
older() { awk -F , -v OFS=, -v edition=1.0.0 '/^end,/ { exit } { sum = $NF; n = NF - 2; $n = sum; NF = n } $1 == "report" { $3 = edition; $4 = $6 = $9 = "" } { print }' "$1"; } # FILE
mkdir old
for name in Paul Ada; do
    older "room/$name.csv" >"old/$name.csv"
    ended "old/$name.csv" >>"old/$name.csv"
done
is 'a report of edition 1.0.0 has fewer columns' "$(sed 1q old/Paul.csv)" \
    'row,student,edition,exercise,state,hints,solution,minutes,tries,check,kind,count,part,kernel,card,gbps,peak_gbps,host,sum'
says 'it is still read' 0 '^  stuck  *Paul  *00  *3  *-  *0  race: reduce0' say_class FILES='old/*.csv'
is 'and that is said' "$(grep -c '^2 of an older edition' "$tests_tmp/out")" 1
says 'beside others' 0 '^15 of 22 through 00;' in_room 60 FILES='room/*.csv old/*.csv'
says 'but does not compete with other checks' 2 '^left out: old/Ada.csv: from another edition of the course, 1\.0\.0' "$MAKE" -s scores FILES='old/Ada.csv'
edition=$(sh common/course/version.sh)
sed "s/,1\.0\.0,/,$edition,/" old/Paul.csv | sed '$d' >old/mixed.csv
ended old/mixed.csv >>old/mixed.csv
says 'its columns in this edition' 2 'mixed.csv: has other columns' say_class FILES=old/mixed.csv
sed "2s/,$edition,/,${edition%.*}.99,/" room/Paul.csv | sed '$d' >old/third.csv
ended old/third.csv >>old/third.csv
says 'an edition whose third number differs has the same exercises, checks and columns' 0 '^1 of 1 through 00|^  stuck  *Paul' \
    say_class FILES=old/third.csv

# make class WATCH=yes
says 'without a terminal it draws once' 0 '^14 of 20 through' in_room 60 WATCH=yes
is 'and clears nothing' "$(grep -c "$(printf '\033')" "$tests_tmp/out")" 0
says 'another value' 2 '^WATCH=x: must be yes or no' say_class WATCH=x
if "${CC:-cc}" -O1 -o "$tests_tmp/terminal" "$here/tests/terminal.c"; then
    mkdir door
    TERM=xterm at 60 "$tests_tmp/terminal" -e 'class: no report in door' -e 'Ctrl-C ends this' \
        -r 'cp room/Paul.csv door' -e 'nobody through' -e '00        3     5' -e 'Ctrl-C ends this' \
        -r 'cp room/Emmy.csv door/new && mv door/new door/Paul.csv' -e 'Emmy' -e 'Ctrl-C ends this' \
        -r 'rm door/Paul.csv' -e 'class: no report in door' -e 'Ctrl-C ends this' -k '^C' \
        -- sh -c 'FILES="door/*.csv" WATCH=yes exec sh common/class/class.sh' >"$tests_tmp/out" 2>&1 </dev/null
    is 'WATCH=yes: draws when a report comes, is replaced, goes; until Ctrl-C' "$? $(tail -n 1 "$tests_tmp/out")" '130 terminal: restored'
    is 'each time on an empty screen' "$(tr '\r' '\n' <"$tests_tmp/out" | grep -c "^$(printf '\033')\[H$(printf '\033')\[2J")" 4
else
    skip 'make class WATCH=yes' 'no C compiler'
fi

# ---- Reports that write themselves ---------------------------------------------------------------------
rm -rf "$progress" reports
mkdir shared
check() { # KEY: a check, as ./exercise00 makes it
    read -r variant _ number <<END
$(grep " $1 " "$tests_tmp/answers")
END
    find_exercise
    cp "$tests_tmp/variants/$1.cu" "$exercise" && touch -t 202001010000 "$exercise"
    grade_variant "$variant" "exercise$number"
    checked=$status
}
said() { grep -c '^report:' "$tests_tmp/out"; }
check 00-race
is 'nobody asked: no report' "$checked $(said) $(ls -d reports shared/* 2>/dev/null)" '3 0 '
says 'REPORT=auto' 0 '^It is written again after each check, until make report REPORT=no\.$' \
    "$MAKE" -s report NAME='Ada L' REPORT=auto REPORTS=shared
is 'writes one at once' "$(field shared/Ada-L.csv report tries)" '1 '
check 00-race
is 'and after a check that fails' "$checked $(said) $(field shared/Ada-L.csv report tries)" '3 0 2 '
check 00-right
is 'and after one that passes' "$checked $(said) $(field shared/Ada-L.csv report tries)$(field shared/Ada-L.csv exercise state)" '0 0 0 solved '
rm -rf shared
check 00-race
is 'a folder that has gone: the exit code stays, and one line says it' "$checked $(said)" '3 1'
is 'this one' "$(grep '^report:' "$tests_tmp/out")" \
    'report: REPORTS=shared: there is no such folder; the check counts all the same. make report REPORT=no ends these reports'
is 'it is not made anew' "$(ls -d shared 2>/dev/null)" ''
check 00-right
is 'nor does a pass fail' "$checked $(said) $(tail -n 1 progress/log.csv | grep -c ',00,passed$')" '0 1 1'
mkdir shared
PATH=$tests_tmp/full:$PATH check 00-race
is 'a folder that cannot be written' "$checked $(grep -c '^report: shared/Ada-L.csv could not be written; the check counts' "$tests_tmp/out")" '3 1'
mkdir "$tests_tmp/slow"
printf '#!/bin/sh\nexec sleep 30\n' >"$tests_tmp/slow/mv" && chmod +x "$tests_tmp/slow/mv"
PATH=$tests_tmp/slow:$PATH check 00-right
is 'one that does not answer' "$checked $(grep -c '^report: shared does not answer; the check counts' "$tests_tmp/out")" '0 1'
check 00-race
is 'and when it is there again, all of it is in it' "$checked $(said) $(field shared/Ada-L.csv exercise tries)" '3 0 8 '
rm -rf "$progress.other"
says 'another of that name' 2 '^report: shared/Ada-L.csv is there already' env PROGRESS=progress.other NAME='Ada L' REPORT=auto REPORTS=shared sh common/class/report.sh
says 'REPORT=no' 0 '^No report is written after a check' "$MAKE" -s report REPORT=no
check 00-race
is 'ends it' "$checked $(said) $(field shared/Ada-L.csv exercise tries)" '3 0 8 '
says 'another value' 2 '^report: REPORT=x: must be auto' "$MAKE" -s report NAME=a REPORT=x
says 'a folder that is not there' 2 '^report: REPORTS=nowhere: there is no such folder$' "$MAKE" -s report NAME=a REPORTS=nowhere
says 'a file' 2 '^report: REPORTS=Makefile: there is no such folder$' "$MAKE" -s report NAME=a REPORTS=Makefile

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
