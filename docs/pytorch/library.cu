/* library.cu: three functions of the lessons as a shared library, for PyTorch or another language. docs/pytorch.md
 * says how to build and to call it. All of them enqueue their work on the stream and return what went wrong, or 0. Pointers are
 * of the current device's memory; rows follow each other without a gap.
 *
 *     reductions_sum            lesson 31: n floats; its workspace is zero before the first call
 *     reductions_softmax        lesson 37: rows of n floats, which begin at a multiple of 16 bytes
 *     reductions_layer_norm     lesson 38: rows of n bfloat16; so does each of the arrays, with n weights and n biases */
#include "../../lessons/31_sum_any_size.cuh"
#include "harness/check_norms.h"
#include "harness/check_softmax.h"
#include "lesson.h"
#include "lesson_block.h"
#include "lesson_rows.h"
#include <cuda_bf16.h>

/* The lessons are programs. In a namespace, main is a function as others. */
namespace softmax {
#include "../../lessons/37_softmax.cu"
}
namespace norms {
#include "../../lessons/38_row_norms.cu"
}

/* What a lesson's launch function needs. The block is the one that was best on an H200. */
static struct reduction of_rows(const void *in, void *out, size_t rows, size_t n, cudaStream_t stream)
{
    struct reduction r;
    memset(&r, 0, sizeof r);
    r.in = (const int *)in;
    r.out = (int *)out;
    r.n = n;
    r.batch = (unsigned)rows;
    r.block = n <= 4096 ? 128 : n <= 16384 ? 256 : n <= 65536 ? 512 : 1024;
    r.stream = stream;
    return r;
}

static bool is_known(const void *in, const void *out, size_t rows, size_t n)
{
    return (size_t)in % 16 == 0 && (size_t)out % 16 == 0 && rows <= 0x7fffffff / 8 && n > 0;
}

extern "C" size_t reductions_workspace(void) { return sum_any_size_workspace(); }

extern "C" int reductions_sum(const float *in, size_t n, float *result, void *workspace, cudaStream_t stream)
{
    return sum_any_size(in, n, result, workspace, stream);
}

extern "C" int reductions_softmax(const float *in, float *out, size_t rows, size_t n, cudaStream_t stream)
{
    if (!is_known(in, out, rows, n))
        return cudaErrorInvalidValue;
    struct reduction r = of_rows(in, out, rows, n, stream);
    if (rows > 0)
        softmax::launch_in_registers(&r);
    return cudaGetLastError();
}

extern "C" int reductions_layer_norm(const void *in, void *out, size_t rows, size_t n, const void *weight, const void *bias,
                                     cudaStream_t stream)
{
    if (!is_known(in, out, rows, n) || !is_known(weight, bias, rows, n))
        return cudaErrorInvalidValue;
    struct reduction r = of_rows(in, out, rows, n, stream);
    if (rows > 0)
        norms::launch_norm<norms::moments>(&r, (const norms::bfloat16 *)weight, (const norms::bfloat16 *)bias);
    return cudaGetLastError();
}
