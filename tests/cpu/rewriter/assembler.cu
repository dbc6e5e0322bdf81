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
#define LANE(x) asm volatile("mov.u32 %0, %%laneid;" : "=r"(x))
void host()
{
    asm volatile("" ::: "memory");
    __asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
    int asmb;
}
