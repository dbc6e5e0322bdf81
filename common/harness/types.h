/* harness/types.h: what elements can be. One table says all about a type; --type, --help, sizes and bounds follow
 * from it. */
#ifndef HARNESS_TYPES_H
#define HARNESS_TYPES_H

#include "harness/about.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* What results are: narrow types are added up in wider ones. */
enum lesson_result { LESSON_INT_RESULT, LESSON_FLOAT_RESULT, LESSON_INT64_RESULT, LESSON_DOUBLE_RESULT };

/* A row for each type, in the order in which a lesson prefers them: the first that it offers is its default. Its offer in
 * about.h; its name for --type; bytes of an element, which is unsigned or not; what results are, and their bytes; are results
 * floating-point numbers, or whole ones, with how many bits; the smallest floating-point one is 2^least. */
#define LESSON_EACH_TYPE(X)                                                                                            \
    X(INT, "int", 4, 0, LESSON_INT_RESULT, 4, 0, 32, 0)                                                                \
    X(FLOAT, "float", 4, 0, LESSON_FLOAT_RESULT, 4, 1, 24, -149)                                                       \
    X(INT8, "int8", 1, 0, LESSON_INT_RESULT, 4, 0, 32, 0)                                                              \
    X(INT64, "int64", 8, 0, LESSON_INT64_RESULT, 8, 0, 64, 0)                                                          \
    X(DOUBLE, "double", 8, 0, LESSON_DOUBLE_RESULT, 8, 1, 53, -1074)                                                   \
    X(HALF, "half", 2, 0, LESSON_FLOAT_RESULT, 4, 1, 24, -149)                                                         \
    X(BFLOAT16, "bfloat16", 2, 0, LESSON_FLOAT_RESULT, 4, 1, 24, -149)                                                 \
    X(UINT8, "uint8", 1, 1, LESSON_INT64_RESULT, 8, 0, 64, 0)

enum lesson_type {
#define LESSON_NAME(NAME, ...) LESSON_OF_##NAME,
    LESSON_EACH_TYPE(LESSON_NAME)
#undef LESSON_NAME
    LESSON_TYPES
};

/* The offers of whole types, and of the others */
enum {
#define LESSON_IF_WHOLE(NAME, name, size, is_unsigned, result, result_size, is_float, ...) | (!(is_float) * LESSON_##NAME)
#define LESSON_IF_FLOAT(NAME, name, size, is_unsigned, result, result_size, is_float, ...) | ((is_float) * LESSON_##NAME)
    LESSON_INTS = 0 LESSON_EACH_TYPE(LESSON_IF_WHOLE),
    LESSON_FLOATS = 0 LESSON_EACH_TYPE(LESSON_IF_FLOAT)
#undef LESSON_IF_WHOLE
#undef LESSON_IF_FLOAT
};

/* For code that a GPU runs, which cannot read a table: a bit for each type, or four for the bytes of an element. */
enum lesson_of_each_type : unsigned long long {
#define LESSON_WHOLE_BIT(NAME, name, size, is_unsigned, result, result_size, is_float, ...) | !(is_float) * 1ull << LESSON_OF_##NAME
#define LESSON_UNSIGNED_BIT(NAME, name, size, is_unsigned, ...) | (is_unsigned) * 1ull << LESSON_OF_##NAME
#define LESSON_SIZE_BITS(NAME, name, size, ...) | (size) * 1ull << 4 * LESSON_OF_##NAME
    LESSON_ARE_WHOLE = 0 LESSON_EACH_TYPE(LESSON_WHOLE_BIT),
    LESSON_ARE_UNSIGNED = 0 LESSON_EACH_TYPE(LESSON_UNSIGNED_BIT),
    LESSON_SIZES = 0 LESSON_EACH_TYPE(LESSON_SIZE_BITS)
#undef LESSON_WHOLE_BIT
#undef LESSON_UNSIGNED_BIT
#undef LESSON_SIZE_BITS
};
static_assert(LESSON_TYPES <= 16, "LESSON_SIZES has room for 16 types");

struct lesson_type_about {
    const char *name;
    int offer; /* LESSON_INT ... */
    size_t size;
    int is_unsigned;
    enum lesson_result result;
    size_t result_size;
    int is_float, digits, least;
};

static inline const struct lesson_type_about *lesson_type_about(enum lesson_type type)
{
#define LESSON_ROW(NAME, name, ...) {name, LESSON_##NAME, __VA_ARGS__},
    static const struct lesson_type_about about[LESSON_TYPES] = {LESSON_EACH_TYPE(LESSON_ROW)};
#undef LESSON_ROW
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
