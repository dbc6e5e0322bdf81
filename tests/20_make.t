# The Makefile: what is built, where, when, and what it says when it cannot.
# Works in a copy of the repository with compilers that only pretend, so it is quick and needs no
# CUDA; the real compilers are seen at work at the end and by the tests of the lessons.
# Takes about 55 s of processor time.
. tests/lib.sh

repo="$tests_tmp/a copy" # with a space in its path, as people have
mkdir -p "$repo"
cp -R Makefile CITATION.cff common lessons plots exercises solutions "$repo"
[ ! -e common/cpu/cpucc ] || cp common/cpu/cpucc "$tests_tmp/real-cpucc"
here=$PWD
# Values of all kinds, in each way, and pictures in odd folders: where these could have changed
odd_values='' odd_pictures=''
if everything_of 'each odd value in each way' Makefile common; then odd_values=all; fi
if everything_of 'pictures in a folder of any name' plots common/setup; then odd_pictures=yes; fi
export COMPILER_CLONE="$repo" COMPILER_ORIGIN="$PWD" # objects made here serve there, too
cd "$repo" || exit 1

# A pretended compiler: notes what it built; the program says what built it.
cat >"$tests_tmp/nvcc" <<'EOF'
#!/bin/sh
case $#$* in
1--engine=*) touch "${1#--engine=}/engine.a"; exit ;;
2--inspect*--engine=*) touch "${2#--engine=}/engine-inspect.a"; exit ;;
1--compiler) printf '%s\n' g++ "${VERSION:-g++ 13}" "${CAN:-inspect}"; exit ;;
esac
[ "$1" = --list-gpu-code ] && { printf 'sm_75\nsm_80\nsm_90\n'; exit; }
echo "$0 $*" >>compiled
sleep "${SLOW:-0}"
case "${NO_OPENMP:+$*}" in *-fopenmp*) exit 1 ;; esac
while [ $# -gt 0 ]; do
    case $1 in
    -MF) shift; deps=$1 ;;
    -MT) shift; target=$1 ;;
    -o)  shift; out=$1 ;;
    *.cu) source=$1 ;;
    esac
    shift
done
echo "$target: $source common/lesson.h $(ls common/gone.h 2>/dev/null)" >"$deps"
printf '#!/bin/sh\necho built by %s\n' "${0##*/}" >"$out"
chmod +x "$out"
EOF
chmod +x "$tests_tmp/nvcc"
cp "$tests_tmp/nvcc" common/cpu/cpucc
NVCC=$tests_tmp/nvcc
PATH="$tests_tmp/bin:$PATH"
export NVCC PATH
unset ARCH CUDA_VISIBLE_DEVICES
mkdir "$tests_tmp/bin"
gpu() # yes|no: whether nvidia-smi, which has the last word, sees a GPU
{
    if [ "$1" = yes ]; then echo 'echo "GPU 0: Pretended (UUID: x)"'; else echo 'exit 9'; fi >"$tests_tmp/smi"
    { echo '#!/bin/sh'; cat "$tests_tmp/smi"; } >"$tests_tmp/bin/nvidia-smi"
    chmod +x "$tests_tmp/bin/nvidia-smi"
}
gpu no
compiled() { [ -e compiled ] && wc -l <compiled | tr -d ' ' || echo 0; }
fresh() { rm -rf build compiled lesson[0-9]*; }
lessons=$(ls lessons | grep -c '^[0-9].*\.cu$')

# One lesson, on either device
ok 'make lesson05 builds' "$MAKE" DEVICE=cpu lesson05
is 'for the CPU device, as ./lesson05' "$(./lesson05)" 'built by cpucc'
is 'a second make lesson05 says nothing' "$("$MAKE" --no-print-directory DEVICE=cpu lesson05 2>&1)" ''
is 'and builds nothing: that was the lesson, and what all lessons are linked to' "$(compiled)" 2
ok 'DEVICE=gpu builds' "$MAKE" DEVICE=gpu lesson05
is 'and points ./lesson05 there' "$(./lesson05)" 'built by nvcc'
says 'going back to DEVICE=cpu builds nothing and says where the link points' 0 'lesson05 -> build/cpu/lesson05' \
    "$MAKE" DEVICE=cpu lesson05
is 'but ./lesson05 is that one again' "$(./lesson05)" 'built by cpucc'
is 'two programs were compiled in all, and what they are linked to' "$(compiled)" 5
ok 'another lesson for the GPU' "$MAKE" DEVICE=gpu lesson06
is 'is linked to that again' "$(compiled) $(tail -n 1 compiled | grep -c ' build/gpu/cub.o build/gpu/lesson.o lessons/06_.* -o ')" '6 1'
ok 'one that does not use it' "$MAKE" DEVICE=gpu lesson00
is 'is not' "$(grep -c 'lessons/00_.*cub' compiled)" 0
ok 'both lie side by side' test -x build/cpu/lesson05 -a -x build/gpu/lesson05

# Which device
fresh
ok 'DEVICE left empty, no GPU' "$MAKE" DEVICE= lesson00
is 'is the CPU device' "$(readlink lesson00)" build/cpu/lesson00
gpu yes
ok 'DEVICE left empty, a GPU and nvcc' "$MAKE" DEVICE= lesson00
is 'is the GPU' "$(readlink lesson00)" build/gpu/lesson00
ok 'a GPU without nvcc' "$MAKE" DEVICE= NVCC=/nowhere/nvcc lesson00
is 'is the CPU device' "$(readlink lesson00)" build/cpu/lesson00
ok 'a GPU hidden by CUDA_VISIBLE_DEVICES' env CUDA_VISIBLE_DEVICES= "$MAKE" DEVICE= lesson01
is 'is the CPU device too' "$(readlink lesson01)" build/cpu/lesson01
says 'DEVICE=tpu is refused, with the choice' 2 'DEVICE=tpu: must be gpu or cpu' "$MAKE" DEVICE=tpu lesson00
says 'DEVICE=gpu without nvcc says what is missing' 2 '/nowhere/nvcc.*not found: .*CUDA Toolkit.*DEVICE=cpu' \
    "$MAKE" DEVICE=gpu NVCC=/nowhere/nvcc lesson02
says 'an unknown lesson: which there are' 2 '^lesson99: there is no lesson 99; they go from [0-9.]+ to' "$MAKE" lesson99
says 'an unknown command names make help' 2 'make nonsense: there is no such command; make help' "$MAKE" nonsense
says 'BUILD with a space is refused' 2 'BUILD=a b: a folder name without spaces' "$MAKE" BUILD='a b' lesson00

# Architectures
flags() { "$MAKE" --no-print-directory DEVICE=gpu "$@" lesson00 2>&1 | grep -v ' -c common/'; } # of the lesson itself
fresh
gpu yes
is 'with a GPU: native' "$(flags | grep -o -e '-arch=native')" -arch=native
gpu no
is 'without: the oldest supported, and its PTX' "$(flags | grep -o -e '-gencode [^ ]*' | tr '\n' ' ')" \
    '-gencode arch=compute_75,code=sm_75 -gencode arch=compute_75,code=compute_75 '
is 'a changed ARCH, a list: built again, PTX of the last' \
    "$(flags ARCH='sm_80 sm_90' | grep -o -e 'code=[^ ]*' | tr '\n' ' ')" 'code=sm_80 code=sm_90 code=compute_90 '
is 'the same ARCH again: nothing' "$(flags ARCH='sm_80 sm_90')" ''
is 'ARCH=90a, a variant' "$(flags ARCH=90a | grep -o -e 'code=[^ ]*' | tr '\n' ' ')" 'code=sm_90a code=compute_90a '
is 'with OpenMP for the host' "$(flags ARCH=sm_90 | grep -c -e ' -Xcompiler -fopenmp ')" 1
is 'unless its compiler has none' "$(flags ARCH=sm_80 NO_OPENMP=1 | grep -c -e -fopenmp)" 0
is 'which is asked again until it has' "$(flags ARCH=sm_80 | grep -c -e ' -Xcompiler -fopenmp ')" 1
says 'an ARCH that nvcc does not support: which it does' 2 'ARCH=sm_61: .* knows: sm_75 sm_80 sm_90' \
    "$MAKE" DEVICE=gpu ARCH='sm_80 sm_61' lesson00
says 'ARCH=native without a GPU' 2 'ARCH=native needs a GPU' "$MAKE" DEVICE=gpu ARCH=native lesson00
ok 'the program of before is still there' test -x build/gpu/lesson00

# CUDA in a folder of any name
cuda=$tests_tmp/"a b:c;d|e#f\$g'h"
mkdir -p "$cuda/bin"
cp "$tests_tmp/nvcc" "$cuda/bin/nvcc"
is 'CUDA_HOME of any name' "$(flags NVCC= CUDA_HOME="$cuda" PATH="$tests_tmp/bin:/usr/bin:/bin" | grep -c "/a b:c;d|e#f.g'h/bin/nvcc -O3")" 1
is 'and nothing to do after it' "$(flags NVCC= CUDA_HOME="$cuda" PATH="$tests_tmp/bin:/usr/bin:/bin")" ''
ok 'the same for NVCC' "$MAKE" DEVICE=gpu NVCC="$cuda/bin/nvcc" lesson00
mv "$cuda" "$cuda
x"
says 'but for a line end' 2 '^nvcc lies in a folder with a line end' "$MAKE" DEVICE=gpu NVCC="$cuda
x/bin/nvcc" lesson00

# One line, not one for each program that is started
if LD_PRELOAD=/nowhere.so env true 2>&1 | grep -q 'cannot be preloaded'; then
    says 'LD_PRELOAD that cannot be loaded' 2 'LD_PRELOAD=/nowhere.so: cannot be loaded; unset LD_PRELOAD, then try again' \
        env LD_PRELOAD=/nowhere.so "$MAKE" -s lesson00
    ok 'and it ends there' test "$(grep -c . "$tests_tmp/out")" -lt 6
else
    skip 'LD_PRELOAD that cannot be loaded' 'the loader says nothing of it'
fi

# What is built again, and only that
fresh
touch common/gone.h
ok 'plain make, in parallel' "$MAKE" -j4 DEVICE=cpu
is 'builds every lesson once, and what all share' "$(compiled)" $((lessons + 1))
is 'and links every one' "$(ls -d lesson[0-9]* | grep -c .)" "$lessons"
sleep 1 # file times may be in whole seconds
touch lessons/05_unroll_last_warp.cu
ok 'one lesson touched' "$MAKE" DEVICE=cpu
is 'is built again alone' "$(compiled)" $((lessons + 2))
touch common/lesson.h
rm common/gone.h
ok 'the header touched, another that was used gone' "$MAKE" -j4 DEVICE=cpu
is 'all are built again' "$(compiled)" $((2 * lessons + 3))
cp lessons/05_unroll_last_warp.cu lessons/98_new.cu
ok 'a new lesson needs no change of the Makefile' "$MAKE" DEVICE=cpu lesson98
is 'and runs' "$(./lesson98)" 'built by cpucc'
rm lessons/98_new.cu
ok 'another BUILD folder' "$MAKE" DEVICE=gpu BUILD=elsewhere lesson05
is 'has its own link' "$(elsewhere/lesson05)" 'built by nvcc'
is 'and leaves ./lesson05 alone' "$(readlink lesson05)" build/cpu/lesson05

# Many at the same time: make watch and somebody in another terminal, or a script that starts eight
at_once() # COUNT COMMAND...: how many of them failed
{
    count=$1
    shift
    : >"$tests_tmp/failures"
    for one in $(awk -v n="$count" 'BEGIN { while (n--) print n }'); do
        "$@" >"$tests_tmp/one$one" 2>&1 || { cat "$tests_tmp/one$one"; echo failed >>"$tests_tmp/failures"; } &
    done
    wait
    wc -l <"$tests_tmp/failures" | tr -d ' '
}
left_over() { find build elsewhere . -maxdepth 2 -name '*.[0-9]*' ! -name '*.[ch]*' ! -path './lessons/*' ! -path './exercises/*' \
    ! -path './solutions/*' ! -path './docs/*' ! -name '*[nex]0.[0-9]' ! -name '*[nex]0.[0-9].d' | sort -u; }
for target in lesson05 exercise05 elsewhere/gpu/lesson06; do
    touch lessons/0[56]_*.cu exercises/05_*.cu
    case $target in elsewhere*) in_build=elsewhere ;; *) in_build=build ;; esac
    is "eight makes of $target" "$(at_once 8 env SLOW=1 "$MAKE" DEVICE=cpu BUILD=$in_build $target)" 0
    is 'after them there is nothing to do' "$("$MAKE" -s --no-print-directory DEVICE=cpu BUILD=$in_build $target 2>&1)" ''
    is 'and nothing is left' "$(left_over)" ''
done
is 'the program is whole' "$(./lesson05)" 'built by cpucc'
fresh
is 'eight makes of everything' "$(at_once 8 "$MAKE" DEVICE=cpu lesson05 lesson06 exercise05)" 0
is 'after them there is nothing to do' "$("$MAKE" -s --no-print-directory DEVICE=cpu lesson05 lesson06 exercise05 2>&1)" ''
is 'and nothing is left' "$(left_over)" ''
touch lessons/05_unroll_last_warp.cu
SLOW=5 "$MAKE" DEVICE=cpu lesson05 >"$tests_tmp/out" 2>&1 &
first=$!
sleep 1
ok 'one that is faster' "$MAKE" DEVICE=cpu lesson05
kill $first
wait $first
is 'keeps its program when the other is stopped' "$(./lesson05) $(left_over)" 'built by cpucc '

# make -B
says 'make -B builds a lesson again' 0 'cpucc .*lessons/05_' "$MAKE" -B DEVICE=cpu lesson05
ok 'and an exercise' "$MAKE" -B DEVICE=cpu exercise05
says 'and what is no file' 0 'hint 1 of 3' "$MAKE" -B hint05 HINT=1
is 'for every command' "$(for command in $("$MAKE" help | awk '$1 == "make" { print $2 }'); do
    "$MAKE" -n -B DEVICE=cpu LESSONS=05 "$command" 2>&1 | grep -e 'No rule' -e 'no such' -e 'missing separator'
done)" ''

# clean
touch lesson.txt lesson77
mkdir kept
ok 'make clean, without nvcc' "$MAKE" NVCC=/nowhere/nvcc DEVICE= clean
ok 'removes build and the links' test ! -e build -a ! -h lesson00 -a ! -h lesson05
ok 'and nothing else' test -e lesson.txt -a -e lesson77 -a -d kept -a -d elsewhere -a -d lessons
says 'make clean with another BUILD removes nothing' 2 'BUILD=elsewhere: make clean removes build/ only' \
    "$MAKE" BUILD=elsewhere clean
ok 'twice is no error' "$MAKE" clean
rm lesson77

# help: every command has its line, and every line is a command
"$MAKE" --no-print-directory help >"$tests_tmp/help"
missing=
for command in $(sed -n 's/^\.PHONY: //p; /^\.PHONY/,/[^\\]$/p' Makefile | sed 's/\.PHONY://; s/\\//; s/FORCE.*//'); do
    grep -q "make $command\|[ ;]$command " "$tests_tmp/help" || missing="$missing $command"
done
is 'make help lists every command' "$missing" ''
is 'under headings' "$(grep -c '^[A-Z]' "$tests_tmp/help")" "$(grep -c '^### ' Makefile)"
unknown=
for command in $(awk '$1 == "make" { print $2 }' "$tests_tmp/help"); do
    "$MAKE" -n "$command" 2>&1 | grep -q 'there is no such' && unknown="$unknown $command"
done
is 'every command that it lists exists' "$unknown" ''
is 'make -n go only says what it would do' "$("$MAKE" --no-print-directory -n go | wc -l | tr -d ' ')" 1
is 'no line of it is wider than 100 columns' "$(awk 'length($0) > 100' "$tests_tmp/help")" ''

# diff
says 'make diff02 shows the changed kernel line' 0 '^\+.*reduce2' "$MAKE" diff02
says 'names both files' 0 '^--- lessons/01_bank_conflicts.cu$' "$MAKE" diff02
says 'has the line numbers of the file' 0 '^@@ line [0-9]+ \(was line [0-9]+\) @@$' "$MAKE" diff02
line=$("$MAKE" --no-print-directory diff02 | sed -n 's/^@@ line \([0-9]*\) .*/\1/p' | head -n 1)
first=$("$MAKE" --no-print-directory diff02 | sed -n '4s/^ //p')
is 'which are right' "$(sed -n "${line}p" lessons/02_sequential_addressing.cu)" "$first"
says 'make diff00: the first' 0 'is the first lesson' "$MAKE" diff00
sed 's/"lesson04"/"lesson02"/' lessons/05_unroll_last_warp.cu >lessons/98_new.cu
says 'a lesson whose step is from another than the one before' 0 '^--- lessons/02_sequential_addressing.cu$' "$MAKE" diff98
rm lessons/98_new.cu
says 'make diff99: which there are' 2 'diff99: there is no lessons/99_.*; there are: 00 01' "$MAKE" diff99

# doctor
says 'make doctor ends with a verdict' 0 '^Verdict: lessons will run on: the CPU device \(no GPU is visible\)' \
    "$MAKE" DEVICE= doctor
gpu yes
says 'on a GPU too' 0 '^Verdict: lessons will run on: the GPU' "$MAKE" doctor
says 'a GPU without nvcc' 0 'CPU device \(a GPU is here, but nvcc is missing\)' "$MAKE" NVCC=/nowhere/nvcc doctor
mkdir "$tests_tmp/poor"
for tool in sh sed awk grep head dirname id uname cat tr cut readlink; do
    ln -s "$(command -v $tool)" "$tests_tmp/poor/$tool"
done
says 'a compiler that cannot inspect: said, with the way out' 0 \
    '^  C\+\+ compiler +clang 14 - cannot inspect, .* g\+\+ 11 or clang\+\+ 16, or newer: make deps$' \
    env -u CXX VERSION='clang 14' CAN=build sh common/setup/doctor.sh
is 'below the verdict, too' "$(tail -n 1 "$tests_tmp/out")" 'But nothing can be inspected, so no exercise can be checked: make deps'
says 'one that is too old' 1 '^Verdict: no lesson can be built: there is no C\+\+ compiler that is new enough: make deps$' \
    env -u CXX NVCC=/nowhere/nvcc CAN=nothing sh common/setup/doctor.sh
cp common/cpu/cpucc "$tests_tmp/pretended-cpucc"
cp "$tests_tmp/real-cpucc" common/cpu/cpucc
says 'no compiler at all: nothing can be built' 1 'Verdict: no lesson can be built: there is no C\+\+ compiler: make deps$' \
    env -u CXX PATH="$tests_tmp/poor" NVCC=/nowhere/nvcc sh common/setup/doctor.sh
says 'nor by cpucc, which says so' 2 '^cpucc: there is no C\+\+ compiler \(CXX=g\+\+\): make deps installs one' \
    env -u CXX PATH="$tests_tmp/poor" sh common/cpu/cpucc lessons/05_unroll_last_warp.cu -o "$tests_tmp/none"
says 'and how to get each thing' 1 'gnuplot.*missing: draws the plots.*make deps' \
    env -u CXX PATH="$tests_tmp/poor" NVCC=/nowhere/nvcc sh common/setup/doctor.sh
cp "$tests_tmp/pretended-cpucc" common/cpu/cpucc

# Values are text. Every variable that make or a script reads gets some that a shell would run, on the command
# line and from the environment. A line of the table: what to run, and the variables it reads.
table='
help                                | BUILD DEVICE
lesson05                            | BUILD DEVICE
lesson05 DEVICE=gpu                 | ARCH NVCC CUDA_HOME CUDA_PATH CUDA_VISIBLE_DEVICES TMPDIR
lesson05 DEVICE=cpu                 | CC CXX CFLAGS CXXFLAGS
lesson45 DEVICE=gpu                 | NCCL_HOME
lesson46 DEVICE=cpu                 | MPICC
go                                  | DEVICE
check                               | DEVICE
doctor                              | CXX NVDISASM
exercise05 DEVICE=cpu               | BUILD PROGRESS
hint05                              | HINT PROGRESS AWK
reset05                             | PROGRESS TMPDIR
undo05                              | COPY PROGRESS
progress                            | ALL PROGRESS ROUTE AWK
bench DEVICE=cpu                    | LESSONS LESSON_GIT RECORD
bench DEVICE=cpu LESSONS=05         | N BLOCKS SAMPLES SHAPES SIZES
bench DEVICE=gpu LESSONS=14         | SHAPES
record DEVICE=gpu LESSONS=05        | SIZES
peers DEVICE=gpu                    | N PEERS PYTHON RECORD OPERATIONS
peers DEVICE=gpu PEERS=cuda-samples | CUDA_SAMPLES
peers DEVICE=gpu PEERS=cub | CCCL
compare DEVICE=gpu LESSONS=05,06    | ROUNDS N KERNEL
compare DEVICE=gpu                  | A B
plots DEVICE=cpu                    | COMPARE TEXT README PROJECTOR
report DEVICE=cpu                   | NAME
report DEVICE=cpu NAME=a            | HOST PROGRESS TMPDIR REPORT REPORTS
class                               | FILES PROJECTOR TMPDIR ALL WATCH
scores                              | FILES ALL
ready                               | DEVICE CXX TMPDIR
plots DEVICE=cpu TEXT=yes           | TMPDIR AWK
counters DEVICE=gpu LESSONS=05      | N
latency DEVICE=gpu                  | RECORD
inspect05 DEVICE=cpu                | INSPECT ARGS N BLOCK
inspect0.1                          | N ARGS
inspect                             | FILE
inspect FILE=lessons/none.cu        | INSPECT ARGS
predict05                           | CARD N BLOCK KERNEL CARDS RECORDS
predict FILE=lessons/none.cu        | CARD
predict-validate                    | LAST RECORD
sh plots/predict/counts.sh none     | COUNTS
profile05                           | N BLOCK
timeline05                          | N BLOCK KERNEL
sanitize05                          | TMPDIR
sass05                              | ARCH KERNEL SASS NVCC NVDISASM SASS_DUMPS CC
record-sass SASS_DUMPS=.            | SASS_CSV
picture05                           | BLOCK KERNEL TEXT CODE FIGURES
play05                              | BLOCK N KERNEL VALUES
sh plots/play.sh 05                 | PLAY_FOLDER
sh common/site/site.sh              | SITE TMPDIR AWK
play                                | FILE
play FILE=lessons/none.cu           | ARGS INSPECT KERNEL BLOCK N
diff05                              | TMPDIR
new-lesson                          | NN
new-lesson NN=97                    | STEM
new-lesson NN=97 STEM=a             | PART
deps                                | PART
rehearse                            | PLAN LIST
complete                            | LESSONS
pages                               | LESSONS
test                                | TESTS
table-check                         | CSV RESULTS
sh plots/ladder-counts.sh table I   | CSV COUNTERS
sh common/cpu/real-cpucc -c lessons/0.1_hello_threads.cu -o hello.o | CC CXX CXXFLAGS AWK TMPDIR
sh common/cpu/real-cpucc --engine=engine                            | CC CFLAGS TMPDIR
'
mkdir tests
cp "$here/tests/run" tests
printf 'echo "ok 1"; echo 1..1\n' >tests/10_good.t
cp "$tests_tmp/real-cpucc" common/cpu/real-cpucc
cp plots/recorded/nvidia-h200.csv old.csv
gpu yes
for tool in marker ncu nsys compute-sanitizer python3 nvdisasm pandoc; do
    printf '#!/bin/sh\n[ "${0##*/}" != marker ] || : >"%s"\n' "$tests_tmp/marker" >"$tests_tmp/bin/$tool"
    chmod +x "$tests_tmp/bin/$tool"
done
# A shell runs the first in no quotes and in each kind of them, and make's own $(shell ...); the second is for what
# is expanded twice.
value1='x`marker`$(marker)$(shell marker);marker;marker&marker|marker
marker
'"';marker;'" value2='x$$(marker)$$(shell marker)'
ran='' tried=''
# Both values given to make, and the first in the environment; without odd_values these ways in turn.
way=0
attempt() # VARIABLE COMMAND...
{
    variable=$1 way=$((way % 3 + 1)) ways=${odd_values:-$way}
    shift
    [ "$1" != sh ] || ways=3
    case $ways in all | 1) noted "make $* $variable=$value1" "$MAKE" "$@" "$variable=$value1" ;; esac
    case $ways in all | 2) noted "make $* $variable=$value2" "$MAKE" "$@" "$variable=$value2" ;; esac
    case $ways in all | 3)
        [ "$1" = sh ] || set -- "$MAKE" "$@"
        noted "$variable=$value1 $*" env "$variable=$value1" "$@" ;;
    esac
}
noted() # WHAT COMMAND...
{
    what=$1
    shift
    timeout 60 "$@" >"$tests_tmp/out" 2>&1 </dev/null
    [ ! -e "$tests_tmp/marker" ] || { ran="$ran; $what"; rm -f "$tests_tmp/marker"; }
}
marker
ok 'what these values run leaves a mark' rm "$tests_tmp/marker"
printf '%s\n' "$table" | sed '/^$/d' >"$tests_tmp/table"
while IFS='|' read -r command variables; do
    for variable in $variables; do
        tried="$tried $variable"
        # shellcheck disable=SC2086 # a command of the table
        attempt "$variable" $command
    done
done <"$tests_tmp/table"
is 'nothing in a value is run' "$ran" ''
for verb in '' lesson exercise solution hint show reset undo watch inspect predict profile picture play sass timeline sanitize diff; do
    for value in "$value1" "$value2"; do noted "make $verb$value" "$MAKE" "$verb$value"; done
done
is 'nor in the name of a target' "$ran" ''
# What the Makefile calls its own is its own, whatever the environment has: all of them at once
"$MAKE" -n DEVICE=cpu lesson05 progress report class bench predict05 test diff05 5 >"$tests_tmp/before" 2>&1
set --
for name in $(sed -n 's/^ *\([a-z_]*\) *:\{0,1\}=.*/\1/p; s/^define //p' Makefile common/setup/values.mk | grep -v '^make$'); do set -- "$@" "$name=; marker; \$(shell marker)"; done
ok 'the Makefile has many names' test $# -gt 30
noted 'a name of the Makefile' env "$@" "$MAKE" -n DEVICE=cpu lesson05 progress report class bench predict05 test diff05 5
is 'a name of the Makefile in the environment changes nothing' "$(cat "$tests_tmp/out")" "$(cat "$tests_tmp/before")"
noted 'a name of the Makefile' env "$@" "$MAKE" -s progress
is 'and nothing of it is run' "$ran" ''
says 'on the command line it is refused' 2 'device=gpu: no such variable; make help names them' "$MAKE" device=gpu help
says 'as is a slip' 2 'LESONS=5 6: no such variable; make help names them' "$MAKE" 'LESONS=5
6' help
# What scripts set for each other or for themselves, or only look at
own=' BASH_SOURCE CDPATH CURDIR IFS LC_ALL MAKE MAKECMDGOALS MAKEFLAGS MAKE_COMMAND NAME NAMED_HINT NO_COLOR ONE_AT_A_TIME ONLY PATH PROGRAMS '
own="$own PWD SANITIZED SECONDS SETUP TAPS TERM CUDA_CPU_INSPECT_BLOCKS CUDA_CPU_SECONDS EXERCISE_SECONDS JOBS TEST_ALL TEST_IN_LANE TEST_ENDS TEST_LANES "
own="$own TEST_MINUTES TEST_SECONDS " # numbers for other programs
is 'no variable was forgotten' "$(cd "$here" && cat Makefile common/*/*.mk common/*/*.sh common/cpu/cpucc common/cpu/inspect \
    plots/*.sh plots/peers/*.sh plots/predict/*.sh tests/run tests/lib.sh .ci/run |
    grep -oE '\$\$?[({]?[A-Z][A-Z0-9_]+|(switch|words) [A-Z]+' | sed 's/.*[ $({]//' | sort -u |
    while read -r variable; do
        case " $own $tried " in *" $variable "*) ;; *) printf '%s ' "$variable" ;; esac
    done)" ''
rm -rf tests common/cpu/real-cpucc engine hello.o "$tests_tmp"/bin/[!n]* "$tests_tmp"/bin/nsys "$tests_tmp"/bin/ncu "$tests_tmp"/bin/nvdisasm
gpu no

# Junk: the value, what is needed, and exit code 2
junk() # COMMAND VARIABLE=VALUE REGEX
{
    says "make $1 $2" 2 "$3" "$MAKE" -s --no-print-directory DEVICE=cpu "$1" "$2"
    is "make $1 $2: one line, and make's own" "$(grep -vc '^make' "$tests_tmp/out")" 1
}
junk hint05 HINT=4 '^HINT=4: there are hints 1, 2 and 3; without HINT'
junk hint05 'HINT=`x`' '^HINT=`x`: there are hints 1'
junk progress ALL=perhaps '^ALL=perhaps: must be yes or no'
junk plots TEXT=perhaps '^TEXT=perhaps: must be yes or no'
junk plots 'COMPARE=a;b' '^plots: COMPARE: cannot read a;b; there are: plots/recorded'
junk bench RECORD=perhaps '^RECORD=perhaps: must be yes or no'
junk inspect FILE=kernel.c '^inspect: FILE=kernel.c: a .cu file is needed'
junk inspect05 ARGS="it's" "^ARGS=it's: a quote ' is not closed"
junk inspect05 INSPECT='"--lines' '^INSPECT="--lines: a quote " is not closed'
junk new-lesson 'NN=4;' '^new-lesson: NN=4;: a number of two digits'
junk picture05 CODE=perhaps '^picture: CODE=perhaps: must be no'
for value in 'a;b' 'a$b' 'a`b' "a'b" 'a:b' 'a|b' 'a#b' 'a%b' 'a(b' -b 'a b' ''; do
    says "BUILD=$value" 2 '^common/setup/values.mk:[0-9]+: \*\*\* BUILD=.*: a folder name without spaces' "$MAKE" "BUILD=$value" lesson00
done

# The real CPU compiler
fresh
cp "$tests_tmp/real-cpucc" common/cpu/cpucc
ok 'the real CPU device builds a lesson' "$MAKE" DEVICE=cpu lesson00
ok 'which runs' ./lesson00 -n 1000
before=$(ls -l --time-style=full-iso build/cpu/lesson00 2>/dev/null || ls -lT build/cpu/lesson00)
sleep 1
touch common/lesson.h
ok 'a touched header' "$MAKE" DEVICE=cpu lesson00
after=$(ls -l --time-style=full-iso build/cpu/lesson00 2>/dev/null || ls -lT build/cpu/lesson00)
ok 'builds it again' test "$before" != "$after"
says 'arguments with blanks in quotes' 0 'seed 7' "$MAKE" inspect00 N=100 ARGS="--seed '7'" INSPECT='"--columns" requests'

# The same in folders of any name: the checkout, TMPDIR, a file
odd="a:b;c|d#e\$f'g\"h\`i\`(j)&k*l?m[n]o~p%q=r, s\\t{u}<v>!"
mv "$repo" "$tests_tmp/$odd"
cd "$tests_tmp/$odd" || exit 1
rm -rf build lesson00
TMPDIR="$tests_tmp/T:m;p|#\$'\`x\` (y)&*=[z]"
CXXFLAGS=-O0 # the harness is compiled anew for such a folder (but not the engine: tests/compiler-cache)
export TMPDIR CXXFLAGS
mkdir "$TMPDIR"
is 'three makes that have the engine to build, too' "$(at_once 3 "$MAKE" DEVICE=cpu lesson0.1)" 0
is 'nothing is left of them' "$(left_over)" ''
is 'nor to do' "$("$MAKE" -s --no-print-directory DEVICE=cpu lesson0.1 2>&1)" ''
ok 'the program runs' ./lesson0.1
ok 'a lesson' "$MAKE" DEVICE=cpu lesson00
ok 'runs, too' ./lesson00 -n 1000 -s 1 -w 0
says 'its headers are known' 0 'cpucc .*lessons/00_' "$MAKE" -W common/lesson.h -o build/cpu/lesson.o DEVICE=cpu lesson00
is 'by names that do no harm' "$(cat build/cpu/*.d | grep -e "$tests_tmp" -e '[;|]')" ''
ok 'an exercise' "$MAKE" DEVICE=cpu exercise0.1
says 'started from another folder' 1 'not passed yet' sh -c 'cd / && "$0/exercise0.1"' "$PWD"
printf '#include <cstdio>\n__global__ void twice(int *p)\n{\n    p[0] = threadIdx.x;\n}\nint main()\n{\n    int *p;\n    cudaMalloc(&p, 4);\n    twice<<<1, 64>>>(p);\n    cudaFree(p);\n}\n' >"x:y;z|#\$'\"\`w\` v\\n.cu"
says 'make inspect of a file of any name' 2 '^ +x:y;z\|#\$.*\.cu:4: thread' "$MAKE" inspect FILE="x:y;z|#\$'\"\`w\` v\\n.cu"
cp x:y* ./-m=n.cu
says 'or that looks like an option' 2 'm=n.cu:4' "$MAKE" inspect FILE=-m=n.cu
cp x:y* y.d.cu
says 'or like one of make' 2 'y.d.cu:4' "$MAKE" inspect FILE=y.d.cu
is 'which does no harm' "$("$MAKE" -s --no-print-directory DEVICE=cpu lesson00 2>&1)" ''
says 'make diff' 0 'reduce2' "$MAKE" diff02
says 'make plots' 0 'reduce3' "$MAKE" plots DEVICE=cpu TEXT=1
! command -v gnuplot >/dev/null 2>&1 || [ -z "$odd_pictures" ] || ok 'with pictures' "$MAKE" plots DEVICE=cpu
is 'TMPDIR is empty again' "$(ls -A "$TMPDIR")" ''
unset TMPDIR
refused() # WHAT COMMAND...: in one line
{
    what=$1
    shift
    says "$what is refused" 2 'a line end' "$@"
    is 'in one line' "$(grep -vc '^make' "$tests_tmp/out")" "$lines"
}
lines=1
refused 'TMPDIR with a line end' env TMPDIR="$tests_tmp/a
b" "$MAKE" --no-print-directory diff02
refused 'a file with a line end' "$MAKE" -s --no-print-directory inspect FILE='a
b.cu'
mkdir "$tests_tmp/a
b"
cp -R Makefile common lessons "$tests_tmp/a
b"
refused 'a checkout with a line end' "$MAKE" -C "$tests_tmp/a
b" --no-print-directory lesson00

# The course inside another repository: that one's commits say nothing about it
git_of() { rm -f git.csv; ./lesson00 -n 9 -s 1 -w 0 --csv git.csv >/dev/null && tail -n 1 git.csv | cut -d, -f21; }
if command -v git >/dev/null 2>&1; then
    commit() { git init -q . && git add -f "$@" && git -c user.name=t -c user.email=t@t commit -q -m t; }
    (cd "$tests_tmp" && touch outer && commit outer)
    edition=$(sh common/course/version.sh)
    is "another repository's commit is not named" "$(git_of)" "$edition"
    (cd "$tests_tmp" && git add -f "$odd/common" && git -c user.name=t -c user.email=t@t commit -q -m t)
    is 'not even if it has the course in a folder' "$(git_of)" "$edition"
    commit common Makefile
    is 'but its own, behind the edition' "$(git_of)" "$edition-$(git describe --always --dirty)"
    rm CITATION.cff
    is 'where nobody knows the edition, the commit alone' "$(git_of)" "$(git describe --always --dirty)"
    cp "$here/CITATION.cff" .
    rm -rf .git "$tests_tmp/.git"
fi
is 'nor does the name of its folder run anything' "$(ls -d i w x 2>/dev/null)" ''

# A full TMPDIR: every command that needs it says so, and leaves nothing
touch lessons/00_*.cu exercises/0.1_*.cu
cat >"$tests_tmp/full" <<'END'
mount -t tmpfs -o size=4k full "$1" || exit 99
TMPDIR=$1
export TMPDIR
shift
head -c 8192 /dev/zero >"$TMPDIR/all" 2>/dev/null
"$@"
status=$?
rm "$TMPDIR/all"
[ -z "$(ls -A "$TMPDIR")" ] || { echo "left in TMPDIR: $(ls -A "$TMPDIR")"; exit 98; }
exit $status
END
mkdir "$tests_tmp/small"
apart=
for way in 'unshare -m' 'unshare -rm'; do
    [ "$apart" ] || ! $way sh "$tests_tmp/full" "$tests_tmp/small" true >/dev/null 2>&1 || apart=$way
done
if [ "$apart" ]; then
    for command in diff02 lesson00 exercise0.1 inspect0.1 'inspect FILE=y.d.cu' 'plots TEXT=1' complete reset0.1 \
        'new-lesson NN=97 STEM=full' picture00 watch0.1; do
        # shellcheck disable=SC2086 # a command and a variable
        says "TMPDIR is full: make $command" 2 'TMPDIR=|No space left|temporary' \
            $apart sh "$tests_tmp/full" "$tests_tmp/small" timeout 60 "$MAKE" --no-print-directory DEVICE=cpu $command
    done
    is 'nothing is left' "$(left_over; ls lessons | grep 97)" ''
    # And a full folder of builds
    cat >"$tests_tmp/full" <<'END'
mount -t tmpfs -o size=400k full "$1" || exit 99
BUILD=$1 "$2" --no-print-directory DEVICE=cpu lesson00
status=$?
find "$1" -name '*.[0-9]*'
exit $status
END
    says 'BUILD is full' 2 'No space left' $apart sh "$tests_tmp/full" "$tests_tmp/small" "$MAKE"
    is 'no engine.a.PID is left in it' "$(grep "^$tests_tmp/small/.*\.[0-9]" "$tests_tmp/out")" ''
else
    skip 'TMPDIR is full' 'no small file system can be mounted here'
fi

cd "$here" || exit 1
done_testing
