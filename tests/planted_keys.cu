/* planted_keys.cu: wrong histograms and sums by key, to prove that harness/check_keys.h finds them. Each kernel name is a
 * flaw, or `right_...`. tests/63_keys.t says what must be reported. */
#include "lesson.h"
#include "harness/check_keys.h"

enum flaw { RIGHT, LAST, UNCLEARED, UNWRITTEN, BEHIND, SHIFTED, TWICE, CLAMPED, BITS_8, BITS_16, RUNS, NOTHING };

__device__ int runs;

template <enum flaw flaw, bool is_sum> __global__ void planted(const int *keys, const int *values, size_t n, int *results, int bins)
{
    if (flaw == BEHIND)
        results[bins] = 0;
    for (size_t i = 0; i < n - (flaw == LAST && n > 0); i++) {
        int key = keys[i];
        if (flaw == CLAMPED)
            key = key < 0 ? 0 : key < bins ? key : bins - 1;
        if (key < 0 || key >= bins || flaw == NOTHING)
            continue;
        int *result = &results[flaw == SHIFTED ? (key + 1) % bins : key];
        *result += (is_sum ? values[i] : 1) * (flaw == TWICE ? 2 : 1);
        if (flaw == BITS_8 || flaw == BITS_16)
            *result &= flaw == BITS_8 ? 0xff : 0xffff;
    }
    if (flaw == RUNS)
        results[0] += 1000 + runs++;
}

template <enum flaw flaw, bool is_sum> static void launch(struct reduction *r)
{
    size_t cleared = flaw == UNCLEARED ? 0 : flaw == UNWRITTEN ? r->bins - 1 : r->bins;
    r->grid = 1;
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, cleared * sizeof(int), r->stream));
    if (flaw == UNWRITTEN && r->bins > 1)
        planted<flaw, is_sum><<<1, 1, 0, r->stream>>>(r->in, (const int *)r->second, r->n, r->result, (int)r->bins - 1);
    else
        planted<flaw, is_sum><<<1, 1, 0, r->stream>>>(r->in, (const int *)r->second, r->n, r->result, (int)r->bins);
}

int main(int argc, char **argv)
{
    static const struct lesson_about about = {
        "wrong histograms", NULL, NULL, NULL, LESSON_INT | LESSON_KEYS | LESSON_SECOND, "-n 1000", NULL, NULL, NULL};
    struct lesson l = lesson_begin(argc, argv, &about, "planted.cu");
#define RUN(name, flaw)                                                                                                       \
    lesson_run_checked(&l, &lesson_counts, name "_counts", launch<flaw, false>, 1);                                           \
    lesson_run_checked(&l, &lesson_key_sums, name "_sums", launch<flaw, true>, 1)
    RUN("right", RIGHT);
    RUN("last", LAST);
    RUN("uncleared", UNCLEARED);
    RUN("unwritten", UNWRITTEN);
    RUN("behind", BEHIND);
    RUN("shifted", SHIFTED);
    RUN("twice", TWICE);
    RUN("clamped", CLAMPED);
    RUN("bits_8", BITS_8);
    RUN("bits_16", BITS_16);
    RUN("runs", RUNS);
    RUN("nothing", NOTHING);
    return lesson_end(&l);
}
