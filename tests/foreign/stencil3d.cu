// 7-point heat equation in three dimensions; coefficients in constant memory.
#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#define IDX(x, y, z) ((x) + NX * ((y) + NY * (z)))

enum { NX = 20, NY = 14, NZ = 10, STEPS = 4 };
enum { BX = 8, BY = 4, BZ = 4 };

__constant__ float c_weights[2];              // centre, neighbour
__device__ unsigned int d_cells_updated = 0;

static_assert(BX * BY * BZ <= 1024, "block too large");

// Loads the block with a halo of one cell into shared memory.
__global__ void heat_step(const float *in, float *out)
{
    __shared__ float tile[BZ + 2][BY + 2][BX + 2];

    const int x = blockIdx.x * BX + threadIdx.x;
    const int y = blockIdx.y * BY + threadIdx.y;
    const int z = blockIdx.z * BZ + threadIdx.z;
    const int tid = threadIdx.x + BX * (threadIdx.y + BY * threadIdx.z);

    for (int i = tid; i < (BX + 2) * (BY + 2) * (BZ + 2); i += BX * BY * BZ) {
        const int lx = i % (BX + 2), ly = i / (BX + 2) % (BY + 2), lz = i / (BX + 2) / (BY + 2);
        const int gx = min(max((int)(blockIdx.x * BX) + lx - 1, 0), NX - 1);
        const int gy = min(max((int)(blockIdx.y * BY) + ly - 1, 0), NY - 1);
        const int gz = min(max((int)(blockIdx.z * BZ) + lz - 1, 0), NZ - 1);
        tile[lz][ly][lx] = __ldg(&in[IDX(gx, gy, gz)]);
    }
    __syncthreads();

    if (x >= NX || y >= NY || z >= NZ)
        return;
    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1, lz = threadIdx.z + 1;
    out[IDX(x, y, z)] = c_weights[0] * tile[lz][ly][lx]
                      + c_weights[1] * (tile[lz][ly][lx - 1] + tile[lz][ly][lx + 1]
                                        + tile[lz][ly - 1][lx] + tile[lz][ly + 1][lx]
                                        + tile[lz - 1][ly][lx] + tile[lz + 1][ly][lx]);
    atomicAdd(&d_cells_updated, 1u);
}

static float at(const std::vector<float> &v, int x, int y, int z)
{
    return v[IDX(std::clamp(x, 0, NX - 1), std::clamp(y, 0, NY - 1), std::clamp(z, 0, NZ - 1))];
}

int main()
{
    const std::array<float, 2> weights{0.4f, 0.1f};
    std::vector<float> u(NX * NY * NZ, 0.0f), v(u), result(u.size());
    float *d_in, *d_out;
    unsigned int cells = 0;

    u[IDX(NX / 2, NY / 2, NZ / 2)] = 1000.0f;
    u[IDX(0, 0, 0)] = -500.0f;
    cudaMalloc(&d_in, u.size() * sizeof(float));
    cudaMalloc(&d_out, u.size() * sizeof(float));
    cudaMemcpy(d_in, u.data(), u.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(c_weights, weights.data(), sizeof(c_weights));

    const dim3 block{BX, BY, BZ};
    const dim3 grid{(NX + BX - 1) / BX, (NY + BY - 1) / BY, (NZ + BZ - 1) / BZ};
    for (int step = 0; step < STEPS; ++step) {
        heat_step<<<grid, block>>>(d_in, d_out);
        std::swap(d_in, d_out);
    }
    cudaMemcpy(result.data(), d_in, u.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&cells, d_cells_updated, sizeof(cells));

    for (int step = 0; step < STEPS; ++step, u.swap(v))
        for (int z = 0; z < NZ; ++z)
            for (int y = 0; y < NY; ++y)
                for (int x = 0; x < NX; ++x)
                    v[IDX(x, y, z)] = weights[0] * at(u, x, y, z) + weights[1] * (at(u, x - 1, y, z)
                        + at(u, x + 1, y, z) + at(u, x, y - 1, z) + at(u, x, y + 1, z)
                        + at(u, x, y, z - 1) + at(u, x, y, z + 1));
    const bool same = std::equal(u.begin(), u.end(), result.begin(), [](float a, float b) {
        return std::abs(a - b) < 1e-3f;
    });
    std::printf("%u cells, %s\n", cells, same ? "same" : "different");
    cudaFree(d_in);
    cudaFree(d_out);
    return !(same && cells == NX * NY * NZ * STEPS);
}
