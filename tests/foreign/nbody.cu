#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

/// All-pairs gravity and a Mandelbrot image, chosen by name from a table.

static __device__ __host__ inline float4 operator+(float4 a, float4 b)
{ return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
static __device__ __host__ inline float4 operator*(float s, float4 a)
{ return make_float4(s * a.x, s * a.y, s * a.z, s * a.w); }

struct alignas(16) Body { float4 pos_mass; float4 velocity; };
struct Params { float dt, softening; int count; };

__constant__ Params params;

__device__ float4 interaction(float4 acc, float4 me, float4 other)
{
    float3 d{other.x - me.x, other.y - me.y, other.z - me.z};
    float r2 = d.x * d.x + d.y * d.y + d.z * d.z + params.softening;
    float f = other.w * rsqrtf(r2) / r2;
    return acc + make_float4(f * d.x, f * d.y, f * d.z, 0.f);
}

__global__ void bodyForce(const Body *__restrict__ old, Body *__restrict__ now)
{
    extern __shared__ float4 shPos[];
    const auto gtid = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 mine = old[gtid].pos_mass;
    float4 acc = {0.f, 0.f, 0.f, 0.f};

    for (unsigned tile = 0; tile < gridDim.x; tile++) {
        shPos[threadIdx.x] = old[tile * blockDim.x + threadIdx.x].pos_mass;
        __syncthreads();
        for (unsigned j = 0; j < blockDim.x; j++) acc = interaction(acc, mine, shPos[j]);
        __syncthreads();
    }
    now[gtid].velocity = old[gtid].velocity + params.dt * acc;
    now[gtid].pos_mass = mine + params.dt * now[gtid].velocity;
}

__global__ void mandelbrot(uchar4 *pixels, int w, int h, int iterations)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    double cx = 3.0 * px / w - 2.25, cy = 2.0 * py / h - 1.0, x = 0, y = 0;
    int i = 0;
    for (; i < iterations && x * x + y * y < 4.0; i++) { double t = x * x - y * y + cx; y = 2 * x * y + cy; x = t; }
    unsigned char shade = (unsigned char)(255 * i / iterations);
    pixels[py * w + px] = make_uchar4(shade, shade, 255 - shade, 255);
}

static bool gravity()
{
    constexpr int n = 256, block = 64;
    std::vector<Body> bodies(n), result(n);
    for (int i = 0; i < n; i++)
        bodies[i] = {{std::cos(i * 2.4f) * i, std::sin(i * 2.4f) * i, i % 7 - 3.f, 1.f + i % 3}, {}};
    Params p{0.01f, 0.5f, n};
    Body *d[2];
    for (auto &b : d) cudaMalloc(&b, n * sizeof(Body));
    cudaMemcpyToSymbol(params, &p, sizeof p);
    cudaMemcpy(d[0], bodies.data(), n * sizeof(Body), cudaMemcpyHostToDevice);
    for (int s = 0; s < 2; s++) bodyForce<<<n / block, block, block * sizeof(float4)>>>(d[s % 2], d[1 - s % 2]);
    cudaMemcpy(result.data(), d[0], n * sizeof(Body), cudaMemcpyDeviceToHost);
    double momentum[2] = {}, moved = 0;             // conserved: it was zero
    for (int i = 0; i < n; i++) {
        momentum[0] += result[i].pos_mass.w * result[i].velocity.x;
        momentum[1] += result[i].pos_mass.w * result[i].velocity.y;
        moved = std::max<double>(moved, std::fabs(result[i].velocity.x));
    }
    for (auto b : d) cudaFree(b);
    std::printf("momentum %g %g, fastest %g\n", momentum[0], momentum[1], moved);
    return std::hypot(momentum[0], momentum[1]) < 1e-3 && moved > 1e-4;
}

static bool image()
{
    const int w = 60, h = 40;
    uchar4 *pixels;
    cudaMallocManaged(&pixels, w * h * sizeof *pixels);
    dim3 threads(8, 8), blocks((w + 7) / 8, (h + 7) / 8);
    mandelbrot<<<blocks, threads>>>(pixels, w, h, 64);
    if (cudaDeviceSynchronize()) return false;
    auto inside = std::count_if(pixels, pixels + w * h, [](uchar4 c) { return c.x == 255; });
    bool ok = pixels[h / 2 * w + w * 3 / 4].x == 255 && pixels[0].x < 40 && inside > w * h / 8;
    std::printf("%td pixels inside\n", inside);
    cudaFree(pixels);
    return ok;
}

int main(int argc, char **argv)
{
    const std::map<std::string, std::function<bool()>> table{{"gravity", gravity}, {"image", image}};
    int failed = 0;
    for (const auto &[name, test] : table)
        if (argc < 2 || name == argv[1]) failed += !test();
    return failed;
}
