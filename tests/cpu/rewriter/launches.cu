void f(int *p, cudaStream_t s)
{
    k<<<1, 2>>>(p);
    k<<<grid, block, n * sizeof(int), s>>>(p, 3, "a, b");
    k<4><<<g, b>>>(p);
    k<4, float, (2 > 1)><<<g, b>>>(p);
    k<A<B<int>>, sizeof(x[3])><<<g, b>>>(p);
    ns::k<<<g, b>>>(p);
    ::ns::inner::k<int><<<g, b>>>(p);
    ns::holder<int>::k<<<g, b>>>(p);
    T::template k<5><<<g, b>>>(p);
    table[i].kernel<<<t->grid, t->block>>>(p);
    t->kernels[2 * j]<<<g, b>>>(p);
    (*pointer)<<<g, b>>>(p);
    choose(kind, 3)<<<g, b>>>(p);
    if (x) k<<<g, b>>>(p); else k<<<g, b>>>(q);
    if (x) (k)<<<g, b>>>(p);
    for (int i = 0; i < 3; i++) k<<<(i + 1), f({1, 2})>>>(p);
    return k<<<a >> 2, (b >>> c)>>>(p);
    k<<<pick<2>(x), dim3(1 < 2, 3 > 2)>>>(p), other<<<1, 1>>>(p);
    k
        <<<g,      // the grid <<<
           b>>>    /* and now */
        (p);
    k<<<pick<1, 2>>>>(p);
    k<<<dim3{1, 2}, {3, 4}>>>(p);
    if constexpr (x) k<<<g, b>>>(p);
    if constexpr (x) (*k)<<<g, b>>>(p);
    c ? j<<<g, b>>>(p) : k<<<g, b>>>(p);
    this->k<<<g, b>>>(p);
    k<  // template
       7><<<1, 1>>>();
}
