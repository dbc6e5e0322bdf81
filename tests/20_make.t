# The Makefile: what is built, where, when, and what it says when it cannot.
# Works in a copy of the repository with compilers that only pretend, so it is quick and needs no
# CUDA; the real compilers are seen at work at the end and by the tests of the lessons.
. tests/lib.sh

repo="$tests_tmp/a copy" # with a space in its path, as people have
mkdir -p "$repo"
cp -R Makefile common lessons plots exercises solutions "$repo"
[ ! -e common/cpu/cpucc ] || cp common/cpu/cpucc "$tests_tmp/real-cpucc"
here=$PWD
cd "$repo" || exit 1

# A pretended compiler: notes what it built; the program says what built it.
cat >"$tests_tmp/nvcc" <<'EOF'
#!/bin/sh
case $#$1 in 1--engine=*) touch "${1#--engine=}/engine.a"; exit ;; esac
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
is 'and builds nothing' "$(compiled)" 1
ok 'DEVICE=gpu builds' "$MAKE" DEVICE=gpu lesson05
is 'and points ./lesson05 there' "$(./lesson05)" 'built by nvcc'
says 'going back to DEVICE=cpu builds nothing and says where the link points' 0 'lesson05 -> build/cpu/lesson05' \
    "$MAKE" DEVICE=cpu lesson05
is 'but ./lesson05 is that one again' "$(./lesson05)" 'built by cpucc'
is 'two programs were compiled in all, and what the GPU'"'"'s was linked to' "$(compiled)" 3
ok 'another lesson for the GPU' "$MAKE" DEVICE=gpu lesson06
is 'is linked to that again' "$(compiled) $(tail -n 1 compiled | grep -c 'lessons/06_.* build/gpu/cub.o -o ')" '4 1'
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
flags() { "$MAKE" --no-print-directory DEVICE=gpu "$@" lesson00 2>&1; }
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

# What is built again, and only that
fresh
touch common/gone.h
ok 'plain make, in parallel' "$MAKE" -j4 DEVICE=cpu
is 'builds every lesson once' "$(compiled)" "$lessons"
is 'and links every one' "$(ls -d lesson[0-9]* | grep -c .)" "$lessons"
sleep 1 # file times may be in whole seconds
touch lessons/05_unroll_last_warp.cu
ok 'one lesson touched' "$MAKE" DEVICE=cpu
is 'is built again alone' "$(compiled)" $((lessons + 1))
touch common/lesson.h
rm common/gone.h
ok 'the header touched, another that was used gone' "$MAKE" -j4 DEVICE=cpu
is 'all are built again' "$(compiled)" $((2 * lessons + 1))
cp lessons/05_unroll_last_warp.cu lessons/98_new.cu
ok 'a new lesson needs no change of the Makefile' "$MAKE" DEVICE=cpu lesson98
is 'and runs' "$(./lesson98)" 'built by cpucc'
rm lessons/98_new.cu
ok 'another BUILD folder' "$MAKE" DEVICE=gpu BUILD=elsewhere lesson05
is 'has its own link' "$(elsewhere/lesson05)" 'built by nvcc'
is 'and leaves ./lesson05 alone' "$(readlink lesson05)" build/cpu/lesson05
touch lessons/05_unroll_last_warp.cu
SLOW=2 "$MAKE" -s DEVICE=cpu lesson05 >"$tests_tmp/first" 2>&1 &
first=$!
sleep 1
ok 'two at a time, as make watch and somebody in another terminal' env SLOW=2 "$MAKE" DEVICE=cpu lesson05
wait $first
is 'both build it' "$? $(./lesson05) $(ls build/cpu | grep -c 'lesson05\.[0-9]')" '0 built by cpucc 0'

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
unknown=
for command in $(awk '{ print $2 }' "$tests_tmp/help"); do
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
says 'no compiler at all: nothing can be built' 1 'Verdict: no lesson can be built' \
    env -u CXX PATH="$tests_tmp/poor" NVCC=/nowhere/nvcc sh common/setup/doctor.sh
says 'and how to get each thing' 1 'gnuplot.*missing: draws the plots.*make deps' \
    env -u CXX PATH="$tests_tmp/poor" NVCC=/nowhere/nvcc sh common/setup/doctor.sh

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

cd "$here" || exit 1
done_testing
