# model.awk: what the kernels of lessons 00 to 07 ask of memory, worked out on paper, so to speak:
# nothing is run and no count is written down here. tests/41_counters.t compares it with what the
# inspector counted, which must be equal.
#
#   awk -f tests/model.awk -v lesson=05 -v block=256 -v n=4096        (any n from 1, any block)
#
# prints for each kernel and grid: kernel grid block counter value, summed over the grid's blocks.
#
# How to check it by hand. A kernel below is its source, statement by statement, as one warp goes
# through it; lessons/*.cu beside it shows that none is missing. The words of the model:
#
#   lanes 0 to 31 of warp w are the threads tid = 32 w + lane. Those that are `on` take part.
#   if_...()          some lanes go into the if, the others wait at its end. If there are both,
#                     the warp has parted: one divergent if. end_if() brings them together again.
#   shared("load", factor, plus), global(...)  one access sums[factor * tid + plus], or in[...]:
#                     if any lane is on it is one request of so many lanes, and
#     sector          global memory comes in 32 bytes: element / 8 says which; each counts once
#     wavefront       shared memory has 32 banks of 4 bytes: element i is in bank i % 32. In one
#                     wavefront each bank gives one element, to all lanes that want it. So a request
#                     takes as many as the most different elements that one bank must give.
#     excess          of these, those that the same elements would not need if they were spread
#                     evenly over the banks: number of elements / 32, rounded up.
#
# The source counts as it is written, without optimisation: `sums[a] += sums[b]` is two loads and a
# store, sums[0] + sums[1] two loads, and `return sums[0]` a load of every thread, although
# only thread 0 needs it. A loop with the same count for all threads of a warp parts nobody, nor does
# a condition on the block size. Arrays begin at a multiple of 128 bytes.
#
# For example reduce0 with 256 threads, 8 warps. At s = 1, 2, 4, 8, 16 all 8 warps have lanes with
# tid % (2 * s) == 0, at s = 32 four of them, then two, then one: 47 times a warp adds, with two
# loads and a store. With the first store of 8 warps, and the last load of sums[0]: 95 loads, 55
# stores. At s = 1 lanes 0, 2, .. 30 read elements apart by 2: 16 banks, one wavefront; and so on:
# all 95 loads take one.

BEGIN {
    block += 0
    n += 0
    if (lesson !~ /^0[0-7]$/ || block < 32 || block > 1024 || n < 1) {
        print "model.awk: lesson=00..07, block=32..1024 and n are needed" > "/dev/stderr"
        exit 2
    }
    names = split("global_load_requests global_load_sectors global_load_lanes " \
                  "global_store_requests global_store_sectors global_store_lanes " \
                  "shared_load_requests shared_load_wavefronts shared_load_excess shared_load_lanes " \
                  "shared_store_requests shared_store_wavefronts shared_store_excess shared_store_lanes " \
                  "global_atomic_requests global_atomic_lanes shared_atomic_requests shared_atomic_lanes " \
                  "barriers warp_syncs shuffles divergent_ifs", name, " ")
    if (lesson == "04") {
        # As long as there is more than one block the kernel is launched again, over their sums.
        left = n
        do {
            grid = blocks_for(left, 2 * block)
            launch("reduce4_second_launch", grid, left)
            left = grid
        } while (grid > 1)
        launch("reduce4_atomic", blocks_for(n, 2 * block), n)
    } else if (lesson == "07") {
        for (pairs = 1; pairs <= 1024; pairs *= 2)
            launch("reduce7", blocks_for(n, 2 * pairs * block), n)
    } else
        launch("reduce" (lesson + 0), blocks_for(n, (lesson < 3 ? 1 : 2) * block), n)
}

function blocks_for(elements, per_block) { return int((elements + per_block - 1) / per_block) }

# A grid of this kernel that was launched before is not counted again: the first launch counts.
function launch(kernel, grid, elements,    i)
{
    if ((kernel, grid) in launched)
        return
    launched[kernel, grid] = 1
    split("", count)
    size = elements
    for (b = 0; b < grid; b++)
        for (w = 0; w < block / 32; w++) {
            for (l = 0; l < 32; l++) {
                tid[l] = 32 * w + l
                on[l] = 1
            }
            depth = 0
            if (lesson == "00") reduce0()
            else if (lesson == "01") reduce1()
            else if (lesson == "02") reduce2()
            else if (lesson == "03") reduce3()
            else if (lesson == "04") reduce4(kernel == "reduce4_atomic")
            else if (lesson == "05") reduce5()
            else if (lesson == "06") reduce6()
            else reduce7(grid)
        }
    for (i = 1; i <= names; i++)
        print kernel, grid, block, name[i], count[name[i]] + 0
}

# ---- The kernels ---------------------------------------------------------------------------------

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

function reduce7(grid,    pair, i)
{
    # Pairs that begin behind the last element are left out here: nothing is loaded there.
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
    shared("store", 1, 0)
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

# ---- Lanes that take part ----------------------------------------------------------------------

function if_multiple_of(x) { for (l = 0; l < 32; l++) yes[l] = tid[l] % x == 0; part() }
function if_below(x, factor) { for (l = 0; l < 32; l++) yes[l] = factor * tid[l] < x; part() }
function if_exists(first) { for (l = 0; l < 32; l++) yes[l] = first + tid[l] < size; part() }

function part(    in_it, out)
{
    depth++
    for (l = 0; l < 32; l++) {
        was_on[depth, l] = on[l]
        if (on[l] && yes[l]) in_it = 1
        if (on[l] && !yes[l]) out = 1
        on[l] = on[l] && yes[l]
    }
    count["divergent_ifs"] += in_it && out
}

function end_if()
{
    for (l = 0; l < 32; l++)
        on[l] = was_on[depth, l]
    depth--
}

# ---- Counting --------------------------------------------------------------------------------

# A block passes a barrier once, however many warps it has.
function syncthreads() { count["barriers"] += w == 0 }

function syncwarp(    any)
{
    for (l = 0; l < 32; l++)
        any += on[l]
    count["warp_syncs"] += any > 0
}

function global(op, factor, plus,    lanes, sectors, seen, element)
{
    for (l = 0; l < 32; l++)
        if (on[l]) {
            lanes++
            element = factor * tid[l] + plus
            if (!(int(element / 8) in seen))
                sectors++
            seen[int(element / 8)] = 1
        }
    if (!lanes)
        return
    count["global_" op "_requests"]++
    count["global_" op "_sectors"] += sectors
    count["global_" op "_lanes"] += lanes
}

function shared(op, factor, plus,    lanes, elements, most, seen, in_bank, element)
{
    for (l = 0; l < 32; l++)
        if (on[l]) {
            lanes++
            element = factor * tid[l] + plus
            if (element in seen)
                continue
            seen[element] = 1
            elements++
            if (++in_bank[element % 32] > most)
                most = in_bank[element % 32]
        }
    if (!lanes)
        return
    count["shared_" op "_requests"]++
    count["shared_" op "_wavefronts"] += most
    count["shared_" op "_excess"] += most - int((elements + 31) / 32)
    count["shared_" op "_lanes"] += lanes
}
