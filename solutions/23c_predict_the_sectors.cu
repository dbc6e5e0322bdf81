/* Exercise 23c: requests and sectors of vectors (predict)
 *
 * Two kernels add up the same elements. One loads single ints, the other loads vectors as lesson 23
 * does, with a head and a tail. A request is what a warp asks for with one instruction. A sector is
 * 32 bytes, 8 ints. There is one block of 32 threads: one warp, whose lanes take neighbours.
 *
 * First the array begins at a multiple of 256 bytes and has 1027 elements. Then the same kernels get
 * the elements from in[1] on: 1026 of them, beginning 4 bytes behind such a multiple.
 *
 * Before they run: how many load requests and load sectors does each kernel make for each array? One
 * request loads the head, and one the tail. Only loads of elements count. See
 * docs/lessons/23_vector_loads.md.
 */
#include "exercise.h"

/* ---- your code begins: eight numbers ---- */
/* From in[0] on. Single ints: 32 requests for 32 ints each, 4 sectors each, and one for the last 3.
 * Vectors: 256 of them, 32 with each of 8 requests, 16 sectors each. No head; the tail has 3. */
static const int single_requests = 33;
static const int single_sectors = 129;
static const int vector_requests = 9;
static const int vector_sectors = 129;

/* From in[1] on. Single ints: 32 requests for 128 bytes each. They begin 4 bytes behind the beginning
 * of a sector and so touch 5; one more request loads the last 2 ints. Vectors: a head of 3 in one
 * sector, then 255 vectors: 7 requests of 32, and one of 31. They begin in the middle of a sector: 17
 * sectors each, and the last 16, as 31 * 16 bytes are 15 and a half sectors. The tail has 3. */
static const int single_requests_1 = 33;
static const int single_sectors_1 = 161;
static const int vector_requests_1 = 10;
static const int vector_sectors_1 = 137;
/* ---- your code ends ---- */

__global__ void single(const int *in, int *result, size_t n)
{
    int sum = 0;
    for (size_t i = threadIdx.x; i < n; i += 32)
        sum += in[i];
    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x == 0)
        *result = sum;
}

__global__ void vectors(const int *in, int *result, size_t n)
{
    size_t to_next = (0 - (uintptr_t)in / sizeof(int)) % 4, head = to_next < n ? to_next : n;
    size_t count = (n - head) / 4, tail = (n - head) % 4;
    int sum = 0;

    if (threadIdx.x < head)
        sum += in[threadIdx.x];
    if (threadIdx.x < tail)
        sum += in[n - 1 - threadIdx.x];
    for (size_t i = threadIdx.x; i < count; i += 32) {
        int4 x = ((const int4 *)(in + head))[i];
        sum += x.x + x.y + x.z + x.w;
    }
    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x == 0)
        *result = sum;
}

template <void (*kernel)(const int *in, int *result, size_t n)>
static void launch(struct reduction *r)
{
    r->grid = 1;
    kernel<<<1, 32, 0, r->stream>>>(r->in, r->result, r->n);
}

/* Without the first element: for the counts. */
template <void (*kernel)(const int *in, int *result, size_t n)>
static void launch_1(struct reduction *r)
{
    r->grid = 1;
    kernel<<<1, 32, 0, r->stream>>>(r->in + 1, r->result, r->n - 1);
}

static void ask(struct exercise *e, lesson_launch launch, int requests, int sectors, int hint)
{
    exercise_count(e, launch, 1, 1027, 32);
    exercise_predict(e, "global load requests", requests, hint);
    exercise_predict(e, "global load sectors", sectors, hint);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise23c", LESSON_INT,
                                       "-n 1,2,3,5,33,1000,4099" EXERCISE_LARGE " -b 32");
    exercise_sums(&e, "single", launch<single>, 1, 1, 1);
    exercise_sums(&e, "vectors", launch<vectors>, 1, 1, 1);
    ask(&e, launch<single>, single_requests, single_sectors, 1);
    ask(&e, launch<vectors>, vector_requests, vector_sectors, 2);
    ask(&e, launch_1<single>, single_requests_1, single_sectors_1, 3);
    ask(&e, launch_1<vectors>, vector_requests_1, vector_sectors_1, 3);
    return exercise_end(&e);
}
