/* lesson_mpi.h: lessons whose work several processes share, each with a card: `mpirun -n 4 ./lesson46`. One process needs
 * no mpirun. The MPI need not know of CUDA: it only carries what the hosts have to say.
 *
 *     lesson_mpi_begin(&argc, &argv);     before lesson_begin: lesson_ranks (harness/ranks.h) says who this is
 *     MPI_CHECK(MPI_Bcast(...));          ends the program (exit 3) when the call fails, and says why
 *     lesson_mpi_end();                   after lesson_end
 */
#ifndef LESSON_MPI_H
#define LESSON_MPI_H

#include "harness/cards.h"
#include "harness/error.h"
#ifdef LESSON_WITHOUT_MPI /* common/setup/libraries.sh */
#include "harness/one_process.h"
#else
#include <mpi.h>
#endif

#define MPI_CHECK(call)                                                                                            \
    do {                                                                                                           \
        char why_[MPI_MAX_ERROR_STRING] = "";                                                                      \
        int length_, error_ = (call);                                                                              \
        if (error_ != MPI_SUCCESS) {                                                                               \
            MPI_Error_string(error_, why_, &length_);                                                              \
            lesson_fail(LESSON_CUDA_ERROR, "%s:%d: %s: %s", __FILE__, __LINE__, #call, why_);                      \
        }                                                                                                          \
    } while (0)

static int lesson_mpi_agree(int x)
{
    MPI_CHECK(MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD));
    return x;
}

/* Each process takes the card of its number among those of its host. If there are fewer, two have the same one, which its
 * uuid tells: where a scheduler shows each process only its own card, all have number 0, and all is well. */
static inline void lesson_mpi_choose_card(void)
{
    MPI_Comm host;
    int rank, cards = 0;
    struct cudaDeviceProp mine;
    lesson_want_queues();
    MPI_CHECK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host));
    MPI_CHECK(MPI_Comm_rank(host, &rank));
    MPI_CHECK(MPI_Comm_free(&host));
    if (cudaGetDeviceCount(&cards) != cudaSuccess || cards == 0)
        return; /* lesson_begin says what is missing */
    lesson_ranks.device = rank % cards;
    CUDA_CHECK(cudaGetDeviceProperties(&mine, lesson_ranks.device));
    cudaUUID_t *all = (cudaUUID_t *)malloc((size_t)lesson_ranks.ranks * sizeof *all);
    if (!all)
        lesson_fail(LESSON_USAGE, "out of host memory for %d processes", lesson_ranks.ranks);
    MPI_CHECK(MPI_Allgather(&mine.uuid, sizeof mine.uuid, MPI_BYTE, all, sizeof *all, MPI_BYTE, MPI_COMM_WORLD));
    for (int a = 0; a < lesson_ranks.ranks; a++)
        for (int b = 0; b < a; b++)
            if (!memcmp(&all[a], &all[b], sizeof *all))
                lesson_fail(LESSON_USAGE, "%d processes are more than there are cards: ranks %d and %d have the same one. Each "
                            "needs one of its own: mpirun -n with fewer, or on more hosts", lesson_ranks.ranks, b, a);
    free(all);
}

static inline void lesson_mpi_begin(int *argc, char ***argv)
{
    MPI_CHECK(MPI_Init(argc, argv));
    MPI_CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &lesson_ranks.rank));
    MPI_CHECK(MPI_Comm_size(MPI_COMM_WORLD, &lesson_ranks.ranks));
    MPI_CHECK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    if (lesson_ranks.ranks > 1)
        lesson_ranks.agree = lesson_mpi_agree;
    lesson_mpi_choose_card();
    if (lesson_ranks.rank > 0 && !freopen("/dev/null", "w", stdout))
        lesson_fail(LESSON_USAGE, "/dev/null cannot be written");
}

static inline void lesson_mpi_end(void) { MPI_CHECK(MPI_Finalize()); }

#endif
