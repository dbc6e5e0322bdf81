/* harness/state.h: what a running lesson knows, and what is known of one row of its table. */
#ifndef HARNESS_STATE_H
#define HARNESS_STATE_H

#include "harness/device.h"
#include "harness/input.h"
#include "harness/memory.h"
#include "harness/verdict.h"

#define LESSON_QUEUE 64 /* kernels of one lesson, at most */

/* What a row of the table times. The rows of one shape are compared: harness/series.h. */
enum lesson_kind { LESSON_KERNEL, LESSON_LIBRARY, LESSON_HOST };

/* How the call clock calls a row; or-ed. 0: a launch, then a copy of the result. See lesson.h. */
enum lesson_how {
    LESSON_AS_GRAPH = 1, LESSON_INTO_PINNED = 2,
    LESSON_CHOOSES_BLOCK = 4,         /* and the grid, by itself: one row per shape */
    LESSON_WAITS = 8                  /* the launch function waits for the device: no graph */
};

/* What was asked of lesson_run and its like, to be run at each shape. */
struct lesson_entry {
    char kernel[64];
    enum lesson_kind kind;
    const struct lesson_check *check;
    lesson_launch launch;         /* NULL, and host NULL: this program does not have it */
    lesson_host host;             /* LESSON_HOST: runs on the host, in place of launch */
    unsigned elements_per_thread;
    int how;                      /* an or of lesson_how */
    int is_slow;                  /* one thread adds up all: lesson_is_too_long */
};

/* One of several cards that share the work: what it has. Card 0 is the one that all lessons have. */
struct lesson_card {
    int device;                    /* its number, for cudaSetDevice */
    int sm_count;
    double peak;                   /* as in struct lesson_device */
    cudaStream_t stream;
    cudaEvent_t meeting;           /* the harness' own */
    cudaEvent_t event;             /* for lesson_after */
    struct lesson_memory memory;
    struct lesson_input input;     /* as filled for the shape that runs now: this card's part */
    struct lesson_input second;    /* the same elements as on the first card; no data: not needed */
    struct lesson_workspace workspace;
    unsigned char reaches[LESSON_MOST_CARDS]; /* [i] is 1 if its kernels can use card i's memory */
};

struct lesson {
    const char *name;
    const struct lesson_about *about;
    int offers;                    /* as declared, and LESSON_TIMED */
    struct lesson_options options; /* what was asked for */
    struct lesson_device device;
    struct lesson_plan plan;       /* what is run */

    cudaStream_t stream;
    cudaEvent_t start, stop;
    struct lesson_memory memory;
    struct lesson_input input;     /* as filled for the shape that runs now */
    struct lesson_input second;    /* the same with another seed; no data: not needed */
    struct lesson_workspace workspace;
    struct lesson_card card[LESSON_MOST_CARDS]; /* LESSON_CARDS: harness/cards.h */
    struct reduction part[LESSON_MOST_CARDS];   /* what a launch function gets of each */
    int cards, open_cards;         /* that share the shape that runs now, that are open; 0 in other lessons */
    int mixed_card;                /* the first that is no card like card 0; 0: all are */
    int unreached_pairs;           /* of cards whose memory kernels cannot reach, counted both ways */
    int no_atomics;                /* pairs of cards, as above, without native atomics in the other's memory */
    int apart;                     /* kernels of several cards do not run at the same time here */

    const char *cause;             /* of the last wrong sum, in a word; explain_sum.h lists them */
    int wrong, csv_rows;           /* rows of the table that are wrong, that are in the CSV */
    int ratio_rows;                /* that are in the file of --ratios */
    int error_rows;                /* that are in the file of --errors */
    int balance_kernels;           /* that are in the file of --balance */
    char kernels[1024];            /* names seen so far, for --kernel with an unknown name */
    int kernel_found;
    struct lesson_entry queue[LESSON_QUEUE]; /* not run yet */
    int queued;
    int *on_host;                  /* the input once more, in the host's memory; NULL: not needed */
    void *word;                    /* pinned host memory for one result */
    struct lesson_array pinned_result; /* as large as memory.result, for LESSON_INTO_PINNED; NULL: no
                                      row asked for it */
    double clock_mhz;              /* of the SMs, in the last series; 0: not known */
};

/* One row of the table: a kernel, a library's function or the host at one shape and block. */
struct lesson_row {
    const char *kernel;
    enum lesson_kind kind;      /* block and grid are known of a kernel only */
    const struct lesson_check *check;
    lesson_launch launch;
    lesson_host host;
    int how;
    struct reduction r;         /* with what the launch function said last */
    unsigned grid, block;       /* what each run's launch function gets in r: lesson_set_blocks */
    struct lesson_shape *shape;
    size_t copy;                /* of the input, that r.in points to */

    cudaGraphExec_t graph;      /* a sample; NULL on a device that has none */
    cudaGraphExec_t call_graph; /* a call, of a row with LESSON_AS_GRAPH */
    int repeats;                /* reductions in it */
    int registers;              /* of a thread of the first kernel in it; 0: not known */
    int in_round;               /* samples in a round, at most */
    double *sample, *of_round; /* milliseconds: each sample, each round's median */
    double *call, *call_of_round; /* milliseconds: each call, each round's mean */
    int samples, rounds, calls;
    int is_stopped;             /* its rounds end when its time is known well: harness/statistics.h */
    double median, min, spread; /* of the samples: milliseconds, milliseconds, percent */
    double error;               /* half width of the median's 95 % interval, percent; NAN: unknown */
    double call_median;         /* milliseconds; NAN: not measured */

    struct lesson_verdict verdict;
    const char *when;           /* in which run it was found wrong */
    long long changed;          /* the first element of the input that it changed, or -1 */
};

/* From now on the launch function gets this grid and block. */
static inline void lesson_set_blocks(struct lesson_row *row, unsigned grid, unsigned block)
{
    row->grid = row->r.grid = grid;
    row->block = row->r.block = block;
}

/* Are its results right, and is the input what it was? */
static inline int lesson_is_right(const struct lesson_row *row)
{
    return row->verdict.is_right && row->changed < 0;
}

/* What kernels may use of the arrays with one word, or so, for each row. */
static inline void lesson_limit_results(struct lesson *l, const struct lesson_shape *shape)
{
    lesson_limit_array(l->memory.result.data, shape->rows * lesson_result_room(&l->plan), 0);
    if (shape->begin)
        lesson_limit_array(l->memory.row_begin.data, (shape->rows + 1) * sizeof *shape->begin, 0);
}

/* Has do_it(card) work on each card, but the first, of those that share the shape that runs now. Afterwards the first
 * is the current one again. */
template <class Function> static inline void lesson_on_other_cards(struct lesson *l, Function do_it)
{
    for (int i = 1; i < l->cards; i++) {
        CUDA_CHECK(cudaSetDevice(l->card[i].device));
        do_it(&l->card[i]);
    }
    if (l->cards > 1)
        CUDA_CHECK(cudaSetDevice(l->card[0].device));
}

static inline void lesson_fill_inputs(struct lesson *l)
{
    lesson_fill_input(&l->input, l->stream);
    if (l->second.data)
        lesson_fill_input(&l->second, l->stream);
    lesson_on_other_cards(l, [](struct lesson_card *card) {
        lesson_fill_input(&card->input, card->stream);
        if (card->second.data)
            lesson_fill_input(&card->second, card->stream);
    });
}

/* Makes *input that of a shape, on card number i of those that share it. Returns 1 if that was another one. */
static inline int lesson_shape_input(const struct lesson_plan *p, const struct lesson_shape *shape, int i,
                                     struct lesson_input *input)
{
    struct lesson_input old = *input;
    size_t volume = lesson_volume(shape);
    lesson_card_range(p, volume, shape->cards, i, &input->first, &input->n);
    input->copies = lesson_copies(p, volume);
    input->pitch = lesson_pitch(input->n, input->copies);
    input->seed = p->seed;
    input->type = p->type;
    input->kind = p->input;
    input->bins = p->offers & LESSON_KEYS ? p->bins : 0;
    input->size = lesson_element_size(p);
    return memcmp(&old, input, sizeof old) != 0;
}

/* Makes the input and the rows' beginnings those of a shape. */
static inline void lesson_prepare(struct lesson *l, const struct lesson_shape *shape)
{
    int is_new = l->cards != shape->cards;
    l->cards = shape->cards;
    for (int i = 0; i < l->cards; i++)
        is_new |= lesson_shape_input(&l->plan, shape, i, &l->card[i].input);
    struct lesson_input wanted = l->input;
    is_new |= lesson_shape_input(&l->plan, shape, 0, &wanted);
    lesson_limit_results(l, shape);
    if (l->memory.out.data)
        lesson_limit_array(l->memory.out.data, wanted.n * wanted.size, wanted.copies > 1 ? wanted.pitch * wanted.size : 0);
    if (shape->begin)
        CUDA_CHECK(cudaMemcpyAsync(l->memory.row_begin.data, shape->begin,
                                   (shape->rows + 1) * sizeof *shape->begin,
                                   cudaMemcpyHostToDevice, l->stream));
    if (!is_new)
        return;
    l->input = wanted;
    if (l->second.data) {
        wanted.data = l->second.data;
        wanted.seed = ~l->plan.seed;
        if (wanted.bins > 0)
            wanted.kind = lesson_usual_input();
        wanted.bins = 0;
        l->second = wanted;
        for (int i = 0; i < l->cards; i++) {
            wanted.data = l->card[i].second.data;
            l->card[i].second = wanted;
        }
    }
    lesson_fill_inputs(l);
}

/* Where in the whole array an element of a card's copies stands; -1 stays -1. */
static inline long long lesson_whole_index(const struct lesson_input *input, long long at)
{
    return at < 0 ? at : (long long)(input->first + (size_t)at % input->pitch);
}

/* The index of the first element that a kernel changed, or -1 when the input is as it was, or need not be. Puts it
 * right again. */
static inline long long lesson_changed_inputs(struct lesson *l)
{
    if (l->offers & LESSON_DESTROYS_INPUT)
        return -1;
    long long changed = lesson_whole_index(&l->input, lesson_changed_input(&l->input, l->stream));
    if (changed < 0 && l->second.data)
        changed = lesson_whole_index(&l->second, lesson_changed_input(&l->second, l->stream));
    lesson_on_other_cards(l, [&](struct lesson_card *card) {
        if (changed < 0)
            changed = lesson_whole_index(&card->input, lesson_changed_input(&card->input, card->stream));
        if (changed < 0 && card->second.data)
            changed = lesson_whole_index(&card->second, lesson_changed_input(&card->second, card->stream));
    });
    if (changed >= 0)
        lesson_fill_inputs(l);
    return changed;
}

#endif
