#!/bin/sh
# What the CPU device says of wrong kernels and wrong sources: the message and the exit code.
# Takes about 6 s of processor time.
. tests/lib.sh

if [ "$DEVICE" = gpu ]; then
    skip 'reports of the CPU device' 'this is the GPU'
    done_testing
    exit
fi

dir=$BUILD/test-cpu-errors
mkdir -p "$dir" && rm -f "$dir/mistakes"
cpucc=common/cpu/cpucc
ok 'mistakes.cu compiles' $cpucc --engine="$BUILD/cpu" -Wall -Wextra tests/cpu/mistakes.cu \
    -o "$dir/mistakes"

tested=''

report() # CASE CODE REGEX
{
    tested="$tested$1
"
    says "$1" "$2" "$3" "$dir/mistakes" "$1"
    cp "$tests_tmp/out" "$tests_tmp/report"
}

line() { grep -n -e "$1" tests/cpu/mistakes.cu | head -n 1 | cut -d: -f1; } # of a text in the source

kernel() { echo "^CPU device: [a-z-]+: kernel $1, block"; } # the function, not the pointer that is launched
report divergent_barrier 3 '^CPU device: deadlock: kernel divergent_barrier, .* of its 64 threads 64 wait, 0 ended'
ok 'it says where, and which lanes never came' grep -Eq \
    "mistakes.cu:$(line ' __syncwarp();'): __syncwarp\(\): threads 0, 2, .*mask 0xffffffff, waiting for lanes 1, 3, .*\(16 in all\) of warp 0" \
    "$tests_tmp/report"
ok 'and where the others wait' grep -Eq \
    "mistakes.cu:$(line '__syncthreads();'): __syncthreads\(\): threads 1, 3, .*\(32 in all\)" \
    "$tests_tmp/report"
ok 'what the program printed before is there' grep -q '^before the launch' "$tests_tmp/report"
report 'last_ends<16>' 3 '^CPU device: deadlock: kernel last_ends<16>, .* of its 32 threads 31 wait, 1 ended'
report missing_lanes 3 '__shfl_down_sync\(\): threads 32-39 with mask 0xffffffff, waiting for lanes 8-31 of warp 1'
report foreign_mask 3 "$(kernel foreign_mask) \(0,0,0\), thread \(16,0,0\): tests/cpu/mistakes\.cu:[0-9]+: __shfl_sync\(\) with mask 0x0000ffff, which does not name the calling lane 16"
report two_operations 3 '__any_sync\(\), but other lanes of mask 0xffffffff wait in __syncwarp\(\)'
report two_barriers 3 '__syncthreads_count\(\), but 5 threads of the block wait in __syncthreads\(\)'
report grid_sync_ordinary 3 'grid\.sync\(\) needs a cooperative launch'
report block_leaves 3 'deadlock: kernel block_leaves: of its 4 blocks 3 wait, 1 ended'
ok 'it says where' grep -q "mistakes.cu:[0-9]*: grid\.sync(): every block" "$tests_tmp/report"
report bytes_missing 3 'deadlock: kernel bytes_missing, block \(0,0,0\): of its 64 threads 64 wait, 0 ended, none can continue'
ok 'it says what is missing' grep -Eq \
    "mistakes.cu:$(line 'bytes that nobody sends'): .*: threads 0-63; parity 0: 0 of 1 arrivals are missing, and 1024 bytes of copies" \
    "$tests_tmp/report"
report cluster_waits 3 'deadlock: kernel cluster_waits, the cluster of block \(0,0,0\): no thread of its 2 blocks can continue'
ok 'it says who waits for a barrier' grep -Eq 'threads 0-1; parity 0: 1 of 3 arrivals are missing$' "$tests_tmp/report"
ok 'and that the other block waits for the cluster' sh -c "sed -n '/block (1,0,0)/,\$p' '$tests_tmp/report' |
    grep -Eq 'cluster\.sync\(\): threads 0-31$'"
report arrives_again 3 'fault: kernel arrives_again, .*: arrives at the cluster.s barrier again, before it has waited for it'
report foreign_rank 3 'fault: kernel foreign_rank, .*: map_shared_rank\(2\): the ranks of this cluster are 0 to 1'
report too_many_arrivals 3 'fault: kernel too_many_arrivals, .*: 3 more, but 2 of 2 are missing in this phase'
ok 'clusters.cu compiles' $cpucc --engine="$BUILD/cpu" tests/cpu/clusters.cu -o "$dir/clusters"
says 'a device that has none' 1 'not so: value == 1' env CUDA_CPU_CAPABILITY=8.0 "$dir/clusters"
says 'any other value is refused' 2 'CUDA_CPU_CAPABILITY=7.5: must be 8.0 or 9.0' env CUDA_CPU_CAPABILITY=7.5 "$dir/clusters"
report deep_recursion 3 'stack-overflow: .*a CUDA thread has 60 KiB'
report large_frame 3 'stack-overflow: .*a CUDA thread has 60 KiB'
report static_overrun 0 '^result' # into bytes that belong to nothing; inspect reports it
report shallow_recursion 0 '^result 3240, 3240'
report write_beyond 3 "$(kernel write_beyond) \(0,0,0\), thread \(0,0,0\): illegal memory access at address 0x[0-9a-f]+: 256 bytes beyond the end of an allocation of 4000 bytes"
report write_far_beyond 3 'thread \(1,0,0\): illegal memory access at address'
report read_before 3 '4000 bytes before an allocation of 4000 bytes'
report write_just_beyond 3 'wrote just beyond the end of an allocation of 4000 bytes'
report write_just_before 3 '4 bytes before an allocation of 4000 bytes|wrote just before'
report null_pointer 3 'illegal memory access at address .*: a null pointer'
report literal_null 3 'illegal memory access at address .*: a null pointer'
report after_free 3 'in an allocation of 4000 bytes that has been freed'
report no_shared_bytes 3 'access 0 bytes beyond the end of dynamic shared memory; the launch asked for 0 bytes'
report failed_assertion 3 'thread \(5,0,0\): assertion failed'
ok 'the assertion is printed' grep -q "Assertion .*threadIdx.x != 5" "$tests_tmp/report"
report trap 3 'mistakes\.cu:[0-9]+: __trap\(\)'
report launch_in_kernel 3 'kernels cannot launch kernels on the CPU device'
case $(uname -m) in # Arm does not fault
x86_64) report zero_division 3 'integer division by zero|__trap' ;;
*) report zero_division 0 '^result' ;;
esac
# Lanes run one after the other until they wait: races give wrong results, every time.
report missing_syncwarp 0 '^result 63,'
report shuffle_outside_mask 0 '^result 8, 2147146669'
report no_barrier 0 '^result 1,'
# refuses VARIABLE WHAT LIMITS VALUE...: one line with the variable, the value, the limits and the way out
refuses()
{
    variable=$1 what=$2 limits=$3
    shift 3
    for wrong; do
        says "$variable=$wrong" 2 "^CPU device: $variable=$wrong: must be a number of $what $limits.*or leave it out\$" \
            env "$variable=$wrong" "$dir/mistakes" no_barrier
        is "$variable=$wrong: one line" "$(grep -vc '^before the launch$' "$tests_tmp/out")" 1
    done
}
refuses CUDA_CPU_THREADS 'OS threads' 'from 1 to 256' garbage 0 -3 2x 100000 '1 2' 18446744073709551617
refuses CUDA_CPU_MEMORY bytes 'from 1 to 140737488355328' lots 0 -1 2X 2GB 1e9 1.5G 200000T 99999999999999999999
refuses CUDA_CPU_SECONDS seconds 'from 0 to 1000000000' soon -1 0x10
says 'an empty one is as good as none' 0 '^result 1,' \
    env CUDA_CPU_THREADS= CUDA_CPU_MEMORY= CUDA_CPU_SECONDS= "$dir/mistakes" no_barrier
is 'every case is tested' "$(printf %s "$tested" | sort)" "$("$dir/mistakes" | sort)"

# Workers are OS threads: the reports come from any of them.
for n in 1 2 7; do
    says "a report with $n workers" 3 'illegal memory access' \
        env CUDA_CPU_THREADS=$n "$dir/mistakes" after_free
done

# Memory in K, M, G and T; a program cannot change what was asked for when it began.
cat >"$tests_tmp/memory.cu" <<'END'
#include <stdio.h>
#include <stdlib.h>
static int before = setenv("CUDA_CPU_MEMORY", "1", 1);
int main()
{
    size_t unused, all;
    setenv("CUDA_CPU_MEMORY", "2", 1);
    int error = cudaMemGetInfo(&unused, &all);
    printf("%d %zu\n", error + before, all);
}
END
ok 'memory.cu compiles' common/cpu/cpucc --engine="$BUILD/cpu" "$tests_tmp/memory.cu" -o "$tests_tmp/memory"
for pair in 4096/4096 2K/2048 3m/3145728 2G/2147483648 1T/1099511627776; do
    is "CUDA_CPU_MEMORY=${pair%/*}" "$(CUDA_CPU_MEMORY=${pair%/*} "$tests_tmp/memory")" "0 ${pair#*/}"
done

# Handles that never were, and memory that nobody has written.
cat >"$tests_tmp/handles.cu" <<'END'
#include <stdio.h>
__global__ void sum(const int *a, int *b) { atomicAdd(b, a[threadIdx.x]); }
int main(void)
{
    cudaStream_t stream = (cudaStream_t)0x1234, streams[200];
    cudaEvent_t event = (cudaEvent_t)0x999;
    int *a, *b, unified = 1, *pageable;
    const char *errors[4];

    for (int i = 0; i < 200; i++)
        if (cudaStreamCreate(&streams[i]) || cudaStreamSynchronize(streams[i]))
            return 1;
    for (int i = 0; i < 200; i++)
        if (cudaStreamDestroy(streams[i]) || cudaStreamQuery(streams[i]) != cudaErrorInvalidResourceHandle)
            return 2;
    cudaMallocManaged(&a, 4000);
    cudaMallocManaged(&b, 4);
    sum<<<1, 32, 0, stream>>>(a, b);
    errors[0] = cudaGetErrorName(cudaGetLastError());
    errors[1] = cudaGetErrorName(cudaStreamSynchronize((cudaStream_t)&unified));
    errors[2] = cudaGetErrorName(cudaEventRecord(event, 0));
    errors[3] = cudaGetErrorName(cudaStreamDestroy((cudaStream_t)((char *)streams[0] + 1)));
    for (int i = 0; i < 4; i++)
        printf("%s ", errors[i]);
    cudaGetLastError();
    sum<<<1, 32>>>(a, b);
    printf("%s ", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaDeviceGetAttribute(&unified, cudaDevAttrPageableMemoryAccess, 0);
    printf("%d %d\n", *b, unified);
    pageable = &unified;
    return *pageable;
}
END
ok 'handles.cu compiles' $cpucc --engine="$BUILD/cpu" "$tests_tmp/handles.cu" -o "$tests_tmp/handles"
handle=cudaErrorInvalidResourceHandle
says 'a handle that is none is an error; managed memory is zero; memory of malloc is not the device'"'"'s' 0 \
    "^$handle $handle $handle $handle cudaSuccess 0 0\$" "$tests_tmp/handles"
ok 'handles.cu compiles, inspected' $cpucc --inspect --engine="$BUILD/inspect" "$tests_tmp/handles.cu" -o "$tests_tmp/handles"
says 'inspected: managed memory that nobody has written' 3 \
    'uninitialised: kernel sum, block \(0,0,0\): element 0 of an allocation of 1000 elements, which nothing has written' \
    "$tests_tmp/handles"

# Errors of the compiler land in the .cu file.
compile() # NAME REGEX: standard input must not compile
{
    cat >"$tests_tmp/wrong.cu"
    says "$1" 1 "$2" $cpucc --engine="$BUILD/cpu" "$tests_tmp/wrong.cu" -o "$tests_tmp/wrong"
}

compile 'a call that is not there is an error, in its line' 'wrong\.cu:4:.*cudaGraphAddMemFreeNode' <<'END'
int main(void)
{
    cudaGraphNode_t node;
    cudaGraphAddMemFreeNode(&node, 0, 0, 0, 0);
}
END

compile 'wrong arguments of a kernel' 'wrong\.cu:6:' <<'END'
__global__ void k(int *p) { *p = 1; }
int main(void)
{
    k<<<1,
        1>>>(0);
    int x = k<<<1, 1>>>(nullptr);
}
END
compile 'a launch without an end' 'wrong\.cu:4:[0-9]+: error: this <<< has no >>>' <<'END'
__global__ void k(int *p) { *p = 1; }
int main(void)
{
    k<<<1, 1>(0);
}
END
compile 'a syntax error after launches of several lines' 'wrong\.cu:10:' <<'END'
__global__ void k(int *p) { *p = 1; }
int main(void)
{
    int *p = 0; /* a comment
    of two lines */
    k<<<dim3(1),
        dim3(1)
    >>>
    (p);
    this is wrong;
}
END

# Mistakes in launches: the learner's line, once, first, and nothing of our headers.
cat >"$tests_tmp/launch.cu" <<'END'
__global__ void add(int *p, int x) { *p += x; }
template <class T> __global__ void scale(T *p, T x) { *p *= x; }
int main(void)
{
    int *p;
    float *q;
    cudaMalloc(&p, 4);
    cudaMalloc(&q, 4);
#ifdef MISSPELT
    ad<<<1, 1>>>(p, 3);
#elif defined FEWER
    add<<<1, 1>>>(p);
#elif defined MORE
    add<<<1, 1>>>(p, 1, 2);
#elif defined TYPE
    add<<<1, 1>>>(q, 2);
#elif defined ARGUMENT
    add<<<1, 1>>>(p, y);
#elif defined DEDUCED
    scale<<<1, 1>>>(p, 2.0f);
#elif defined VALUE
    return add<<<1, 1>>>(p, 2);
#endif
}
END
mistake() # NAME LINE REGEX
{
    run_quietly env CXX="$cxx" CC="$cc" $cpucc --engine="$engine" -D"$1" "$tests_tmp/launch.cu" -o "$tests_tmp/x"
    is "$cxx, $1: the first line" "$(head -n 1 "$tests_tmp/out" | grep -Ec "/launch\.cu:$2: error: $3")" 1
    is "$cxx, $1: one error, and no word of ours" \
        "$(grep -c 'error' "$tests_tmp/out") $(grep -c -e cuda_cpu -e lambda -e cuda_runtime "$tests_tmp/out")" '1 0'
}
for compiler in "g++ gcc" "clang++ clang"; do
    cxx=${compiler% *} cc=${compiler#* }
    if ! command -v "$cxx" >/dev/null || ! command -v "$cc" >/dev/null; then
        skip "$cxx: mistakes in launches" 'not here'
        continue
    fi
    engine=$BUILD/cpu
    if [ "$cxx" != g++ ]; then
        ! command -v g++ >/dev/null || everything "$cxx: mistakes in launches" || continue
        engine=$dir/$cxx
    fi
    fits='the arguments do not fit'
    mistake MISSPELT 10 "(use of undeclared identifier .ad|.{1,3}ad.{1,3} was not declared)"
    mistake FEWER 12 "(too few arguments|$fits)"
    mistake MORE 14 "(too many arguments|$fits)"
    mistake TYPE 16 "(cannot convert .{1,3}float|$fits)"
    mistake ARGUMENT 18 "(use of undeclared identifier .y|.{1,3}y.{1,3} was not declared)"
    mistake DEDUCED 20 "(no matching function for call to .{1,3}scale|$fits)"
    mistake VALUE 22 'a launch has no value'
done
echo 'int f() { return 1; }' >"$tests_tmp/no_main.cu"
says 'no main: said plainly' 1 '^cpucc: there is no main\(\) in these files' \
    $cpucc --engine="$BUILD/cpu" "$tests_tmp/no_main.cu" -o "$tests_tmp/x"
is 'in one line' "$(wc -l <"$tests_tmp/out" | tr -d ' ')" 1
says 'no .cu: said plainly' 2 '^cpucc: there is no \.cu file among the arguments' $cpucc -O2 -o "$tests_tmp/x"
says 'another kind of file' 2 '^cpucc: notes\.txt: what is that\? There are \.cu' $cpucc notes.txt -o "$tests_tmp/x"
# keeps NAME REGEX ARGUMENT...: cpucc refuses to overwrite an input
keeps()
{
    keeps_name=$1 keeps_regex=$2
    shift 2
    before=$(cat "$tests_tmp/keep/"*.* | cksum)
    says "$keeps_name" 2 "^cpucc: $keeps_regex$" sh -c 'cd "$1" && shift && exec "$@"' sh "$tests_tmp/keep" $cpucc "$@"
    is "$keeps_name: nothing is lost" "$(cat "$tests_tmp/keep/"*.* | cksum)" "$before"
}
case $cpucc in /*) ;; *) cpucc=$PWD/$cpucc ;; esac
mkdir "$tests_tmp/keep" "$tests_tmp/keep/folder"
for file in a.cu b.cu c.cpp d.o; do echo "/* $file */" >"$tests_tmp/keep/$file"; done
(cd "$tests_tmp/keep" && ln -s a.cu link && ln -s a.cu link.cu && ln a.cu twin && ln -s a.cu a.o)
overwrites='would overwrite the input'
keeps '-o is the input' "-o a.cu: $overwrites a.cu; name another file" a.cu -o a.cu
keeps 'under another name' "-o ./folder/../a.cu: $overwrites a.cu; .*" a.cu -o./folder/../a.cu
keeps 'a link to it' "-o link: $overwrites a.cu; .*" a.cu -o link
keeps 'the input is a link' "-o a.cu: $overwrites link.cu; .*" b.cu link.cu -o a.cu
keeps 'a second name of it' "-o twin: $overwrites a.cu; .*" a.cu -o twin
keeps 'the last of several' "-o c.cpp: $overwrites c.cpp; .*" -o c.cpp a.cu b.cu c.cpp
keeps 'an object' "-o d.o: $overwrites d.o; .*" a.cu d.o -o d.o
keeps 'with -c and a link of the name that the object would have' "-c a.o: $overwrites a.cu; .*" -c a.cu
keeps 'dependencies' "-MF a.cu: $overwrites a.cu; .*" a.cu -MMD -MF a.cu -o x
keeps 'a folder' '-o folder: that is a folder; name a file' a.cu -o folder
says 'a name where a function is missing' 1 'undefined reference to .*elsewhere' sh -c '
    echo "int elsewhere(); int main() { return elsewhere(); }" >"$2/m.cu" &&
    "$1" --engine="$3" "$2/m.cu" -o "$2/x"' sh "$cpucc" "$tests_tmp" "$BUILD/cpu"

# What CUDA 13 dropped: a warning, once for each line, says what to write today.
cat >"$tests_tmp/old.cu" <<'END'
#include <cstdio>
__global__ void k(int *p)
{
    int v = __shfl_down((int)threadIdx.x, 1);
    if (__any(v > 3)) *p = __ballot(1) == 0xffffffffu && v == (int)threadIdx.x + 1;
}
int main()
{
    int *p;
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    cudaMallocManaged(&p, 4);
    k<<<1, 32>>>(p);
    cudaThreadSynchronize();
    printf("%d %d %d %d\n", prop.clockRate, prop.memoryClockRate, prop.deviceOverlap, prop.major);
}
END
ok 'names that CUDA 13 dropped compile' $cpucc --engine="$BUILD/cpu" "$tests_tmp/old.cu" -o "$tests_tmp/old"
for today in '4:.*warning.*__shfl_down_sync\(mask' '5:.*warning.*__any_sync\(mask' '5:.*warning.*__ballot_sync\(mask' \
    '14:.*warning.*write cudaDeviceSynchronize\(\)' '15:.*warning.*clockRate.*cudaDevAttrClockRate' \
    '15:.*warning.*memoryClockRate.*cudaDevAttrMemoryClockRate' '15:.*warning.*deviceOverlap.*cudaDevAttrGpuOverlap'; do
    is "warning $today" "$(grep -Ec "old\.cu:$today" "$tests_tmp/out")" 1
done
says 'and run' 0 '^0 0 0 9$' "$tests_tmp/old"
done_testing
