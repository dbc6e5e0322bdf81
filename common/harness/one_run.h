/* harness/one_run.h: one reduction from poisoned outputs, not timed, and its verdict. */
#ifndef HARNESS_ONE_RUN_H
#define HARNESS_ONE_RUN_H

#include "harness/cards.h"
#include "harness/check.h"
#include "harness/observed.h"

static inline void lesson_poison_bytes(struct lesson *l, void *from, size_t bytes, cudaStream_t stream)
{
    CUDA_CHECK(cudaMemsetAsync(from, lesson_poison_byte(&l->plan), bytes, stream));
    lesson_count_as_written(from, bytes, 0);
}

static inline void lesson_poison_array(struct lesson *l, const struct lesson_array *array, cudaStream_t stream)
{
    lesson_poison_bytes(l, array->data, (size_t)array->bytes, stream);
}

/* Fills what a run should write with the poison. */
static inline void lesson_poison_results_of(struct lesson *l, const struct lesson_memory *m,
                                            const struct lesson_input *input, cudaStream_t stream)
{
    lesson_poison_array(l, &m->result, stream);
    if (m->out.data) /* only what belongs to the shape that runs now */
        lesson_poison_bytes(l, m->out.data, (input->pitch * input->copies + LESSON_BEHIND)
                                                * lesson_element_size(&l->plan), stream);
}

static inline void lesson_poison_results(struct lesson *l)
{
    lesson_poison_results_of(l, &l->memory, &l->input, l->stream);
    if (l->pinned_result.data)
        lesson_poison_array(l, &l->pinned_result, l->stream);
    lesson_on_other_cards(l, [&](struct lesson_card *card) {
        lesson_poison_results_of(l, &card->memory, &card->input, card->stream);
    });
}

/* The same, and the scratch memory; and clears what blocks tell of their work. */
static inline void lesson_poison(struct lesson *l)
{
    lesson_poison_array(l, &l->memory.partial, l->stream);
    lesson_poison_array(l, &l->memory.scratch, l->stream);
    lesson_on_other_cards(l, [&](struct lesson_card *card) {
        lesson_poison_array(l, &card->memory.partial, card->stream);
        lesson_poison_array(l, &card->memory.scratch, card->stream);
    });
    lesson_poison_results(l);
    if (l->memory.work.data)
        CUDA_CHECK(cudaMemsetAsync(l->memory.work.data, 0, (size_t)l->memory.work.bytes,
                                   l->stream));
}

/* Ends the program (exit 3) when the launch just made was refused. */
static inline void lesson_check_launch(const struct lesson_row *row)
{
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        return;
    /* newer CUDA calls a block that is too large an invalid value */
    const char *remedy = lesson_remedy(error == cudaErrorInvalidValue
                                           ? cudaErrorInvalidConfiguration : error);
    if (row->r.grid == 0)
        remedy = "a grid has at least one block";
    lesson_fail(LESSON_CUDA_ERROR,
                "the launch of %s failed at n = %zu, grid %u, block %u: %s (%s)%s%s", row->kernel,
                row->r.n, row->r.grid, row->r.block, cudaGetErrorString(error),
                cudaGetErrorName(error), *remedy ? "; " : "", remedy);
}

/* Adds up on the host. */
static inline int lesson_add_on_host(const struct lesson *l, const struct lesson_row *row)
{
    struct reduction there = row->r;
    there.in = l->on_host;
    return (int)(uint32_t)row->host(&there);
}

/* Puts a sum from the host where a kernel would have left it. */
static inline void lesson_put_result(struct lesson *l, const struct lesson_row *row, int sum)
{
    *(int *)l->word = sum;
    CUDA_CHECK(cudaMemcpyAsync(row->r.result, l->word, sizeof sum, cudaMemcpyHostToDevice,
                               l->stream));
}

/* What a launch function may say of what it has done. All else of row->r stays what it was: it has no say in where its
 * results are looked for, nor in how many elements there are. */
static inline void lesson_believe(struct lesson_row *row, const struct reduction *r)
{
    row->r.grid = r->grid;
    row->r.block = r->block;
    row->r.chain = r->chain;
    row->r.plain = r->plain;
    row->r.atomics = r->atomics;
}

/* Enqueues one reduction. That of a row of the host has ended when this returns. */
static inline void lesson_reduce(struct lesson *l, struct lesson_row *row)
{
    if (row->host) {
        lesson_put_result(l, row, lesson_add_on_host(l, row));
        return;
    }
    struct reduction r = row->r; /* what the launch function gets is no part of anything of ours */
    r.grid = row->grid;          /* and what it said of the run before is forgotten */
    r.block = row->block;
    r.chain = r.plain = r.atomics = 0;
    lesson_deal(l, row, &r);
    if (lesson_results(row) > 0) /* otherwise there is nothing to write */
        row->launch(&r);
    lesson_gather(l, &r);
    lesson_believe(row, &r);
    lesson_check_launch(row);
}

/* Puts an element at an index of the input. */
static inline void lesson_put_item(struct lesson *l, size_t at, struct lesson_item item)
{
    uint64_t bits = lesson_item_bits(l->plan.type, item);
    CUDA_CHECK(cudaMemcpyAsync((char *)l->input.data + at * l->input.size, &bits, l->input.size, cudaMemcpyHostToDevice,
                               l->stream));
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
}

/* Are these `size` bytes what outputs were filled with? */
static inline int lesson_is_untouched(const struct lesson_plan *p, const void *at, size_t size)
{
    unsigned char poison = (unsigned char)lesson_poison_byte(p);
    for (size_t i = 0; i < size; i++)
        if (((const unsigned char *)at)[i] != poison)
            return 0;
    return 1;
}

/* All results, one per row, and the one behind them, on the host; to be freed. */
static inline unsigned char *lesson_fetch_results(struct lesson *l, const struct lesson_row *row)
{
    size_t size = lesson_size_of_result(&l->plan, row->check);
    unsigned char *got = (unsigned char *)lesson_host_alloc(row->shape->rows + 1, size);
    CUDA_CHECK(cudaMemcpyAsync(got, row->r.result, (row->shape->rows + 1) * size, cudaMemcpyDefault, l->stream));
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
    return got;
}

/* For a check with one result: what is written behind it is wrong, too; verdict->at says which. */
static inline void lesson_judge_behind(const struct lesson *l, const struct lesson_row *row, const unsigned char *results,
                                       struct lesson_verdict *verdict)
{
    size_t size = row->check->size;
    if (verdict->is_right && !lesson_is_untouched(&l->plan, results + size, size)) {
        verdict->is_right = 0;
        verdict->at = 1;
    }
    verdict->wrong = !verdict->is_right;
}

/* One run, until it has ended. */
static inline void lesson_run_unjudged(struct lesson *l, struct lesson_row *row)
{
    if (l->offers & LESSON_DESTROYS_INPUT)
        lesson_fill_inputs(l);
    lesson_poison(l);
    lesson_join(l);
    lesson_fork(l);
    lesson_reduce(l, row);
    lesson_join(l);
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
}

static inline struct lesson_verdict lesson_run_once(struct lesson *l, struct lesson_row *row)
{
    lesson_run_unjudged(l, row);
    return row->check->judge(l, row, 1);
}

#endif
