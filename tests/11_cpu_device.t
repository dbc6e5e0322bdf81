#!/bin/sh
# On a GPU, too.
# What kernels and host code can use: each program of tests/cpu checks a part of it. On the CPU
# device with g++ and clang++, whichever are here, and several numbers of workers; DEVICE=gpu runs
# the same programs on a GPU.
# Takes about 45 s of processor time.
. tests/lib.sh

programs='launch objects shared warp atomics memory numbers float16 groups cooperative runtime process polling printing feeding'
nine='clusters bulk'    # these need compute capability 9.0
dir=$BUILD/test-cpu
rm -rf "$dir"      # a program that does not compile must not be run from last time
mkdir -p "$dir"

printed=$(printf 'block 0: 2.500 words -5000000000\nblock 1: 2.500 words -5000000000')

if [ "$DEVICE" = gpu ]; then
    capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d .)
    if [ "${capability:-0}" -ge 90 ]; then programs="$programs $nine"; else skip "$nine" 'need sm_90'; fi
    for p in $programs; do
        ok "$p.cu compiles with nvcc" \
            "${NVCC:-nvcc}" -std=c++17 -O2 -arch=native "tests/cpu/$p.cu" -o "$dir/$p-gpu"
        ok "$p.cu runs" "$dir/$p-gpu"
    done
    is 'printing.cu prints' "$("$dir/printing-gpu" | sort)" "$printed"
    done_testing
    exit
fi

found=0
for compiler in "g++ gcc" "clang++ clang"; do
    cxx=${compiler% *} cc=${compiler#* }
    if ! command -v "$cxx" >/dev/null || ! command -v "$cc" >/dev/null; then
        skip "$cxx" 'not here'
        continue
    fi
    [ $found -eq 0 ] || everything "the same with $cxx" || continue
    found=$((found + 1))
    ok "$cxx: the engine compiles" env CXX="$cxx" CC="$cc" CFLAGS=-Werror \
        common/cpu/cpucc --engine="$dir/$cxx"
    for p in $programs $nine; do
        ok "$cxx: $p.cu compiles without a warning" env CXX="$cxx" CC="$cc" \
            common/cpu/cpucc --engine="$dir/$cxx" -Wall -Wextra -Werror \
            "tests/cpu/$p.cu" -o "$dir/$p-$cxx"
        for n in 1 2 7; do
            ok "$cxx: $p.cu runs, workers: $n" env CUDA_CPU_THREADS=$n "$dir/$p-$cxx"
        done
    done
    ok "$cxx: copies feed a kernel in another stream" "$dir/feeding-$cxx" streams
    says "$cxx: a kernel that the host does not feed" 3 'endless-loop: kernel wait_for_flag' \
        env CUDA_CPU_SECONDS=1 "$dir/feeding-$cxx" never
    is "$cxx: printing.cu prints" "$("$dir/printing-$cxx" | sort)" "$printed"
    # As much as a GPU keeps, of each launch
    is "$cxx: a kernel prints 1 MB" "$("$dir/printing-$cxx" 100000 2>"$tests_tmp/note" | wc -lc | tr -s ' ')" \
        "$(echo $((32768 + 2)) $((1048576 + $(printf %s "$printed" | wc -c) + 1)) | sed 's/^/ /')"
    says "$cxx: and says once that the rest is dropped" 0 \
        '^CPU device: note: kernel chatter[^ ]* printed 1048576 bytes in one launch, and what follows is dropped;' \
        cat "$tests_tmp/note"
    is "$cxx: in one line" "$(wc -l <"$tests_tmp/note" | tr -d ' ')" 1
    is "$cxx: or what the program asks for" "$("$dir/printing-$cxx" 100 64 2>/dev/null | grep -c '^00')" 2
    is "$cxx: all of it where there is room" "$("$dir/printing-$cxx" 5 2>&1 | head -n 6 | tail -n 1)" ready
    # Other levels of optimisation move code around barriers differently, or not at all.
    others='warp shared'
    everything_of 'other levels of optimisation, for more programs' tests/cpu common/cpu || others=''
    for p in groups $others; do
        for level in -O0 -O3; do
            ok "$cxx: $p.cu compiles with $level" env CXX="$cxx" CC="$cc" \
                common/cpu/cpucc --engine="$dir/$cxx" $level "tests/cpu/$p.cu" \
                -o "$dir/$p-$cxx$level"
            ok "$cxx: $p.cu runs, $level" "$dir/$p-$cxx$level"
        done
    done
    # x * y + z: code of the device fuses it, where the processor can
    fused='kernel function'
    grep -qwE 'fma|asimd' /proc/cpuinfo || fused=''
    for option in --fmad=true "-fmad false"; do
        # shellcheck disable=SC2086 # words
        ok "$cxx: fused.cu compiles with $option" env CXX="$cxx" CC="$cc" \
            common/cpu/cpucc --engine="$dir/$cxx" -Wall -Wextra -Werror $option tests/cpu/fused.cu -o "$dir/fused-$cxx"
        case $option in *false) fused='' ;; esac
        is "$cxx: fused with $option: $fused" "$("$dir/fused-$cxx")" "$fused"
    done
    # OpenMP, for the host's code
    threads=0 options=--openmp
    if echo 'int main() {}' | "$cxx" -fopenmp -include omp.h -x c++ - -o "$dir/openmp" 2>/dev/null; then
        threads=3 options='--openmp -fopenmp'
    fi
    for option in $options; do
        ok "$cxx: a host with threads, $option" env CXX="$cxx" CC="$cc" common/cpu/cpucc --engine="$dir/$cxx" \
            -Wall -Wextra -Werror $option tests/cpu/openmp.cu -o "$dir/openmp-$cxx"
        is "$cxx: $threads of them add up" "$("$dir/openmp-$cxx")" "$threads threads, 32640"
    done
done
ok 'there is a compiler' test "$found" -gt 0

# A compiler without OpenMP
cat >"$dir/without-openmp" <<END
#!/bin/sh
case " \$* " in *" -fopenmp "*) echo 'no OpenMP here' >&2; exit 1 ;; esac
exec ${CXX:-g++} "\$@"
END
chmod +x "$dir/without-openmp"
ok '--openmp, without OpenMP' env CXX="$dir/without-openmp" common/cpu/cpucc --engine="$dir/without" --openmp \
    tests/cpu/openmp.cu -o "$dir/openmp-without"
is 'is a program of one thread' "$("$dir/openmp-without")" '0 threads, 32640'
says '-fopenmp is an error' 1 'no OpenMP here' env CXX="$dir/without-openmp" common/cpu/cpucc --engine="$dir/without" \
    -fopenmp tests/cpu/openmp.cu -o "$dir/openmp-without"
# Observed, where the compiler can
if CXX=${CXX:-g++} common/cpu/cpucc --inspect --engine="$BUILD/inspect" --openmp tests/cpu/openmp.cu -o "$dir/openmp-inspect" \
        2>"$tests_tmp/out"; then
    says 'observed, the threads of the host are not taken for threads of the device' 0 '^[03] threads, 32640$' "$dir/openmp-inspect"
    is 'no mistake is reported' "$(grep -c 'CPU device: ' "$tests_tmp/out")" 0
else
    skip 'observed' "$(head -n 1 "$tests_tmp/out")"
fi

# The driver.
cpucc=$PWD/common/cpu/cpucc
cat >"$tests_tmp/a file.cu" <<'END'
#include "some header.h"
__global__ void k(int *x) { *x = VALUE + ANOTHER; }
int main(void)
{
    int *x, y;
    cudaMalloc(&x, 4);
    k<<<1, 1>>>(x);
    cudaMemcpy(&y, x, 4, cudaMemcpyDeviceToHost);
    return y;
}
END
echo '#define ANOTHER 2' >"$tests_tmp/some header.h"
exits 'cpucc alone, with options, and names with spaces' 42 sh -c '
    cd "$1" && "$2" -DVALUE=40 -MMD -MP -MF deps -MT "my target" "a file.cu" -o "a program" &&
    ls >files && "./a program"' sh "$tests_tmp" "$cpucc"
is 'it leaves nothing else behind' "$(grep -vx -e out -e why -e note "$tests_tmp/files" | tr '\n' ' ')" \
    'a file.cu a program deps files some header.h '
ok 'the dependencies name the header' grep -q 'some\\ header\.h' "$tests_tmp/deps"
says 'and the .cu file, with the target' 0 '^my +target: +a\\ file\.cu ' awk '{ sub(/\\$/, ""); printf "%s", $0 }' "$tests_tmp/deps"
ok 'and no temporary file' sh -c '! grep -q cpucc\\. "$1"' sh "$tests_tmp/deps"
says '--help says how to use it' 0 '^usage: cpucc .*file.cu... -o program' "$cpucc" --help
says 'no file: usage' 2 '^usage: cpucc' "$cpucc"
says 'no output file: said so' 2 'no -o program' "$cpucc" "$tests_tmp/a file.cu"
says 'a file that is not there' 2 'cannot read none\.cu' "$cpucc" none.cu -o "$tests_tmp/x"
says 'a value is missing' 2 '-o is the last option, but needs a value' "$cpucc" "$tests_tmp/a file.cu" -o

# Several files: kernels in one, main in another, C and C++ files of the host; at once, as objects, and nvcc's options.
mkdir "$tests_tmp/parts"
cat >"$tests_tmp/parts/parts.h" <<'END'
#include "cuda_runtime.h"
#ifdef __CUDACC__
__global__ void add(int *p, int x);
template <class T> __global__ void scale(T *p, T x) { *p *= x; }
#endif
#ifdef __cplusplus
extern "C"
#endif
int from_c(int x);
int start(int *p);
int version();
END
cat >"$tests_tmp/parts/kernels.cu" <<'END'
#include "parts.h"
__device__ int counter = 1;
__global__ void add(int *p, int x) { *p += x + counter; }
int start(int *p)
{
    int n = from_c(2), *args[] = {p};
    const void *kernel = (const void *)scale<int>;
    void *pointers[] = {&args[0], &n};
    scale<<<1, 1>>>(p, n);
    return cudaLaunchKernel(kernel, dim3(1), dim3(1), pointers, 0, nullptr);
}
END
cat >"$tests_tmp/parts/main.cu" <<'END'
#include "parts.h"
int main()
{
    int *p, result;
    cudaMalloc(&p, 4);
    cudaMemset(p, 0, 4);
    add<<<1, 1>>>(p, 3);
    if (start(p)) return 1;
    cudaMemcpy(&result, p, 4, cudaMemcpyDeviceToHost);
    return result + version() / 1000;
}
END
echo '#include "parts.h"
int from_c(int x) { return x < INT_MAX ? x : 0; }' >"$tests_tmp/parts/c.c"
echo '#include "parts.h"
int version() { int v; cudaRuntimeGetVersion(&v); return v; }' >"$tests_tmp/parts/cpp.cpp"
cp "$tests_tmp/parts/main.cu" "$tests_tmp/parts/main.cuda"
exits 'several files at once' 29 sh -c 'cd "$1/parts" && "$2" --engine=../engine -O1 main.cu kernels.cu cpp.cpp c.c \
    -o ../program && ../program' sh "$tests_tmp" "$cpucc"
exits 'and inspected' 29 sh -c 'cd "$1/parts" && "$2" --inspect --engine="$3" main.cu kernels.cu cpp.cpp c.c \
    -o ../program && CUDA_CPU_INSPECT_CSV=/dev/null ../program' sh "$tests_tmp" "$cpucc" "$(cd "$BUILD/inspect" && pwd)"
exits 'as objects, with the options of nvcc' 29 sh -c '
    rm -f "$1"/program; mkdir "$1/objects"; cd "$1/objects" || exit
    options="-arch=sm_80 -gencode arch=compute_90,code=sm_90 --generate-code=arch=compute_75,code=sm_75 -lineinfo -G -O2
        -std=c++11 -use_fast_math -rdc=true --ptxas-options=-v -Xptxas -v -Xcompiler -Wall,-Wextra -Xcompiler=-g -ccbin g++
        --expt-relaxed-constexpr --extended-lambda -maxrregcount 32 -Werror all-warnings -t 2 -diag-suppress 177"
    "$2" --engine=../engine $options -I. -dc ../parts/kernels.cu ../parts/cpp.cpp ../parts/c.c &&
    "$2" --engine=../engine $options -I . -x cu -c ../parts/main.cuda -o m.o && [ -e kernels.o ] && [ -e c.o ] &&
    "$2" --engine=../engine -arch native m.o kernels.o cpp.o c.o -lcudart -Xlinker --as-needed -lm -L /tmp -o ../program &&
    ../program' sh "$tests_tmp" "$cpucc"
says 'a file that has an object of another name' 2 'several files have an object each' \
    "$cpucc" -c "$tests_tmp/parts/main.cu" "$tests_tmp/parts/kernels.cu" -o "$tests_tmp/x.o"
says 'one dependency file for two' 2 'MF deps: one file at a time' \
    "$cpucc" "$tests_tmp/parts/main.cu" "$tests_tmp/parts/kernels.cu" -MMD -MF deps -o "$tests_tmp/x"
says 'PTX' 2 'there is no GPU.s code to make' "$cpucc" -ptx "$tests_tmp/parts/main.cu"
exits 'the engine is kept' 0 sh -c '
    "$1" --engine="$2/engine" && touch -t 203001010000 "$2/engine/engine.a" &&
    before=$(ls -i "$2/engine/engine.a") && "$1" --engine="$2/engine" &&
    [ "$before" = "$(ls -i "$2/engine/engine.a")" ]' sh "$cpucc" "$tests_tmp"
exits 'and made anew when it is older than its sources' 0 sh -c '
    touch -t 200001010000 "$2/engine/engine.a" && "$1" --engine="$2/engine" &&
    [ "$(find "$2/engine/engine.a" -newer "$1")" ]' sh "$cpucc" "$tests_tmp"
exits 'several at a time do no harm' 0 sh -c '
    rm -rf "$2/engine"; cd "$2" || exit
    for i in 1 2 3 4; do
        "$1" --engine="$2/engine" -DVALUE=$i "a file.cu" -o p$i & pids="$pids $!"
    done
    for p in $pids; do wait $p || exit; done
    for i in 1 2 3 4; do ./p$i; [ $? -eq $((i + 2)) ] || exit; done' sh "$cpucc" "$tests_tmp"

# What every file includes first is compiled once for an engine. Whether that is used shows when the header has a fault
# since, but no later time.
mkdir -p "$tests_tmp/copy/common" && cp -Rp common/cpu "$tests_tmp/copy/common"
echo 'int main() { return 7; }' >"$tests_tmp/seven.cu"
seven() { "$tests_tmp/copy/common/cpu/cpucc" --engine="$tests_tmp/copy/engine" "$@" "$tests_tmp/seven.cu" -o "$tests_tmp/seven" && "$tests_tmp/seven"; }
header=$tests_tmp/copy/common/cpu/cuda/cuda_runtime.h
exits 'a header for all files' 7 seven -Wall
if [ -d "$tests_tmp/copy/engine/precompiled" ]; then
    exits 'is changed' 0 sh -c 'echo "#error changed" >>"$1" && touch -r "$2" "$1"' sh "$header" common/cpu/cuda/cuda_runtime.h
    exits 'is not compiled again' 7 seven -DSEVEN=7 -I.
    says 'but with other options' 1 'changed' seven -O1
    says 'and with macros that it asks for' 1 'changed' seven -DCUDA_CPU_FMA=7
    says 'or with other options for all' 1 'changed' env CXXFLAGS=-O1 "$tests_tmp/copy/common/cpu/cpucc" \
        --engine="$tests_tmp/copy/engine" "$tests_tmp/seven.cu" -o "$tests_tmp/seven"
    touch "$header"
    says 'and when it is newer' 1 'changed' seven
    cp common/cpu/cuda/cuda_runtime.h "$header"
    exits 'then it is compiled again' 7 seven
    # Another program is compiled while the header is half copied.
    mkdir "$tests_tmp/slow"
    cat >"$tests_tmp/slow/cp" <<'END'
#!/bin/sh
case $1 in *.gch) head -c 100000 "$1" >"$2" && : >"$SLOW/half" && until [ -e "$SLOW/go" ]; do sleep 0.1; done ;; esac
PATH=${PATH#*:} exec cp "$@"
END
    chmod +x "$tests_tmp/slow/cp"
    exits 'one that is half there' 7 sh -c '
        seven() { "$1/copy/common/cpu/cpucc" --engine="$1/copy/engine" "$1/seven.cu" -o "$2" && "$2"; }
        rm -r "$1/copy/engine/precompiled"
        { SLOW=$1/slow PATH=$1/slow:$PATH; export SLOW PATH; seven "$1" "$1/slow/seven"; } & first=$!
        until [ -e "$1/slow/half" ]; do kill -0 $first || exit; sleep 0.1; done
        seven "$1" "$1/seven"; second=$?
        : >"$1/slow/go"; wait $first; [ $? -eq 7 ] && exit $second' sh "$tests_tmp"
    exits 'one that is broken' 0 sh -c 'for f in "$1"/engine/precompiled/*/*; do echo broken >"$f"; done' sh "$tests_tmp/copy"
    exits 'does no harm' 7 seven
else
    skip 'a header for all files is not compiled again' "$(common/cpu/cpucc --compiler | head -n 1) reads it each time"
fi
done_testing
