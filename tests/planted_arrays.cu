/* planted_arrays.cu: like planted.cu, for kernels with more than one result: sums of rows,
 * prefix sums, a normalised array. Each kernel name is a flaw; those ending in _right have none.
 * One thread does it all: what is tested is the checker. tests/32_checker.t says what it must
 * say. */
#include "lesson.h"

enum flaw { RIGHT, ONE_ROW, LAST_OF_ROW, NEXT_ROW, UNWRITTEN_ROW, SHIFTED, CARRY, UNWRITTEN, MEAN,
            LARGEST, BEHIND, ONE_LESS, ROW_0, POISONED, LONGER };

template <class T>
__global__ void rows(const T *in, T *sums, size_t n, unsigned batch, const size_t *begin,
                     enum flaw flaw)
{
    for (unsigned row = 0; row < batch; row++) {
        unsigned which = flaw == ROW_0 ? 0 : row;
        size_t from = begin ? begin[which] : which * n, to = begin ? begin[which + 1] : from + n;
        bool here = row == batch / 2;
        if (flaw == LONGER && here)
            to += 7;
        T sum = 0;
        if (flaw == NEXT_ROW && here && row + 1 < batch)
            from++, to++;
        for (size_t i = from; i < to; i++)
            sum += flaw == LAST_OF_ROW && i + 1 == to ? 0 : in[i];
        if (flaw == ONE_ROW && here)
            sum = 0;
        if (flaw != UNWRITTEN_ROW || !here)
            sums[row] = sum;
    }
    if (flaw == BEHIND)
        sums[batch] = 0;
}

template <enum flaw flaw> static void launch_rows(struct reduction *r)
{
    const size_t *begin = r->row_begin;
    r->chain = r->n;
    if (r->is_float)
        rows<<<1, 1, 0, r->stream>>>(r->in_float, r->result_float, r->n, r->batch, begin, flaw);
    else
        rows<<<1, 1, 0, r->stream>>>(r->in, r->result, r->n, r->batch, begin, flaw);
}

__global__ void scan(const int *in, int *out, size_t n, bool inclusive, enum flaw flaw)
{
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (flaw == CARRY && i == n / 2)
            sum = 0;
        if (flaw == POISONED && i == n / 2)
            sum += 3 * 0xa5a5a5a5u;
        sum += inclusive ? (unsigned)in[i] : 0u;
        if (flaw != UNWRITTEN || i + 1 < n)
            out[i] = (int)sum;
        sum += inclusive ? 0u : (unsigned)in[i];
    }
}

template <bool inclusive, enum flaw flaw> static void launch_scan(struct reduction *r)
{
    scan<<<1, 1, 0, r->stream>>>(r->in, r->out, r->n, inclusive, flaw);
}

__global__ void normalise(const float *in, float *out, size_t n, enum flaw flaw)
{
    double sum = 0;
    float largest = 0;
    for (size_t i = 0; i < n; i++) {
        sum += in[i];
        largest = fmaxf(largest, flaw == LARGEST ? in[i] : fabsf(in[i]));
    }
    if (flaw == ONE_LESS)
        sum -= in[n / 3];
    float mean = flaw == MEAN ? 0 : (float)(sum / (double)n);
    for (size_t i = 0; i < n; i++)
        if (flaw != UNWRITTEN || i + 1 < n)
            out[i] = (in[i] - mean) / largest;
}

template <enum flaw flaw> static void launch_normalise(struct reduction *r)
{
    normalise<<<1, 1, 0, r->stream>>>(r->in_float, r->out_float, r->n, flaw);
}

/* Something that the harness has no check for: the largest element of each row. So the program brings
 * its own. */
__global__ void largest(const int *in, int *result, size_t n, unsigned batch, enum flaw flaw)
{
    for (unsigned row = 0; row < batch; row++) {
        int most = flaw == LARGEST ? 0 : in[row * n];
        for (size_t i = 1; i < n; i++)
            most = max(most, in[row * n + i]);
        result[row] = most;
    }
}

template <enum flaw flaw> static void launch_largest(struct reduction *r)
{
    largest<<<1, 1, 0, r->stream>>>(r->in, r->result, r->n, r->batch, flaw);
}

static int largest_of_row(const struct lesson *l, const struct lesson_row *row, size_t i)
{
    size_t n = row->shape->n;
    int most = lesson_element(l->plan.seed, i * n, 0);
    for (size_t k = 1; k < n; k++)
        most = max(most, lesson_element(l->plan.seed, i * n + k, 0));
    return most;
}

static struct lesson_verdict judge_largest(struct lesson *l, const struct lesson_row *row, size_t)
{
    struct lesson_verdict v = {};
    for (size_t i = 0; i < row->shape->batch; i++) {
        union lesson_value got = lesson_fetch(l, (int *)l->memory.result.data + i);
        if (got.i != largest_of_row(l, row, i) && v.wrong++ == 0) {
            v.at = i;
            v.got = got;
        }
    }
    v.is_right = !v.wrong;
    return v;
}

static void explain_largest(struct lesson *l, struct lesson_row *row, const struct lesson_verdict *v)
{
    fprintf(stderr, "  the largest is %d, got %d\n", largest_of_row(l, row, v->at), v->got.i);
}

static const struct lesson_check largest_elements = {"largest elements", 0, LESSON_INT, judge_largest,
                                                     explain_largest};

int main(int argc, char **argv)
{
    int rows_are = getenv("PLANTED_RAGGED") ? LESSON_RAGGED : LESSON_BATCH;
    struct lesson_about about = {
        .title = "wrong results on purpose",
        .offers = LESSON_INT | LESSON_FLOAT | LESSON_OUTPUT | rows_are,
    };
    struct lesson l = lesson_begin(argc, argv, &about, "planted.cu");
    lesson_run(&l, "rows_right", launch_rows<RIGHT>, 1);
    lesson_run(&l, "one_row", launch_rows<ONE_ROW>, 1);
    lesson_run(&l, "last_of_row", launch_rows<LAST_OF_ROW>, 1);
    lesson_run(&l, "next_row", launch_rows<NEXT_ROW>, 1);
    lesson_run(&l, "longer", launch_rows<LONGER>, 1);
    lesson_run(&l, "row_0", launch_rows<ROW_0>, 1);
    lesson_run(&l, "unwritten_row", launch_rows<UNWRITTEN_ROW>, 1);
    lesson_run(&l, "behind", launch_rows<BEHIND>, 1);
    if (l.plan.is_float) {
        lesson_run_normalise(&l, "normalise_right", launch_normalise<RIGHT>, 1);
        lesson_run_normalise(&l, "no_mean", launch_normalise<MEAN>, 1);
        lesson_run_normalise(&l, "largest_with_sign", launch_normalise<LARGEST>, 1);
        lesson_run_normalise(&l, "one_less", launch_normalise<ONE_LESS>, 1);
        lesson_run_normalise(&l, "normalise_unwritten", launch_normalise<UNWRITTEN>, 1);
        lesson_run_scan(&l, "scan_of_float", launch_scan<true, RIGHT>, 1, LESSON_INCLUSIVE);
    } else {
        lesson_run_checked(&l, &largest_elements, "largest_right", launch_largest<RIGHT>, 1);
        lesson_run_checked(&l, &largest_elements, "largest_wrong", launch_largest<LARGEST>, 1);
        lesson_run_scan(&l, "inclusive_right", launch_scan<true, RIGHT>, 1, LESSON_INCLUSIVE);
        lesson_run_scan(&l, "exclusive_right", launch_scan<false, RIGHT>, 1, LESSON_EXCLUSIVE);
        lesson_run_scan(&l, "shifted", launch_scan<true, RIGHT>, 1, LESSON_EXCLUSIVE);
        lesson_run_scan(&l, "poisoned", launch_scan<true, POISONED>, 1, LESSON_INCLUSIVE);
        lesson_run_scan(&l, "carry", launch_scan<true, CARRY>, 1, LESSON_INCLUSIVE);
        lesson_run_scan(&l, "scan_unwritten", launch_scan<true, UNWRITTEN>, 1, LESSON_INCLUSIVE);
    }
    return lesson_end(&l);
}
