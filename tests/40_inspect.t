#!/bin/sh
# Inspecting: lessons and feature programs are clean in all blocks, requests are counted as by hand,
# mistakes and unusual ends are told with kind, place and exit code. The broken kernels are in 42.
# Takes about 60 s of processor time.
. tests/lib.sh

if [ "$DEVICE" = gpu ]; then
    skip 'inspecting' 'the CPU device observes, a GPU does not'
    done_testing
    exit
fi
dir=$BUILD/test-inspect
mkdir -p "$dir"
cpucc="common/cpu/cpucc --inspect --engine=$dir"
export CUDA_CPU_INSPECT_BLOCKS=all

ok 'the engine compiles without a warning' env CFLAGS=-Werror $cpucc

# Every correct program is clean: a false alarm is a bug. Some of the feature programs write one value twice, which is noted.
but_notes() { grep 'CPU device: ' "$tests_tmp/out" | grep -vc -e 'CPU device: device [0-9]* sent ' -e 'CPU device: note: '; }
ok 'lesson 05, inspected' "$MAKE" "$BUILD/inspect/lesson05"
# That the lessons are, 45_model.t says, too; here at other sizes.
if everything 'lessons at more sizes are clean'; then
    ok 'the lessons, inspected' $MAKE BUILD="$BUILD" $(for s in lessons/[0-9][0-9]_*.cu; do
        s=${s#lessons/}; echo "$BUILD/inspect/lesson${s%%_*}"; done)
    for lesson in "$BUILD"/inspect/lesson[0-9][0-9]; do
        name=$(basename "$lesson")
        case $("$lesson" --help) in *--batch*) rows=yes ;; *) rows='' ;; esac
        for sizes in '1,2,31,33 -b 32,64' '255,257,1000 -b 32,128,512' '4099,40009 -b 256,1024'; do
            shape="-n $sizes"
            case $rows,$sizes in # -n may be the elements of 2048 rows
            yes,4099*) shape="--batch 1 --row $sizes" ;;
            yes,*) shape="--batch 9 --row $sizes" ;;
            esac
            # shellcheck disable=SC2086
            run_quietly "$lesson" $shape -s 1 -w 0
            is "$name $shape: right and clean" "$status $(mistakes)" '0 0'
        done
    done
fi
for p in objects warp memory numbers groups runtime process printing feeding; do
    ok "$p.cu compiles" $cpucc "tests/cpu/$p.cu" -o "$dir/$p"
    run_quietly "$dir/$p"
    is "$p.cu: right and clean" "$status $(but_notes)" '0 0'
done

# So is right code of less usual kinds.
for source in tests/clean/*.cu; do
    p=$(basename "$source" .cu)
    ok "$p.cu compiles" $cpucc "$source" -o "$dir/$p"
    run_quietly "$dir/$p"
    is "$p.cu: right and clean" "$status $(mistakes)" '0 0'
done

# Requests, and where lanes part, against what the source says in its comments.
all_branches="$(grep -c '\* parts [0-9]' tests/cpu/branches.cu) lines as expected"
engine_of() { [ "$1" = g++ ] && echo "$dir" || echo "$dir/$1"; } # COMPILER
inspected=''
for compiler in "g++ gcc" "g++-11 gcc-11" "clang++ clang" "clang++-16 clang-16"; do
    cxx=${compiler% *} cc=${compiler#* }
    { command -v "$cxx" && command -v "$cc"; } >/dev/null || continue
    case $($cxx -dumpversion) in 1[0-5].* | [0-9].*) case $cxx in clang*) continue ;; esac ;; esac
    ok "$cxx: requests.cu compiles" env CXX="$cxx" CC="$cc" \
        common/cpu/cpucc --inspect --engine="$(engine_of "$cxx")" tests/cpu/requests.cu -o "$dir/requests-$cxx"
    run_quietly env CUDA_CPU_INSPECT_CSV="$dir/$cxx.csv" "$dir/requests-$cxx"
    is "$cxx: requests.cu is clean" "$status $(but_notes)" '0 0'
    says "$cxx: all requests as counted by hand" 0 '^([0-9]+) of \1 as expected' \
        awk -f tests/requests.awk tests/cpu/requests.cu "$dir/$cxx.csv"
    awk -F, '$10 == 0' "$dir/$cxx.csv" | cut -d, -f3- >"$dir/$cxx.kernels"
    inspected="$inspected $cxx"
    ok "$cxx: branches.cu compiles" env CXX="$cxx" CC="$cc" \
        common/cpu/cpucc --inspect --engine="$(engine_of "$cxx")" tests/cpu/branches.cu -o "$dir/branches-$cxx"
    run_quietly env CUDA_CPU_INSPECT_CSV="$tests_tmp/branches.csv" "$dir/branches-$cxx"
    is "$cxx: branches.cu is clean" "$status $(but_notes)" '0 0'
    is "$cxx: lanes part where the source says" \
        "$(awk -f tests/branches.awk tests/cpu/branches.cu "$tests_tmp/branches.csv")" "$all_branches"
    says "$cxx: tiles of a warp are one request" 0 '^([0-9]+) of \1 as expected' \
        awk -f tests/requests.awk tests/cpu/branches.cu "$tests_tmp/branches.csv"
done
# A kernel is the function that runs, not the text of its launch.
sed -n 's|.*/\* is \(.*\) \*/$|\1|p' tests/cpu/kernels.cu >"$tests_tmp/kernels"
echo '!split_counters($0) { next } field["file"] == "" { print field["kernel"] }' >"$tests_tmp/names.awk"
for cxx in $inspected; do
    cc=$(echo "$cxx" | sed 's/++/cc/; s/clangcc/clang/')
    ok "$cxx: kernels.cu compiles" env CXX="$cxx" CC="$cc" \
        common/cpu/cpucc --inspect --engine="$(engine_of "$cxx")" tests/cpu/kernels.cu -o "$dir/kernels-$cxx"
    says "$cxx: the one of two kernels behind a pointer that is not coalesced" 0 '^bad<<<1, 32>>>$' \
        common/cpu/inspect --csv "$tests_tmp/kernels.csv" "$dir/kernels-$cxx"
    is "$cxx: and only that one" \
        "$(awk '/<<</ { kernel = $0 } /not coalesced/ { print kernel ":" $0 }' "$tests_tmp/out")" \
        'bad<<<1, 32>>>:  global loads: 32 bytes move for each lane: not coalesced'
    LC_ALL=C awk -f common/csv/read.awk -f common/cpu/inspector/report/counters.awk \
        -f "$tests_tmp/names.awk" "$tests_tmp/kernels.csv" >"$tests_tmp/named"
    ok "$cxx: every kernel by its own name" diff "$tests_tmp/kernels" "$tests_tmp/named"
    is "$cxx: the source of each" "$(common/cpu/inspect --all --lines "$dir/kernels-$cxx" |
        grep -c 'line by line, per block$')" "$(grep -vc '^nothing$' "$tests_tmp/kernels")"
done
for cxx in $inspected; do
    ok "$cxx counts the same" cmp "$dir/g++.kernels" "$dir/$cxx.kernels"
done
sed 's/count neighbours global_store_sectors 4/count neighbours global_store_sectors 5/' \
    tests/cpu/requests.cu >"$tests_tmp/wrong.cu"
says 'a wrong expectation is noticed' 0 '^neighbours global_store_sectors: counted 4, expected 5' \
    awk -f tests/requests.awk "$tests_tmp/wrong.cu" "$dir/g++.csv"

# Host code does not call the inspector, and blocks that are not observed only where they write.
cat >"$tests_tmp/sides.cu" <<'END'
__device__ int both(int x) { return x * x; }
int host_only(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] + both(i);
    return sum;
}
__global__ void fill(int *a, long far)
{
    a[blockIdx.x * blockDim.x + threadIdx.x + (blockIdx.x == 500 ? far : 0)] = both(1);
}
__global__ void shift(const int *a, int *b) { b[blockIdx.x * 32 + threadIdx.x] = a[blockIdx.x * 32 + threadIdx.x]; }
int main(int argc, char **)
{
    int *a, *b, some[3] = {0, 0, 0};
    cudaMalloc((void **)&a, 128000);
    cudaMalloc((void **)&b, 128000);
    fill<<<1000, 32>>>(a, argc > 1 ? 1l << 30 : 0);
    shift<<<1000, 32>>>(a, b);
    return cudaDeviceSynchronize() != cudaSuccess || host_only(some, 3) != 5;
}
END
for cxx in $inspected; do
    cc=$(echo "$cxx" | sed 's/++/cc/; s/clangcc/clang/')
    ok "$cxx: sides.cu compiles" env CXX="$cxx" CC="$cc" \
        common/cpu/cpucc --inspect --engine="$(engine_of "$cxx")" "$tests_tmp/sides.cu" -o "$tests_tmp/sides"
    objdump -d --no-show-raw-insn "$tests_tmp/sides" | awk '
        /^[0-9a-f]+ <.*>:$/ { in_function = $2 }
        /(call|bl).*<(__tsan_(read|write)|__sanitizer_cov_trace_pc)/ { sub(/@plt/, ""); print in_function, $NF }' |
        sort -u >"$tests_tmp/calls"
    is "$cxx: host functions do not call the inspector" "$(grep -E '^<(main|_Z9host_only)' "$tests_tmp/calls")" ''
    is "$cxx: a kernel does" "$(grep -c '^<_Z5shiftPKiPi>' "$tests_tmp/calls")" 3
    is "$cxx: a plain copy only where it writes" "$(grep -E '^<_Z(5shiftPKiPi|4bothi).plain>' "$tests_tmp/calls")" \
        '<_Z5shiftPKiPi.plain>: <__tsan_write4>'
    run_quietly env CUDA_CPU_INSPECT_BLOCKS= "$tests_tmp/sides"
    is "$cxx: what blocks wrote that were not observed is known" "$status $(cat "$tests_tmp/out")" '0 '
    says "$cxx: a fault in a block that is not observed" 3 'out-of-bounds: kernel fill, block \(500,0,0\), thread \(0,0,0\): illegal memory access' \
        env CUDA_CPU_INSPECT_BLOCKS= "$tests_tmp/sides" far
    is "$cxx: and its line" "$(grep -c "sides.cu:$(grep -n '= both(1)' "$tests_tmp/sides.cu" | cut -d: -f1): here" "$tests_tmp/out")" 1
    ok "$cxx: host_code.cu compiles" env CXX="$cxx" CC="$cc" \
        common/cpu/cpucc --inspect --engine="$(engine_of "$cxx")" tests/clean/host_code.cu -o "$tests_tmp/host_code"
    run_quietly env CUDA_CPU_INSPECT_BLOCKS= "$tests_tmp/host_code"
    is "$cxx: host code of many kinds works" "$status $(cat "$tests_tmp/out")" '0 '
done

# The folder in which the program runs changes nothing.
branches=$(cd "$dir" && pwd)/branches-g++
for folder in . common "$tests_tmp"; do
    (cd "$folder" && CUDA_CPU_INSPECT_CSV="$tests_tmp/here.csv" "$branches")
    is "in $folder: the same branches" \
        "$(awk -f tests/branches.awk tests/cpu/branches.cu "$tests_tmp/here.csv")" "$all_branches"
    is "in $folder: a file has one name" "$(awk -F, '$10 > 0 { print $9 }' "$tests_tmp/here.csv" \
        | grep branches | sort -u | wc -l | tr -d ' ')" 1
done

# More threads of the host change nothing.
for n in 1 2 7; do
    CUDA_CPU_THREADS=$n CUDA_CPU_INSPECT_CSV=$dir/threads$n.csv "$BUILD/inspect/lesson05" \
        -n 5000 -s 1 -w 0 >/dev/null 2>&1
    ok "CUDA_CPU_THREADS=$n counts the same" cmp "$dir/threads1.csv" "$dir/threads$n.csv"
done

# Ends of another kind: each with its kind and line, none hangs.
ok 'mistakes.cu compiles' $cpucc tests/cpu/mistakes.cu -o "$dir/mistakes"
line() { grep -n -e "$1" tests/cpu/mistakes.cu | head -n 1 | cut -d: -f1; }
mistake() # CASE KIND TEXT-OF-THE-LINE
{
    says "$1: $2" 3 "^CPU device: $2: " "$dir/mistakes" "$1"
    cp "$tests_tmp/out" "$tests_tmp/report"
    at=$(line "$3")
    # a stack overflows where the function begins
    ok "$1: at its line" grep -Eq "mistakes.cu:($at|$((at - 4))): " "$tests_tmp/report"
}
mistake deep_recursion stack-overflow 'return n == 0 ? local'
mistake write_far_beyond out-of-bounds 'void write_far_beyond'
mistake null_pointer out-of-bounds 'void null_pointer'
mistake after_free use-after-free 'void after_free'
mistake static_overrun out-of-bounds 'array)\[threadIdx.x + i\]'
mistake divergent_barrier deadlock ' __syncwarp();'
mistake failed_assertion fault 'assert('
# The last block is looked at, too, when only some are.
cat >"$tests_tmp/last.cu" <<'END'
__global__ void fill(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main(void)
{
    int *a;
    cudaMalloc((void **)&a, 4 * (1000 * 32 - 5));
    fill<<<1000, 32>>>(a);
    return cudaDeviceSynchronize() != cudaSuccess;
}
END
ok 'last.cu compiles' $cpucc "$tests_tmp/last.cu" -o "$tests_tmp/last"
says 'a mistake in the last block of 1000' 3 'out-of-bounds: kernel fill, block \(999,0,0\)' \
    env CUDA_CPU_INSPECT_BLOCKS= CUDA_CPU_INSPECT_CSV="$tests_tmp/last.csv" "$tests_tmp/last"
is 'it is not counted' "$(awk -F, '$3 == "fill" && $10 == 0 { print $8, $14 }' "$tests_tmp/last.csv")" '64 64'

# Of a cooperative grid, too, the first blocks are counted, and to their ends.
cat >"$tests_tmp/grid.cu" <<'END'
#include <cooperative_groups.h>
__global__ void merge(int *a)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, (int)threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0)
        a[blockIdx.x] = sum;
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0)
        a[100 + threadIdx.x] = a[threadIdx.x % gridDim.x];
    cooperative_groups::this_grid().sync();
    a[200 + blockIdx.x * 32 + threadIdx.x] = a[100];
}
int main(void)
{
    int *a;
    void *arguments[] = { &a };
    cudaMalloc((void **)&a, 4000);
    cudaMemset(a, 0, 4000);
    cudaLaunchCooperativeKernel((const void *)merge, dim3(8), dim3(32), arguments, 0, 0);
    return cudaDeviceSynchronize() != cudaSuccess;
}
END
ok 'grid.cu compiles' $cpucc "$tests_tmp/grid.cu" -o "$tests_tmp/grid"
for k in 1 3 8; do
    env CUDA_CPU_INSPECT_BLOCKS=$k CUDA_CPU_INSPECT_CSV="$tests_tmp/grid.csv" \
        CUDA_CPU_INSPECT_STEPS="$tests_tmp/steps.csv" "$tests_tmp/grid" >/dev/null 2>&1
    # one load is block 0's alone, one each block's; so are the stores, and one more
    is "$k blocks of a cooperative grid, to their ends" \
        "$(awk -F, '$3 == "merge" && $10 == 0 { print $8, $11, $14, $29, $32 }' "$tests_tmp/grid.csv")" \
        "$k $((1 + k)) $((1 + 2 * k)) $((4 * k)) $((2 * k))"
    is "$k blocks: the steps of the first, to its end" "$(tail -n 1 "$tests_tmp/steps.csv" | cut -d, -f4,6)" \
        "$(grep -n 'a\[200' "$tests_tmp/grid.cu" | sed 's/:.*//; s/^/4,/')"
done

mistake missing_syncwarp race 's\[t\] += s\[t + 1\]'

cat >"$tests_tmp/endless.cu" <<'END'
__global__ void turns(int *a)
{
    int i = threadIdx.x;
    while (i < 100)
        i *= a[0];
    a[i] = 1;
}
int main(void)
{
    int *a;
    cudaMalloc((void **)&a, 400);
    cudaMemset(a, 0, 400);
    turns<<<1, 32>>>(a);
    return cudaDeviceSynchronize() != cudaSuccess;
}
END
for how in '' --inspect; do
    [ "$how" ] && engine=$dir || engine=$BUILD/cpu
    ok "endless loop: compiles ${how:-plainly}" common/cpu/cpucc $how --engine="$engine" \
        "$tests_tmp/endless.cu" -o "$tests_tmp/endless"
    says "endless loop, ${how:-plain}" 3 '^CPU device: endless-loop: kernel turns, block \(0,0,0\), thread \([0-9]+,0,0\)' \
        env CUDA_CPU_SECONDS=1 "$tests_tmp/endless"
    cp "$tests_tmp/out" "$tests_tmp/report"
    ok 'and where' grep -Eq 'endless.cu:[45]:' "$tests_tmp/report"
done

# A kernel that is launched again and again: the first launches are inspected, or all.
cat >"$tests_tmp/again.cu" <<'END'
__global__ void large(int *a) { for (int k = 0; k < 8; k++) a[blockIdx.x * 256 + threadIdx.x] += k; }
__global__ void small(int *a, int late) { __shared__ int s[64]; s[threadIdx.x] = 1; a[threadIdx.x] = s[threadIdx.x ^ late]; }
int main()
{
    int *a;
    cudaMalloc((void **)&a, 4 * 64 * 256);
    cudaMemset(a, 0, 4 * 64 * 256);
    for (int i = 0; i < 40; i++) {
        large<<<64, 256>>>(a);          /* observed: 32 blocks, 131072 accesses */
        small<<<1, 64>>>(a, i == 39 ? 32 : 0);
    }
    large<<<8, 256>>>(a);
    return cudaDeviceSynchronize() != cudaSuccess;
}
END
ok 'again.cu compiles' $cpucc "$tests_tmp/again.cu" -o "$tests_tmp/again"
says 'a large kernel is inspected in 16 launches, a small one in all' 3 \
    '^CPU device: not inspected: 24 of 40 launches of large; inspect --all inspects all$' \
    env CUDA_CPU_INSPECT_BLOCKS= common/cpu/inspect --csv "$tests_tmp/some.csv" "$tests_tmp/again"
is 'so a race in the last is found' "$(grep -c '^CPU device: race: kernel small' "$tests_tmp/out")" 1
run_quietly env CUDA_CPU_INSPECT_BLOCKS= common/cpu/inspect --all --csv "$tests_tmp/all.csv" "$tests_tmp/again"
is '--all inspects all' "$status $(grep -c 'not inspected' "$tests_tmp/out")" '3 0'
ok 'and counts the same' cmp "$tests_tmp/some.csv" "$tests_tmp/all.csv"
is 'all launches are counted' "$(awk -F, '$10 == 0 { printf "%s %s %s; ", $3, $5, $7 }' "$tests_tmp/some.csv")" \
    'large 256 40; small 64 40; large 256 1; '
run_quietly common/cpu/inspect --blocks 1 "$tests_tmp/again"
is '--blocks inspects all launches, too' "$(grep -c 'not inspected' "$tests_tmp/out")" 0

# A program that is stopped reports what was found.
cat >"$tests_tmp/stopped.cu" <<'END'
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static int number;
static void stop(int) { kill(getpid(), number); }
__global__ void racy(int *a) { __shared__ int s[64]; s[threadIdx.x] = 1; a[threadIdx.x] = s[63 - threadIdx.x]; }
__global__ void waits(int *a) { a[threadIdx.x] += 1; __syncthreads(); a[threadIdx.x] += 1; }
int main(int argc, char **argv)
{
    int *a;
    number = atoi(argv[1]);
    cudaMalloc((void **)&a, 256);
    cudaMemset(a, 0, 256);
    racy<<<1, 64>>>(a);
    signal(SIGALRM, stop);
    if (argc > 2)                       /* during a kernel */
        for (alarm(2);;)
            waits<<<60000, 64>>>(a);
    for (alarm(1);;)
        pause();
    return 0;
}
END
ok 'stopped.cu compiles' $cpucc "$tests_tmp/stopped.cu" -o "$tests_tmp/stopped"
for when in '' kernel; do
    for signal in 2 15; do
        says "signal $signal ${when:+during a kernel}: what was found" $((128 + signal)) \
            '^CPU device: race: kernel racy' "$tests_tmp/stopped" $signal $when
        run_quietly env CUDA_CPU_INSPECT_BLOCKS= common/cpu/inspect "$tests_tmp/stopped" $signal $when
        is "signal $signal ${when:+during a kernel}: and counted" \
            "$status $(grep -c '^racy<<<1, 64>>>\|^inspect: interrupted' "$tests_tmp/out")" "$((128 + signal)) 2"
    done
done
env CUDA_CPU_INSPECT_PROGRESS=1 CUDA_CPU_INSPECT_BLOCKS= "$tests_tmp/stopped" 15 kernel >"$tests_tmp/long" 2>&1
ok 'on a terminal a line says how far it is' grep -Eq 'inspecting waits: launch [0-9]+, block [0-9]+ of 60000' \
    "$tests_tmp/long"

# What a report says: the element and the array's name, once, and with what is like it.
cat >"$tests_tmp/reports.cu" <<'END'
#include "inspect_counts.h"
#include <stdlib.h>
__global__ void dynamic(int i) { extern __shared__ int sums[]; sums[i + (int)threadIdx.x] = 1; }
__global__ void fixed(int i) { __shared__ int table[40]; int *p = table; p[i] = 1; }
__global__ void written(int i) { __shared__ int table[40]; table[i] = 1; }
__global__ void square(int i) { __shared__ float tile[6][7]; float *p = &tile[0][0]; p[i] = 1; }
__global__ void device(int *a, int i) { a[i] = 1; }
__global__ void read(int *a, int i) { a[0] = a[i]; }
__global__ void steps(int *a)
{
    __shared__ int sums[64];
    unsigned t = threadIdx.x;
    sums[t] = a[t];
    if (t < 8) sums[t] += sums[t + 8];
    if (t < 4) sums[t] += sums[t + 4];
    if (t < 2) sums[t] += sums[t + 2];
    if (t == 0) a[0] = sums[0];
}
__global__ void turns(int *a)
{
    for (int i = 0; i < 100; i++) {
        a[threadIdx.x] += i;
        __syncthreads();
    }
}
__global__ void neighbour(int *a, int step)
{
    __shared__ int sums[64];
    int t = (int)(threadIdx.x + threadIdx.y * blockDim.x);
    sums[t] = t;
    if (t >= step) a[t] = sums[t - step];
}
__global__ void copy(int *a) { a[50 + threadIdx.x] = a[blockIdx.x * 10 + threadIdx.x]; }
int main(int, char **argv)
{
    int what = atoi(argv[1]), i = atoi(argv[2]);
    int *a;
    cudaMalloc((void **)&a, 400);
    switch (what) {
    case 0: dynamic<<<1, 32, 128>>>(i); break;
    case 1: fixed<<<1, 1>>>(i); break;
    case 2: written<<<1, 1>>>(i); break;
    case 3: square<<<1, 1>>>(i); break;
    case 4: device<<<1, 1>>>(a, i); break;
    case 5: cuda_cpu_inspect_name(a, "numbers"); device<<<1, 1>>>(a, i); break;
    case 6: cuda_cpu_inspect_name(a, "numbers"); cuda_cpu_inspect_limit(a, 80, 0); device<<<1, 1>>>(a, i); break;
    case 7: cuda_cpu_inspect_limit(a, 80, 200); device<<<1, 1>>>(a, i); break;
    case 8: cudaMemset(a, 1, 400); cuda_cpu_inspect_unwritten(a + 50, 40); read<<<1, 1>>>(a, i); break;
    case 9: cudaMemset(a, 1, 400); cuda_cpu_inspect_unwritten(a, 400); cudaMemset(a + 50, 1, 40);
            read<<<1, 1>>>(a, i); break;
    case 10: cuda_cpu_inspect_unwritten(a, 400); cuda_cpu_inspect_written(a, 400); read<<<1, 1>>>(a, i); break;
    case 11: device<<<1, 1>>>(a, i); cuda_cpu_inspect_unwritten(a, 400); read<<<1, 1>>>(a, i); break;
    case 12: cudaMemset(a, 1, 400); steps<<<1, 64>>>(a); break;
    case 13: cudaMemset(a, 1, 400); cuda_cpu_inspect_allow_passes(i); turns<<<1, 32>>>(a); break;
    case 14: cudaMemset(a, 1, 400); cuda_cpu_inspect_allow_passes(3); for (int k = 0; k < i; k++) read<<<1, 1>>>(a, 1); break;
    case 15: neighbour<<<1, dim3(16, 2)>>>(a, 1); neighbour<<<1, 64>>>(a, i); break;
    case 16: copy<<<3, i>>>(a); break;
    case 18: cuda_cpu_inspect_name(a, "numbers"); cuda_cpu_inspect_limit(a + 3, 80, 0); device<<<1, 1>>>(a + 3, i); break;
    case 17: cudaMallocManaged(&a, 400); for (int k = 0; k < 32; k++) a[k] = k; read<<<1, 1>>>(a, i); break;
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
END
ok 'reports.cu compiles' $cpucc "$tests_tmp/reports.cu" -o "$tests_tmp/reports"
report() # TEXT CASE INDEX: what the first report says after the block; it is the only one
{
    says "case $2, $3: $1" 3 "^CPU device: [a-z-]+: kernel [a-z]+, block \(0,0,0\): $1\$" "$tests_tmp/reports" "$2" "$3"
    is 'and nothing else' "$(grep '^CPU device: ' "$tests_tmp/out" | grep -vc '^CPU device: note: ')" 1
}
report 'sums\[32\] of 32: the last one is sums\[31\]' 0 1
report 'sums\[-1\] of 32: the first one is sums\[0\]' 0 -1
report 'table\[40\] of 40: the last one is table\[39\]' 1 40
report 'table\[41\] of 40: the last one is table\[39\]' 2 41
report 'element 42 of tile, which has 42' 3 42
report 'element 100 of an allocation, which has 100' 4 100
report 'numbers\[100\] of 100: the last one is numbers\[99\]' 5 100
report 'numbers\[20\] of 20: the last one is numbers\[19\]' 6 20
report 'element 70 of an allocation, which has 20' 7 70
report 'numbers\[20\] of 20: the last one is numbers\[19\]' 18 20
report 'numbers\[-1\] of 20: the first one is numbers\[0\]' 18 -1
report 'element 50 of an allocation of 100 elements, which nothing has written in this run' 8 50
report 'element 59 of an allocation of 100 elements, which nothing has written in this run' 8 59
report 'element 49 of an allocation of 100 elements, which nothing has written in this run' 9 49
report 'element 3 of an allocation of 100 elements, which nothing has written in this run' 11 3
report 'element 0 of an allocation of 100 elements, which nothing has written since cudaMalloc' 16 3
report 'element 32 of an allocation of 100 elements, which nothing has written since cudaMalloc' 17 32
for clean in '0 0' '1 39' '2 39' '3 41' '4 99' '6 19' '7 0' '7 19' '7 50' '8 49' '8 60' '9 50' '9 59' '10 3' '13 100' '14 3' '17 31' '18 0' '18 19'; do
    # shellcheck disable=SC2086 # two words
    ok "case $clean is clean" "$tests_tmp/reports" $clean
done
at() { grep -n "$1" "$tests_tmp/reports.cu" | head -n 1 | cut -d: -f1; }
report 'two threads use sums\[[0-9]\], and nothing orders them' 12 0
store=$(at 'sums.t. = a')
says 'several shapes: the thread as its own launch numbers it' 3 'reports.cu:[0-9]+: thread \(32,0,0\) reads' \
    "$tests_tmp/reports" 15 32
# make puts a new program in the place of one that somebody runs.
cp "$tests_tmp/reports" "$tests_tmp/gone"
# shellcheck disable=SC2016
says 'lines are found without the file' 3 'reports.cu:[0-9]+: thread \(32,0,0\) reads' \
    sh -c 'exec 9<"$1" && rm "$1" && exec /proc/self/fd/9 15 32' - "$tests_tmp/gone"
says 'what is like it: a count, and its lines' 3 \
    "^  \\([0-9]+ more like this; also between lines $store and $(at 't < 4'), $store and $(at 't < 2')\\)\$" \
    "$tests_tmp/reports" 12 0
says 'a barrier that is passed too often' 3 \
    '^CPU device: endless-loop: kernel turns, .*: the block has passed this barrier 51 times: does the loop around it' \
    "$tests_tmp/reports" 13 50
is 'and which' "$(grep -c "reports.cu:$(at '__syncthreads')" "$tests_tmp/out"): here" '1: here'
says 'too many launches' 3 'kernel read is launched once more, after 3 launches: does the loop around it end\?$' \
    "$tests_tmp/reports" 14 4
env CUDA_CPU_KINDS="$tests_tmp/kinds" "$tests_tmp/reports" 0 1 2>/dev/null
env CUDA_CPU_KINDS="$tests_tmp/kinds" "$tests_tmp/reports" 13 50 2>/dev/null
is 'the kinds of reports, in a file' "$(tr '\n' ' ' <"$tests_tmp/kinds")" 'out-of-bounds endless-loop '

says 'blocks that are no number' 2 'CUDA_CPU_INSPECT_BLOCKS=some: must be a number of blocks' \
    env CUDA_CPU_INSPECT_BLOCKS=some "$dir/requests-g++"
says 'seconds that are no number' 2 'CUDA_CPU_SECONDS=x: must be a number' \
    env CUDA_CPU_SECONDS=x "$dir/requests-g++"
says 'a CSV that cannot be written' 2 'cannot write CUDA_CPU_INSPECT_CSV=/nowhere/x.csv' \
    env CUDA_CPU_INSPECT_CSV=/nowhere/x.csv "$dir/requests-g++"
says 'steps that cannot be written' 2 'cannot write CUDA_CPU_INSPECT_STEPS=/nowhere/x.csv' \
    env CUDA_CPU_INSPECT_STEPS=/nowhere/x.csv "$dir/requests-g++"
done_testing
