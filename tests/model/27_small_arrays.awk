# 27_small_arrays.awk: the kernels of lesson 27 (see tests/model.awk).
#
# at n=8192
# at n=5017
# at n=40003
# at n=1

function launches(    threads)
{
    launch("one_block", 1, n)
    launch("dependent_launch", 1, n)
    threads = block
    block = 32
    launch("one_warp", 1, n)
    block = threads
}

function run(kernel)
{
    sum_fours()
    shuffle()                           # lesson_warp_sum(): one for a warp
    if (kernel != "one_warp") {
        store_warp_sum()
        syncthreads()
        if_below(32, 1)                 # if (threadIdx.x < 32)
            if_below(block / 32, 1)     #     threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0
                shared("load", 1, 0)
            end_if()
            shuffle()
        end_if()
    }
    store_sum()
}

# LOADS of 16 bytes at a time, and then the one to three elements behind the last four.
function sum_fours(    i, k, fours)
{
    fours = int(size / 4)
    i = 0
    for (loop(); still_below(i, fours); i += constant("LOADS") * block)
        for (k = 0; k < constant("LOADS"); k++) {
            if_below(fours - i - k * block, 1)  # x[k] = i + k * blockDim.x < n4 ? in4[...] : 0
                global("load", 1, i + k * block, 16)
            end_if()
        }
    end_if()
    if_below(size % 4, 1)               # if (threadIdx.x < n % 4)
        global("load", 1, 4 * fours)
    end_if()
}
