/* harness/verdict.h: what a run gave. */
#ifndef HARNESS_VERDICT_H
#define HARNESS_VERDICT_H

#include <stddef.h>
#include <stdint.h>

union lesson_value {
    int i;
    float f;
};

/* Of harness/check_position.h: an element and where it stands. */
struct lesson_place {
    double value;
    size_t index; /* LESSON_NOWHERE: there is none */
};
#define LESSON_NOWHERE ((size_t)-1)

/* Of harness/check_moments.h. */
struct lesson_moments {
    double mean, variance, first; /* of n elements, the first of which is `first` */
};

struct lesson_verdict {
    int is_right;
    size_t wrong;           /* results that are wrong; of an array only the first is known: 1 */
    size_t at;              /* the first that is wrong: its row, or the element's index; as many as
                               there are, if something was written behind the last */
    union lesson_value got; /* there */
    unsigned char bytes[16]; /* the same of a result that may be wider, as it lies in memory */
    double bound;           /* there; 0 for int */
    const struct lesson_wanted *probe; /* of harness/check_reduced.h: expected with another element ... */
    size_t probed;          /* ... at this index; NULL: it was not that */
    struct lesson_place place; /* of harness/check_position.h: expected ... */
    struct lesson_moments moments; /* the same of harness/check_moments.h ... */
    size_t also_probed;     /* ... in a run with other elements at this index and at `probed`, ... */
    int is_probed;          /* ... if this is 1 */
    int card;               /* of harness/check_collective.h: on which card it is wrong ... */
    int has_other_bits;     /* ... or only another number than on card 0 */
    int is_exact;           /* of harness/exact.h: found in the run whose sums are exact, ... */
    int exact_input;        /* ... of elements of this kind, ... */
    double exact;           /* ... with this result expected, ... */
    double exact_got;       /* ... that found, ... */
    double exact_again;     /* ... and that of one more run */
    double all_off;         /* of a normalised array: what all elements together are off */
};

#endif
