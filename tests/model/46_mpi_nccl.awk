# 46_mpi_nccl.awk: the kernel of lesson 46, in one process (see tests/model.awk). It gets one chunk after the other; the first one
# has the most elements.
#
# at n=16384
# at n=5017
# at n=1

function launches(    chunk, from, some)
{
    chunk = int((n + constant("CHUNKS") - 1) / constant("CHUNKS"))
    if (chunk < constant("LEAST_CHUNK"))
        chunk = constant("LEAST_CHUNK")
    for (from = 0; from < n; from += chunk) {
        some = n - from < chunk ? n - from : chunk
        launch("add_chunk", blocks_for(some, 16 * block), some)
    }
}

function run(kernel,    i)
{
    i = b * block
    for (loop(); still_below(i, size); i += grid * block)
        global("load", 1, i)                            # mine += in[i];
    end_if()
    block_total(0)
    if_below(1, 1)
        global("atomic", 0, 0)                          # atomicAdd(sum, mine);
    end_if()
}
