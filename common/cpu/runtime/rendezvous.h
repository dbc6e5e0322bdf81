/* rendezvous.h: the calls of NCCL that belong together: one of each rank, or a send and a receive. */
#ifndef CUDA_CPU_RENDEZVOUS_H
#define CUDA_CPU_RENDEZVOUS_H

#include "nccl.h"

#include "../base/devices.h"

#include <pthread.h>
#include <stdint.h>

enum nccl_kind { ALL_REDUCE, REDUCE, BROADCAST, REDUCE_SCATTER, ALL_GATHER, SEND, RECEIVE };

struct rendezvous;
struct clique {                         /* the ranks that share a communicator */
    ncclUniqueId id;
    int ranks, joined;
    struct ncclComm *comm[MAX_DEVICES];
    struct rendezvous *open;
    struct clique *next;
};
struct ncclComm {
    int is_live, rank, device;
    int process;                        /* another one, which has this rank; -1: this one */
    struct clique *clique;
    uint64_t calls;                     /* that its device has begun: of all ranks together, ... */
    uint64_t sends[MAX_DEVICES], receives[MAX_DEVICES];     /* ... and with each peer */
};

/* One call of one rank. */
struct call {
    enum nccl_kind kind;
    ncclComm_t comm;
    const void *send;
    void *receive;
    size_t count;
    ncclDataType_t type;
    ncclRedOp_t op;
    int root;                           /* or the peer */
    pthread_t thread;                   /* who called it, and in which of all groups */
    uint64_t group;
};

/* On the executor of the rank's device, when the stream has come there: makes these calls, which all ranks make
 * together, and returns when they are done. A mistake ends the program. */
void cuda_cpu_meet(const struct call *calls, size_t count);

/* Reports a call that other ranks never came to, if there is one: for the program's end. */
void cuda_cpu_report_missing_ranks(void);

/* A clique begins; is known to cuda_cpu_report_missing_ranks(). */
void cuda_cpu_add_clique(struct clique *c);

#endif
