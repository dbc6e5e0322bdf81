/* regions.h: which memory does an address of an inspected kernel belong to? */
#ifndef CUDA_CPU_REGIONS_H
#define CUDA_CPU_REGIONS_H

#include "../../base/shared.h"
#include "../inspected.h"
#include "cells.h"

/* What an access is in: an array. name: as in "sums", ending with "[]" if its elements are arrays; NULL if it
 * has none. */
struct object { const char *name, *base; size_t size; };

/* Global memory that kernels may use: an allocation, or the program's own variables. */
struct region {
    char *lo, *hi;
    struct cell *cells;
    char name[24];                      /* the program's word for it, or "" */
    size_t used, period;                /* kernels may use so many of every `period` bytes; 0: all of them */
    size_t before;                      /* and none of these, with which the region begins */
    int filled;                         /* the host filled it with something that counts as not written */
    int device;                         /* that has it; -1: all can use it */
    int written;                        /* all of it counts as written ... */
    int is_hosts;                       /* ... if it does not still hold what fresh memory holds */
    int ranges;
    struct { char *lo, *hi; } range[16];        /* what the host wrote */
};
extern __thread char *region_tls;       /* this OS thread's variables: threadIdx and the like */
extern __thread size_t region_tls_size;

/* Memory was allocated (is_hosts: the host can write to it unseen; device -1: all devices can use it) or freed; the host
 * wrote to memory. */
void region_allocated(char *data, size_t size, int is_hosts, int device);
void region_freed(char *data);
void region_written(const void *p, size_t size);

/* What the host says about its memory, see inspect_counts.h. */
void region_unwritten(const void *p, size_t size);
void region_name(const void *p, const char *name);
void region_limit(const void *p, size_t used, size_t period);

/* A launch begins, perhaps before the one before it has ended, and ends. The host, or a stream, has waited for what was
 * launched. May memory whose cells have this epoch still be in use by the launch before? */
void region_begin_launch(int is_early);
void region_end_launch(void);
void region_awaited(void);
int region_is_in_use(uint16_t epoch);

void region_begin_block(struct worker *w);
void region_get_cells(struct worker *w);        /* for its shared memory, which others may use first */
void region_next_epoch(void);
struct region *region_of(const char *p);
struct cell *region_fresh_cell(const struct region *r, const char *p);   /* of this epoch */
int region_host_wrote(const struct region *r, const struct access *a);        /* as far as is known */
int region_is_program(const struct region *r);       /* the variables of the program */
int region_is_host_variable(const char *p);
int region_is_in_reach(const struct region *r);      /* of the device that runs */
int region_is_of_other_device(const struct region *r);
void region_write_unobserved(const char *p, size_t size);

/* The memory that an access uses: its cells with their epoch, its region if it is global, and the address as
 * an event stores it. cells NULL: the access is not observed, or it is wrong: it lies outside all global
 * memory, or outside the nearest shared object. */
struct memory {
    struct cell *cells;
    struct region *region;
    uint64_t where;
    struct worker *owner;               /* whose shared memory it is */
    uint16_t epoch;
    enum { NOT_WRONG, WRONG_SHARED, WRONG_GLOBAL } wrong;
    struct object object;
};
void region_find(struct access *a, struct memory *m);

/* What the access is in, as a report names it. */
struct object region_object(const struct access *a);

/* The worker of the running block's cluster in whose shared memory an address is; NULL: none. The bytes from the start
 * of its dynamic (*part 1) or static (2) part. */
struct worker *region_shared_owner(const void *address, int *part, size_t *offset);

#endif
