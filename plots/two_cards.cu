/* two_cards.cu: when the blocks of two cards do what, in one all-reduce of lesson 47 that pushes whole arrays. Prints
 *
 *     card,block,begins,sent,came,ends      nanoseconds, by card 0's clock, from the first block's beginning on
 *
 *     nvcc -arch=sm_90 plots/two_cards.cu -o two_cards && ./two_cards 2^20 >plots/recorded/NAME-OF-THE-CARD-two-cards.csv
 *
 * Each card has a clock of its own. What card 1's shows is moved by the difference: the cards exchange times, often, and the
 * exchange that took least counts. */
#include "../lessons/47_all_reduce_any_size.cuh"
#include <math.h>
#include <stdlib.h>
#include <vector>

#define CHECK(call) check_call(call, #call, __LINE__)
static void check_call(cudaError_t error, const char *call, int line)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "two_cards: line %d: %s: %s\n", line, call, cudaGetErrorString(error));
    exit(3);
}

struct moments {
    unsigned long long begins, sent, came, ends;
};

/* The loop body of push_arrays (lessons/47_all_reduce_any_size.cuh) for one piece of each block, with the time between. */
static __global__ void __launch_bounds__(512, 2) push_once(all_reduce::cards all, int me, const float4 *in, float4 *out, size_t packs,
                                                           unsigned launch, struct moments *of_block)
{
    struct moments m;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, step = (size_t)gridDim.x * blockDim.x;
    float4 *there = (float4 *)all.stage[1 - me] + launch % 2 * packs, *here = (float4 *)all.stage[me] + launch % 2 * packs;
    m.begins = all_reduce::nanoseconds();
    for (size_t j = i; j < packs; j += step)
        there[j] = in[j];
    all_reduce::end_step(all, me, launch);
    m.sent = all_reduce::nanoseconds();
    if (!all_reduce::await_step(all, me, launch))
        return;
    m.came = all_reduce::nanoseconds();
    for (size_t j = i; j < packs; j += step)
        out[j] = me == 0 ? all_reduce::plus(in[j], here[j]) : all_reduce::plus(here[j], in[j]);
    __syncthreads();
    m.ends = all_reduce::nanoseconds();
    if (threadIdx.x == 0)
        of_block[blockIdx.x] = m;
}

/* Card 0 asks card 1 for its time, again and again: before, the answer, after. */
enum { ASKED = 1000 };
static __global__ void ask(volatile unsigned long long *theirs, volatile unsigned long long *mine, long long *difference)
{
    unsigned long long best = ~0ull;
    for (int k = 1; k <= ASKED; k++) {
        unsigned long long before = all_reduce::nanoseconds(), answer;
        theirs[0] = k;
        while (mine[0] != k)
            ;
        answer = mine[1];
        unsigned long long after = all_reduce::nanoseconds();
        if (after - before < best) {
            best = after - before;
            *difference = (long long)(answer - before) - (long long)(best / 2);
        }
    }
}

static __global__ void answer(volatile unsigned long long *theirs, volatile unsigned long long *mine)
{
    for (int k = 1; k <= ASKED; k++) {
        while (mine[0] != k)
            ;
        theirs[1] = all_reduce::nanoseconds();
        __threadfence_system();
        theirs[0] = k;
    }
}

int main(int argc, char **argv)
{
    enum { BLOCKS = 128, LAUNCHES = 20 };
    struct all_reduce_team team;
    int device[2] = {0, 1};
    const char *size = argc > 1 ? argv[1] : "2^20";
    size_t n = strncmp(size, "2^", 2) ? strtoull(size, NULL, 10) : (size_t)1 << atoi(size + 2);
    if (all_reduce_open(&team, 2, device) != cudaSuccess) {
        fprintf(stderr, "two_cards: %s\n", team.message);
        return 1;
    }
    if (n % 4 || 2 * n * sizeof(float) > team.all.stage_bytes) {
        fprintf(stderr, "two_cards: %s: must be a multiple of 4, at most %zu\n", size, team.all.stage_bytes / 8);
        return 2;
    }
    float *in[2], *out[2];
    struct moments *of_block[2];
    unsigned long long *word[2];
    long long *difference;
    for (int i = 0; i < 2; i++) {
        CHECK(cudaSetDevice(i));
        CHECK(cudaMalloc(&in[i], n * sizeof(float)));
        CHECK(cudaMalloc(&out[i], n * sizeof(float)));
        CHECK(cudaMalloc(&word[i], 2 * sizeof *word[i]));
        CHECK(cudaMallocHost(&of_block[i], BLOCKS * sizeof *of_block[i]));
        CHECK(cudaMemset(in[i], 0, n * sizeof(float)));
        CHECK(cudaMemset(word[i], 0, 2 * sizeof *word[i]));
        CHECK(cudaDeviceSynchronize());
    }
    CHECK(cudaMallocHost(&difference, sizeof *difference));
    for (unsigned k = 2; k < 2 + LAUNCHES; k++) /* step 1 was the team's first meeting */
        for (int i = 0; i < 2; i++) {
            CHECK(cudaSetDevice(i));
            push_once<<<BLOCKS, 512>>>(team.all, i, (float4 *)in[i], (float4 *)out[i], n / 4, k, of_block[i]);
            CHECK(cudaGetLastError());
        }
    CHECK(cudaSetDevice(0));
    ask<<<1, 1>>>(word[1], word[0], difference);
    CHECK(cudaSetDevice(1));
    answer<<<1, 1>>>(word[0], word[1]);
    for (int i = 0; i < 2; i++) {
        CHECK(cudaSetDevice(i));
        CHECK(cudaDeviceSynchronize());
    }
    unsigned long long first = ~0ull;
    for (int i = 0; i < 2; i++)
        for (int b = 0; b < BLOCKS; b++) {
            struct moments *m = &of_block[i][b];
            unsigned long long late = i ? (unsigned long long)*difference : 0;
            *m = {m->begins - late, m->sent - late, m->came - late, m->ends - late};
            first = m->begins < first ? m->begins : first;
        }
    puts("card,block,begins,sent,came,ends");
    for (int i = 0; i < 2; i++)
        for (int b = 0; b < BLOCKS; b++) {
            struct moments m = of_block[i][b];
            printf("%d,%d,%llu,%llu,%llu,%llu\n", i, b, m.begins - first, m.sent - first, m.came - first, m.ends - first);
        }
    all_reduce_close(&team);
    return 0;
}
