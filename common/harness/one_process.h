/* harness/one_process.h: as much of MPI as one process needs, for lessons on the CPU device where there is no MPI. */
#ifndef HARNESS_ONE_PROCESS_H
#define HARNESS_ONE_PROCESS_H

#include "harness/error.h"

enum { MPI_SUCCESS, MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, MPI_INFO_NULL, MPI_ERRORS_RETURN, MPI_INT = 4, MPI_BYTE = 1 };
enum { MPI_MAX_ERROR_STRING = 8 };
typedef int MPI_Comm;

/* mpirun and srun say in the environment how many they begin. */
static inline int MPI_Init(int *, char ***)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"};
    for (const char *name : names)
        if (getenv(name) && atoi(getenv(name)) > 1)
            lesson_fail(LESSON_CANNOT_RUN, "it was built without MPI, for one process, and %s=%s: make deps PART=7 installs "
                        "Open MPI; then build it again", name, getenv(name));
    return MPI_SUCCESS;
}

static inline int MPI_Comm_rank(MPI_Comm, int *rank) { return *rank = 0; }
static inline int MPI_Comm_size(MPI_Comm, int *size) { return *size = 1, MPI_SUCCESS; }
static inline int MPI_Comm_split_type(MPI_Comm, int, int, int, MPI_Comm *one) { return *one = MPI_COMM_WORLD, MPI_SUCCESS; }
static inline int MPI_Comm_free(MPI_Comm *) { return MPI_SUCCESS; }
static inline int MPI_Comm_set_errhandler(MPI_Comm, int) { return MPI_SUCCESS; }
static inline int MPI_Bcast(void *, int, int, int, MPI_Comm) { return MPI_SUCCESS; }
static inline int MPI_Allgather(const void *from, int count, int type, void *to, int, int, MPI_Comm)
{
    memcpy(to, from, (size_t)count * (size_t)type); /* a type is its size */
    return MPI_SUCCESS;
}
static inline int MPI_Error_string(int, char *text, int *length) { return *length = 0, *text = 0; }
static inline int MPI_Finalize(void) { return MPI_SUCCESS; }

#endif
