/* atomics.cu: every atomic operation, for each type that CUDA has it for. */
#include "check.h"

#include <limits.h>

struct results {
    int sum, difference, low, high, conjunction, disjunction, exclusive;
    unsigned usum, udifference, ulow, uhigh, uand, uor, uxor, up, down;
    unsigned long long lsum, llow, lhigh, land, lor, lxor;
    long long slow, shigh;
    float fsum, tiny, tiny_shared;
    double dsum;
    int exchanged, swapped, lock, locked_count;
    unsigned long long by_cas;
    unsigned short small;
};

__global__ void all(results *r, int *failures)
{
    unsigned n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    int s = (int)i - 100;
    __shared__ int local;
    __shared__ float tiny;

    atomicAdd(&r->sum, s);
    atomicSub(&r->difference, s);
    atomicMin(&r->low, s);
    atomicMax(&r->high, s);
    atomicAnd(&r->conjunction, ~(1 << i % 5));
    atomicOr(&r->disjunction, 1 << i % 7);
    atomicXor(&r->exclusive, 1 << i % 31);
    atomicAdd(&r->usum, i);
    atomicSub(&r->udifference, i);
    atomicMin(&r->ulow, i + 3u);
    atomicMax(&r->uhigh, 0x80000000u + i);
    atomicAnd(&r->uand, ~(1u << i % 5));
    atomicOr(&r->uor, 1u << i % 7);
    atomicXor(&r->uxor, 1u << i % 31);
    unsigned before = atomicInc(&r->up, 9);
    VERIFY(before <= 9, failures);
    before = atomicDec(&r->down, 9);
    VERIFY(before <= 9, failures);
    atomicAdd(&r->lsum, 0x100000001ull);
    atomicMin(&r->llow, (unsigned long long)i << 33 | 7);
    atomicMax(&r->lhigh, (unsigned long long)i << 33);
    atomicAnd(&r->land, ~(1ull << (40 + i % 5)));
    atomicOr(&r->lor, 1ull << (40 + i % 5));
    atomicXor(&r->lxor, 1ull << i % 63);
    atomicMin(&r->slow, -(long long)i << 33);
    atomicMax(&r->shigh, (long long)i - 5);
    atomicAdd(&r->fsum, 0.5f);
    atomicAdd(&r->dsum, 0.25);
    tiny = 0;
    __syncthreads();
    atomicAdd(&r->tiny, 0x1p-127f);
    atomicAdd(&tiny, 0x1p-127f);
    __syncthreads();
    r->tiny_shared = tiny;
    int old = atomicExch(&r->exchanged, (int)i);
    VERIFY(old >= -1 && old < (int)n, failures);
    if (atomicCAS(&r->swapped, -1, (int)i) == -1)
        VERIFY(r->swapped >= 0, failures);
    for (unsigned long long seen = 0, wanted;; seen = wanted) {
        wanted = atomicCAS(&r->by_cas, seen, seen + 3);
        if (wanted == seen)
            break;
    }
    VERIFY(atomicCAS(&r->small, (unsigned short)5, (unsigned short)5) == 5, failures);

    if (threadIdx.x == 0)
        local = 0;
    __syncthreads();
    atomicAdd(&local, 1);
    atomicMax_block(&local, 0);
    __syncthreads();
    VERIFY(local == (int)blockDim.x, failures);
    atomicAdd_system(&r->usum, 1u);
    atomicAdd_block(&r->fsum, 0.0f);

    /* A lock, taken by every thread of every block. */
    for (int done = 0; !done;) {
        if (atomicCAS(&r->lock, 0, 1) == 0) {
            __threadfence();
            *(volatile int *)&r->locked_count = *(volatile int *)&r->locked_count + 1;
            __threadfence();
            atomicExch(&r->lock, 0);
            done = 1;
        }
    }
}

int main(void)
{
    const unsigned blocks = 20, threads = 96, n = blocks * threads;
    results *r;
    int *failures, expected = 0;
    long long total = (long long)n * (n - 1) / 2;
    unsigned long long lxor = 0;

    CHECK(cudaMallocManaged(&r, sizeof *r));
    CHECK(cudaMallocManaged(&failures, sizeof *failures));
    *failures = 0;
    *r = results();
    r->low = INT_MAX;
    r->high = INT_MIN;
    r->ulow = r->conjunction = r->uand = 0xffffffff;
    r->llow = r->land = ~0ull;
    r->exchanged = r->swapped = -1;
    r->small = 5;
    RUN(all<<<blocks, threads>>>(r, failures));
    EXPECT(*failures == 0);
    EXPECT(r->sum == total - 100 * (long long)n && r->difference == -r->sum);
    EXPECT(r->low == -100 && r->high == (int)n - 101);
    EXPECT(r->conjunction == ~31 && r->disjunction == 127);
    for (unsigned i = 0; i < n; i++) {
        expected ^= 1 << i % 31;
        lxor ^= 1ull << i % 63;
    }
    EXPECT(r->exclusive == expected && r->uxor == (unsigned)expected);
    EXPECT(r->usum == (unsigned)total + n && r->udifference == (unsigned)-total);
    EXPECT(r->ulow == 3 && r->uhigh == 0x80000000u + n - 1);
    EXPECT(r->uand == ~31u && r->uor == 127);
    EXPECT(r->up == n % 10 && r->down == (10 - n % 10) % 10);
    EXPECT(r->lsum == n * 0x100000001ull);
    EXPECT(r->llow == 7 && r->lhigh == (unsigned long long)(n - 1) << 33);
    EXPECT(r->land == ~(31ull << 40) && r->lor == 31ull << 40 && r->lxor == lxor);
    EXPECT(r->slow == -((long long)(n - 1) << 33) && r->shigh == (long long)n - 6);
    EXPECT(r->fsum == n * 0.5f && r->dsum == n * 0.25);
    /* as on a GPU: https://forums.developer.nvidia.com/t/31531 */
    EXPECT(r->tiny == 0 && r->tiny_shared == threads * 0x1p-127f);
    EXPECT(r->exchanged >= 0 && r->swapped >= 0);
    EXPECT(r->by_cas == 3ull * n);
    EXPECT(r->locked_count == (int)n && r->lock == 0);
    return 0;
}
