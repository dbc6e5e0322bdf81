# 08_in_place.awk: the kernels of lesson 08 (see tests/model.awk).
#
# at n=4096
# at n=3017
# at n=1

function launches()
{
    launch_groups("reduce_neighbored", 1)
    launch_groups("reduce_neighbored_less", 1)
    launch_groups("reduce_interleaved", 1)
}

function run(kernel)
{
    if (kernel == "reduce_neighbored") reduce_neighbored()
    else if (kernel == "reduce_neighbored_less") reduce_neighbored_less()
    else reduce_interleaved()
}

function reduce_neighbored(    s)
{
    first = b * block
    for (s = 1; s < block; s *= 2) {
        if_multiple_of(2 * s)           # if (tid % (2 * s) == 0)
            add_in_place(1, s)          #     data[tid] += data[tid + s];
        end_if()
        syncthreads()
    }
    store_first()
}

function reduce_neighbored_less(    s)
{
    first = b * block
    for (s = 1; s < block; s *= 2) {
        if_below(block, 2 * s)          # at = 2 * s * tid; if (at < blockDim.x)
            add_in_place(2 * s, s)      #     data[at] += data[at + s];
        end_if()
        syncthreads()
    }
    store_first()
}

function reduce_interleaved(    s)
{
    first = b * block
    for (s = block / 2; s >= 1; s /= 2)
        step_in_place(s)
    store_first()
}
