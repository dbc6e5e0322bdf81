/* requests.cu: small kernels whose memory requests can be counted by hand, for tests/40_inspect.t. The
 * comment above each says what one warp does; the "count" lines are what inspecting must give for the
 * launch of one warp: kernel, column of the CSV, value. It also compiles with nvcc. */
#include <cuda_runtime.h>
#include <stdio.h>

struct pair { double a, b; };

__global__ void neighbours(int *a) { a[threadIdx.x] = 1; }
/* count neighbours global_store_requests 1
 * count neighbours global_store_sectors 4
 * count neighbours global_store_lanes 32 */

__global__ void every_eighth(int *a) { a[threadIdx.x * 8] = 1; }
/* count every_eighth global_store_sectors 32 */

__global__ void one_word(int *a) { a[32 + threadIdx.x] = a[0]; }
/* count one_word global_load_requests 1
 * count one_word global_load_sectors 1
 * count one_word global_load_bytes 128 */

__global__ void doubles(int *a) { ((double *)a)[threadIdx.x] = 1; }
/* count doubles global_store_requests 1
 * count doubles global_store_sectors 8 */

__global__ void int4s(int *a)
{
    __shared__ int4 s[32];
    s[threadIdx.x] = ((int4 *)a)[threadIdx.x];
    ((int4 *)a)[threadIdx.x] = s[threadIdx.x];
}
/* count int4s global_load_requests 1
 * count int4s global_load_sectors 16
 * count int4s global_load_bytes 512
 * count int4s global_store_bytes 512
 * count int4s shared_store_requests 1
 * count int4s shared_store_wavefronts 4
 * count int4s shared_store_excess 0
 * count int4s shared_load_wavefronts 4 */

/* Functions that load and store with a hint count as one load, one store, of a vector, too. */
__global__ void int4s_hinted(int *a)
{
    __stcs((int4 *)a + threadIdx.x, __ldcs((int4 *)a + threadIdx.x));
    __stcg((int4 *)a + threadIdx.x, __ldcg((int4 *)a + threadIdx.x));
}
/* count int4s_hinted global_load_requests 2
 * count int4s_hinted global_load_bytes 1024
 * count int4s_hinted global_store_requests 2
 * count int4s_hinted global_store_bytes 1024 */

__global__ void shared_doubles(int *a)
{
    __shared__ double s[64];
    s[threadIdx.x] = a[0];
    __syncwarp();
    s[32 + threadIdx.x] = s[threadIdx.x ^ 1];
    __syncwarp();
    s[2 * threadIdx.x] = 0;
}
/* the third line goes to every second double: each half of the warp has its 16 in 16 banks, twice
 * count shared_doubles shared_store_requests 3
 * count shared_doubles shared_store_wavefronts 8
 * count shared_doubles shared_store_excess 2
 * count shared_doubles shared_load_wavefronts 2 */

__global__ void columns(int *a)
{
    __shared__ int s[32][32], padded[32][33];
    s[threadIdx.x][0] = a[0];
    padded[threadIdx.x][0] = a[1];
    __syncwarp();
    s[threadIdx.x / 2][1] = 5;
    s[31][threadIdx.x] = 5;
}
/* a column: 32 words of one bank; padded: none; half a column, every word twice: 16; a row: 1
 * count columns shared_store_requests 4
 * count columns shared_store_wavefronts 50
 * count columns shared_store_excess 46 */

__global__ void broadcast(int *a)
{
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    s[threadIdx.x + 32] = 2;
    __syncwarp();
    a[threadIdx.x] = s[7] + s[threadIdx.x % 2] + s[32 * (threadIdx.x % 2)];
}
/* count broadcast shared_load_requests 3
 * count broadcast shared_load_wavefronts 4
 * count broadcast shared_load_excess 1
 * count broadcast warp_syncs 1 */

__global__ void bytes(int *a)
{
    __shared__ char s[128];
    s[threadIdx.x] = 1;
    __syncwarp();
    s[4 * threadIdx.x] = (char)a[0];
}
/* 32 bytes are 8 words; every fourth byte, 32 words
 * count bytes shared_store_requests 2
 * count bytes shared_store_wavefronts 2 */

__global__ void half_a_warp(int *a)
{
    if (threadIdx.x % 2)
        a[threadIdx.x] = 1;
    else
        a[64 + threadIdx.x] = 2;
}
/* count half_a_warp global_store_requests 2
 * count half_a_warp global_store_lanes 32
 * count half_a_warp global_store_sectors 8
 * count half_a_warp divergent_ifs 1 */

/* Lane i makes i rounds; each round is one request of those that are still there. */
__global__ void own_rounds(int *a)
{
    int sum = 0;
    for (unsigned i = 0; i < threadIdx.x; i++)
        sum += a[i];
    a[64 + threadIdx.x] = sum;
}
/* count own_rounds global_load_requests 31
 * count own_rounds global_load_lanes 496
 * count own_rounds global_store_requests 1
 * count own_rounds divergent_ifs 31 */

/* Inner loops of different lengths: the lanes meet again after each. */
__global__ void nested(int *a)
{
    int sum = 0;
    for (int round = 0; round < 3; round++) {
        for (unsigned i = 0; i < threadIdx.x % 4; i++)
            sum += a[i];
        sum += a[40];
    }
    a[64 + threadIdx.x] = sum;
}
/* count nested global_load_requests 12
 * count nested global_load_lanes 240
 * count nested divergent_ifs 9 */

__device__ int twice(const int *a, int i) { return 2 * a[i]; }

/* The same function from both sides of an if: two requests; then once from all: one. */
__global__ void called(int *a)
{
    int v;
    if (threadIdx.x < 8)
        v = twice(a, threadIdx.x);
    else
        v = twice(a, threadIdx.x) + 1;
    a[64 + threadIdx.x] = v + twice(a, 40);
}
/* count called global_load_requests 3
 * count called global_load_lanes 64
 * count called divergent_ifs 1 */

__device__ int down(const int *a, int depth) { return depth ? a[depth] + down(a, depth - 1) : a[0]; }

/* Recursion, to depth 0..3 by lane: the deepest go first, and they come back together. */
__global__ void recursive(int *a) { a[64 + threadIdx.x] = down(a, threadIdx.x % 4); }
/* count recursive global_store_requests 1
 * count recursive global_load_lanes 80 */

__global__ void leaves(int *a)
{
    if (threadIdx.x >= 20)
        return;
    a[threadIdx.x] = 1;
    if (threadIdx.x == 0 || threadIdx.x == 19)
        a[64] = 3;
}
/* count leaves global_store_requests 2
 * count leaves global_store_lanes 22
 * count leaves divergent_ifs 3 */

__global__ void cases(int *a)
{
    switch (threadIdx.x % 4) {
    case 0: a[threadIdx.x] = 1; break;
    case 1: a[threadIdx.x] = 2; /* fall through */
    case 2: a[64 + threadIdx.x] = 3; break;
    default: break;
    }
    a[128 + threadIdx.x] = 4;
}
/* count cases global_store_requests 4
 * count cases global_store_lanes 64 */

__global__ void skips(int *a)
{
    for (int i = 0; i < 4; i++) {
        if ((int)threadIdx.x % 4 == i)
            continue;
        if ((int)threadIdx.x == 10 + i)
            break;
        a[i * 32 + threadIdx.x] = i;
    }
    a[128 + threadIdx.x] = 9;
}
/* each round one store of the lanes that do not skip it and have not left; lanes 11 (at i = 1; 11 % 4 is
 * 3), 13 (at 3; 13 % 4 is 1) leave; 10 (at 0) leaves, 12 (at 2) leaves
 * count skips global_store_requests 5 */

__global__ void shuffled(int *a)
{
    int v = a[threadIdx.x];
    for (int d = 16; d; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    if (__any_sync(0xffffffffu, v == 5) && threadIdx.x == 0)
        a[0] = v;
    atomicAdd(&a[40], v);
    __syncthreads();
}
/* count shuffled shuffles 6
 * count shuffled global_atomic_requests 1
 * count shuffled global_atomic_lanes 32
 * count shuffled barriers 1 */

/* So many events that they do not fit at once: lanes wait for room, the counts stay. */
__global__ void long_way(int *a)
{
    int sum = 0;
    for (int i = 0; i < 5000; i++)
        sum += a[i % 64 + (threadIdx.x + i) % 2];
    a[100 + threadIdx.x] = sum;
}
/* count long_way global_load_requests 5000
 * count long_way global_load_lanes 160000
 * count long_way divergent_ifs 0 */

#define FOR_EACH(X) X(neighbours) X(every_eighth) X(one_word) X(doubles) X(int4s) X(int4s_hinted) X(shared_doubles) \
    X(columns) X(broadcast) X(bytes) X(half_a_warp) X(own_rounds) X(nested) X(called) X(recursive)  \
    X(leaves) X(cases) X(skips) X(shuffled) X(long_way)

int main(void)
{
    int *a;

    cudaMalloc((void **)&a, 4096);
#define RUN(kernel) cudaMemset(a, 0, 4096); kernel<<<1, 32>>>(a);
    FOR_EACH(RUN)
    cudaError_t error = cudaDeviceSynchronize();
    if (error)
        printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
