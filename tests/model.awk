# model.awk: what the kernels of the lessons ask of memory, worked out on paper, so to speak: nothing
# is run and no count is written down here. tests/45_model.t compares it with what the inspector
# counted, which must be equal.
#
#   sh tests/model.sh lesson=05 block=256 n=4096
#
# prints for each kernel and grid: kernel grid block counter value, summed over the grid's blocks.
# n is any number from 1, block a power of two; both may be lists with commas. Besides there are
# batch=3 (a list, too) for lessons that add up rows: rows of n elements; asked=3 for --grid 3; and where
# a model knows them kernel=NAME and seed=7 for --seed 7. A value that the source does not determine is
# a question mark.
#
# Each lesson has a file of its name in tests/model/. It says at which sizes it is compared, in lines as
# `# at n=4101 batch=3` or `# at n=5017 asked=3`; function launches() names the launches, for the shape n, batch and
# block, and run(kernel) is one warp of a kernel. What several have in common is in ladder.awk (sums in shared
# memory), in_place.awk (in global memory), warps.awk (shuffles, rows) and groups.awk (cooperative launches).
#
# How to check it by hand. A kernel there is its source, statement by statement, as one warp goes
# through it; lessons/*.cu beside it shows that none is missing. The words of the model (engine.awk):
#
#   lanes 0 to 31 of warp w are the threads tid = 32 w + lane. Those that are `on` take part.
#   if_...()          some lanes go into the if, the others wait at its end. If there are both,
#                     the warp has parted: one divergent if. end_if() brings them together again.
#                     if_below(x, factor) is if (factor * tid < x).
#   shared("load", factor, plus), global(...)  one access sums[factor * tid + plus], or in[...]:
#                     if any lane is on it is one request of so many lanes, and
#     bytes           what the lanes of a global request ask for, together. An element has 4, but
#                     global("load", factor, plus, 16) is one of int4s
#     sector          global memory comes in 32 bytes: element / 8 says which; each counts once
#     wavefront       shared memory has 32 banks of 4 bytes: element i is in bank i % 32. In one
#                     wavefront each bank gives one element, to all lanes that want it. So a request
#                     takes as many as the most different elements that one bank must give.
#     excess          of these, those that the same elements would not need if they were spread
#                     evenly over the banks: number of elements / 32, rounded up.
#   loop(), still_below()  for (loop(); still_below(i, end); i += block) ... end_if() is a loop from
#                     i + tid. Lanes that leave it wait at its end; each time that some leave it
#                     and some stay is a divergent if.
#   shuffle()         counts one for a warp, also where it is cut into tiles: one instruction.
#   syncthreads()     counts one for a block, and so does a grid sync.
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
    names = split("global_load_requests global_load_sectors global_load_lanes " \
                  "global_store_requests global_store_sectors global_store_lanes " \
                  "shared_load_requests shared_load_wavefronts shared_load_excess shared_load_lanes " \
                  "shared_store_requests shared_store_wavefronts shared_store_excess shared_store_lanes " \
                  "global_atomic_requests global_atomic_lanes shared_atomic_requests shared_atomic_lanes " \
                  "barriers warp_syncs shuffles divergent_ifs global_load_bytes global_store_bytes", name, " ")
    batches = split(batch == "" ? 1 : batch, batch_of, ",")
    blocks = split(block, block_of, ",")
    sizes = split(n, n_of, ",")
    for (k = 1; k <= batches; k++)
        for (j = 1; j <= sizes; j++)
            for (i = 1; i <= blocks; i++)
                shape(n_of[j] + 0, batch_of[k] + 0, block_of[i] + 0)
    if (!blocks || !sizes)
        wrong()
}

function wrong()
{
    print "model.awk: block=32..1024 and n from 1 are needed" > "/dev/stderr"
    exit 2
}

# What the lesson launches, of this shape.
function shape(elements, rows, threads)
{
    n = elements
    batch = rows
    block = threads
    if (block < 32 || block > 1024 || n < 1 || batch < 1)
        wrong()
    launches()
}
