#if 0
this is not read: <<< {{{ (( "
#   if 1
k<<<1, 2
#   endif
#else
void f(int *p) { k<<<1, 2>>>(p); }
#endif
void g(int *p, cudaStream_t s)
{
    k << <1, 32 >> >(p);
    k< < <1, 32> >>  (p);
#ifdef LARGE
    large<<<64, 256
#else
    small<<<1, 32
#endif
        >>>(p);
#if A
    one
#elif B
    ns::two<int>
#else
    three
#endif
        <<<1, 2>>>(p);
    same
#ifdef A
        <<<1, 2>>>
#else
        <<<3, 4>>>
#endif
        (p);
    k<<<1, 2
#ifdef S
        , 0, s>>>(p,
#else
        >>>(p,
#endif
        3);
}
#if __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *, double);
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
__host__ __device__ int both();
#endif
__global__ void kernel(int *p)
{
#if __CUDA_ARCH__ >= 700
    *p = __CUDA_ARCH__;
#endif
    __shared__ int s;
}
template <class T> __device__ __forceinline__ T plain(T x) noexcept
{
#ifdef __CUDA_ARCH__
    return x;
#endif
}
__host__ __device__ int both()
{
#ifdef __CUDA_ARCH__
    return 1;
#endif
}
void host()
{
#ifdef __CUDA_ARCH__
#endif
    run([=] __device__(int i) { return i * __CUDA_ARCH__; });
    run([=](int i) { return i * __CUDA_ARCH__; });
    const void *handle = (const void *)kernel, *other = reinterpret_cast<void const *>(&ns::plain<int>);
    void *args[] = {(void *)&handle, (void *)other};
}
#ifdef A
void opens() {
#else
void opens(int) {
#endif
}
__device__ int counter;
