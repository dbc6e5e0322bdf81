/* labels.c: names beside a picture, none upon another. */
#include "prepare.h"

static bool push_apart(struct label *lower, struct label *upper, double gap)
{
    double overlap = lower->y + gap - upper->y;

    if (overlap <= gap / 100)
        return false;
    lower->y -= overlap / 2;
    upper->y += overlap / 2;
    return true;
}

void spread_out(struct label *labels, int count, double gap, double low, double high)
{
    struct label **order = room_for((size_t)count, sizeof *order);
    bool is_moved = count > 0;

    for (int i = 0, k; i < count; i++) {
        labels[i].y = labels[i].at;
        for (k = i; k > 0 && labels[i].y < order[k - 1]->y; k--)
            order[k] = order[k - 1];
        order[k] = &labels[i];
    }
    for (int pass = 0; pass < 2000 && is_moved; pass++) {
        is_moved = false;
        for (int i = 1; i < count; i++)
            is_moved |= push_apart(order[i - 1], order[i], gap);
        if (order[0]->y < low)
            order[0]->y = low;
        if (order[count - 1]->y > high)
            order[count - 1]->y = high;
    }
}
