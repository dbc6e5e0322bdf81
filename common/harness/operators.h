/* harness/operators.h: what a lesson can reduce with, for --op; and kinds of input, for --input. What each gives is
 * computed in harness/check_reduced.h; what elements a kind has says harness/elements.h. */
#ifndef HARNESS_OPERATORS_H
#define HARNESS_OPERATORS_H

#include "harness/elements.h"
#include <string.h>

enum lesson_operator {
    LESSON_SUM, LESSON_PRODUCT, LESSON_MIN, LESSON_MAX, LESSON_AND, LESSON_OR,
    LESSON_DOT,   /* the sum of in[i] * second[i] */
    LESSON_NORM2, /* the square root of the sum of in[i] * in[i]; of floating-point numbers */
    LESSON_ALL_OPERATORS,
    LESSON_SUM_FIXED_POINT = LESSON_ALL_OPERATORS, LESSON_SUM_BINNED, /* sums as harness/grid_sum.h defines them */
    LESSON_KINDS_OF_RESULTS
};

static const char *const lesson_operator_names[LESSON_ALL_OPERATORS] = {"sum", "product", "min", "max",
                                                                        "and", "or",      "dot", "norm2"};

static const char *const lesson_input_names[LESSON_INPUTS] = {
    "random", "negative", "zeros", "factors", "hostile", "equal", "cancelling", "ties", "far", "digits",
    "denormals", "infinities", "nan", "masked", "low", "level", "small", "peaks", "signs"};

/* Can results be NaNs? This input has one, or infinities, of which some operations make one. */
static inline int lesson_may_give_nan(enum lesson_inputs input)
{
    return input == LESSON_INFINITIES || input == LESSON_NAN || input == LESSON_MASKED;
}

/* Can results of this operator be told right from wrong with such elements? A product of many other floating-point
 * numbers leaves their range, and a norm of integers is not an integer. */
static inline int lesson_is_defined(enum lesson_operator op, enum lesson_type type, enum lesson_inputs input)
{
    int is_float = lesson_type_about(type)->is_float;
    return !(op == LESSON_PRODUCT && is_float && input != LESSON_FACTORS) && !(op == LESSON_NORM2 && !is_float);
}

/* The index of a name in a list; `count` if it is not there. */
static inline int lesson_index_of(const char *name, const char *const *list, int count)
{
    int i = 0;
    while (i < count && strcmp(name, list[i]))
        i++;
    return i;
}

/* The list as text, for messages: "sum, product, min". Text that stays until the next call. */
static inline const char *lesson_listed(const char *const *list, int count)
{
    static char text[256];
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", i ? ", " : "", list[i]);
    }
    return text;
}

#endif
