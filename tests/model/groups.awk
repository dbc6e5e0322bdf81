# groups.awk: the kernels of lessons 16 to 19 (see tests/model.awk): groups of threads, and blocks of a
# cooperative launch that wait for each other. A grid sync is a barrier that every block passes.

function groups(    pieces)
{
    if (lesson == "17" || lesson == "18")
        pieces = blocks_for(n, constant("AT_ONCE") * block)
    if (lesson == "16") {
        launch("batched_reduce_sum_v1", batch, n)
        for (tile_size = 4; tile_size <= 32; tile_size *= 2)
            launch("batched_reduce_sum_v2<" tile_size ">", batch, n)
        tile_size = 128
        if (tile_size <= block)         # smaller blocks take tiles of 32 once more
            launch("batched_reduce_sum_v2<128>", batch, n)
    } else if (lesson == "17") {
        launch("full_reduce_sum<int>", resident(pieces, 1), n)
        launch("full_reduce_sum<int>", resident(pieces, fit(0)), n)
        launch("reduce_shares<int>", resident(pieces, fit(0)), n)
        launch("reduce_shares<int>", 1, resident(pieces, fit(0)))
        launch("add_shares<int>", resident(pieces, fit(0)), n)
    } else if (lesson == "18") {
        launch("cooperative_reduction", resident(pieces, fit(4 * block)), n)
        launch("reduce_shares", resident(pieces, fit(4 * block)), n)
        launch("reduce_shares", 1, resident(pieces, fit(4 * block)))
    } else {
        launch("grid_scan<" block ",false>", resident(blocks_for(n, constant("TURNS") * block), fit(0)), n)
        launch("grid_scan<" block ",true>", resident(blocks_for(n, constant("TURNS") * block), fit(0)), n)
    }
}

# The CPU device has 4 SMs; what fits on one: 2048 threads, 32 blocks and 164 KiB of shared memory,
# of which each block takes 1 KiB more than it asks for.
function fit(bytes,    blocks)
{
    blocks = 2048 / block
    if (blocks > int(164 * 1024 / (bytes + 1024)))
        blocks = int(164 * 1024 / (bytes + 1024))
    return blocks < 32 ? blocks : 32
}

function resident(wanted, per_sm)
{
    if (asked)                          # --grid
        return asked
    return wanted < 4 * per_sm ? wanted : 4 * per_sm
}

function run_groups(kernel)
{
    if (lesson == "16") {
        if (kernel == "batched_reduce_sum_v1") batched_reduce_sum_groups()
        else batched_reduce_sum_tiles(tile_size)
    } else if (kernel == "full_reduce_sum<int>") full_reduce_sum()
    else if (kernel == "reduce_shares<int>") reduce_shares_17()
    else if (kernel == "add_shares<int>") add_shares()
    else if (kernel == "cooperative_reduction") cooperative_reduction()
    else if (kernel == "reduce_shares") reduce_shares_18()
    else if (lesson == "19") grid_scan()
}

# ---- Lesson 16 -----------------------------------------------------------------------------------

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
            if_exists(i + k * block)    # sum += i + k * width < n ? row[i + k * width] : 0;
                global("load", 1, b * size + i + k * block)
            end_if()
        }
    end_if()
}

# ---- Lesson 17 -----------------------------------------------------------------------------------

function full_reduce_sum(    blocks)
{
    for (;;) {
        blocks = blocks_for(size, constant("AT_ONCE") * block)
        if (blocks > grid)
            blocks = grid
        if (b < blocks) {               # if (blockIdx.x < blocks)
            share_sum_17(blocks)
            store_sum()                 #     if (threadIdx.x == 0) to[blockIdx.x] = sum;
        }
        if (blocks == 1)
            return
        syncthreads()                   # cg::this_grid().sync();
        size = blocks
    }
}

function reduce_shares_17()
{
    share_sum_17(grid)
    store_sum()                         # if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

function add_shares()
{
    share_sum_17(grid)
    if_below(1, 1)                      # if (threadIdx.x == 0)
        global("atomic", 0, 0)          #     atomicAdd(result, sum);
    end_if()
}

function share_sum_17(blocks)
{
    load_pieces(b, blocks)
    shuffles(32)                        # sum = cg::reduce(warp, sum, cg::plus<T>());
    store_warp_sum()
    syncthreads()
    if_lane_below(block / 32)           # warp.thread_rank() < warp.meta_group_size() ? ... : 0
        shared("load", 1, -32 * w)      #     sums[warp.thread_rank()]
    end_if()
    shuffles(32)
}

# ---- Lesson 18 -----------------------------------------------------------------------------------

function cooperative_reduction()
{
    share_sum_18(b, grid)
    store_sum()
    syncthreads()                       # cg::this_grid().sync();
    if (b == 0) {
        size = grid
        share_sum_18(0, 1)
        store_sum()                     # if (threadIdx.x == 0) *result = sum;
    }
}

function reduce_shares_18()
{
    share_sum_18(b, grid)
    store_sum()
}

function share_sum_18(block_of, blocks)
{
    load_pieces(block_of, blocks)
    shared("store", 1, 0)               # sums[tid] = sum;
    syncthreads()
    halve()
    shared("load", 0, 0)                # return sums[0];
}

# ---- Lesson 19 -----------------------------------------------------------------------------------

# `inclusive` changes what is stored, not where.
function grid_scan(    turns, tile, tiles, begin, end, i, k)
{
    turns = constant("TURNS")
    tile = turns * block
    tiles = blocks_for(size, tile)
    begin = int(tiles * b / grid) * tile
    end = int(tiles * (b + 1) / grid) * tile

    for (i = end; i > begin; i -= tile)
        load_tile(i - tile, turns)
    block_scan()
    store_sum()                         # if (tid == 0) totals[blockIdx.x] = total;
    syncthreads()                       # cooperative_groups::this_grid().sync();

    k = 0                               # for (b = tid; b < blockIdx.x; b += block)
    for (loop(); still_below(k, b); k += block)
        global("load", 1, k)            #     before += totals[b];
    end_if()
    block_scan()

    for (i = begin; i < end; i += tile) {       # carry += scan_tile(in, out, i, n, carry);
        load_tile(i, turns)
        for (k = 0; k < turns; k++)     # values[k * block + tid] = x[k];
            shared("store", 1, k * block)
        syncthreads()
        for (k = 0; k < turns; k++)     # x[k] = values[tid * TURNS + k];
            shared("load", turns, k)
        block_scan()
        for (k = 0; k < turns; k++)     # values[tid * TURNS + k] = ...
            shared("store", turns, k)
        syncthreads()
        for (k = 0; k < turns; k++) {
            if_exists(i + k * block)    # if (i + k * block + tid < n)
                shared("load", 1, k * block)    # out[...] = values[k * block + tid];
                global("store", 1, i + k * block)
            end_if()
        }
    }
}

function load_tile(i, turns,    k)
{
    for (k = 0; k < turns; k++) {
        if_exists(i + k * block)        # i + k * block + threadIdx.x < n ? in[...] : 0;
            global("load", 1, i + k * block)
        end_if()
    }
}

function block_scan()
{
    warp_scan()
    if_lane_from(31)                    # if (lane == 31)
        shared("store", 0, w)           #     warp_sums[warp] = sum;
    end_if()
    syncthreads()
    if_lane_below(block / 32)           # lane < blockDim.x / 32 ? warp_sums[lane] : 0
        shared("load", 1, -32 * w)
    end_if()
    warp_scan()
    shuffle()                           # before
    shuffle()                           # total
}

function warp_scan(    d)
{
    for (d = 1; d < 32; d *= 2) {
        shuffle()                       # left = __shfl_up_sync(~0u, sum, d);
        if_lane_from(d)                 # sum += threadIdx.x % 32 >= d ? left : 0;
        end_if()
    }
}

# ---- What several kernels have in common ------------------------------------------------------

# Pieces of AT_ONCE elements per thread: of so many blocks, what this one adds up.
function load_pieces(block_of, blocks,    i, k, piece)
{
    piece = constant("AT_ONCE") * block
    i = block_of * piece
    for (loop(); still_below(i, size); i += blocks * piece)
        for (k = 0; k < constant("AT_ONCE"); k++) {
            if_exists(i + k * block)    # if (i + k * blockDim.x < n)
                global("load", 1, i + k * block)        # sum += in[i + k * blockDim.x];
            end_if()
        }
    end_if()
}
