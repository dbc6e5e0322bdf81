# 23_vector_loads.awk: the kernels of lesson 23 (see tests/model.awk).
#
# at n=32768
# at n=33007
# at n=20011 asked=3
# at n=2 asked=2

function launches()
{
    launch("scalar<int>", resident(blocks_for(n, 16 * block), fit(128)), n)
    launch("vec4<1,plain,int>", resident(blocks_for(n, 4 * block), fit(128)), n)
    launch("vec4<4,plain,int>", resident(blocks_for(n, 16 * block), fit(128)), n)
    launch("vec4<4,streaming,int>", resident(blocks_for(n, 16 * block), fit(128)), n)
}

function run(kernel)
{
    if (kernel == "scalar<int>")
        load_pieces_of(16, size, 4)
    else
        load_vectors(kernel ~ /<1,/ ? 1 : 4)
    block_total(0)
    store_sum()
}

# The array begins at a multiple of 16 bytes, so there is no head.
function load_vectors(at_once)
{
    if_below(size % 4 - b * block, 1)   # thread < tail ? in[n - 1 - thread] : 0
        global("load", -1, size - 1)
    end_if()
    load_pieces_of(at_once, int(size / 4), 16)
}
