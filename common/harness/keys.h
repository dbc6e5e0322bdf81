/* harness/keys.h: keys as input, for lessons with LESSON_KEYS: ints from 0 to bins - 1. Like elements they follow from their
 * index alone, and from how many there are. */
#ifndef HARNESS_KEYS_H
#define HARNESS_KEYS_H

#include "harness/elements.h"

/* Kinds of keys, for --input. */
enum lesson_keys {
    LESSON_KEYS_RANDOM,  /* each key as often as any other */
    LESSON_KEYS_EQUAL,   /* one key only */
    LESSON_KEYS_SKEWED,  /* few keys are frequent, as in Zipf's law: key k has a share of about 1 / (k + 1) of that of
                            key 0. With 256 bins key 0 is every 8th, 1 and 2 every 16th, 3 to 6 every 32nd ... */
    LESSON_KEYS_SORTED,  /* ascending, each key as often as any other: runs of n / bins */
    LESSON_KEYS_HOSTILE, /* random, but one in four is no key: the smallest and the largest int, -1, bins */
    LESSON_KEY_KINDS
};

static const char *const lesson_key_names[LESSON_KEY_KINDS] = {"random", "equal", "skewed", "sorted", "hostile"};

/* Key i of n. */
static LESSON_ARITHMETIC inline int lesson_key(int kind, uint32_t seed, size_t i, size_t n, size_t bins)
{
    uint32_t bits = lesson_random(seed, i), octaves = 1, octave;
    int any = (int)((uint64_t)lesson_mix(bits) * bins >> 32);
    switch (kind) {
    case LESSON_KEYS_EQUAL: return (int)(lesson_mix(seed) % bins);
    case LESSON_KEYS_SKEWED: /* an octave of 2^octave keys has as many keys in all as any other */
        while (((size_t)2 << octaves) - 1 <= bins)
            octaves++;
        octave = bits % octaves;
        return bins == 1 ? 0 : (int)((1u << octave) - 1 + (lesson_mix(bits) & ((1u << octave) - 1)));
    case LESSON_KEYS_SORTED: return (int)(i / n * bins + i % n * bins / n);
    case LESSON_KEYS_HOSTILE:
        switch (bits >> 24 & 15) {
        case 0: return (int)0x80000000u;
        case 1: return 0x7fffffff;
        case 2: return -1;
        case 3: return (int)bins;
        }
    }
    return any;
}

#endif
