/* processes.h: ranks of NCCL in other processes. What carries the messages is linked to programs that use MPI:
 * common/cpu/mpi/mpi.c. */
#ifndef CUDA_CPU_PROCESSES_H
#define CUDA_CPU_PROCESSES_H

#include "rendezvous.h"

struct message {
    enum { JOINED, CALLED, ENDED } what;        /* a rank, a rank, a process */
    int from;                           /* process */
    ncclUniqueId id;                    /* of the communicator; the rest is about it */
    int ranks, rank;
    int kind, type, op, root;           /* of a call */
    uint64_t count, bytes;              /* bytes of data follow */
};

struct sending;                         /* a list of messages on their way */
struct cuda_cpu_carrier {
    int processes, self;                /* how many there are, and which of them this is, from 0 */
    /* Begins to send a message and its data, which stay where they are until is_sent(list). */
    void (*send)(struct sending **list, int to, const struct message *m, const void *data);
    int (*is_sent)(struct sending **list);
    /* The next message, if one has come; then its data must be received. */
    int (*receive)(struct message *m);
    void (*receive_data)(const struct message *m, void *data);
};

/* NULL: this is the only process, or it has not begun MPI, or ended it. */
extern const struct cuda_cpu_carrier *cuda_cpu_carrier;

/* Before MPI ends: tells the others that this process makes no more calls. */
void cuda_cpu_end_processes(void);

/* Who uses MPI, or what the ranks of other processes have said, holds a lock. */
void cuda_cpu_lock_processes(void);
void cuda_cpu_unlock_processes(void);

/* Handles the messages that have come, unless another host thread is about to. */
void cuda_cpu_listen(void);

/* Tells the other processes that a rank of this one has joined. */
void cuda_cpu_tell_joined(const struct clique *c, int rank);

/* Has this process called MPI_Finalize()? */
int cuda_cpu_has_ended(int process);

/* Several processes find the same mistake. Returns at once in that of rank 0 and later in others: what it tells then ends
 * them all, if mpirun has started them. */
void cuda_cpu_let_lower_report(int rank);

/* Whom a message is for: set by those who use NCCL. The call has its data, which was made by malloc(). */
extern void (*cuda_cpu_rank_has_joined)(const struct message *m);
extern void (*cuda_cpu_rank_has_called)(const struct message *m, char *data);

#endif
