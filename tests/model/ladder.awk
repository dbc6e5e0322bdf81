# ladder.awk: the kernels of lessons 00 to 07 (see tests/model.awk). Sums are built in shared memory.

function ladder(    pairs, left, blocks)
{
    if (lesson == "04") {
        # As long as there is more than one block the kernel is launched again, over their sums.
        left = n
        do {
            blocks = blocks_for(left, 2 * block)
            launch("reduce4_second_launch", blocks, left)
            left = blocks
        } while (blocks > 1)
        launch("reduce4_atomic", blocks_for(n, 2 * block), n)
    } else if (lesson == "07") {
        for (pairs = 1; pairs <= 1024; pairs *= 2) {
            pairs_each = pairs
            launch("reduce7<" block ">", blocks_for(n, 2 * pairs * block), n)
        }
    } else
        launch("reduce" (lesson + 0) (lesson == "06" ? "<" block ">" : ""), blocks_for(n, (lesson < 3 ? 1 : 2) * block), n)
}

function run_ladder(kernel)
{
    if (kernel == "reduce0") reduce0()
    else if (kernel == "reduce1") reduce1()
    else if (kernel == "reduce2") reduce2()
    else if (kernel == "reduce3") reduce3()
    else if (lesson == "04") reduce4(kernel == "reduce4_atomic")
    else if (kernel == "reduce5") reduce5()
    else if (lesson == "06") reduce6()
    else reduce7()
}

function reduce0(    s)
{
    load_one()
    for (s = 1; s < block; s *= 2) {
        if_multiple_of(2 * s)           # if (tid % (2 * s) == 0)
            add(1, s)                   #     sums[tid] += sums[tid + s];
        end_if()
        syncthreads()
    }
    store_partial()
}

function reduce1(    s)
{
    load_one()
    for (s = 1; s < block; s *= 2) {
        if_below(block, 2 * s)          # at = 2 * s * tid; if (at < blockDim.x)
            add(2 * s, s)               #     sums[at] += sums[at + s];
        end_if()
        syncthreads()
    }
    store_partial()
}

function reduce2()
{
    load_one()
    halve()
    store_partial()
}

function reduce3()
{
    load_two()
    halve()
    store_partial()
}

function reduce4(is_atomic)
{
    load_two()
    halve()
    shared("load", 0, 0)                # return sums[0];
    if_below(1, 1)                      # if (threadIdx.x == 0)
        if (is_atomic)
            global("atomic", 0, 0)      #     atomicAdd(result, sum);
        else
            global("store", 0, b)       #     out[blockIdx.x] = sum;
    end_if()
}

function reduce5(    s)
{
    load_two()
    for (s = block / 2; s > 32; s /= 2) {
        if_below(s, 1)
            add(1, s)
        end_if()
        syncthreads()
    }
    last_warp()
}

# Written out, but step by step the same: `if (block >= 128)` stands for s = 64, and so on.
function reduce6() { reduce5() }

function reduce7(    i)
{
    load_pairs(pairs_each)
    shared("store", 1, 0)               # sums[tid] = sum;
    syncthreads()
    for (i = block / 2; i > 32; i /= 2) {
        if_below(i, 1)
            add(1, i)
        end_if()
        syncthreads()
    }
    last_warp()
}

# ---- What several kernels have in common ------------------------------------------------------

# Also in lesson 13. Pairs that begin behind the last element are left out: nothing is loaded there.
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

function load_one()
{
    if_exists(b * block)                # sums[tid] = i < n ? in[i] : 0;
        global("load", 1, b * block)
    end_if()
    shared("store", 1, 0)
    syncthreads()
}

function load_two()
{
    if_exists(b * 2 * block)            # int sum = i < n ? in[i] : 0;
        global("load", 1, b * 2 * block)
    end_if()
    if_exists(b * 2 * block + block)    # if (i + blockDim.x < n)
        global("load", 1, b * 2 * block + block)        # sum += in[i + blockDim.x];
    end_if()
    shared("store", 1, 0)               # sums[tid] = sum;
    syncthreads()
}

function halve(    s)
{
    for (s = block / 2; s > 0; s = int(s / 2)) {
        if_below(s, 1)                  # if (tid < s)
            add(1, s)                   #     sums[tid] += sums[tid + s];
        end_if()
        syncthreads()
    }
}

function store_partial()
{
    if_below(1, 1)                      # if (tid == 0)
        shared("load", 0, 0)            #     partial[blockIdx.x] = sums[0];
        global("store", 0, b)
    end_if()
}

function last_warp(    s)
{
    if_below(32, 1)                     # if (tid < 32)
        if (block >= 64)
            add(1, 32)
        for (s = 16; s >= 2; s /= 2) {
            syncwarp()
            if_below(s, 1)              # if (tid < 16) and so on
                add(1, s)
            end_if()
        }
        syncwarp()
        if_below(1, 1)                  # if (tid == 0)
            shared("load", 0, 0)        #     partial[blockIdx.x] = sums[0] + sums[1];
            shared("load", 0, 1)
            global("store", 0, b)
        end_if()
    end_if()
}

# sums[factor * tid] += sums[factor * tid + s];
function add(factor, s)
{
    shared("load", factor, s)
    shared("load", factor, 0)
    shared("store", factor, 0)
}
