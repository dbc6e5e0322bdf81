/* handles.c: see handles.h. */
#include "handles.h"

#include <pthread.h>
#include <stdlib.h>

enum { FIRST_PIECE = 64 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *cuda_cpu_new_handle(struct handles *h)
{
    size_t before = 0, room = FIRST_PIECE;
    void *result = NULL;
    int i = 0;

    pthread_mutex_lock(&lock);
    for (; i < HANDLE_PIECES && h->count - before >= room; i++, room *= 2)
        before += room;
    if (i < HANDLE_PIECES && !h->piece[i])
        h->piece[i] = calloc(room, h->size);
    if (i < HANDLE_PIECES && h->piece[i])
        result = h->piece[i] + (h->count++ - before) * h->size;
    pthread_mutex_unlock(&lock);
    return result;
}

int cuda_cpu_is_handle(struct handles *h, const void *p)
{
    size_t left, room = FIRST_PIECE;
    int found = 0;

    pthread_mutex_lock(&lock);
    left = h->count;
    for (int i = 0; left && !found; i++, room *= 2) {
        size_t used = left < room ? left : room, at = (size_t)((const char *)p - h->piece[i]);

        found = at < used * h->size && at % h->size == 0;
        left -= used;
    }
    pthread_mutex_unlock(&lock);
    return found;
}
