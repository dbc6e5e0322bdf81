/* harness/host_begin.h, host_end.h: between these two, inline functions are the host's alone.
 *
 * An inspected program calls the inspector in each function. What the host does is not its business: cpucc takes those
 * calls out again where no kernel comes (common/cpu/rewrite/plain.c). Here they are not even made, which
 * takes a sixth off the time to compile a lesson. A __device__ function that uses memory must stand outside, and so
 * must the first #include of a header of the C++ library. */
#ifdef CUDA_CPU_INSPECT
#pragma push_macro("inline")
#define inline inline CUDA_CPU_UNOBSERVED
#endif
