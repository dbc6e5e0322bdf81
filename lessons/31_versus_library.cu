/* Lesson 31: versus the library
 *
 * No kernel of this course is the fastest for every n. A library hides that behind one function, which picks by
 * size; CUB's is cub::DeviceReduce::Sum. This one does the same, with what this part of the course found out. It
 * is in lessons/31_sum_any_size.cuh, a file of its own, for use in other programs:
 *
 *     up to 2^14 elements    one block of 32 to 1024 threads: no other to wait for
 *     more, int              each block adds its count and its sum with one atomic (lesson 25)
 *     more, float            each block leaves its sum to one of them: the same bits in each run
 *
 * `make ratios LESSONS=31` measures it beside CUB at 72 sizes; plots/recorded has the result.
 */
#include "lesson.h"
#include "31_sum_any_size.cuh"

static void *workspace; /* for sum_any_size, zeroed once */
static int *found;      /* for read_all, 0 */

template <class T> static void launch_sum(struct reduction *r)
{
    struct any_size::shape shape = any_size::choose(r->n, r->sm_count, any_size::few_blocks<T>(r->sm_count)); /* for the table */
    r->grid = shape.grid;
    r->block = shape.block;
    CUDA_CHECK(sum_any_size((const T *)r->in, r->n, (T *)r->result, workspace, r->stream));
}

/* The ceiling: it reads as sum_any_size does, and adds nothing up. It looks for an element that is not there, and
 * would set *found to 1. */
__global__ void __launch_bounds__(1024, any_size::SM_THREADS / 1024)
read_all(const int *in, size_t n, int wanted, int *found)
{
    struct any_size::cut<int> c = any_size::cut_array(in, n, blockDim.x, any_size::LOADS);
    bool is_here = c.end && *c.end == wanted;
    any_size::each_vector(c, [&](int4 x) {
        is_here |= x.x == wanted || x.y == wanted || x.z == wanted || x.w == wanted;
    });
    if (is_here)
        atomicExch(found, 1);
}

static void launch_read(struct reduction *r)
{
    unsigned most = r->sm_count * (2048 / r->block);
    r->grid = r->grid < most ? r->grid : most;
    read_all<<<r->grid, r->block, 0, r->stream>>>(r->in, r->n, 0, found); /* no element is 0 */
}

/* Was nothing found, and is a 0 found wherever it is put? */
static struct lesson_verdict judge_read(struct lesson *l, const struct lesson_row *row, size_t)
{
    struct lesson_verdict verdict;
    struct reduction r = row->r;
    memset(&verdict, 0, sizeof verdict);
    verdict.got = lesson_fetch(l, found);
    verdict.is_right = verdict.got.i == 0;
    for (uint32_t k = 0; k < 16 && verdict.is_right; k++) {
        verdict.at = k == 0 ? 0 : k == 1 ? r.n - 1 : lesson_mix(k) % r.n;
        int *at = (int *)l->input.data + verdict.at;
        union lesson_value kept = lesson_fetch(l, at);
        CUDA_CHECK(cudaMemsetAsync(at, 0, sizeof *at, r.stream));
        row->launch(&r);
        verdict.is_right = lesson_fetch(l, found).i == 1;
        CUDA_CHECK(cudaMemcpyAsync(at, &kept, sizeof *at, cudaMemcpyHostToDevice, r.stream));
        CUDA_CHECK(cudaMemsetAsync(found, 0, sizeof *found, r.stream));
    }
    return verdict;
}

static void explain_read(struct lesson *l, struct lesson_row *row, const struct lesson_verdict *v)
{
    fprintf(stderr, "%s: %s %s at element %zu\n", l->name, row->kernel,
            v->got.i == 1 ? "found what is not there" : "did not read what is", v->at);
}

static const struct lesson_check reads = {"elements", 0, LESSON_INT | LESSON_FLOAT, judge_read,
                                          explain_read};

static const struct lesson_about about = {
    .title = "versus the library",
    .part = "V",
    .offers = LESSON_INT | LESSON_FLOAT,
    .defaults = "-n 2^29",
    .kernel = "sum_any_size",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    CUDA_CHECK(cudaMalloc(&workspace, sum_any_size_workspace()));
    CUDA_CHECK(cudaMemset(workspace, 0, sum_any_size_workspace()));
    CUDA_CHECK(cudaMalloc(&found, sizeof *found));
    CUDA_CHECK(cudaMemset(found, 0, sizeof *found));
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    lesson_run_function(&l, "sum_any_size", l.plan.is_float ? launch_sum<float> : launch_sum<int>);
    lesson_run_checked(&l, &reads, "read_all", launch_read,
                       any_size::VECTOR * any_size::LOADS);
    int status = lesson_end(&l);
    CUDA_CHECK(cudaFree(workspace));
    CUDA_CHECK(cudaFree(found));
    return status;
}
