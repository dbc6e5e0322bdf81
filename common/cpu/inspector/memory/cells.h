/* cells.h: records for every 4 bytes of memory how threads have used them. */
#ifndef CUDA_CPU_CELLS_H
#define CUDA_CPU_CELLS_H

#include <stdint.h>

/* The use of four bytes of memory: the last write, a read since then, and another read by the thread
 * furthest away from that reader. `when`: thread << 22 | stamp; 0: none. */
struct cell {
    uint32_t write_block, write_when;
    uint32_t read_block, read_when;
    uint32_t other_block, other_when;
    uint32_t plain_when;                /* the writer's plain write before its atomic */
    uint16_t write_site, read_site, plain_site;
    uint16_t epoch;                     /* of all of the above; if it is another epoch, all is past */
    uint32_t bits;
};
enum {
    CELL_WRITTEN = 0, CELL_READ = 4,    /* shifts: which of the four bytes */
    CELL_FRESH = 8,                     /* which were ever written, in any epoch */
    CELL_STRONG_WRITE = 1 << 12, CELL_STRONG_READ = 1 << 13,
    CELL_NARROW_WRITE = 1 << 14,        /* atomic, but only within its block */
    CELL_WEAK_WRITE = 1 << 15,          /* volatile, and strong only beside atomics */
    /* By a bulk copy. `when` then has its number instead of a stamp, see points.h. */
    CELL_COPY_WRITE = 1 << 16, CELL_COPY_READ = 1 << 17, CELL_COPY_OTHER = 1 << 18,
    CELL_SYSTEM_WRITE = 1 << 19, CELL_SYSTEM_READ = 1 << 20     /* strong also for other devices */
};
enum { STAMP_BITS = 22 };

/* An access to memory. */
struct access {
    const char *address;
    unsigned int size;
    uint16_t site;
    unsigned char write, atomic, is_volatile, shared, range;
    unsigned char scope;                /* of an atomic or volatile access: own_accesses.h */
    unsigned char is_point;             /* of an mbarrier: points.c says what it orders */
    uint32_t copy;                      /* the number of the bulk copy that makes it; 0: it is a thread's own */
};

#endif
