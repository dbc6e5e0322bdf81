# in_place.awk: what kernels have in common that build their sums in global memory (see tests/model.awk),
# in `data`: the block's part of the input, which begins with element `first`.

# lesson_whole_groups(): first the whole groups of data blocks, then the rest, filled up, as one.
function launch_groups(kernel, blocks)
{
    if (n >= blocks * block)
        launch(kernel, int(n / (blocks * block)), n)
    if (n % (blocks * block))
        launch(kernel, 1, n)
}

# Of so many data blocks a block: the tree, and the last warp without block barriers; with the store.
function unrolled_last_warp(blocks,    s)
{
    load_blocks(blocks)
    for (s = block / 2; s > 32; s /= 2)
        step_in_place(s)
    last_warp_in_place()
}

function load_blocks(blocks,    k)
{
    first = b * blocks * block
    for (k = 0; k < blocks; k++)        # a[k] = data[tid + k * blockDim.x];
        global("load", 1, first + k * block)
    global("store", 1, first)           # data[tid] = sum;
    syncthreads()
}

function step_in_place(s)
{
    if_below(s, 1)                      # if (tid < s)
        add_in_place(1, s)              #     data[tid] += data[tid + s];
    end_if()
    syncthreads()
}

function last_warp_in_place(    s)
{
    if_below(32, 1)                     # if (tid < 32)
        if (block >= 64)
            add_in_place(1, 32)
        for (s = 16; s >= 2; s /= 2) {
            syncwarp()
            if_below(s, 1)              # if (tid < 16) and so on
                add_in_place(1, s)
            end_if()
        }
        syncwarp()
        if_below(1, 1)                  # if (tid == 0)
            global("load", 0, first)    #     partial[blockIdx.x] = data[0] + data[1];
            global("load", 0, first + 1)
            global("store", 0, b)
        end_if()
    end_if()
}

# data[factor * tid] += data[factor * tid + s];
function add_in_place(factor, s)
{
    global("load", factor, first + s)
    global("load", factor, first)
    global("store", factor, first)
}

function store_first()
{
    if_below(1, 1)                      # if (tid == 0)
        global("load", 0, first)        #     partial[blockIdx.x] = data[0];
        global("store", 0, b)
    end_if()
}
