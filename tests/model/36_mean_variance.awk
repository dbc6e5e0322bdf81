# 36_mean_variance.awk: the kernels of lesson 36 (see tests/model.awk). Of sums_about the launch for `naive` counts, which
# reads no center.
#
# at n=8192
# at n=10007
# at n=10007 asked=3
# at n=1 asked=2

function launches()
{
    launch("sums_about", share_blocks(), n)
    launch("welford_chan", share_blocks(), n)
}

function run(kernel,    piece, elements, bytes)
{
    elements = 4 * constant("LESSON_SHARE_LOADS") * block
    bytes = kernel == "sums_about" ? 8 : 16     # struct sums, struct part
    if (kernel == "welford_chan") {
        global("load", 0, 0)                    # first = in[0]
        unknown["divergent_ifs"] = 1            # of the last piece: whether an element is there is asked more than once
    }
    for (piece = b; piece * elements < size; piece += grid)
        lesson_load_piece(piece)
    block_total_of(bytes, bytes / 4)
    if_below(1, 1)
        global("store", 0, b, bytes)            # partial[blockIdx.x] = total;
    end_if()
    if (!lesson_is_last())
        return
    load_words(bytes)                           # total = ...(total, partial[i]);
    block_total_of(bytes, bytes / 4)
    if_below(1, 1)
        global("store", 0, 0, 8)                # *result = ...
    end_if()
}
