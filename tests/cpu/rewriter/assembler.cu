__device__ unsigned lane()
{
    unsigned l;
    asm("mov.u32 %0, %%laneid;" : "=r"(l));
    asm volatile(
        "{\n\t"
        "  bar.sync 0;\n\t"
        "}");
    __asm__ __volatile__ ("ld.global.cg.s32 %0, [%1];" : "=r"(l) : "l"(&f(1, "a)")));
    asm("trap;");
    return l;
}
__device__ void store(float *p, float x)
{
    asm volatile("{.reg .pred p;\n" // in parts
                 " setp.gt.f32 p, %1, 0f00000000;\n"
#if STREAM
                 " @p st.global.cs.f32 [%0 + 4], %1;}"
#else
                 " @p st.global.f32 [%0 + 4], %1;}"
#endif
                 : : "l"(p), "f"(x) : "memory");
    asm("frob.u32 %0, 1;\n"
        "exit;" : "=r"(x));
}
#define LANE(x) asm volatile("mov.u32 %0, %%laneid;" : "=r"(x))
void host()
{
    asm volatile("" ::: "memory");
    __asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
    int asmb;
}
