/* order.c: names in the order of the numbers in them. */
#include "sass.h"

#include <stdlib.h>
#include <string.h>

/* With all numbers nine digits wide */
static char *padded(const char *name)
{
    struct text result = { NULL, 0, 0 };
    char *end;

    while (*name) {
        if (is_digit(*name)) {
            add_format(&result, "%09llu", strtoull(name, &end, 10));
            name = end;
        } else {
            add_bytes(&result, name++, 1);
        }
    }
    return text_of(&result);
}

size_t *in_order(const struct strings *names)
{
    size_t *place = (size_t *)room_for(names->count, sizeof *place), k;
    struct strings keys = { NULL, 0 };

    for (size_t i = 0; i < names->count; i++) {
        push(&keys, padded(names->at[i]));
        for (k = i; k && strcmp(keys.at[i], keys.at[place[k - 1]]) < 0; k--)
            place[k] = place[k - 1];
        place[k] = i;
    }
    return place;
}
