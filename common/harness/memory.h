/* harness/memory.h: the arrays on the device: how large each must be, and allocating them. One
 * function, lesson_reckon, tells both whether a shape fits and what to allocate for it. */
#ifndef HARNESS_MEMORY_H
#define HARNESS_MEMORY_H

#include "harness/alloc.h"
#include "harness/observed.h"
#include "harness/plan.h"
#include "harness/reduction.h"
#include <math.h>
#include <unistd.h>

struct lesson_array {
    void *data;   /* NULL where no bytes are needed */
    double bytes; /* a whole number; for a shape that is far too large, more than a size_t holds */
};

/* All of them. */
struct lesson_memory {
    struct lesson_array input, partial, scratch, result, out;
    struct lesson_array second;          /* as large as the input */
    struct lesson_array row_begin, work; /* of ragged rows: size_t, struct lesson_work */
    struct lesson_array flush;
};

enum { LESSON_BEHIND = 64 }; /* elements behind the last of r->out, to see whether they are written */
enum { LESSON_ARRAYS = sizeof(struct lesson_memory) / sizeof(struct lesson_array) };

/* Array number i, from 0 on. */
static inline struct lesson_array *lesson_array(struct lesson_memory *m, int i)
{
    return (struct lesson_array *)m + i;
}

/* What it is called, here and in most kernels. */
static inline const char *lesson_array_name(int i)
{
    static const char *const name[LESSON_ARRAYS] = {"in", "partial", "scratch", "result", "out",
                                                    "second", "row_begin", "work", "flush"};
    return name[i];
}

static inline double lesson_total(struct lesson_memory m)
{
    double bytes = 0;
    for (int i = 0; i < LESSON_ARRAYS; i++)
        bytes += lesson_array(&m, i)->bytes;
    return bytes;
}

/* The bytes of each array, on each of so many cards, for a shape of so many elements in so many rows. */
static inline struct lesson_memory lesson_reckon(const struct lesson_plan *p, double volume, double rows, int cards)
{
    struct lesson_memory m;
    double element = (double)lesson_element_size(p), result = (double)lesson_result_room(p), input = volume;
    if (volume < 1e15) { /* otherwise it does not fit anyway */
        size_t copies = lesson_copies(p, (size_t)volume);
        size_t first, most;
        lesson_card_range(p, (size_t)volume, cards, 0, &first, &most);
        input = (double)copies * (double)lesson_pitch(most, copies);
    }
    double most_blocks = fmax((double)p->grid, 65536);
    double partials = p->offers & LESSON_COLUMNS ? volume / 16 : ceil(volume / lesson_least_block(p)) + rows;
    partials = p->offers & LESSON_FROM_HOST ? most_blocks : fmax(partials, most_blocks); /* a part of it at a time */
    memset(&m, 0, sizeof m);
    m.input.bytes = (p->offset + input) * element;
    m.partial.bytes = m.scratch.bytes = partials * (p->offers & LESSON_WIDE_PARTIALS ? 32 : result);
    m.result.bytes = (rows + 1) * result; /* one behind the last, to see whether it is written */
    if (p->offers & LESSON_OUTPUT)
        m.out.bytes = (input + LESSON_BEHIND) * element;
    if (p->offers & LESSON_SECOND)
        m.second.bytes = m.input.bytes;
    if (p->offers & LESSON_RAGGED) {
        m.row_begin.bytes = (rows + 1) * (double)sizeof(size_t);
        m.work.bytes = most_blocks * (double)sizeof(struct lesson_work);
    }
    m.flush.bytes = (double)p->flush_bytes;
    return m;
}

/* The total in bytes of device memory for a shape. Ragged rows are not known yet: there are no more than this. */
static inline double lesson_need(const struct lesson_plan *p, double batch, double n, int cards)
{
    double volume = batch * n;
    double rows = p->offers & LESSON_RAGGED ? volume / 64 : p->offers & LESSON_COLUMNS ? n
                  : p->offers & LESSON_KEYS ? (double)p->bins : batch;
    struct lesson_memory m = lesson_reckon(p, volume, rows, cards);
    if (p->offers & LESSON_FROM_HOST)
        m.input.bytes = 0;
    return lesson_total(m);
}

/* Pinned memory of the host for the input, which kernels reach, too; ends the program when there is none (exit 2). */
static inline void *lesson_input_on_host(double bytes)
{
    void *memory = NULL;
    double free_bytes = (double)sysconf(_SC_AVPHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    if (bytes > free_bytes || cudaMallocHost(&memory, (size_t)bytes) != cudaSuccess)
        lesson_fail(LESSON_USAGE, "this process's part needs %.4g GB of the host's memory, %.4g GB are free; choose a smaller "
                    "-n, or more hosts", bytes / 1e9, free_bytes / 1e9);
    return memory;
}

/* Allocates enough for each shape of the plan. The flush buffer holds zeros. */
static inline struct lesson_memory lesson_allocate(const struct lesson_plan *p, cudaStream_t stream)
{
    struct lesson_memory m =
        lesson_reckon(p, (double)p->room_elements, (double)p->room_rows, 0);
    for (int i = 0; i < p->shapes; i++) {
        const struct lesson_shape *shape = &p->shape[i];
        struct lesson_memory need =
            lesson_reckon(p, (double)lesson_volume(shape), (double)shape->rows, shape->cards);
        for (int k = 0; k < LESSON_ARRAYS; k++)
            lesson_array(&m, k)->bytes =
                fmax(lesson_array(&m, k)->bytes, lesson_array(&need, k)->bytes);
    }
    for (int k = 0; k < LESSON_ARRAYS; k++) {
        struct lesson_array *array = lesson_array(&m, k);
        if (array->bytes > 0) {
            int is_on_host = p->offers & LESSON_FROM_HOST && array == &m.input;
            array->data = is_on_host ? lesson_input_on_host(array->bytes) : lesson_device_alloc((size_t)array->bytes);
            lesson_name_array(array->data, lesson_array_name(k));
        }
    }
    if (m.flush.data)
        CUDA_CHECK(cudaMemsetAsync(m.flush.data, 0, p->flush_bytes, stream));
    return m;
}

static inline void lesson_free(const struct lesson_plan *p, struct lesson_memory *m)
{
    if (p->offers & LESSON_FROM_HOST) {
        CUDA_CHECK(cudaFreeHost(m->input.data));
        m->input.data = NULL;
    }
    for (int i = 0; i < LESSON_ARRAYS; i++)
        CUDA_CHECK(cudaFree(lesson_array(m, i)->data));
}

#endif
