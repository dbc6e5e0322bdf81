// __cluster_dims__: noted in the kernel's body.
__global__ void __cluster_dims__(2, 1, 1) plain(int *p) { *p = 1; }
__cluster_dims__(4) __global__ void __launch_bounds__(64) before(int *p)
{
    *p = 2;
}
template <class T, int n = 2, class... More>
__global__ void __cluster_dims__(n, 1 + (n > 2), 1) many(T *p, More... more) { *p = n; }
template <template <class> class Box, unsigned (*f)(int), bool yes>
__global__ __cluster_dims__(2)
void boxed(Box<int> box) { f(yes); }
__global__ void __cluster_dims__(2, 1, 1) declared(int *p);
