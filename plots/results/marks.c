/* marks.c: numbers and their marks on the axes. */
#include "prepare.h"

#include <math.h>
#include <stdlib.h>

void add_number(struct numbers *numbers, double x)
{
    for (int i = 0; i < numbers->count; i++)
        if (numbers->at[i] == x)
            return;
    numbers->at = more_room(numbers->at, (size_t)numbers->count, sizeof *numbers->at);
    numbers->at[numbers->count++] = x;
}

static int in_order(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}
void sort_numbers(struct numbers *numbers) { qsort(numbers->at, (size_t)numbers->count, sizeof *numbers->at, in_order); }

/* Roughly the logarithm to base 2 */
static double octaves(double ratio)
{
    int n = 0;

    for (; ratio >= 2; n++)
        ratio /= 2;
    return n + ratio - 1;
}

/* If x is a number of rows, of `of` elements in all, the elements of a row stand below it. */
static const char *mark(double x, double of)
{
    if (!of)
        return quoted(superscripts(count_of(x)));
    return format("%s . \"\\n\" . %s", quoted(superscripts(power(x))), quoted(superscripts(power(trunc(of / x)))));
}

/* Only where there are measurements, with numbers on those that have room, the first and the last among them */
void add_x_marks(struct text *text, const struct numbers *x, double of)
{
    const double *first = x->at, *last = x->at + x->count - 1, *shown = first;
    double apart = 0.99 * octaves(*last / *first) / strtod(option("marks"), NULL);

    for (const double *at = first; at <= last; at++) {
        bool has_room = at == first || at == last || (octaves(*at / *shown) > apart && octaves(*last / *at) > apart);

        if (has_room)
            shown = at;
        add_format(text, "%s%s %s", at == first ? "set xtics (" : ", ", has_room ? mark(*at, of) : "''", number(*at));
    }
    add(text, ")\n");
}

/* Where the values are logarithms: at powers of two, at every other one of many */
void add_log_marks(struct text *text, int low, int high)
{
    int apart = high - low > 12 ? 2 : 1;

    for (int i = low; i <= high; i += apart) {
        const char *value = i < 0 ? format("%.2f", ldexp(1, i)) : number(ldexp(1, i));

        add_format(text, "%s%s %d", i == low ? "set ytics (" : ", ", quoted(value), i);
    }
    add(text, ")\n");
}
