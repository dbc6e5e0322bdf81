# 29_bulk_copies.awk: the kernels of lesson 29 (see tests/model.awk).
#
# at n=65536
# at n=100003 asked=3
# at n=1

# The CPU device does not know how much static shared memory a kernel has, so it does not limit the grid.
function launches(    stages)
{
    launch("vec4_x4", share_blocks(), n)
    for (stages = 1; stages <= 4; stages *= 2)
        launch("bulk_pipeline<" stages ">", resident(blocks_for(n, constant("TILE")), fit(0)), n)
}

function run(kernel)
{
    if (kernel == "vec4_x4") store_sums()
    else bulk_pipeline(substr(kernel, 15) + 0)
}

# Operations of mbarriers are not counted.
function bulk_pipeline(stages,    size_of, tiles, tile, i, s)
{
    size_of = constant("TILE")
    tiles = int(size / size_of)
    if_below(1, 1)                      # if (threadIdx.x == 0)
        for (s = 0; s < stages && b + s * grid < tiles; s++)
            bulk_copy(4 * size_of)      #     order(stage[s], &full[s], in, ...);
    end_if()
    syncthreads()
    for (tile = b; tile < tiles; tile += grid) {
        i = 0                           # for (i = threadIdx.x; i < TILE / 4; i += blockDim.x)
        for (loop(); still_below(i, size_of / 4); i += block)
            shared_fours("load")        #     int4 x = stage[s][i];
        end_if()
        syncthreads()
        if_below(1, 1)                  # if (threadIdx.x == 0 && tile + stages * step < tiles)
            if (tile + stages * grid < tiles)
                bulk_copy(4 * size_of)  #     order(stage[s], &full[s], in, ...);
        end_if()
    }
    if (b == 0) {                       # if (blockIdx.x == 0)
        i = tiles * size_of             #     for (i = tiles * TILE + threadIdx.x; i < n; i += blockDim.x)
        for (loop(); still_below(i, size); i += block)
            global("load", 1, i)
        end_if()
    }
    lesson_block_sum()
    store_sum()                         # if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}
