/* requests.c: counts the sectors and wavefronts of a request. */
#include "requests.h"

unsigned int count_sectors(const uint64_t *data, unsigned int lanes)
{
    uint64_t seen[LANES];
    unsigned int count = 0;

    for (unsigned int m = lanes; m; m &= m - 1) {
        uint64_t d = data[__builtin_ctz(m)], first = (d & ACCESS_ADDRESS) >> 5, last;
        unsigned int i;

        last = ((d & ACCESS_ADDRESS) + (d >> ACCESS_SIZE & 31) - 1) >> 5;
        for (i = count; i-- && seen[i] != first;) {
        }
        if (i == ~0u)
            seen[count++] = first;
        if (last != first && count < LANES) {   /* an unaligned piece of a structure */
            for (i = count; i-- && seen[i] != last;) {
            }
            if (i == ~0u)
                seen[count++] = last;
        }
    }
    return count;
}

unsigned int count_wavefronts(const uint64_t *data, unsigned int lanes, unsigned int size,
                              unsigned int *excess, unsigned int *conflicts)
{
    unsigned int group = size <= 4 ? LANES : LANES * 4 / size, wavefronts = 0;

    for (unsigned int from = 0; from < LANES; from += group) {
        unsigned int now = lanes >> from & (group == LANES ? ~0u : (1u << group) - 1);
        uint32_t word[LANES];
        unsigned int in_bank[LANES] = { 0 }, next[LANES], words = 0, most = 1, ideal;
        unsigned int head[LANES];

        if (!now)
            continue;
        for (unsigned int m = now; m; m &= m - 1) {
            uint64_t d = data[from + (unsigned int)__builtin_ctz(m)] & ACCESS_ADDRESS;

            for (uint32_t x = (uint32_t)(d >> 2); x <= (uint32_t)((d + size - 1) >> 2); x++) {
                unsigned int bank = x % LANES, i = in_bank[bank] ? head[bank] : ~0u;

                for (unsigned int k = in_bank[bank]; k && word[i] != x; k--)
                    i = k > 1 ? next[i] : ~0u;
                if (i != ~0u || words == LANES)
                    continue;
                word[words] = x;
                next[words] = head[bank];
                head[bank] = words++;
                if (++in_bank[bank] > most)
                    most = in_bank[bank];
            }
        }
        ideal = (words + LANES - 1) / LANES;
        wavefronts += most;
        *excess += most - ideal;
        for (unsigned int m = most > 1 ? now : 0; m; m &= m - 1) {
            unsigned int lane = from + (unsigned int)__builtin_ctz(m);

            if (in_bank[(data[lane] >> 2) % LANES] > 1)
                *conflicts |= 1u << lane;
        }
    }
    return wavefronts;
}
