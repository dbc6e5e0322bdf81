/* planted_columns.cu: wrong sums of columns, to prove that harness/check_columns.h finds them. Each kernel name is a flaw,
 * or `right`. tests/32_checker.t says what must be reported. */
#include "lesson.h"
#include "harness/check_columns.h"
#include <cuda_fp16.h>

enum flaw { RIGHT, LAST_ROW, FIRST_ROWS, NEIGHBOUR, TWICE, UNWRITTEN, BEHIND, IN_HALF, NAN_LOST, RUNS, NOTHING };

__device__ unsigned runs;

template <enum flaw flaw> __global__ void planted(const float *in, float *sums, size_t rows, size_t n)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x, from = flaw == FIRST_ROWS ? 3 : 0;
    float sum = 0;
    if (flaw == BEHIND && column == n)
        sums[n] = 0;
    if (column >= n || (flaw == UNWRITTEN && column == n - 1))
        return;
    for (size_t row = from; row < rows - (flaw == LAST_ROW); row++) {
        float x = in[row * n + (flaw == NEIGHBOUR ? (column + 1) % n : column)];
        if (flaw == NAN_LOST && x != x)
            continue;
        sum += flaw == NOTHING ? 0 : x;
        if (flaw == TWICE)
            sum += x;
        if (flaw == IN_HALF)
            sum = (float)(__half)sum;
    }
    if (flaw == RUNS && column == 0)
        sum += (float)atomicAdd(&runs, 1);
    sums[column] = sum;
}

template <enum flaw flaw> static void launch(struct reduction *r)
{
    r->grid = blocks_for(r->n + 1, r->block);
    r->chain = r->batch;
    planted<flaw><<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->result_float, r->batch, r->n);
}

int main(int argc, char **argv)
{
    static const struct lesson_about about = {
        "wrong sums of columns", NULL, NULL, NULL, LESSON_FLOAT | LESSON_BATCH | LESSON_COLUMNS, "-n 1000 --batch 20", NULL,
        NULL, NULL};
    struct lesson l = lesson_begin(argc, argv, &about, "planted.cu");
#define RUN(name, flaw) lesson_run_columns(&l, name, launch<flaw>, 1)
    RUN("right", RIGHT);
    RUN("last_row", LAST_ROW);
    RUN("first_rows", FIRST_ROWS);
    RUN("neighbour", NEIGHBOUR);
    RUN("twice", TWICE);
    RUN("unwritten", UNWRITTEN);
    RUN("behind", BEHIND);
    RUN("in_half", IN_HALF);
    RUN("nan_lost", NAN_LOST);
    RUN("runs", RUNS);
    RUN("nothing", NOTHING);
    return lesson_end(&l);
}
