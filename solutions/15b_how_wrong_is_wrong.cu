/* Exercise 15b: how wrong is wrong? (find the bug)
 *
 * is_right() compares a float sum from the device with one from the host. Each of its lines is like
 * one in a published sample, and looks harmless. One of these samples accepts a sum that is off by
 * 17 %.
 *
 * Required: accept the result of a tree in any order, and that of 1024 threads that each add up a
 * share; refuse a sum that lacks one element or has one twice, and anything that is not a number.
 * There are up to 2^18 elements of about the same size, |x| from 1/2 to 1 times some power of two.
 * u = 2^-24 is the most that one addition rounds off, relative to its result. See
 * docs/lessons/15_large_arrays.md, and docs/measuring.md, "Is the sum right?".
 */
#include "exercise.h"

static int is_right(float got, const float *elements, size_t n)
{
/* ---- your code begins: whatever is wrong is in here ---- */
    /* In double the host's sum has no error to speak of. In float, one addition after another, it
     * would be the worst of all: each rounds the whole sum so far. */
    double expected = 0, magnitude = 0;
    for (size_t i = 0; i < n; i++) {
        expected += elements[i];
        magnitude += fabs((double)elements[i]);
    }
    /* Each level of a tree rounds the numbers that go through it, together at most the sum of the
     * |x|, by u. It gets no better when the sum itself is near 0, and no worse when it is large.
     * The additions of a share, one after another, could round more; but they round up as often as
     * down, so they stay far below. A bound for the worst case would let a lost element pass. */
    double bound = ldexp(1.0, -24) * magnitude * (log2((double)n) + 1);
    /* Every comparison with NaN is false. So ask what must hold, not what must not. */
    return fabs(got - expected) <= bound;
/* ---- your code ends ---- */
}

enum { MOST = 1 << 18, SHARES = 1024 };
static float element[MOST];

/* `signs`: 0 all positive, 1 of either sign, 2 they cancel. Returns the true sum. */
static double make(size_t n, double scale, int signs)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double k = lesson_element(7, i, 1);
        element[i] = (float)((signs ? k : fabs(k)) * LESSON_FLOAT_UNIT * scale);
        if (signs == 2 && i >= n / 2 && i < n / 2 * 2)
            element[i] = -element[(i - n / 2 + 5) % (n / 2)];
        sum += element[i];
    }
    return sum;
}

static float tree(const float *x, size_t n)
{
    return n == 1 ? *x : tree(x, n / 2) + tree(x + n / 2, n - n / 2);
}

static float by_shares(size_t n)
{
    static float share[SHARES];
    memset(share, 0, sizeof share);
    for (size_t i = 0; i < n; i++)
        share[i % SHARES] += element[i];
    return tree(share, SHARES);
}

static void check(struct exercise *e, const char *what, const size_t *sizes, double scale,
                  int signs)
{
    const char *why = NULL;
    static char text[80];
    for (; *sizes && !why && !e->failed; sizes++) {
        size_t n = *sizes;
        double sum = make(n, scale, signs), last = element[n - 1];
        double all = 0;
        for (size_t i = 0; i < n; i++)
            all += fabs(element[i]);
        if (!is_right((float)sum, element, n))
            why = "the true sum is refused";
        else if (!is_right(tree(element, n), element, n) || !is_right(by_shares(n), element, n))
            why = "a right sum is refused";
        else if (is_right(NAN, element, n))
            why = "NaN is accepted";
        else if (is_right(INFINITY, element, n) || is_right(-INFINITY, element, n))
            why = "infinity is accepted";
        else if (is_right((float)(sum - last), element, n))
            why = "a sum without the last element is accepted";
        else if (is_right((float)(sum + element[n / 2]), element, n))
            why = "a sum with one element twice is accepted";
        else if (is_right((float)(sum + 0.01 * all), element, n))
            why = "a sum that is off by 1 % of all |x| is accepted";
        if (why)
            snprintf(text, sizeof text, "%s (n = %zu)", why, n);
    }
    int is_bound = why && (strstr(why, "element") || strstr(why, "%"));
    int hint = !why ? 0 : strstr(why, "refused") ? 3 : is_bound ? 2 : 1;
    exercise_true(e, what, !why, text, hint);
}

int main(int argc, char **argv)
{
    static const size_t small[] = {1, 2, 33, 1000, 0}, large[] = {40009, MOST, 0};
    struct exercise e = exercise_begin(argc, argv, "exercise15b", LESSON_FLOAT, "-n 1 -b 64");
    check(&e, "1 to 1000 elements of either sign", small, 1, 1);
    check(&e, "the same, a million times smaller", small, 1.0 / (1 << 20), 1);
    check(&e, "the same, a million times larger", small, 1 << 20, 1);
    check(&e, "up to 2^18 elements of either sign", large, 1, 1);
    check(&e, "up to 2^18 elements, all positive", large, 1, 0);
    check(&e, "up to 2^18 elements that cancel", large, 1, 2);
    return exercise_end(&e);
}
