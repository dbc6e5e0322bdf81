# 33_argmax.awk: the kernels of lesson 33 (see tests/model.awk).
#
# at n=16384
# at n=30007
# at n=30007 asked=3
# at n=1 asked=2

function launches()
{
    launch("argmax_pairs<float>", share_blocks(), n)
    launch("argmax_packed<float>", share_blocks(), n)
}

function run(kernel,    piece)
{
    unknown["divergent_ifs"] = 1        # which value is the larger one depends on the elements
    for (piece = b; piece * 4 * constant("LESSON_SHARE_LOADS") * block < size; piece += grid)
        lesson_load_piece(piece)
    if (kernel == "argmax_pairs<float>")
        finish_pairs()
    else
        finish_packed()
}

function finish_pairs()
{
    block_total_of(16, 4)
    if_below(1, 1)
        global("store", 0, b, 16)       # partial[blockIdx.x] = best;
    end_if()
    if (!lesson_is_last())
        return
    load_words(16)                      # best = first_largest()(best, partial[i]);
    block_total_of(16, 4)
    if_below(1, 1)
        global("store", 0, 0, 16)       # *result = best;
    end_if()
}

function finish_packed(    at)
{
    block_total_of(8, 1)
    if_below(1, 1)
        global("atomic", 0, 0)          # atomicMax(&winner, key);
    end_if()
    if (!lesson_is_last())
        return
    if_below(1, 1)
        global("atomic", 0, 0)          # of_all = atomicExch(&winner, 0);
        shared_wide("store", 8)
    end_if()
    syncthreads()
    shared_wide("load", 8)              # key = of_all;
    at = largest_at()
    lesson_load_piece(int(at / (4 * constant("LESSON_SHARE_LOADS") * block)))
    block_total_of(8, 1)
    if_below(1, 1)
        global("load", 0, at)           # in[index]
        global("store", 0, 0, 16)       # *result = ...
    end_if()
}

# The input's largest element, with seed 42: of the first 16384, and of any more up to 30007.
function largest_at() { return size == 1 ? 0 : 10473 }
