/* harness/open.h: the beginning and the end of a program: options, device, plan, memory. */
#ifndef HARNESS_OPEN_H
#define HARNESS_OPEN_H

#include "harness/balance.h"
#include "harness/cards.h"
#include "harness/choose.h"
#include "harness/csv.h"
#include "harness/errors.h"
#include "harness/library.h"
#include "harness/ratios.h"

/* Needs what a declaration says: "9.0" is 9 and 0, NULL nothing. Ends the program (exit 2) when the text has another form. */
static inline void lesson_need_declared(const struct lesson_device *d, const char *needs)
{
    int major = 0, minor = 0, length = 0;
    if (!needs)
        return;
    if (sscanf(needs, "%d.%d%n", &major, &minor, &length) != 2 || needs[length] != '\0')
        lesson_fail(LESSON_USAGE, ".needs = \"%s\": a compute capability such as \"9.0\" is meant",
                    needs);
    lesson_need_capability(d, major, minor);
}

static inline void lesson_place_input(struct lesson *l)
{
    l->input.data = lesson_behind_offset(&l->plan, l->memory.input.data, l->stream);
    if (l->memory.second.data)
        l->second.data = lesson_behind_offset(&l->plan, l->memory.second.data, l->stream);
}

/* Reads the options, opens the device, makes the plan, allocates the memory; prints nothing, except
 * for --help. Does not return when an option is wrong (exit 2) or the device cannot be used (exit
 * 3, or 77 and what is needed). --list opens no device. `offers`: those of the declaration,
 * and any others that this program has. `room_elements`, `room_rows`: see harness/plan.h. */
static inline struct lesson lesson_open(int argc, char **argv, const char *name,
                                        const struct lesson_about *about, int offers,
                                        size_t room_elements, size_t room_rows)
{
    struct lesson l;
    memset(&l, 0, sizeof l);
    lesson_program = name;
    l.name = name;
    l.about = about;
    l.offers = offers;
    struct lesson_options defaults = lesson_default_options(name, about, offers);
    l.options = lesson_parse_options(&defaults, argc, argv, name, about, offers);
    if (lesson_ranks.rank > 0) /* the files are rank 0's */
        l.options.csv = l.options.balance = l.options.ratios = l.options.errors = NULL;
    l.options.device += lesson_ranks.device;
    l.plan.type = l.options.type; /* a lesson may have other kernels for floats */
    l.plan.is_float = lesson_type_about(l.plan.type)->is_float;
    if (l.options.list)
        return l;

    lesson_check_csv(&l.options);
    lesson_check_balance(&l.options);
    lesson_check_ratios(&l.options);
    lesson_check_errors(&l.options);
    lesson_want_cards(&l);
    l.device = lesson_open_device(l.options.device);
    lesson_survey_cards(&l, &defaults);
    lesson_need_capability(&l.device, LESSON_OLDEST_MAJOR, LESSON_OLDEST_MINOR);
    lesson_need_declared(&l.device, about->needs);
    lesson_make_plan(&l.plan, offers, &l.options, &defaults, &l.device, room_elements, room_rows);
    CUDA_CHECK(cudaStreamCreate(&l.stream));
    l.memory = lesson_allocate(&l.plan, l.stream);
    lesson_place_input(&l);
    CUDA_CHECK(cudaMallocHost(&l.word, LESSON_PAIR_SIZE));
    CUDA_CHECK(cudaEventCreate(&l.start));
    CUDA_CHECK(cudaEventCreate(&l.stop));
    lesson_open_cards(&l);
    return l;
}

/* Frees what lesson_open made. */
static inline void lesson_close(struct lesson *l)
{
    lesson_close_cards(l);
    lesson_free(&l->plan, &l->memory);
    lesson_free_workspace(&l->workspace);
    for (int i = 0; i < l->plan.shapes; i++)
        lesson_free_shape(&l->plan.shape[i]);
    CUDA_CHECK(cudaFreeHost(l->word));
    CUDA_CHECK(cudaFreeHost(l->pinned_result.data));
    free(l->on_host);
    CUDA_CHECK(cudaEventDestroy(l->start));
    CUDA_CHECK(cudaEventDestroy(l->stop));
    CUDA_CHECK(cudaStreamDestroy(l->stream));
}

#endif
