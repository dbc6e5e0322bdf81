#define LAUNCH(kernel, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#define SIZED(kernel, size)                     \
    case size:                                  \
        kernel<size><<<grid, size,              \
                       size * sizeof(int)>>>    \
            (in, out);                          \
        break
#define NUMBERED(n) k##n<<<1, 2>>>(n), kernel_##n##_of<n, n + 1><<<1, 2>>>(n)
#define NOTE "k<<<1, 1>>>()" /* k<<<1, 1>>>() */
void f() { LAUNCH(k, 1); switch (n) { SIZED(k, 4); } CHECK(k<<<1, 1>>>(2)); }
static __noinline__ int g();
