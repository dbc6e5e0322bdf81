/* harness/check_array.h: what the checks of arrays have in common: the elements are looked at on
 * the device, and the first wrong one is named. */
#ifndef HARNESS_CHECK_ARRAY_H
#define HARNESS_CHECK_ARRAY_H

#include "harness/one_run.h"

/* What a check's kernel finds. */
struct lesson_found {
    unsigned long long first_bad; /* the lowest index of a wrong element; none: all bits set */
    double off;                   /* what all elements together are off, if the kernel says */
};

/* Has check(input, seen) enqueue a kernel that looks at the first `copies` copies of the results in
 * l->memory.out and fills in *seen, on the device; waits for it. */
template <class Check>
static inline struct lesson_found lesson_look_at_array(struct lesson *l, size_t copies, Check check)
{
    struct lesson_found found = {~0ull, 0}, *seen;
    struct lesson_input input = l->input;
    input.copies = copies;
    lesson_count_as_written(l->memory.out.data,
                            (input.pitch * copies + LESSON_BEHIND) * lesson_element_size(&l->plan), 1);
    CUDA_CHECK(cudaMalloc(&seen, sizeof *seen));
    CUDA_CHECK(cudaMemcpyAsync(seen, &found, sizeof found, cudaMemcpyHostToDevice, l->stream));
    check(input, seen);
    CUDA_CHECK(cudaMemcpyAsync(&found, seen, sizeof found, cudaMemcpyDeviceToHost, l->stream));
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
    CUDA_CHECK(cudaFree(seen));
    return found;
}

/* The verdict on an array: right if no element is wrong and `is_sum_right`. */
static inline struct lesson_verdict lesson_judge_array(struct lesson *l, struct lesson_found found,
                                                       int is_sum_right, size_t copies)
{
    struct lesson_verdict verdict;
    int is_near = found.first_bad == ~0ull;
    size_t at = is_near ? 0 : (size_t)found.first_bad;
    memset(&verdict, 0, sizeof verdict);
    verdict.is_right = is_near && is_sum_right;
    verdict.wrong = !verdict.is_right;
    verdict.at = at % l->input.pitch;
    verdict.all_off = is_near ? found.off / (double)copies : 0;
    verdict.got = lesson_fetch(l, (const char *)l->memory.out.data
                                      + at * lesson_element_size(&l->plan));
    return verdict;
}

/* Says so when the element was never written, or something that went into it. */
static inline void lesson_explain_unwritten(const struct lesson *l, const struct lesson_verdict *v,
                                            int64_t expected)
{
    if (lesson_mistakes() > 0) {
        fprintf(stderr, "  likely cause: the mistake that is reported below\n");
        return;
    }
    long times = l->plan.is_float ? -1 : lesson_poisons((uint32_t)v->got.i - (uint32_t)expected);
    if (l->plan.is_float && lesson_is_poison(&l->plan, v->got))
        fprintf(stderr, "  likely cause: it, or a number that went into it, was never written\n"
                        "  (outputs are filled with NaN before each run)\n");
    else if (lesson_is_poison(&l->plan, v->got))
        fprintf(stderr, "  likely cause: it was never written (outputs are filled with 0xa5a5a5a5\n"
                        "  before each run)\n");
    else if (times > 0)
        fprintf(stderr, "  likely cause: %ld partial sum%s that nobody wrote %s added (outputs\n"
                        "  are filled with 0xa5a5a5a5 before each run)\n", times,
                times == 1 ? "" : "s", times == 1 ? "was" : "were");
}

#endif
