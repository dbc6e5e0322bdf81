/* inspect.h: between the engine and the inspector, the part that observes what kernels do.
 *
 * In the plain engine every hook is empty. With CUDA_CPU_INSPECT the blocks of an ordinary launch
 * run one after the other on one OS thread, and those of a cooperative launch take turns, so the
 * inspector needs no locks and its results do not depend on the number of cores.
 *
 *   observe.c  gets every access of the program, and writes it down
 *   regions.c  knows what memory it touches, sites.c where in the program it stands
 *   mistakes.c reports what is wrong by itself
 *   order.c    finds accesses that nothing orders: races
 *   replay.c   brings the lanes of a warp together, as a GPU does, and counts requests
 *   findings.c keeps what was found and counted, and prints it when the program ends */
#ifndef CUDA_CPU_INSPECT_H
#define CUDA_CPU_INSPECT_H

#include "worker.h"

#ifdef CUDA_CPU_INSPECT

enum { IS_INSPECTED = 1 };

enum { CALL_DEPTH = 8 };                     /* functions in functions that replay.c follows */

/* One CUDA thread's stream of events that replay.c has not seen yet. */
struct lane {
    uint64_t *next, *limit;             /* where the next event goes; NULL: no room yet */
    uint64_t *first, *begin;            /* the oldest event; the room */
    uint64_t base;                      /* of its keys, see append() */
};

/* An event is a key, and for ACCESS and SYNC a second word. Keys are compared as numbers: of the
 * lanes of a warp those with the smallest run next, the ones in the deepest call, then those at
 * the lowest address: so lanes that left a loop or an `if` wait for those that did not.
 *   12 bits  frame of the function, in units of 16 bytes from the end of the stack
 *   32 bits  address in the program, from its beginning
 *    4 bits  kind
 *   16 bits  site (ACCESS, SYNC, BARRIER)
 * Of what the CPU device's own functions do, the place is where the program called them. */
enum { EVENT_BLOCK, EVENT_ACCESS, EVENT_SYNC, EVENT_BARRIER, EVENT_END, EVENT_CALL };
enum { FRAME = 52, WHERE = 20, KIND = 16 };     /* shifts: key >> WHERE says where the lane is */
enum { CALL_BY_OWN = 1 };               /* the site of a CALL that the CPU device makes */

/* The second word of an ACCESS: the address, or the offset in shared memory, in 48 bits; above it
 * the size in bytes (1 to 16), 5 bits, and these. */
#define ACCESS_ADDRESS ((1ull << 48) - 1)
#define ACCESS_SHARED (1ull << 63)
#define ACCESS_STORE (1ull << 62)
#define ACCESS_ATOMIC (1ull << 61)
#define ACCESS_VOLATILE (1ull << 60)
enum { ACCESS_SIZE = 48 };

/* What is counted at a site, for the blocks that are observed. The order is that of the CSV. */
enum {
    GLOBAL_LOAD, GLOBAL_STORE = GLOBAL_LOAD + 3, SHARED_LOAD = GLOBAL_STORE + 3,
    SHARED_STORE = SHARED_LOAD + 4, GLOBAL_ATOMIC = SHARED_STORE + 4,
    SHARED_ATOMIC = GLOBAL_ATOMIC + 2, BARRIERS = SHARED_ATOMIC + 2, WARP_SYNCS, SHUFFLES,
    DIVERGENT_IFS, COUNTERS
};

/* A place in the program: an address, or a file and line. */
struct site { uint32_t pc; int line; const char *file; };

/* What a worker's block has done that orders accesses: see order.c. */
struct clock;

/* The inspector's part of a worker. */
struct inspected {
    struct lane lane[THREADS];
    uint64_t *room[WARPS];              /* for the streams of a warp's lanes; NULL: none yet */
    uint64_t *spare[WARPS];
    unsigned int spares;
    unsigned int full[WARPS];           /* lanes whose room is full */
    unsigned int ended[WARPS];          /* lanes that have ended, in the replay */
    uint32_t barriers[WARPS], syncs[WARPS];     /* passed by the replay: block's, warp's since */
    uint64_t together[THREADS];         /* 0, or where the lane was last, with others; it waits for more */
    uint64_t call[THREADS][CALL_DEPTH];      /* where the functions have got to that the lane is in */
    unsigned char calls[THREADS];
    uint32_t deepest_call[WARPS];       /* of any lane: its frame, or more than any frame */
    struct { unsigned int count, lanes; uint64_t data[4][LANES]; } loads;   /* see replay.c */
    struct clock *clock;
    uint64_t block;                     /* its number in the grid */
    int observed;                       /* this block */
    int counted;                        /* and what it does is counted */
    int is_alone;                       /* blocks between the first and this one were not */
    int skip_check;                     /* the next access was reported already */
    int unsettled;                      /* order.c has not made up its mind yet about: */
};

enum { WRITE_PENDING = 1, READ_PENDING = 2 };   /* a write of perhaps the same value; reads before CAS */

extern __thread struct lane *cuda_cpu_lane;     /* of the current thread, while it is observed */

/* ---- Hooks of the engine ------------------------------------------------------------------- */

/* Around a launch; a launch that the device refuses; is this block observed? */
void inspect_begin_launch(const struct cuda_cpu_launch *launch);
void inspect_end_launch(void);
void inspect_refused(const struct cuda_cpu_launch *launch, int error, uint64_t most);
void inspect_begin_block(struct worker *w, uint64_t block);
void inspect_end_block(struct worker *w);

static inline void inspect_become(struct worker *w, unsigned int t)
{
    cuda_cpu_lane = w->inspected->observed ? &w->inspected->lane[t] : NULL;
}

void inspect_begin_lane(struct worker *w, void *frame);
void inspect_end_lane(struct worker *w, unsigned int t);

/* A lane comes to an operation (pc, frame: where in the kernel); it opens. */
void inspect_arrive(struct worker *w, int kind, unsigned int mask, const char *file, int line,
                    void *frame);
void inspect_barrier(struct worker *w);
void inspect_tile(struct worker *w, unsigned int first, unsigned int size);
void inspect_meeting(struct worker *w, unsigned int warp, int kind, unsigned int lanes);
void inspect_absent(struct worker *w, unsigned int t, unsigned int from);
void inspect_grid_sync(void);

/* No lane of the warp can run: replays what they did; lanes with full rooms can run again. */
void inspect_drain(struct worker *w, unsigned int warp);
void cuda_cpu_wait_for_room(void);      /* engine.c: until then */

/* shared.c: a thread is the first to come to a __shared__ variable and asks for its place. */
void inspect_first_pass(void);

/* memory.c: an allocation comes and goes (written: count all of it as written); the host wrote. */
void inspect_allocated(char *data, size_t size, int written);
void inspect_freed(char *data);
void inspect_written(const void *p, size_t size);

/* Prints what was found, once: at the program's end, or before a report that ends it. */
void inspect_print(void);

/* ---- Between the inspector's files --------------------------------------------------------- */

/* Four bytes of memory, as threads have used them: the last write, a read since then, and another
 * read by a thread as far away from that one as there was. `when`: thread << 22 | stamp; 0: none. */
struct cell {
    uint32_t write_block, write_when;
    uint32_t read_block, read_when;
    uint32_t other_block, other_when;
    uint32_t plain_when;                /* the writer's plain write, which its atomic followed */
    uint16_t write_site, read_site, plain_site;
    uint16_t epoch;                     /* of all of the above; of another epoch: all is past */
    uint16_t bits;
};
enum {
    CELL_WRITTEN = 0, CELL_READ = 4,    /* shifts: which of the four bytes */
    CELL_FRESH = 8,                     /* which were ever written, whatever the epoch */
    CELL_STRONG_WRITE = 1 << 12, CELL_STRONG_READ = 1 << 13,
    CELL_NARROW_WRITE = 1 << 14,        /* atomic, but only within its block */
    CELL_WEAK_WRITE = 1 << 15           /* volatile, and strong only beside atomics */
};
enum { STAMP_BITS = 22 };

struct access {
    const char *address;
    unsigned int size;
    uint16_t site;
    unsigned char write, atomic, narrow, is_volatile, shared, range;
};

/* order.c */
void order_begin_launch(void);
void order_begin_block(struct worker *w);
void order_barrier(struct worker *w);
void order_tile(struct worker *w, unsigned int first, unsigned int size);
void order_warp(struct worker *w, unsigned int warp, unsigned int lanes);
void order_fence(struct worker *w, int whole_device);
int order_check(struct worker *w, struct cell *cells, uint16_t epoch, const struct access *a);
void order_settle_now(struct worker *w, const struct access *next);

/* Before another thread runs, or the thread's next access: was what it did last a mistake after all? */
static inline void order_settle(struct worker *w, const struct access *next)
{
    if (w->inspected->unsettled)
        order_settle_now(w, next);
}

/* replay.c */
void replay_begin_block(struct worker *w);

/* observe.c; an atomic is of the program's own, not one of CUDA's. */
void observe_atomic(const void *p, unsigned int size, int store, void *pc, void *frame);
void observe_steps(unsigned long long more);    /* that lanes have taken, see cuda_cpu_inspect_allow() */

/* sites.c: a number for a place in the program, and back; addresses are counted from the program's
 * beginning. */
uint32_t observe_text(const void *pc);
uintptr_t observe_address(uint32_t pc);
uint16_t observe_site(uint32_t pc);
uint16_t observe_place(const char *file, int line);
void observe_first_pass(uint16_t site);         /* of a __shared__ variable's declaration, there */
int observe_is_first_pass(uint16_t site);
const struct site *observe_get_site(uint16_t site);
unsigned int observe_sites(void);
uint32_t observe_branch(uint32_t from, const uint32_t *block, unsigned int n);
int observe_is_second_test(uint32_t block);
void symbols_read(void);
int symbols_is_local_static(const void *p);
int symbols_is_copier(uint16_t site, const void *pc);     /* in a copy constructor */
extern char symbols_own_are_traced __attribute__((visibility("hidden")));
int symbols_is_own(const void *pc);      /* in a function of the CPU device's headers */
int symbols_is_glue(uint16_t site, const void *pc);       /* between the engine and the kernel */

/* regions.c: global memory that may be used, an allocation or the program's own variables. */
struct region {
    char *lo, *hi;
    struct cell *cells;
    int written;                        /* all of it counts as written */
    int ranges;
    struct { char *lo, *hi; } range[16];        /* what the host wrote */
};
extern __thread char *region_tls;       /* this OS thread's variables: threadIdx and the like */
extern __thread size_t region_tls_size;
void region_begin_launch(void);
void region_begin_block(void);
void region_next_epoch(void);
struct region *region_of(const char *p);
int region_host_wrote(const struct region *r, const char *p, unsigned int size);
int region_is_program(const struct region *r);       /* the variables of the program */
int region_is_host_variable(const char *p);
void region_write_unobserved(const char *p, size_t size);

/* Finds what memory an access is to: its cells with their epoch, its region if it is global, and what
 * the event says of where. NULL: not to be observed, or reported. */
struct cell *region_cells(struct worker *w, struct access *a, struct region **region, uint64_t *where,
                          uint16_t *epoch);

/* mistakes.c; which bytes an access is to, in words. */
const char *mistake_bytes(const struct access *a, char *text, size_t size);
void mistake_address(struct worker *w, const struct access *a);
void mistake_shared(struct worker *w, const struct access *a, const char *what, size_t size, long beyond);
void mistake_fresh(struct worker *w, const struct access *a);

/* findings.c: the counters of a site; NULL when the worker's block is not counted. */
uint64_t *findings_counts(const struct worker *w, uint16_t site);
void findings_step(struct worker *w, unsigned int warp, uint16_t site, unsigned int active,
                   unsigned int conflicts);
void findings_lane_end(struct worker *w, unsigned int warp, unsigned int lanes);
void findings_begin_launch(const struct cuda_cpu_launch *launch);
void findings_begin_block(struct worker *w);        /* is it counted? */

/* The kernel of the launch is the function with this symbol: the first one that a thread of block 0
 * comes to; or, at last, what the launch itself tells. w: that block's worker, NULL if none runs. */
int findings_is_named(void);
void findings_name(struct worker *w, const char *symbol);
void findings_name_at_last(struct worker *w);

/* One mistake. `thread` and `other` are numbers in their blocks; other_block: of the other one.
 * does, did: "reads", "had written them"; NULL: no such place. */
struct finding {
    const char *kind;
    char text[200];
    uint64_t block, other_block;
    uint16_t site, other_site;
    unsigned int thread, other;
    const char *does, *did, *fix;
};
void findings_add(const struct finding *f);

#else /* the plain engine */

enum { IS_INSPECTED = 0 };

#define inspect_begin_launch(launch) ((void)0)
#define inspect_end_launch() ((void)0)
#define inspect_refused(launch, error, most) ((void)(most))
#define inspect_begin_block(w, block) ((void)0)
#define inspect_end_block(w) ((void)0)
#define inspect_become(w, t) ((void)0)
#define inspect_begin_lane(w, frame) ((void)0)
#define inspect_end_lane(w, t) ((void)0)
#define inspect_arrive(w, kind, mask, file, line, frame) ((void)0)
#define inspect_barrier(w) ((void)0)
#define inspect_tile(w, first, size) ((void)0)
#define inspect_meeting(w, warp, kind, lanes) ((void)0)
#define inspect_absent(w, t, from) ((void)0)
#define inspect_grid_sync() ((void)0)
#define inspect_drain(w, warp) ((void)0)
#define inspect_first_pass() ((void)0)
#define inspect_allocated(data, size, written) ((void)0)
#define inspect_freed(data) ((void)0)
#define inspect_written(p, size) ((void)0)
#define inspect_print() ((void)0)

#endif
#endif
