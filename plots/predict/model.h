/* model.h: how long kernels take on a card, from what they count. docs/predicting.md derives it; main.c says what the
 * program can be asked for. Nothing is freed: the program ends soon. */
#ifndef MODEL_H
#define MODEL_H

#include "../program.h"
#include "cpu/rewrite/text.h"
#include "csv/csv.h"

#include <math.h>
#include <stdbool.h>

/* What the CPU device counts, as counts.csv names it; counter_names has the names. */
enum counter {
    GLOBAL_LOAD_REQUESTS, GLOBAL_LOAD_SECTORS, GLOBAL_STORE_REQUESTS, GLOBAL_STORE_SECTORS, SHARED_LOAD_REQUESTS,
    SHARED_LOAD_WAVEFRONTS, SHARED_STORE_REQUESTS, SHARED_STORE_WAVEFRONTS, GLOBAL_ATOMIC_REQUESTS, GLOBAL_ATOMIC_LANES,
    SHARED_ATOMIC_REQUESTS, BARRIERS, WARP_SYNCS, SHUFFLES, DIVERGENT_IFS, COUNTERS
};
extern const char *const counter_names[COUNTERS];

/* In the order of predict-weights.csv: how many instructions, then what all else takes. */
enum weight_name {
    PER_WARP, PER_GLOBAL_LOAD, PER_GLOBAL_STORE, PER_SHARED, PER_BARRIER, PER_WARP_SYNC, PER_SHUFFLE, PER_DIVERGENT_IF,
    SHARPNESS, MEMORY_SHARPNESS, ISSUE_SHARE, READ_SHARE, L1_SHARE, SHARED_SHARE, LOADED_LATENCY, AGAIN, WRITE, STEP,
    BARRIER, BARRIER_WARP, BLOCK_LIFE, BEGIN, NEXT_LAUNCH, CLEAR, TAIL, GRID_SYNC, GRID_SYNC_BLOCK, WEIGHTS,
    PARTS = SHARPNESS /* that many instructions' */
};
struct weight {
    const char *name, *prior, *what;
    double value, began; /* began: the logarithm of a value that one would guess */
};
extern struct weight weights[WEIGHTS];
extern double own_begin; /* ns that a launch takes whatever it does, of a kernel that is not a lesson's */

struct card {
    const char *card, *name;
    int arch; /* that is recorded: 80 of sm_80 */
    bool is_measured;
    double sms, mhz, clock, peak, l2_mib, l2, max_threads, max_blocks, registers, shared_kib; /* clock: cycles in a ns */
    double memory_ns, l2_ns, block_ns, atomic_ns;
    double slower; /* how many times as much of its peak the first card's loads reach */
};

struct lesson {
    struct lesson *next;
    const char *name;
    double number, n, rows; /* n and rows: the lesson's own size */
    double fitted;          /* how many times the weights are fitted to */
};

/* How long what a launch does takes, in ns with weights of 1. */
struct terms {
    double issue, memory, l1, shared, blocks, atomics;     /* what all have to share */
    double waves, loads, again, steps, waits, warps;       /* a block's life */
    double tail, sync, sure;                               /* sure: what it takes at least */
};

/* A launch as it was counted, or of another size: what all its blocks count. */
struct launch {
    const char *function;
    double grid, threads, shared, launches, count[COUNTERS];
    double loaded, stored, partial;    /* bytes of distinct sectors, of an own kernel */
    double bytes;                      /* that the reduction moves here */
    bool is_from_memory, is_as_device, is_own; /* as_device: its grid is as large as the device */
    struct terms terms;
};

struct size {
    double n, rows, bytes;
    struct launch *launch;
    int launches;
};

struct kernel {
    struct lesson *lesson;
    const char *name, *type;
    int block;
    bool is_steady;
    struct size *size;
    int sizes;
};
extern struct lesson *lessons;
extern struct kernel *kernels;
extern int kernel_count;

/* A kernel at some size, on some card. */
struct reduction {
    const struct kernel *kernel;
    const struct card *card;
    struct launch *stage;
    int stages;
    bool is_of_rows;
    double bytes;
};

/* main.c */
_Noreturn void quit(int status, const char *how, ...);
double ceiling(double x);
double least(double a, double b);
double most(double a, double b);

/* tables.c */
void read_model(void); /* all that the options name */
void open_table(struct csv *csv, const char *name); /* which must be there */
struct lesson *lesson_called(const char *name);
const struct card *card_called(const char *name); /* ends the program where there is none */
struct kernel *kernel_called(const char *lesson, const char *name, const char *type, int block); /* NULL: there is none */
struct kernel *kernel_of(const struct csv *csv); /* that its row names */
struct ncu { /* how many instructions ncu has counted */
    const char *lesson, *kernel;
    double n, block, grid, instructions;
};
const struct ncu *next_ncu(const struct kernel *kernel, const struct ncu *before); /* NULL: the first, or there is no more */
/* Blocks that an SM has at a time, and loads that a warp has in flight. */
double occupancy(const struct card *card, const struct lesson *lesson, const struct launch *launch);
double loads_in_flight(const struct card *card, const struct lesson *lesson, const char *function);

/* scale.c */
void learn_later(const struct launch *launch, double before);
bool is_same_function(const char *one, const char *other); /* whatever they are instantiated for */
bool scale(struct reduction *r, const struct kernel *kernel, const struct card *card, double n, double rows);
double sectors_of(const struct launch *launch);
struct launch *add_stage(struct reduction *r, const struct launch *like, double grid);

/* terms.c */
extern bool uses_counters; /* what ncu has counted */
struct parts { double memory, issue, latency, shared, l1, smooth; };
double amount(const struct launch *launch, enum weight_name what); /* how much of what a weight stands for */
double distance(double a, double b);
double correction(const struct kernel *kernel, const struct card *card, double n);
void forget_corrections(void);
/* Sets the terms of all launches; returns false where nothing was counted. */
bool make_reduction(struct reduction *r, const struct kernel *kernel, const struct card *card, double n, double rows);
void make_terms(struct reduction *r, double more);
double time_of(const struct reduction *r); /* in ns */
double sure_ns(const struct reduction *r);
double begin_of(const struct launch *launch);
double comes_after(const struct launch *launch, bool is_first); /* the ns between launches, and to clear */
struct parts parts_of(const struct launch *launch);
double traffic(const struct reduction *r, const struct launch *stage, double resident);
double limit_ns(const struct reduction *r);
const char *binding(const struct reduction *r); /* the name of what takes longest */
const char *why_not(const struct reduction *r); /* it cannot be predicted; "" where it can */

/* own.c */
void read_inspected(struct kernel *kernel, const char *name, double n);
void read_bytes(struct kernel *kernel, const char *name);
void make_own(struct reduction *r, const struct launch *launch, const struct card *card, double times);
const char *own_why_not(const struct reduction *r);
void assert_possible(const struct card *card, double ns, double limit);

/* fit.c */
struct sample {
    const void *of;
    double counts, error, now, slope[WEIGHTS]; /* counts: how much */
};
struct samples {
    struct sample *at;
    int count;
};
void add_sample(struct samples *samples, const void *of, double counts);
void fit(struct weight *moved, int count, const struct samples *samples, double (*error_of)(const void *), int steps);

/* What the program can be asked for */
void predict_lesson(void);
void predict_file(void);
void predict_exercise(void);
void validate(void);
void predict_kernels(void);

#endif
