/* rewrite.h: turns a CUDA file into C++ for the CPU device. Each form of CUDA has a file of its own.
 *
 * cuda_runtime.h defines all of CUDA's words for the compiler, except these forms:
 *   kernel<B><<<g, b>>>(x)           a call: cuda_cpu_configure("kernel<B>", ..., g, b)(x); also k << <g, b >> >(x),
 *                                    and with parts that #if chooses (launches.c)
 *   cudaLaunchKernel((void *)k, ...) the cast is dropped, to keep the types of k's parameters; the name
 *                                    is recorded for reports (also for cudaLaunchCooperativeKernel,
 *                                    cudaLaunchKernelEx and cudaLaunchKernelExC) (handles.c)
 *   (void *)kernel, elsewhere        (void *)cuda_cpu_known(0, kernel), which remembers how to launch it (handles.c)
 *   extern __shared__ T name[];      a pointer in a kernel, elsewhere a reference to one (shared.c)
 *   __shared__ T name[3];            a reference to memory that the engine gives to each OS thread (shared.c)
 *   __cluster_dims__(2, 1, 1) of a kernel   its body also notes them, in cuda_cpu_clustered<...> (functions.c)
 *   __device__ of a function, without __host__   is followed by CUDA_CPU_FUSED (functions.c)
 *   __device__ T name;               a variable that an inspector tells from the host's (functions.c)
 *   __CUDA_ARCH__ in device code     CUDA_CPU_ARCH (rewrite.c)
 *   __noinline__                     becomes the compilers' own form (rewrite.c)
 *   return; in int main              return 0; (rewrite.c)
 *   asm("mov.u32 ...")               inline PTX: becomes C++ (ptx.c)
 *   #include <thrust/...>            and other libraries of the CUDA Toolkit: become #error, with the reason (includes.c)
 * Everything else stays as it is, and every line keeps its number. */
#ifndef REWRITE_H
#define REWRITE_H

#include "tokens.h"

/* An #include, with its quotes or brackets, and the file to include instead. */
struct substitute {
    const char *written, *place;
};

struct substitutes {
    struct substitute *at;
    size_t count;
};

/* Rewrites the file `name`, whose content this is. Returns false if there is a mistake, which was told. */
bool rewrite(const char *name, const char *source, const struct substitutes *substitutes, struct text *to);

/* branches.c: what is inside #if 0 becomes space, and an #if without any code in its branches. */
void remove_dead_code(struct file *file);

/* launches.c: the <<< from `at` to `last`. */
void rewrite_launch(struct file *file, struct token *at, struct token *last);

/* The kernels that a file declares, and whether it launches any without <<<>>>. */
struct kernels {
    struct strings names;
    bool launched_by_handle;
};

struct kernels find_kernels(const struct file *file);
void rewrite_handle(const struct kernels *kernels, struct token *from);
/* The kernel in argument number `which` of the call at `call`. */
void rewrite_argument(struct token *call, int which);

/* shared.c: the declaration that has __shared__ at `at`. */
void rewrite_shared(struct file *file, struct token *at, bool in_function);
/* The first token of the declaration that has the word `at`, such as __shared__. */
struct token *declaration_start(struct token *at);

/* functions.c */
void rewrite_variable(struct token *at); /* __device__ T a; at file scope */
void rewrite_function(struct token *at); /* __device__ T f(...) */
void rewrite_cluster(struct token *at);  /* __cluster_dims__(...) */

/* ptx.c: the asm(...) at `at`, if it is inline PTX. */
void rewrite_assembler(struct token *at);

/* includes.c: the #include whose word is at `at`. */
void rewrite_include(struct token *at, const struct substitutes *substitutes);

#endif
