# warps.awk: what kernels have in common whose sums go from lane to lane by shuffles, and whose blocks have
# rows, or pieces of them (see tests/model.awk).

# The next launch cuts each row into so many pieces; the last may be shorter.
function rows_of(so_many, elements)
{
    pieces = so_many
    piece_length = elements
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
    loop()                              # while (i < end)
    while (still_below(from, end))
        for (k = 0; k < constant("LOADS"); k++) {
            if_below(end - from, 1)     # x[k] = i < end ? in[i] : 0;
                global("load", 1, from)
            end_if()
            from += block
        }
    end_if()
}

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

# lesson_load(): LOADS elements, `stride` apart, those of them that are before `end`.
function load(i, end, stride,    k)
{
    for (k = 0; k < constant("LOADS"); k++) {
        if_below(end - i - k * stride, 1)       # x[k] = i + k * stride < end ? in[i + k * stride] : 0;
            global("load", 1, i + k * stride)
        end_if()
    }
}

# lesson_block_total(). Of two lanes that exchange x, one has the larger: with a > b ? a : b they go different ways
# (`differ`), unless all lanes have the same. (The largest of a warp is there once in the inputs here.)
function block_total(differ,    i)
{
    shuffles(32)                        # x = lesson_warp_total(x, combine);
    count["divergent_ifs"] += differ ? 5 : 0
    store_warp_sum()
    syncthreads()
    for (i = 0; i < block / 32; i++)
        shared("load", 0, i)            # x = combine(x, totals[warp]);
    syncthreads()
}

# Pieces of `at_once` elements, of so many bytes, for each thread of a block, and each grid-th piece: `end` elements.
function load_pieces_of(at_once, end, bytes,    i, k)
{
    i = b * at_once * block
    for (loop(); still_below(i, end); i += grid * at_once * block)
        for (k = 0; k < at_once; k++) {
            if_below(end - i - k * block, 1)    # i + k * blockDim.x < end ? ... : 0
                global("load", 1, i + k * block, bytes)
            end_if()
        }
    end_if()
}
