/* sass.h: a lesson's machine code as `nvdisasm -g -c -hex` prints it, and what the compiler said of its kernels.
 * Nothing is freed: the program ends soon. */
#ifndef SASS_H
#define SASS_H

#include "../../common/cpu/rewrite/text.h"

struct instruction {
    const char *printed, *offset; /* as it stands there; 00a0 */
    const char *opcode, *base;    /* LDG.E.128; LDG */
    bool is_guarded;              /* has a predicate */
    struct strings operands;
    const char *file; /* that it comes from; "" where the cubin does not say */
    int line;
    bool has_control;
    int sets, waits; /* the scoreboard that is set until the result is there, 0 to 5, else 7; those waited for, a bit each */
    bool is_covered; /* a load that is on a way */
    int waited;      /* how many loads it ends a group of: it is the one that waits; else 0 */
    int still;       /* how many are under way when it has waited for others; -1: it waits for none */
};

/* A run of instructions without a jump in or out */
struct block {
    int first, last; /* its instructions */
    struct block *successors[2], **predecessors;
    int successor_count, predecessor_count;
    int place;               /* a block comes after those that follow it; from 1; 0: it is never reached */
    struct block *dominator; /* the last block through which every way leads here; the first block: itself */
    struct block *loop;      /* the first block of the innermost loop that it is in; NULL outside */
    bool *members;           /* of the loop that begins here: one for each block, also those of loops inside; or NULL */
    int size;                /* how many those are */
    bool is_searched;        /* loads.c: has a way on from here been looked for? */
    int most;                /* how many new loads it makes */
    struct block *next;
};

/* A way through a loop, or through what is outside all loops, and its loads */
struct way {
    bool is_loop;
    int loads, most_loads, most_bytes; /* all; under way at once, for one thread; and their bytes */
    const char *groups;                /* 4+6: four loads, a wait, six loads, a wait */
    const char *lines;                 /* that they come from: 37,39 */
};

struct label {
    const char *name;
    int at; /* the instruction behind it */
};

struct kernel {
    const char *symbol, *name; /* in the cubin; as reports name it */
    int registers, spill_bytes;
    struct instruction *code;
    int count, own; /* the first `own` instructions are the kernel's, then come helper functions */
    struct label *labels;
    size_t label_count;
    struct block *blocks, **order; /* in the order of the code; by place, only those that are reached */
    int block_count, reached_count;
    struct way *ways; /* the one with the most loads first */
    size_t way_count;
    int barriers, warp_barriers, shuffles, reductions;
};

struct lesson {
    const char *name, *file, *arch, *toolkit; /* lesson05, lessons/05_….cu, sm_90, 13.0.88 */
    struct kernel **kernels;                  /* its own, in the order of the names */
    size_t kernel_count;
};

/* What the compiler said of a kernel; -1: nothing */
struct resources {
    const char *symbol, *name;
    int registers, spill_bytes; /* stored and loaded */
};

struct compiled {
    struct resources *at; /* in the compiler's order */
    size_t count;
};

/* resources.c: reads what nvcc -Xptxas -v said. */
struct compiled read_resources(const char *path);
/* NULL if nothing was said. */
const struct resources *find_resources(const struct compiled *compiled, const char *symbol);
/* Is it a kernel of the lesson? Those in a namespace are the harness's or a library's. */
bool is_own(const char *name);

/* read.c: the kernels of the lesson in this file. */
void read_code(struct lesson *lesson, const char *path, const char *resources);
/* Runs of blanks become one; those at the begin go. */
char *squeezed(const char *row);
/* Ends the program, with the file and line that is being read. */
_Noreturn void bad(const char *how, ...);
/* The instruction that a jump leads to */
int target(const struct kernel *kernel, const struct instruction *jump);

void find_loops(struct kernel *kernel); /* loops.c */
/* Does the way from one block to another close a loop? */
bool is_back(const struct kernel *kernel, const struct block *from, const struct block *to);

void find_loads(struct kernel *kernel, const char *lesson_file); /* loads.c: its ways */
void count_waits(struct kernel *kernel);                         /* count.c: its barriers, shuffles and reductions */

/* order.c: the places of the names in their order. Numbers count as numbers: reduce7<32> comes before reduce7<128>. */
size_t *in_order(const struct strings *names);

/* table.c: what make sass05 prints. `wanted`: the kernel whose lines are listed, or ""; is_full: all instructions */
void print_table(const struct lesson *lesson, const char *wanted, bool is_full);

#endif
