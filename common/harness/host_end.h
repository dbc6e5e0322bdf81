/* harness/host_end.h: see host_begin.h. */
#ifdef CUDA_CPU_INSPECT
#pragma pop_macro("inline")
#endif
