/* words.c: numbers, shapes and names as tables and pictures show them. */
#include "results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool is_number(const char *text)
{
    char *end;
    double number = strtod(text, &end);

    return *text >= '0' && *text <= '9' && !text[strspn(text, "0123456789.eE+-")] && !*end && isfinite(number);
}

/* 2^33 is 8589934592, not 8.58993e+09. */
char *number(double x) { return format("%.15g", x); }

char *power(double n)
{
    int exponent;

    return n > 512 && frexp(n, &exponent) == 0.5 ? format("2^%d", exponent - 1) : number(n);
}
char *count_of(double n) { return n < 10000 ? number(n) : power(n); }

char *shape_of(const struct row *row)
{
    const char *n = count_of(row->n);

    return row->batch == 1 ? format("%s", n) : format("%s × %s", count_of(row->batch), n);
}

const char *block_of(const struct row *row) { return row->kind == KERNEL ? number(row->block) : "–"; }

const char *percent_of(const struct row *row)
{
    double share = 0;

    if (is_number(row->share) && sscanf(row->share, "%lf", &share) == 1)
        return format("%.1f", share);
    return row->kind == HOST ? "–" : row->share;
}

char *in_common(const struct bars *bars)
{
    const struct row *first = bars->count ? bars->at[0] : NULL;
    const char *type = first && bars->one_type ? first->type : "";

    if (first && bars->one_shape)
        return format("%s%s%s%s", first->batch == 1 ? "n = " : "", shape_of(first), *type ? " " : "", type);
    if (first && bars->one_volume)
        return format("%s elements%s%s", count_of(first->volume), *type ? ", " : "", type);
    return format("%s", type);
}

/* reduce7_1 … reduce7_1024 are one step of the ladder, shown by its best; so is any name_NUMBER. */
char *family_of(const char *kernel)
{
    size_t length = strlen(kernel), end = length;

    while (end && is_digit(kernel[end - 1]))
        end--;
    return copy_of(kernel, end && end < length && kernel[end - 1] == '_' ? end - 1 : length);
}

/* What could not be timed in a graph was timed from the host: that is another clock. */
const char *clock_note(const struct row *row)
{
    return !*row->clock || !strcmp(row->clock, "graph") ? "" : ", host clock";
}

char *superscripts(const char *text)
{
    static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
    struct text result = { 0 };

    while (*text) {
        if (*text == '^' && is_digit(text[1]))
            while (is_digit(*++text))
                add(&result, digits[*text - '0']);
        else
            add_bytes(&result, text++, 1);
    }
    return text_of(&result);
}

/* Where the axis of a plot begins. 0, unless all values are nearly equal: then a round number below the lowest, so that they
 * can be told apart. high is the end of the axis: the largest value, or the peak. (Bars must begin at 0; what begins
 * elsewhere is drawn as dots or lines, and says so.) */
double axis_start(double low, double high)
{
    double range = fmax(high - low, 0.02 * high), unit = 1;

    if (low < 0.75 * high || low <= 0)
        return 0;
    while (unit * 10 <= range)
        unit *= 10;
    return trunc((low - 0.25 * range) / unit) * unit;
}

/* What a file says is text, in a cell of a table and as code, too. */
const char *words(const char *text)
{
    return replaced(replaced(replaced(text, "&", "&amp;"), "<", "&lt;"), "`|\\[]", NULL);
}
const char *code(const char *text) { return format("`%s`", replaced(replaced(text, "`", "'"), "|", NULL)); }
const char *short_name(const char *device)
{
    return words(begins(device, "NVIDIA ") ? device + strlen("NVIDIA ") : device);
}

const char *link_to(const struct lesson *l)
{
    if (!l->stem)
        return l->name;
    return format("%s [%s](lessons/%s.md) ([code](../lessons/%s.cu))", l->digits, l->title, l->stem, l->stem);
}
