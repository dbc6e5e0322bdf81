/* harness/about.h: what a lesson says about itself. */
#ifndef HARNESS_ABOUT_H
#define HARNESS_ABOUT_H

/* What a lesson offers; or-ed together in its declaration. An option that a lesson does not offer
 * is refused. The first type named here is the default. */
enum lesson_offer {
    LESSON_INT = 1,            /* elements may be int */
    LESSON_FLOAT = 2,          /* elements may be float; with LESSON_INT: --type chooses */
    LESSON_GRID = 4,           /* --grid sets r->grid: the kernel covers n with any grid */
    LESSON_ANY_BLOCK = 8,      /* any multiple of 32, not only powers of two */
    LESSON_DESTROYS_INPUT = 16,/* the input is refilled before each run, outside the timing;
                                  --hot makes no sense then and is refused */
    LESSON_BATCH = 32,         /* --batch and --row: r->batch rows of r->n elements, a sum each */
    LESSON_RAGGED = 64,        /* rows of different lengths, a sum each: r->row_begin */
    LESSON_COOPERATIVE = 128,  /* --no-cooperative: l.options.no_cooperative is 1 */
    LESSON_OUTPUT = 256,       /* r->out: needed where a result is as large as the input */
    LESSON_ALIGNED = 1024,     /* loads 16 bytes at a time, from multiples of 16: --offset must be
                                  a multiple of 4 elements */
    LESSON_INT8 = 2048,        /* further types of elements; harness/types.h has the order in which they */
    LESSON_INT64 = 4096,       /* count as first, and the types of results */
    LESSON_DOUBLE = 8192,
    LESSON_HALF = 16384,
    LESSON_BFLOAT16 = 32768,
    LESSON_OPERATORS = 65536,  /* --op and --input, for lesson_run_operator; -n 0 is allowed */
    LESSON_SECOND = 131072,    /* r->second: another array of n elements, the same on each card */
    LESSON_PAIRS = 1 << 18,    /* results, and what blocks leave in r->partial, have up to 16 bytes */
    LESSON_INPUT_KINDS = 1 << 19, /* --input, and -n 0 is allowed, as with LESSON_OPERATORS; but no --op */
    LESSON_WIDE_PARTIALS = 1 << 20, /* r->partial and r->scratch have 32 bytes for each block */
    LESSON_COLUMNS = 1 << 24,  /* with LESSON_BATCH: a result per column, r->n of them, checked by
                                  harness/check_columns.h; --input; --batch 0 is allowed */
    LESSON_CARDS = 1 << 26,       /* --cards: the array is split over several GPUs; r->card[i] is card i's part.
                                  harness/cards.h, lesson_cards.h */
    LESSON_FROM_HOST = 1 << 28,   /* the array is in the hosts' memory: r->in is pinned, and has the r->n elements of this
                                  process's part (harness/ranks.h) */
    LESSON_EACH_CARD = 1 << 27,   /* with LESSON_CARDS: not split, each card has an array of n elements of its own, or
                                  with LESSON_BATCH that many rows */
    LESSON_UINT8 = 1 << 21,
    LESSON_KEYS = 1 << 25      /* int keys from 0 to r->bins - 1: --bins, --input; a result per key, checked by
                                  harness/check_keys.h; -n 0 is allowed. r->second has ints */
};
/* lesson_begin adds this: samples, a table, files */
enum { LESSON_TIMED = 512 };
/* Those with several kinds of elements. */
enum { LESSON_ELEMENT_KINDS = LESSON_OPERATORS | LESSON_INPUT_KINDS | LESSON_COLUMNS };

/* What a lesson is: its declaration. Everything that must know this takes it from here, the scripts
 * as well, which read the lesson's source. So each field stands on a line of its own, as in the
 * example in lesson.h, and its value is a plain string or an or of names. */
struct lesson_about {
    const char *title;     /* the idea in a few words */
    const char *part;      /* of the course: "I", "II" ...; lessons/parts.csv has their titles */
    const char *step_from; /* "lesson04": its step is its best row against the best row of that
                              lesson. NULL: no step, the first of its kind */
    const char *needs;     /* compute capability that the device must have at least: "9.0". NULL:
                              every GPU that the course supports will do */
    int offers;            /* an or of lesson_offer */
    const char *defaults;  /* options that hold unless the command line has others, written as
                              there: "-n 2^24 -b 512". One -n is needed: with --batch, if there is
                              one, it is the lesson's own shape, which tables show. Sizes are for a
                              GPU; the CPU device takes 2^20 elements at most */
    const char *bench;     /* options of what `make bench` runs on a GPU besides the lesson's own
                              shape: "--batch 1,64,4096 -b 256"; several runs with ; between */
    const char *swept;     /* where kernels NAME_1, NAME_2 ... differ in a number: what it is, in a
                              few words, for the picture of their bandwidth over it */
    const char *per_sm;    /* "1": so many blocks of each kernel are on an SM at a time, if there are
                              elements enough: then there is a picture of bandwidth over the bytes
                              that are in flight on an SM. Row NAME_16 is the kernel NAME<16> */
    const char *kernel;    /* the row that shows the lesson's idea, for make play and make picture. NULL: the first */
};

#endif
