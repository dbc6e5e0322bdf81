# warps.awk: the kernels of lessons 13 to 15 (see tests/model.awk). Sums go from lane to lane by
# shuffles, and blocks have rows of their own.

function warps(    left)
{
    if (lesson == "13") {
        launch("reduce_shared", blocks_for(n, 32 * block), n)
        launch("reduce_shuffle_down", blocks_for(n, 32 * block), n)
        launch("reduce_shuffle_xor", blocks_for(n, 32 * block), n)
    } else if (lesson == "14") {
        rows_of(1, n)
        launch("batched_reduce_sum_v1", batch, n)
        launch("batched_reduce_sum_v2", batch, n)
        by_shape()
    } else {
        left = n
        do {                            # the sums of the pieces are rows again
            rows_of(blocks_for(left, 128 * block), 128 * block)
            launch("large_array_reshape", batch * pieces, left)
            left = pieces
        } while (pieces > 1)
        rows_of(blocks_for(n, 128 * block), 128 * block)
        launch("large_array_atomics", batch * pieces, n)
    }
}

function run_warps(kernel)
{
    if (kernel == "reduce_shared") reduce_shared()
    else if (kernel == "reduce_shuffle_down") reduce_shuffle_down()
    else if (kernel == "reduce_shuffle_xor") reduce_shuffle_xor()
    else if (kernel == "batched_reduce_sum_v1") batched_reduce_sum_v1()
    else if (kernel == "large_array_atomics") reduce_piece("atomic", int(b / pieces))
    else reduce_piece("store", b)
}

# ---- Lesson 13 -----------------------------------------------------------------------------------

# Elements that are k grids away, for k = 0 to 31.
function thread_sum_13(    k, i)
{
    i = b * block
    for (k = 0; k < 32; k++) {
        if_exists(i)                    # if (i < n)
            global("load", 1, i)        #     sum += in[i];
        end_if()
        i += grid * block
    }
}

function reduce_shared(    s)
{
    thread_sum_13()
    shared("store", 1, 0)
    syncthreads()
    for (s = block / 2; s > 32; s /= 2) {
        if_below(s, 1)                  # if (tid < s)
            add(1, s)                   #     sums[tid] += sums[tid + s];
        end_if()
        syncthreads()
    }
    if_below(32, 1)                     # if (tid < 32)
        for (; s > 0; s = int(s / 2)) {
            if_below(s, 1)              #     if (tid < s)
                add(1, s)               #         sums[tid] += sums[tid + s];
            end_if()
            syncwarp()
        }
    end_if()
    store_partial()
}

function reduce_shuffle_down()
{
    thread_sum_13()
    shuffles(32)
    store_warp_sum()
    syncthreads()
    if_below(32, 1)                     # if (tid < 32)
        if_below(block / 32, 1)         #     sum = tid < warps ? warp_sums[tid] : 0;
            shared("load", 1, 0)
        end_if()
        shuffles(32)
        store_sum()
    end_if()
}

function reduce_shuffle_xor()
{
    thread_sum_13()
    shuffles(32)
    store_warp_sum()
    syncthreads()
    if_below(block / 32, 1)             # if (tid < warps)
        shared("load", 1, 0)            #     sum = warp_sums[tid];
        shuffles(block / 32)
        store_sum()
    end_if()
}

# ---- Lessons 14 and 15 ---------------------------------------------------------------------------

# The next launch cuts each row into so many pieces; the last may be shorter.
function rows_of(so_many, elements)
{
    pieces = so_many
    piece_length = elements
}

# Rows are cut until there are about SM_BLOCKS blocks for each of the CPU device's 4 SMs, if that
# makes PIECES of a row.
function by_shape(    wanted, feeds, left, threads)
{
    threads = block
    left = n
    feeds = constant("LOADS") * block
    wanted = int(constant("SM_BLOCKS") * 4 / batch)
    if (wanted >= constant("PIECES") && n > feeds) {
        left = feeds * blocks_for(n, feeds * wanted)
        rows_of(blocks_for(n, left), left)
        launch("batched_reduce_sum_v2", batch * pieces, n)
        left = pieces
    }
    for (block = 32; block < threads && block * constant("LOADS") < left; block *= 2)
        ;
    rows_of(1, left)
    launch("batched_reduce_sum_v2", batch, left)
    block = threads
}

function batched_reduce_sum_v1()
{
    thread_sum(b * size, b * size + size)
    shared("store", 1, 0)
    syncthreads()
    halve()
    store_partial()
}

# The sum of a piece of a row, by shuffles; then to where it belongs.
function reduce_piece(op, to,    begin, row, i)
{
    begin = b % pieces * piece_length
    row = int(b / pieces) * size
    thread_sum(row + begin, row + (size - begin < piece_length ? size : begin + piece_length))
    shuffles(32)
    store_warp_sum()
    syncthreads()
    for (i = 0; i < block / 32; i++)
        shared("load", 0, i)            # sum += warp_sums[warp];
    if_below(1, 1)                      # if (threadIdx.x == 0)
        global(op, 0, to)
    end_if()
}

# From element `from` to `end` in rounds of LOADS elements per thread.
function thread_sum(from, end,    k)
{
    loop()                              # for (row += threadIdx.x; row < end;)
    while (still_below(from, end))
        for (k = 0; k < constant("LOADS"); k++) {
            if_below(end - from, 1)     # x[k] = row < end ? *row : 0;
                global("load", 1, from)
            end_if()
            from += block
        }
    end_if()
}

# ---- What several kernels have in common ------------------------------------------------------

# for (d = lanes / 2; d > 0; d /= 2) sum += __shfl_...(mask, sum, d);
function shuffles(lanes,    d)
{
    for (d = lanes / 2; d >= 1; d /= 2)
        shuffle()
}

function store_warp_sum()
{
    if_lane_below(1)                    # if (tid % 32 == 0)
        shared("store", 0, w)           #     warp_sums[tid / 32] = sum;
    end_if()
}

function store_sum()
{
    if_below(1, 1)                      # if (tid == 0)
        global("store", 0, b)           #     partial[blockIdx.x] = sum;
    end_if()
}
