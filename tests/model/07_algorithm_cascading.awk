# 07_algorithm_cascading.awk: the kernel of lesson 07, one for each block size (see tests/model.awk).
#
# at n=16384
# at n=5017
# at n=1

function launches(    pairs)
{
    for (pairs = 1; pairs <= 1024; pairs *= 2) {
        pairs_each = pairs
        launch("reduce7<" block ">", blocks_for(n, 2 * pairs * block), n)
    }
}

function run(kernel)
{
    load_pairs(pairs_each)
    shared("store", 1, 0)               # sums[tid] = sum;
    syncthreads()
    halve_to_last_warp()
}

# Pairs that begin behind the last element are left out: nothing is loaded there.
function load_pairs(pairs,    pair, i)
{
    i = b * 2 * block
    for (pair = 0; pair < pairs && i < size; pair++) {
        if_exists(i)                    # if (i < n)
            global("load", 1, i)        #     sum += in[i];
        end_if()
        if_exists(i + block)
            global("load", 1, i + block)
        end_if()
        i += grid * 2 * block
    }
}
