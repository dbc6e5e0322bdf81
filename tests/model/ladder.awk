# ladder.awk: what kernels have in common that build their sums in shared memory (see tests/model.awk).

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

# The tree down to the last warp, and the last warp without block barriers; with the store.
function halve_to_last_warp(    s)
{
    for (s = block / 2; s > 32; s /= 2) {
        if_below(s, 1)                  # if (tid < s)
            add(1, s)                   #     sums[tid] += sums[tid + s];
        end_if()
        syncthreads()
    }
    last_warp()
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
