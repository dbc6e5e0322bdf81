/* clusters.cu: blocks that run together, wait for each other and use each other's shared memory. */
#include "check.h"

#include <cooperative_groups.h>
#include <initializer_list>

namespace cg = cooperative_groups;

/* Every way to ask where this thread is. */
__global__ void places(dim3 clusters, dim3 shape, int *failures)
{
    cg::cluster_group cluster = cg::this_cluster();
    cg::grid_group grid = cg::this_grid();
    const dim3 n = cluster.dim_blocks(), at = cluster.block_index(), i = cluster.thread_index(), t = cluster.dim_threads();
    unsigned rank = at.x + n.x * (at.y + n.y * at.z);

    VERIFY(n.x == shape.x && n.y == shape.y && n.z == shape.z, failures);
    VERIFY(at.x == blockIdx.x % n.x && at.y == blockIdx.y % n.y && at.z == blockIdx.z % n.z, failures);
    VERIFY(cluster.num_blocks() == n.x * n.y * n.z, failures);
    VERIFY(cluster.block_rank() == rank, failures);
    VERIFY(cluster.num_threads() == blockDim.x * cluster.num_blocks() && cluster.size() == cluster.num_threads(), failures);
    VERIFY(cluster.thread_rank() == rank * blockDim.x + threadIdx.x, failures);
    VERIFY(t.x == n.x * blockDim.x && t.y == n.y && t.z == n.z, failures);
    VERIFY(i.x == at.x * blockDim.x + threadIdx.x && i.y == at.y && i.z == at.z, failures);
    VERIFY(grid.dim_clusters().x == clusters.x && grid.dim_clusters().y == clusters.y, failures);
    VERIFY(grid.num_clusters() == clusters.x * clusters.y * clusters.z, failures);
    VERIFY(grid.cluster_index().x == blockIdx.x / n.x && grid.cluster_index().y == blockIdx.y / n.y, failures);
    VERIFY(grid.cluster_rank() == blockIdx.x / n.x + clusters.x * (blockIdx.y / n.y), failures);
    cluster.sync();
}

/* A shared variable of a function, in two instances of a template, and dynamic shared memory: each block passes a
 * value on to the next of its cluster, several times. */
template <int step> __device__ void pass_on(int *failures)
{
    __shared__ int got;
    extern __shared__ int also[];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned n = cluster.num_blocks(), me = cluster.block_rank(), next = (me + step) % n;

    cluster.sync();                     /* all have begun */
    for (int round = 0; round < 3; round++) {
        if (threadIdx.x == 0)
            *cluster.map_shared_rank(&got, next) = (int)me + 100 * round;
        cluster.map_shared_rank(also, (int)next)[threadIdx.x] = (int)(me * blockDim.x + threadIdx.x);
        cluster.sync();
        VERIFY(got == (int)((me + n - step % n) % n) + 100 * round, failures);
        VERIFY(also[threadIdx.x] == (int)((me + n - step % n) % n * blockDim.x + threadIdx.x), failures);
        VERIFY(cluster.query_shared_rank(&got) == me, failures);
        VERIFY(cluster.query_shared_rank(cluster.map_shared_rank(also, next) + 1) == next, failures);
        cluster.sync();
    }
}

/* In half of the clusters one instance comes first, in the others the other one. */
__global__ void __cluster_dims__(4, 1, 1) instances(int *failures)
{
    VERIFY(cg::this_cluster().num_blocks() == 4, failures);
    if (blockIdx.x / 4 % 2) {
        pass_on<1>(failures);
        pass_on<2>(failures);
    } else {
        pass_on<2>(failures);
        pass_on<1>(failures);
    }
}

template <class T, int n> __global__ void __cluster_dims__(n) count_blocks(T *blocks)
{
    if (threadIdx.x == 0)
        atomicAdd(blocks, (T)cg::this_cluster().num_blocks());
}

/* Arrives, does something else, and waits. Some threads end before the others meet again. */
__global__ void split(int *failures)
{
    __shared__ int value;
    cg::cluster_group cluster = cg::this_cluster();
    int mine = 0;

    if (threadIdx.x == 0)
        value = (int)cluster.block_rank() * 7;
    cg::cluster_group::arrival_token token = cluster.barrier_arrive();
    for (int i = 0; i < 10; i++)
        mine += i;
    cluster.barrier_wait(static_cast<cg::cluster_group::arrival_token &&>(token));
    VERIFY(mine == 45, failures);
    unsigned other = cluster.num_blocks() - 1 - cluster.block_rank();
    VERIFY(*cluster.map_shared_rank(&value, other) == (int)other * 7, failures);
    cluster.barrier_arrive();
    cluster.barrier_wait();
    if (threadIdx.x >= blockDim.x / 2)
        return;
    cluster.sync();
    cluster.sync();
}

/* Atomics in another block's shared memory: all threads of the cluster count in the first block. */
__global__ void count_threads(int *out)
{
    __shared__ int count;
    cg::cluster_group cluster = cg::this_cluster();

    if (threadIdx.x == 0)
        count = 0;
    cluster.sync();
    atomicAdd(cluster.map_shared_rank(&count, 0), 1);
    cluster.sync();
    if (cluster.thread_rank() == 0)
        out[cg::this_grid().cluster_rank()] = count;
}

/* Blocks of a cooperative grid are in clusters, too. */
__global__ void cooperative(int *sums, int *failures)
{
    cg::grid_group grid = cg::this_grid();

    pass_on<1>(failures);
    if (cg::this_cluster().thread_rank() == 0)
        sums[grid.cluster_rank()] = 1;
    grid.sync();
    int all = 0;
    for (unsigned i = 0; i < grid.num_clusters(); i++)
        all += sums[i];
    VERIFY(all == (int)grid.num_clusters(), failures);
}

/* A launch that may begin before the one before it has ended. */
__global__ void first(int *a)
{
    cudaTriggerProgrammaticLaunchCompletion();
    a[threadIdx.x] = (int)threadIdx.x;
}

__global__ void second(const int *a, int *b)
{
    cudaGridDependencySynchronize();
    b[threadIdx.x] = a[threadIdx.x] + 1;
}

struct configuration {
    cudaLaunchConfig_t config;
    cudaLaunchAttribute attribute[3];

    configuration(dim3 grid, dim3 block, dim3 cluster, size_t shared = 0) : config(), attribute()
    {
        config.gridDim = grid;
        config.blockDim = block;
        config.dynamicSmemBytes = shared;
        config.attrs = attribute;
        if (cluster.x) {
            attribute[0].id = cudaLaunchAttributeClusterDimension;
            attribute[0].val.clusterDim.x = cluster.x;
            attribute[0].val.clusterDim.y = cluster.y;
            attribute[0].val.clusterDim.z = cluster.z;
            config.numAttrs = 1;
        }
    }
};

int main()
{
    int *failures, *out, value = 0, blocks = 0, clusters = 0;
    cudaFuncAttributes about;

    CHECK(cudaMallocManaged(&failures, sizeof *failures));
    CHECK(cudaMallocManaged(&out, 64 * sizeof *out));
    *failures = 0;
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrClusterLaunch, 0));
    EXPECT(value == 1);

    for (dim3 shape : {dim3(1), dim3(2), dim3(8), dim3(2, 2), dim3(1, 3), dim3(2, 1, 2)}) {
        configuration c(dim3(shape.x * 3, shape.y * 2, shape.z), 64, shape);
        RUN(CHECK(cudaLaunchKernelEx(&c.config, places, dim3(3, 2, 1), shape, failures)));
    }
    RUN(places<<<dim3(3, 2), 64>>>(dim3(3, 2), dim3(1), failures));    /* each block is alone */
    EXPECT(*failures == 0);

    RUN(instances<<<16, 96, 96 * sizeof(int)>>>(failures));
    EXPECT(*failures == 0);
    CHECK(cudaFuncGetAttributes(&about, instances));
    EXPECT(about.requiredClusterWidth == 4);

    *out = 0;
    RUN(count_blocks<int, 2><<<6, 32>>>(out));
    RUN(count_blocks<int, 8><<<8, 32>>>(out));
    EXPECT(*out == 6 * 2 + 8 * 8);

    void *arguments[] = {&failures};
    configuration pair(6, 128, 2);
    RUN(CHECK(cudaLaunchKernelExC(&pair.config, (const void *)split, arguments)));
    EXPECT(*failures == 0);

    configuration eight(24, 256, 8);
    RUN(CHECK(cudaLaunchKernelEx(&eight.config, count_threads, out)));
    EXPECT(out[0] == 8 * 256 && out[1] == 8 * 256 && out[2] == 8 * 256);

    configuration both(8, 64, 4, 64 * sizeof(int));
    both.attribute[1].id = cudaLaunchAttributeCooperative;
    both.attribute[1].val.cooperative = 1;
    both.config.numAttrs = 2;
    RUN(CHECK(cudaLaunchKernelEx(&both.config, cooperative, out, failures)));
    EXPECT(*failures == 0);

    /* More than 8 blocks, if the kernel allows it; never more than 16; only multiples. */
    configuration sixteen(16, 32, 16), odd(6, 32, 4);
    EXPECT(cudaLaunchKernelEx(&sixteen.config, count_threads, out) != cudaSuccess);
    (void)cudaGetLastError();
    EXPECT(cudaLaunchKernelEx(&odd.config, count_threads, out) != cudaSuccess);
    (void)cudaGetLastError();
    CHECK(cudaFuncSetAttribute(count_threads, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    CHECK(cudaOccupancyMaxPotentialClusterSize(&blocks, count_threads, &sixteen.config));
    EXPECT(blocks == 16);
    CHECK(cudaOccupancyMaxActiveClusters(&clusters, count_threads, &sixteen.config));
    EXPECT(clusters >= 1);
    RUN(CHECK(cudaLaunchKernelEx(&sixteen.config, count_threads, out)));
    EXPECT(out[0] == 16 * 32);

    configuration early(1, 64, 0);
    early.attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.attribute[0].val.programmaticStreamSerializationAllowed = 1;
    early.config.numAttrs = 1;
    first<<<1, 64>>>(out);
    int *target;
    CHECK(cudaMallocManaged(&target, 64 * sizeof *target));
    RUN(CHECK(cudaLaunchKernelEx(&early.config, second, out, target)));
    EXPECT(target[0] == 1 && target[63] == 64);

    /* Captured launches keep their clusters, whether the launch or the kernel gives them. */
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t runnable;

    CHECK(cudaStreamCreate(&stream));
    eight.config.stream = pair.config.stream = both.config.stream = stream;
    out[0] = out[1] = out[2] = 0;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaLaunchKernelEx(&both.config, cooperative, out, failures));
    CHECK(cudaLaunchKernelExC(&pair.config, (const void *)split, arguments));
    CHECK(cudaLaunchKernelEx(&eight.config, count_threads, out));
    instances<<<16, 96, 96 * sizeof(int), stream>>>(failures);
    CHECK(cudaStreamEndCapture(stream, &graph));
    EXPECT(out[0] == 0);
    CHECK(cudaGraphInstantiate(&runnable, graph, 0));
    CHECK(cudaGraphLaunch(runnable, stream));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT(*failures == 0);
    EXPECT(out[0] == 8 * 256 && out[1] == 8 * 256 && out[2] == 8 * 256);
    return 0;
}
