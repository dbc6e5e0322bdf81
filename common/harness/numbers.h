/* harness/numbers.h: whole numbers as people write them: 1000, 2^20, 16M. */
#ifndef HARNESS_NUMBERS_H
#define HARNESS_NUMBERS_H

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline int lesson_is_power_of_two(size_t x)
{
    return x != 0 && (x & (x - 1)) == 0;
}

/* Reads a whole number in one of the forms 1000000, 2^20 or 16M (K, M, G: 2^10, 2^20, 2^30).
 * Returns 1 and sets *value, or 0 when the text has another form or passes 2^63. */
static inline int lesson_parse_count(const char *text, size_t *value)
{
    const size_t most = (size_t)1 << 63;
    char *end;
    if (*text < '0' || *text > '9')
        return 0;
    errno = 0;
    unsigned long long x = strtoull(text, &end, 10);
    if (errno || x > most)
        return 0;
    if (*end == '^') {
        if (x != 2 || end[1] < '0' || end[1] > '9')
            return 0;
        unsigned long long exponent = strtoull(end + 1, &end, 10);
        if (exponent > 63)
            return 0;
        x = 1ull << exponent;
    } else if (*end != '\0') {
        static const char letters[] = "KMG";
        const char *letter = strchr(letters, *end & ~0x20); /* k and K are the same */
        if (!letter || *letter == '\0')
            return 0;
        int shift = 10 * (int)(letter - letters + 1);
        if (x > most >> shift)
            return 0;
        x <<= shift;
        end++;
    }
    *value = (size_t)x;
    return *end == '\0';
}

/* 536870912 as "2^29", other numbers as they are. Returns text. */
static inline const char *lesson_format_size(char *text, size_t capacity, size_t n)
{
    if (n >= 1024 && lesson_is_power_of_two(n))
        snprintf(text, capacity, "2^%d", (int)log2((double)n));
    else
        snprintf(text, capacity, "%zu", n);
    return text;
}

#endif
