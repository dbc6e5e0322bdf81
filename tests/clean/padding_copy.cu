/* A structure is copied with its padding, which nobody ever wrote. */
#include "../gallery/gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

struct p {
    char c;
    int i;
};

struct q {
    short a;
    char b;
    double d;
};

__global__ void k(p *a, p *b, q *c, q *d)
{
    unsigned t = threadIdx.x;
    a[t].c = 1;
    a[t].i = 2;
    c[t].a = 1;
    c[t].b = 2;
    c[t].d = 3;
    __syncthreads();
    b[t] = a[63 - t];
    d[t] = c[63 - t];
}

int main()
{
    p *a, *b;
    q *c, *d;
    CHECK(cudaMalloc(&a, 64 * sizeof *a));
    CHECK(cudaMalloc(&b, 64 * sizeof *a));
    CHECK(cudaMalloc(&c, 64 * sizeof *c));
    CHECK(cudaMalloc(&d, 64 * sizeof *d));
    k<<<1, 64>>>(a, b, c, d);
    CHECK_LAUNCH();
    return 0;
}
