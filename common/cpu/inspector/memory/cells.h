/* cells.h: records for every 4 bytes of memory how threads have used them. */
#ifndef CUDA_CPU_CELLS_H
#define CUDA_CPU_CELLS_H

#include <stdint.h>

/* A use of memory by lanes of one warp that its block's clock does not tell apart. `when`: thread << 22 | stamp, where
 * the thread is any of the warp's. */
struct use {
    uint32_t block, when, lanes;        /* lanes 0: none */
    uint32_t next;                      /* in order/uses.c; 0: the last one */
    uint16_t site, flags;
};

/* The use of four bytes of memory: the last plain write, and since then every read, every strong write and every write
 * of other bytes that a later use may not follow. */
struct cell {
    uint32_t write_block, write_when;
    struct use other;                   /* the newest; further ones hang on it */
    uint16_t write_site, write_flags;
    uint16_t epoch;                     /* of all of the above; if it is another epoch, all is past */
    uint16_t bits;
};
enum {
    /* Of cells. Shifts: which of the four bytes were ever written, in any epoch; may have been written by `other`;
     * have been read in this epoch. */
    CELL_FRESH = 0, CELL_OTHER_WRITTEN = 4, CELL_READ = 8,
    CELL_IS_WORD = 1 << 12,             /* clock.c has a log of it */
    /* Of uses: which of the four bytes, and what kind of access. */
    USE_BYTES = 15,
    USE_WRITE = 1 << 4,
    USE_WEAK = 1 << 5,                  /* volatile, and strong only beside atomics */
    USE_STRONG = 1 << 6,
    USE_NARROW = 1 << 7,                /* strong, but only within its block */
    USE_SYSTEM = 1 << 8,                /* strong also for other devices */
    USE_GROUP = 1 << 10,                /* a small copy, of its thread's groups of them */
    USE_COPY = 1 << 9                   /* by an asynchronous copy: `when` has its number instead of a stamp, see points.h */
};
enum { STAMP_BITS = 22 };

/* What an atomic access says about the order of others, beside a fence: own_accesses.h. */
enum { RELEASES = 1, IS_RELAXED = 2, ONLY_STORES = 4 };

/* An access to memory. */
struct access {
    const char *address;
    unsigned int size;
    uint16_t site;
    unsigned char write, atomic, is_volatile, shared, range;
    unsigned char scope, order;         /* of an atomic or volatile access: own_accesses.h, and above */
    unsigned char is_point;             /* of an mbarrier: points.c says what it orders */
    unsigned char is_group;             /* of a small asynchronous copy, of its thread's groups of them */
    uint32_t copy;                      /* the number of the asynchronous copy that makes it; 0: it is a thread's own */
};

#endif
