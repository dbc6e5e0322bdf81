# 16_cooperative_groups.awk: the kernels of lesson 16 (see tests/model.awk).
#
# at n=1024 batch=1,3
# at n=1001 batch=3
# at n=1 batch=2

function launches()
{
    launch("batched_reduce_sum_v1", batch, n)
    for (tile_size = 4; tile_size <= 32; tile_size *= 2)
        launch("batched_reduce_sum_v2<" tile_size ">", batch, n)
    tile_size = 128
    if (tile_size <= block)             # smaller blocks take tiles of 32 once more
        launch("batched_reduce_sum_v2<128>", batch, n)
}

function run(kernel)
{
    if (kernel == "batched_reduce_sum_v1") batched_reduce_sum_groups()
    else batched_reduce_sum_tiles(tile_size)
}

function batched_reduce_sum_groups()
{
    load_row()
    shared("store", 1, 0)               # sums[rank] = thread_sum(block, in, n);
    syncthreads()                       # block.sync();
    halve()
    store_partial()
}

# What the warps of a tile of 128 meet in (block_tile_memory) is the library's: it is not counted.
function batched_reduce_sum_tiles(lanes,    i)
{
    load_row()
    if (lanes <= 32)
        shuffles(lanes)                 # of all tiles of a warp together
    if_multiple_of(lanes)               # if (tile.thread_rank() == 0)
        shared("store", 1 / lanes, 0)   #     partial[tile.meta_group_rank()] = sum;
    end_if()
    syncthreads()
    for (i = 0; i < block / lanes; i++)
        shared("load", 0, i)            # sum += partial[i];
    store_sum()
}

function load_row(    i, k)
{
    i = 0                               # i < n: element i of row b
    for (loop(); still_below(i, size); i += 16 * block)
        for (k = 0; k < 16; k++) {
            if_exists(i + k * block)    # x[k] = i + k * stride < end ? in[i + k * stride] : 0;
                global("load", 1, b * size + i + k * block)
            end_if()
        }
    end_if()
}
