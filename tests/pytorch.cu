/* pytorch.cu: calls docs/pytorch/library.cu as PyTorch would, and checks what comes back. */
#include "../docs/pytorch/library.cu"

/* Sum, smallest and largest of n results. */
struct range { double sum, least, most; };

static struct range range_of(const float *x, size_t n)
{
    struct range all = {0, INFINITY, -INFINITY};
    for (size_t i = 0; i < n; i++) {
        all.sum += x[i];
        all.least = fmin(all.least, x[i]);
        all.most = fmax(all.most, x[i]);
    }
    return all;
}

int main(void)
{
    enum { ROWS = 3, N = 1001, ALL = ROWS * N };
    static float x[ALL], y[ALL];
    static unsigned short narrow[ALL], one_and_half[2 * (N + 7)];
    char *memory;
    for (size_t i = 0; i < ALL; i++) {
        x[i] = (float)(i % 7);
        unsigned bits;
        memcpy(&bits, &x[i], sizeof bits);
        narrow[i] = (unsigned short)(bits >> 16);
    }
    for (size_t i = 0; i < 2 * (N + 7); i++)
        one_and_half[i] = i < N + 7 ? 0x3f80 : 0x3f00; /* weights of 1, biases of 0.5 */
    size_t bytes = (sizeof x + 15) / 16 * 16, workspace = reductions_workspace();
    CUDA_CHECK(cudaMalloc(&memory, 3 * bytes + workspace));
    float *in = (float *)memory, *out = (float *)(memory + bytes), *more = (float *)(memory + 2 * bytes);
    CUDA_CHECK(cudaMemset(memory + 3 * bytes, 0, workspace));
    CUDA_CHECK(cudaMemcpy(in, x, sizeof x, cudaMemcpyHostToDevice));

    int error = reductions_sum(in, ALL, out, memory + 3 * bytes, 0);
    CUDA_CHECK(cudaMemcpy(y, out, sizeof *y, cudaMemcpyDeviceToHost));
    printf("sum: %d, %.0f of %.0f\n", error, y[0], range_of(x, ALL).sum);

    error = reductions_softmax(in, out, ROWS, N, 0);
    CUDA_CHECK(cudaMemcpy(y, out, sizeof y, cudaMemcpyDeviceToHost));
    for (size_t row = 0; row < ROWS; row++)
        printf("softmax: %d, row %zu adds up to %.3f\n", error, row, range_of(y + row * N, N).sum);

    CUDA_CHECK(cudaMemcpy(in, narrow, sizeof narrow, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(more, one_and_half, sizeof one_and_half, cudaMemcpyHostToDevice));
    error = reductions_layer_norm(in, out, ROWS, N, more, (unsigned short *)more + N + 7, 0);
    CUDA_CHECK(cudaMemcpy(narrow, out, sizeof narrow, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < ALL; i++) {
        unsigned bits = (unsigned)narrow[i] << 16;
        memcpy(&y[i], &bits, sizeof bits);
    }
    for (size_t row = 0; row < ROWS; row++) {
        struct range r = range_of(y + row * N, N);
        printf("layer norm: %d, row %zu: mean %.2f, from %.1f to %.1f\n", error, row, r.sum / N, r.least, r.most);
    }
    printf("in the middle of 16 bytes: %d\n", reductions_softmax(in + 1, out, ROWS, N, 0));
    CUDA_CHECK(cudaFree(memory));
    return 0;
}
