/* includes.c: an #include of a header that was rewritten, or of one that the CPU device has not. */
#include "rewrite.h"

#include <string.h>

/* What the CPU device lacks: headers that begin so, and why. */
static const struct {
    const char *header, *why;
} lacking[] = {
    { "cuda_fp8.h", "it has no such floating-point types" },
    { "cuda_fp6.h", "it has no such floating-point types" },
    { "cuda_fp4.h", "it has no such floating-point types" },
    { "mma.h", "it has no matrix instructions" },
    { "cuda_awbarrier", "it has no barriers but those of cuda/barrier" },
    { "cuda_gl_interop.h", "it draws no graphics" },
    { "cuda_egl_interop.h", "it draws no graphics" },
    { "cuda_vdpau_interop.h", "it draws no graphics" },
    { "cudaGL.h", "it draws no graphics" },
    { "cudaEGL.h", "it draws no graphics" },
    { "cudaVDPAU.h", "it draws no graphics" },
};

/* The libraries of the CUDA Toolkit. Those with / have a folder of headers. */
static const struct {
    const char *header, *name;
} libraries[] = {
    { "thrust/", "Thrust" }, { "cub/", "CUB" },           { "cuda/", "libcu++" },       { "nv/", "libcu++" },
    { "cublas", "cuBLAS" },  { "curand", "cuRAND" },      { "cufft", "cuFFT" },         { "cusparse", "cuSPARSE" },
    { "cudnn", "cuDNN" },    { "cusolver", "cuSOLVER" },  { "cutensor", "cuTENSOR" },   { "nvrtc", "NVRTC" },
    { "nvml", "NVML" },
};

/* Such as cublas_v2.h: behind small letters, nothing or more that begins with another character, then .h */
static bool is_library_header(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz");

    if (!begins(name, "cu") || length == 2) {
        if (!begins(name, "nvrtc") && !begins(name, "nvml"))
            return false;
        length = begins(name, "nvml") ? 4 : 5;
    }
    name += length;
    if ((*name >= 'A' && *name <= 'Z') || *name == '_')
        while (is_word(*name) && *name != '$')
            name++;
    return !strcmp(name, ".h");
}

/* The library of the CUDA Toolkit that a header belongs to; NULL if it belongs to none. */
static const char *library_of(const char *header)
{
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (begins(header, libraries[i].header) && (strchr(libraries[i].header, '/') || is_library_header(header)))
            return libraries[i].name;
    return NULL;
}

static bool is_direct3d(const char *header)
{
    if (!begins(header, "cuda_d3d"))
        return false;
    for (header += 8; is_digit(*header); header++)
        ;
    return begins(header, "_interop.h");
}

/* Why the CPU device has no such header; NULL if it has, or if the header is nobody's. */
static const char *reason_against(const char *header)
{
    const char *library = library_of(header);

    if (one_of(header, "cuda/annotated_ptr cuda/atomic cuda/barrier cuda/pipeline cuda/ptx cuda/std/atomic"))
        return NULL;
    if (library)
        return format("it has no %s, a library of the CUDA Toolkit", library);
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++)
        if (strcmp(lacking[i].header, "mma.h") ? begins(header, lacking[i].header) : !strcmp(header, lacking[i].header))
            return lacking[i].why;
    return is_direct3d(header) ? "it draws no graphics" : NULL;
}

void rewrite_include(struct token *at, const struct substitutes *substitutes)
{
    struct token *first = after(at), *last = first;
    const char *written = "", *header, *why;

    if (first->kind == STRING) {
        written = first->text;
    } else if (is(first, "<") && *first[1].text) {
        do
            last++;
        while (!is(last, ">") && last->directive == at->directive);
        written = flat(first, last);
    }
    for (size_t i = 0; i < substitutes->count; i++)
        if (!strcmp(substitutes->at[i].written, written)) {
            replace(first, last, format("\"%s\"", substitutes->at[i].place));
            return;
        }
    header = without_edges(written);
    why = reason_against(header);
    if (!why)
        return;
    for (last = at; last[1].directive == at->directive; last++)
        ;
    while (last->kind == SPACE)
        last--;
    replace(at, last, format("error the CPU device has no <%s>: %s", header, why));
}
