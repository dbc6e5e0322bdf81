#!/bin/sh
# On a GPU, too.
# Programs that know nothing of this course (tests/foreign): they compile and pass on the CPU device,
# inspected too, where nothing may be reported; and what it lacks it says, with file and line.
# Takes about 30 s of processor time.
. tests/lib.sh

dir=$BUILD/test-foreign
rm -rf "$dir"
mkdir -p "$dir"

programs=$(cd tests/foreign && echo *.cu)

if [ "$DEVICE" = gpu ]; then
    nvcc=$(sh common/setup/cuda.sh nvcc)
    for p in $programs; do
        ok "$p compiles with nvcc" "$nvcc" -std=c++17 --extended-lambda -O2 -arch=native \
            "tests/foreign/$p" -o "$dir/${p%.cu}"
        ok "$p passes" "$dir/${p%.cu}"
    done
    done_testing
    exit
fi

repository=$PWD cpucc=$PWD/common/cpu/cpucc share=6 turn=0
if everything "all foreign programs, not inspected, too"; then share=1; fi # what is inspected is the same text
for compiler in "g++ gcc" "clang++ clang" "clang++-16 clang-16"; do
    cxx=${compiler% *} cc=${compiler#* }
    [ "$cxx" = g++ ] || everything "foreign programs with $cxx" || continue
    if ! command -v "$cxx" >/dev/null || ! command -v "$cc" >/dev/null; then
        skip "$cxx" 'not here'
        continue
    fi
    inspects=yes
    case $cxx in clang*) [ "$($cxx -dumpversion | cut -d. -f1)" -ge 16 ] || inspects='' ;; esac
    if [ -z "$inspects" ]; then
        says "$cxx: too old to inspect" 2 'needs clang 16 or newer' env CXX="$cxx" CC="$cc" \
            "$cpucc" --inspect --engine="$dir/old" tests/foreign/saxpy.cu -o "$dir/old-saxpy"
    fi
    plain=$dir/$cxx inspected=$dir/$cxx-inspect
    [ "$cxx" != g++ ] || plain=$BUILD/cpu inspected=$BUILD/inspect
    for p in $programs; do
        name=${p%.cu}
        turn=$((turn + 1))
        if [ $((turn % share)) -eq 0 ]; then
            ok "$cxx: $p compiles" env CXX="$cxx" CC="$cc" \
                "$cpucc" --engine="$plain" "tests/foreign/$p" -o "$dir/$name"
            ok "$cxx: $p passes" "$dir/$name"
        fi
        [ "$inspects" ] || continue
        ok "$cxx: $p compiles with --inspect" env CXX="$cxx" CC="$cc" \
            "$cpucc" --inspect --engine="$inspected" "tests/foreign/$p" -o "$dir/$name-inspect"
        ok "$cxx: $p passes, inspected" common/cpu/inspect --blocks all "$dir/$name-inspect"
        is "$cxx: $p: no reports" "$(grep '^CPU device:' "$tests_tmp/out")" ''
    done
done

# docs/cpu-device.md says how many published programs build: it must be what the list says.
counted() # AWK-CONDITION: of the programs of one file without a library
{
    awk -F, 'NR > 1 && $6 !~ /^(other files|a library of its own|cuBLAS|CUB)$/ && '"$1"' { n++ } END { print n + 0 }' \
        tests/foreign/published.csv
}
is 'what the page says of published programs' \
    "$(tr '\n' ' ' <docs/cpu-device.md | grep -oE 'Of the [0-9]+ that are one file[^(]*[(][0-9]+ %[)][^(]*[(][0-9]+ %[)]' |
        grep -oE '[0-9]+' | tr '\n' ' ')" \
    "$(awk -v all="$(counted 1)" -v after="$(counted '$5 == "builds"')" -v before="$(counted '$4 == "builds"')" \
        'BEGIN { printf "%d %d %.0f 2026 %d %.0f ", all, after, 100 * after / all, before, 100 * before / all }')"
is 'nothing that built fails now' "$(grep -c ',builds,fails,' tests/foreign/published.csv)" 0

# ---- Headers with kernels ---------------------------------------------------------------------

# The driver is called in the folder above, so that paths have a folder and a space in them.
mkdir -p "$tests_tmp/my kernels/sub" "$tests_tmp/include/lib"
plain=$(cd "$BUILD/cpu" && pwd) inspected=$(cd "$BUILD/inspect" && pwd)
cd "$tests_tmp" || exit
cat >'my kernels/main.cu' <<'END'
#include "plain.h"
#include "kernels.cuh"
#include "sub/more.cuh"
#include <lib/launch.cuh>
int main()
{
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    *p = 0;
    start(p);
    more(p);
    lib_launch(add, p, 4);
    return *p;
}
END
cat >'my kernels/kernels.cuh' <<'END'
#pragma once
#include "plain.h"
__global__ void add(int *p, int x)
{
    __shared__ int s[32];
    s[threadIdx.x] = x;
    __syncthreads();
    atomicAdd(p, s[blockDim.x - 1 - threadIdx.x] * ONE);
}
#ifdef WRONG
int wrong = here;
#endif
inline void start(int *p) { add<<<1, 32>>>(p, 1); }
END
cat >'my kernels/plain.h' <<'END'
#ifndef PLAIN_H
#define PLAIN_H
enum { ONE = 1 };
#endif
END
cat >'my kernels/sub/more.cuh' <<'END'
#ifndef MORE_H
#define MORE_H
#include "../sub/../kernels.cuh"
#include "beside.h"
inline void more(int *p) { add<<<BESIDE, 32>>>(p, 1); }
#endif
END
echo '#define BESIDE 2' >'my kernels/sub/beside.h'
cat >include/lib/launch.cuh <<'END'
#pragma once
template <class K> void lib_launch(K kernel, int *p, int x) { kernel<<<1, 1>>>(p, x); }
END
ok 'headers with kernels compile' "$cpucc" --engine="$plain" -MMD -MF deps -MT program -I include \
    'my kernels/main.cu' -o program
exits 'and run' 100 ./program
for header in 'my\\ kernels/kernels\.cuh' 'my\\ kernels/plain\.h' 'my\\ kernels/sub/more\.cuh' \
    'my\\ kernels/sub/beside\.h' 'include/lib/launch\.cuh' 'my\\ kernels/main\.cu'; do
    ok "the dependencies name $(printf '%s' "$header" | tr -d '\\')" grep -q "$header" deps
done
ok 'and no temporary file' sh -c '! grep -q cpucc\\. deps'
says 'a mistake in a header has its file and line' 1 '^my kernels/kernels\.cuh:11:.*error' \
    "$cpucc" --engine="$plain" -DWRONG -I include 'my kernels/main.cu' -o program
ok 'the folders are as they were' sh -c 'ls "my kernels" | grep -c . | grep -qx 4'

# ---- What is lacking --------------------------------------------------------------------------

lacks() # NAME LINE WHAT: standard input is the program
{
    cat >lacking.cu
    says "$1" 1 "^lacking\.cu:$2:.*error.*the CPU device $3" \
        "$cpucc" --engine="$plain" lacking.cu -o program
}

lacks 'thrust' 2 'has no <thrust/device_vector\.h>: it has no Thrust' <<'END'
#include <vector>
#include <thrust/device_vector.h>
int main() { thrust::device_vector<int> v(3); }
END
lacks 'cub' 1 'has no <cub/cub\.cuh>' <<'END'
#include <cub/cub.cuh>
END
lacks 'libcu++, most of it' 1 'has no <cuda/std/span>: it has no libcu' <<'END'
#include <cuda/std/span>
END
lacks 'cuRAND' 1 'has no <curand_kernel\.h>: it has no cuRAND' <<'END'
#include "curand_kernel.h"
END
lacks 'cuBLAS' 1 'has no <cublas_v2\.h>: it has no cuBLAS' <<'END'
#include <cublas_v2.h>
cublasHandle_t handle;
END
is 'one error for a library' "$(grep -c error "$tests_tmp/out")" 1
lacks 'matrix instructions' 1 'has no <mma\.h>' <<'END'
#include <mma.h>
using namespace nvcuda;
__global__ void k() { wmma::fragment<wmma::accumulator, 16, 16, 16, float> f; }
END
is 'one error for them, too' "$(grep -c error "$tests_tmp/out")" 1
lacks 'OpenGL' 2 'has no <cuda_gl_interop\.h>: it draws no graphics' <<'END'
struct cudaGraphicsResource;
#include <cuda_gl_interop.h>
END
lacks 'an instruction of inline PTX' 4 'has no inline PTX instruction frob\.rn\.u32$' <<'END'
__device__ unsigned lane()
{
    unsigned l;
    asm volatile("mov.u32 %0, %%laneid;\n\tfrob.rn.u32 %0, %0;" : "=r"(l));
    return l;
}
__global__ void k(unsigned *p) { *p = lane(); }
int main() { k<<<1, 1>>>(nullptr); }
END
is 'one error for it' "$(grep -c error "$tests_tmp/out")" 1
lacks 'rounding that would give another result' 4 'has no inline PTX instruction add\.rz\.f32$' <<'END'
__global__ void k(float *p)
{
    float x;
    asm("add.rz.f32 %0, %1, 1.0;" : "=f"(x) : "f"(*p));
    *p = x;
}
int main() { k<<<1, 1>>>(nullptr); }
END
lacks 'an operand that is none' 3 'has no inline PTX operand %%cluster_ctaid\.x$' <<'END'
__global__ void k(unsigned *p)
{
    asm("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(*p));
}
int main() { k<<<1, 1>>>(nullptr); }
END
lacks 'PTX that macros make' 4 'has no inline PTX text made by macros$' <<'END'
#define CACHE ".cg"
__global__ void k(unsigned *p)
{
    asm("ld.global" CACHE ".u32 %0, [%1];" : "=r"(*p) : "l"(p));
}
int main() { k<<<1, 1>>>(nullptr); }
END
lacks 'mipmapped arrays' 4 'has no mipmapped arrays' <<'END'
int main()
{
    void *array;
    cudaMallocMipmappedArray(&array, 3, 3);
}
END
lacks 'modules of the driver API' 5 'has no modules and launches of the driver API' <<'END'
#include <cuda.h>
int main()
{
    cuInit(0);
    return cuModuleLoad(nullptr, "kernels.ptx");
}
END
cat >driver.cu <<'END'
#include <cuda.h>
#include <cstdio>
#include <cstring>
__global__ void k(const char **p) { *p = "a string in a kernel"; }
int main()
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr p, base;
    char name[256], text[64];
    const char *what, **where, *in_kernel;
    int major = 0, has = 1;
    size_t size = 0;

    if (cuInit(0) || cuDeviceGet(&device, 0) || cuDeviceGetName(name, sizeof name, device) || cuCtxCreate(&context, 0, device))
        return 1;
    if (cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) || major != 9
        || cuDeviceGetAttribute(&has, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, device) || has
        || cuMemAddressReserve(&p, 4096, 0, 0, 0) != CUDA_ERROR_NOT_SUPPORTED)
        return 2;
    if (cuMemAlloc(&p, 100) || cuMemcpyHtoD(p, "hello", 6) || cuMemcpyDtoH(text, p, 6) || strcmp(text, "hello")
        || cuMemGetAddressRange(&base, &size, p + 50) || base != p || size != 100)
        return 3;
    if (cuDeviceGet(&device, 1) != CUDA_ERROR_INVALID_DEVICE || cuGetErrorName(CUDA_ERROR_INVALID_DEVICE, &what)
        || strcmp(what, "CUDA_ERROR_INVALID_DEVICE") || cuMemcpyHtoD(p, text, 1000) != CUDA_ERROR_INVALID_VALUE
        || cudaGetLastError() || cuMemFree(p) || cuMemGetAddressRange(&base, &size, p) != CUDA_ERROR_NOT_FOUND)
        return 4;
    cudaMallocManaged(&where, sizeof *where);
    k<<<1, 1>>>(where);
    cudaDeviceSynchronize();
    in_kernel = *where;
    if (cuMemGetAddressRange(&base, &size, (CUdeviceptr)in_kernel)
        || cudaMemcpy(text, in_kernel, size < sizeof text ? size : sizeof text, cudaMemcpyDeviceToHost)
        || strcmp(text, "a string in a kernel"))
        return 5;
    return 0;
}
END
ok 'questions to the driver API compile' "$cpucc" --engine="$plain" driver.cu -o program
ok 'and are answered' ./program
cat >nested.cu <<'END'
__global__ void child() {}
__global__ void parent() { child<<<1, 1>>>(); }
int main()
{
    parent<<<1, 1>>>();
    return cudaDeviceSynchronize();
}
END
ok 'a launch in a kernel compiles' "$cpucc" --engine="$plain" nested.cu -o program
says 'and is reported when it runs' 3 'CPU device: kernel parent.* kernels cannot launch kernels' ./program
cat >unused.cu <<'END'
#if 0
#include <thrust/sort.h>
#endif
__device__ __forceinline__ unsigned lane()
{
    unsigned l;
    asm("frob.u32 %0, 1;" : "=r"(l));
    return l;
}
int main() { asm volatile("" ::: "memory"); return 0; }
END
ok 'what is not used is not missed' "$cpucc" --engine="$plain" unused.cu -o program

# An access by PTX is an access: shared memory without its barrier, and memory that is too small.
ok 'PTX without a barrier compiles' "$cpucc" --inspect -DNO_WAIT --engine="$inspected" "$repository/tests/foreign/ptx.cu" -o program
says 'no bar.sync' 3 'race: kernel tiles, .* use element [0-9]+ of tile' "$repository/common/cpu/inspect" program
ok 'a texture of memory that changes compiles' \
    "$cpucc" --inspect -DRACE --engine="$inspected" "$repository/tests/foreign/textures.cu" -o program
says 'a fetch races with a write' 3 'race: kernel races, .* use element [0-9]+ of an allocation' \
    "$repository/common/cpu/inspect" program
cp "$tests_tmp/out" report
ok 'in the line of the fetch' grep -q 'textures\.cu:72: thread .* reads' report
cat >beyond.cu <<'END'
__global__ void k(int *p)
{
    int x;
    asm volatile("ld.global.cs.s32 %0, [%1];" : "=r"(x) : "l"(p + threadIdx.x));
    p[0] = x;
}
int main()
{
    int *p;
    cudaMalloc(&p, 31 * sizeof *p);
    cudaMemset(p, 0, 31 * sizeof *p);
    k<<<1, 32>>>(p);
    return cudaDeviceSynchronize();
}
END
ok 'an ld beyond the end compiles' "$cpucc" --inspect --engine="$inspected" beyond.cu -o program
says 'and is reported' 3 'out-of-bounds: kernel k' "$repository/common/cpu/inspect" program
cp "$tests_tmp/out" report
ok 'in its line' grep -q 'beyond\.cu:4' report
cat >named.cu <<'END'
__global__ void k() { asm volatile("bar.sync 1, 32;"); }
int main()
{
    k<<<1, 64>>>();
    return cudaDeviceSynchronize();
}
END
ok 'a barrier of some threads compiles' "$cpucc" --engine="$plain" named.cu -o program
says 'and is refused when it runs' 3 'named\.cu:1: the CPU device has only barrier 0 of all threads' ./program

# Copies to shared memory that nobody waited for are races.
ok 'missing waits compile' "$cpucc" --inspect -DNO_WAIT --engine="$inspected" "$repository/tests/foreign/async.cu" -o program
says 'no consumer_wait()' 3 'race: kernel with_pipeline, .* use element [0-9]+ of tile' \
    "$repository/common/cpu/inspect" program
cp "$tests_tmp/out" report
ok 'no wait(group)' grep -q 'race: kernel with_group, .* use tile\[[0-9]*\]' report
is 'nothing else' "$(grep '^CPU device' report | grep -vc 'race: kernel with_')" 0
done_testing
