# in_place.awk: the kernels of lessons 08 to 12 (see tests/model.awk). Their sums are built in global
# memory, in `data`: the block's part of the input, which begins with element `first`.

function in_place(    k)
{
    if (lesson == "08") {
        launch_groups("reduce_neighbored", 1)
        launch_groups("reduce_neighbored_less", 1)
        launch_groups("reduce_interleaved", 1)
    } else if (lesson == "09") {
        for (k = 2; k <= 8; k *= 2)
            launch_groups("reduce_unrolling<" k ">", k)
    } else if (lesson == "10")
        launch_groups("reduce_unroll_warps8", 8)
    else if (lesson == "11")
        launch_groups("reduce_complete_unroll_warps8", 8)
    else
        launch_groups("reduce_complete_unroll<" block ">", 8)
}

# lesson_whole_groups(): first the whole groups of data blocks, then the rest, filled up, as one.
function launch_groups(kernel, blocks)
{
    if (n >= blocks * block)
        launch(kernel, int(n / (blocks * block)), n)
    if (n % (blocks * block))
        launch(kernel, 1, n)
}

function run_in_place(kernel)
{
    if (kernel == "reduce_neighbored") reduce_neighbored()
    else if (kernel == "reduce_neighbored_less") reduce_neighbored_less()
    else if (kernel == "reduce_interleaved") reduce_interleaved()
    else if (kernel == "reduce_unrolling<2>") reduce_unrolling(2)
    else if (kernel == "reduce_unrolling<4>") reduce_unrolling(4)
    else if (kernel == "reduce_unrolling<8>") reduce_unrolling(8)
    else if (kernel == "reduce_unroll_warps8") reduce_unroll_warps8()
    else if (kernel == "reduce_complete_unroll_warps8") reduce_complete_unroll_warps8()
    else reduce_complete_unroll()
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

function reduce_unrolling(blocks,    s)
{
    load_blocks(blocks)
    for (s = block / 2; s >= 1; s /= 2)
        step_in_place(s)
    store_first()
}

function reduce_unroll_warps8(    s)
{
    load_blocks(8)
    for (s = block / 2; s > 32; s /= 2)
        step_in_place(s)
    last_warp_in_place()
}

# A barrier after each step that is written down, whether the block has it or not.
function reduce_complete_unroll_warps8(    s)
{
    load_blocks(8)
    for (s = 512; s > 32; s /= 2)
        if (block >= 2 * s)             # if (blockDim.x >= 1024 && tid < 512) and so on
            step_in_place(s)
        else
            syncthreads()
    last_warp_in_place()
}

function reduce_complete_unroll() { reduce_unroll_warps8() }

# ---- What several kernels have in common ------------------------------------------------------

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
