/* lesson_nccl.h: NCCL in lessons that declare .libraries = "nccl".
 *
 *     NCCL_CHECK(ncclAllReduce(...));              ends the program (exit 3) when the call fails, and says why
 *     lesson_nccl_type(T())                        ncclInt or ncclFloat
 *     ncclComm_t *comm = lesson_communicators(r);  comm[i] is card i's: rank i of r->cards
 *     lesson_nccl_all_reduce<T>                    a launch function: ncclAllReduce of all cards' in into their out
 *     lesson_nccl_end();                           frees them, after lesson_end
 *
 * NVLink multicast is off (NCCL_NVLS_ENABLE=0), unless the environment says otherwise. */
#ifndef LESSON_NCCL_H
#define LESSON_NCCL_H

#include "harness/cards.h"
#include "harness/error.h"
#include "harness/reduction.h"
#include "harness/types.h"
#include <nccl.h>
#include <stdlib.h>

#define NCCL_CHECK(call)                                                                                           \
    do {                                                                                                           \
        ncclResult_t result_ = (call);                                                                             \
        if (result_ != ncclSuccess)                                                                                \
            lesson_fail(LESSON_CUDA_ERROR, "%s:%d: %s: %s (%s)", __FILE__, __LINE__, #call, ncclGetErrorString(result_), \
                        ncclGetLastError(NULL));                                                                   \
    } while (0)

static inline ncclDataType_t lesson_nccl_type(int) { return ncclInt; }
static inline ncclDataType_t lesson_nccl_type(float) { return ncclFloat; }

/* Before NCCL's first call. */
static inline void lesson_nccl_begin(void) { setenv("NCCL_NVLS_ENABLE", "0", 0); }

static ncclComm_t lesson_comm[LESSON_MOST_CARDS + 1][LESSON_MOST_CARDS]; /* by the number of cards, and the card */

/* Made once for each number of cards: that takes some tenths of a second. */
static inline ncclComm_t *lesson_communicators(const struct reduction *r)
{
    ncclComm_t *comm = lesson_comm[r->cards];
    int device[LESSON_MOST_CARDS];
    for (int i = 0; i < r->cards; i++)
        device[i] = r->card[i].device;
    if (!comm[0]) {
        lesson_nccl_begin();
        NCCL_CHECK(ncclCommInitAll(comm, r->cards, device));
    }
    return comm;
}

/* Enqueues the library's all-reduce, for lessons that compare with it. */
template <class T> static void lesson_nccl_all_reduce(struct reduction *r)
{
    ncclComm_t *comm = lesson_communicators(r);
    NCCL_CHECK(ncclGroupStart());
    for (int i = 0; i < r->cards; i++)
        NCCL_CHECK(ncclAllReduce(r->card[i].in, r->card[i].out, r->n, lesson_nccl_type(T()), ncclSum, comm[i], r->card[i].stream));
    NCCL_CHECK(ncclGroupEnd());
}

static inline void lesson_nccl_end(void)
{
    for (auto &comm : lesson_comm)
        for (ncclComm_t one : comm)
            if (one)
                NCCL_CHECK(ncclCommDestroy(one));
}

#endif
