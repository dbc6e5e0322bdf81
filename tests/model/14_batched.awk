# 14_batched.awk: the kernels of lesson 14 (see tests/model.awk).
#
# at n=1024 batch=3
# at n=4101 batch=1
# at n=4101 batch=3
# at n=1 batch=70
# at n=20000 batch=1

function launches()
{
    rows_of(1, n)
    launch("batched_reduce_sum_v1", batch, n)
    launch("batched_reduce_sum_v2", batch, n)
    by_shape()
}

function run(kernel)
{
    if (kernel == "batched_reduce_sum_v1") batched_reduce_sum_v1()
    else reduce_piece("store", b)
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
