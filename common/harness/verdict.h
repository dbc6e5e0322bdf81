/* harness/verdict.h: what a run gave. */
#ifndef HARNESS_VERDICT_H
#define HARNESS_VERDICT_H

#include <stddef.h>

union lesson_value {
    int i;
    float f;
};

struct lesson_verdict {
    int is_right;
    size_t wrong;           /* results that are wrong; of an array only the first is known: 1 */
    size_t at;              /* the first that is wrong: its row, or the element's index; as many as
                               there are, if something was written behind the last */
    union lesson_value got; /* there */
    unsigned char bytes[8]; /* the same of a result that may be wider, as it lies in memory */
    double bound;           /* there; 0 for int */
    const struct lesson_wanted *probe; /* of harness/check_reduced.h: expected with another element ... */
    size_t probed;          /* ... at this index; NULL: it was not that */
    double all_off;         /* of a normalised array: what all elements together are off */
};

#endif
