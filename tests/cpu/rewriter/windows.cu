#include <stdio.h>
#define LAUNCH(k) \
    k<<<1, 2>>>(p)
// a comment \
   k<<<1, 2>>>(p);
__global__ void k()
{
    extern __shared__ int a[];
    __shared__ int b[4];
    k<<<1,
        2>>>(p);
}
