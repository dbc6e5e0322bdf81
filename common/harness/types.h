/* harness/types.h: what elements can be. One table says all about a type; --type, --help, sizes and bounds follow
 * from it. */
#ifndef HARNESS_TYPES_H
#define HARNESS_TYPES_H

#include "harness/about.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* In the order in which a lesson prefers them: the first that it offers is its default. */
enum lesson_type {
    LESSON_OF_INT, LESSON_OF_FLOAT, LESSON_OF_INT8, LESSON_OF_INT64, LESSON_OF_DOUBLE, LESSON_OF_HALF,
    LESSON_OF_BFLOAT16, LESSON_OF_UINT8, LESSON_TYPES
};

/* What results are: narrow types are added up in wider ones. */
enum lesson_result { LESSON_INT_RESULT, LESSON_FLOAT_RESULT, LESSON_INT64_RESULT, LESSON_DOUBLE_RESULT };

struct lesson_type_about {
    const char *name;          /* for --type */
    int offer;                 /* LESSON_INT ... */
    size_t size;               /* bytes of an element, ... */
    int is_unsigned;           /* ... which is never below 0 */
    enum lesson_result result;
    size_t result_size;        /* bytes */
    int is_float;              /* results are floating-point numbers, or whole ones, ... */
    int digits;                /* ... with so many bits; ... */
    int least;                 /* ... the smallest floating-point one is 2^least */
};

static inline const struct lesson_type_about *lesson_type_about(enum lesson_type type)
{
    static const struct lesson_type_about about[LESSON_TYPES] = {
        {"int", LESSON_INT, 4, 0, LESSON_INT_RESULT, 4, 0, 32, 0},
        {"float", LESSON_FLOAT, 4, 0, LESSON_FLOAT_RESULT, 4, 1, 24, -149},
        {"int8", LESSON_INT8, 1, 0, LESSON_INT_RESULT, 4, 0, 32, 0},
        {"int64", LESSON_INT64, 8, 0, LESSON_INT64_RESULT, 8, 0, 64, 0},
        {"double", LESSON_DOUBLE, 8, 0, LESSON_DOUBLE_RESULT, 8, 1, 53, -1074},
        {"half", LESSON_HALF, 2, 0, LESSON_FLOAT_RESULT, 4, 1, 24, -149},
        {"bfloat16", LESSON_BFLOAT16, 2, 0, LESSON_FLOAT_RESULT, 4, 1, 24, -149},
        {"uint8", LESSON_UINT8, 1, 1, LESSON_INT64_RESULT, 8, 0, 64, 0},
    };
    return &about[type];
}

/* The default among `offers`. */
static inline enum lesson_type lesson_first_type(int offers)
{
    int type = 0;
    while (type < LESSON_TYPES - 1 && !(offers & lesson_type_about((enum lesson_type)type)->offer))
        type++;
    return (enum lesson_type)type;
}

/* The names of the types among `offers`, as "int, float or double"; `last` stands before the last one. Text that
 * stays until the next call. */
static inline const char *lesson_type_names(int offers, const char *last)
{
    static char text[128];
    int left = 0;
    text[0] = '\0';
    for (int i = 0; i < LESSON_TYPES; i++)
        left += (offers & lesson_type_about((enum lesson_type)i)->offer) != 0;
    for (int i = 0, first = 1; i < LESSON_TYPES; i++) {
        const struct lesson_type_about *type = lesson_type_about((enum lesson_type)i);
        size_t used = strlen(text);
        if (!(offers & type->offer))
            continue;
        snprintf(text + used, sizeof text - used, "%s%s", first ? "" : left == 1 ? last : ", ", type->name);
        first = 0;
        left--;
    }
    return text;
}

/* The type with this name; LESSON_TYPES if there is none. */
static inline enum lesson_type lesson_type_named(const char *name)
{
    int type = 0;
    while (type < LESSON_TYPES && strcmp(name, lesson_type_about((enum lesson_type)type)->name))
        type++;
    return (enum lesson_type)type;
}

#endif
