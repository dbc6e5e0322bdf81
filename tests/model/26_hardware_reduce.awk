# 26_hardware_reduce.awk: the kernels of lesson 26 (see tests/model.awk).
#
# at n=32 batch=70
# at n=1001 batch=3
# at n=1 batch=5
# at n=256 batch=128

function launches(    blocks)
{
    blocks = blocks_for(batch, constant("ROWS") * block / 32)
    launch("redux", blocks, n)
    launch("shuffles<int>", blocks, n)
    launch("group_reduce<int>", blocks, n)
}

# A warp has up to ROWS rows; its lanes go through them together.
function run(kernel,    first, rows, i, k)
{
    first = constant("ROWS") * (b * block / 32 + w)
    rows = batch > first ? batch - first : 0
    if (rows > constant("ROWS"))
        rows = constant("ROWS")
    i = -32 * w                         # i = threadIdx.x % 32
    for (loop(); still_below(i, size); i += 32)
        for (k = 0; k < rows; k++)      # x[k] = k < s.rows ? s.in[k * n + i] : 0;
            global("load", 1, (first + k) * size + i)
    end_if()
    for (k = 0; k < constant("ROWS"); k++)
        if (kernel == "redux")
            shuffle()                   # sum[k] = warp_sum(sum[k]);
        else
            shuffles(32)
    if_lane_below(1)                    # if (threadIdx.x % 32 == 0)
        for (k = 0; k < rows; k++)
            global("store", 0, first + k)       # s.sums[k] = sum[k];
    end_if()
}
