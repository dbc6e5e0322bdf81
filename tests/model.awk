# model.awk: derives the memory requests of the lessons' kernels, as one would on paper: it runs no
# kernel and contains no recorded counts. tests/45_model.t requires the inspector's counts to be
# equal.
#
#   sh tests/model.sh lesson=05 block=256 n=4096
#
# prints for each kernel and grid: kernel grid block counter value, summed over the grid's blocks.
# n is any number from 1, block a power of two; both may be lists with commas. Further options: batch=3
# (also a list) for lessons that sum rows of n elements; asked=3 for --grid 3; and, if a model
# supports them, kernel=NAME, and seed=7 for --seed 7. A question mark stands for a value that the source
# does not determine.
#
# Each lesson has a file with its name in tests/model/. Lines such as `# at n=4101 batch=3` or
# `# at n=5017 asked=3` list the shapes at which it is compared. launches() names the launches for the
# shape n, batch and block, and run(kernel) is one warp of a kernel. Shared parts are in ladder.awk (sums
# in shared memory), in_place.awk (in global memory), warps.awk (shuffles, rows) and groups.awk
# (cooperative launches).
#
# How to check it by hand. A kernel here is its source, statement by statement, as one warp executes
# it; compare it with lessons/*.cu to see that nothing is missing. The words of the model (engine.awk):
#
#   lanes 0 to 31 of warp w are the threads tid = 32 w + lane. Those that are `on` take part.
#   if_...()          some lanes go into the if, the others wait at its end. If there are both,
#                     the warp has diverged: one divergent if. end_if() brings them together again.
#                     if_below(x, factor) is if (factor * tid < x).
#   shared("load", factor, plus), global(...)  one access sums[factor * tid + plus], or in[...]:
#                     if any lanes are on, it is one request by those lanes, and
#     bytes           the bytes that the lanes of a global request ask for, in all. An element has 4,
#                     but global("load", factor, plus, 16) loads int4s
#     sector          a piece of 32 bytes of global memory, number element / 8; each counts once
#     wavefront       shared memory has 32 banks of 4 bytes: element i is in bank i % 32. In one
#                     wavefront each bank delivers one element to all lanes that want it. If a bank must
#                     deliver 3 different elements, and no bank more, a request takes 3 wavefronts.
#     excess          the wavefronts beyond those needed if the same elements were spread evenly over
#                     the banks (number of elements / 32, rounded up).
#   loop(), still_below()  for (loop(); still_below(i, end); i += block) ... end_if() is a loop from
#                     i + tid. Lanes that leave it wait at its end. Whenever some leave it
#                     and some stay, that is a divergent if.
#   shuffle()         counts one for a warp, even if it is divided into tiles: one instruction.
#   syncthreads()     counts one for a block, and so does a grid sync.
#
# The source counts as it is written, without optimisation: `sums[a] += sums[b]` is two loads and a
# store, sums[0] + sums[1] two loads, and `return sums[0]` a load by every thread, although
# only thread 0 needs it. A loop with the same count for all threads of a warp does not diverge, nor
# does a condition on the block size. Arrays begin at a multiple of 128 bytes.
#
# An example: reduce0 with 256 threads, 8 warps. At s = 1, 2, 4, 8, 16 all 8 warps have lanes with
# tid % (2 * s) == 0, at s = 32 four of them, then two, then one: a warp adds 47 times, with two
# loads and a store. With the first store of 8 warps, and the last load of sums[0], that makes 95 loads
# and 55 stores. At s = 1 lanes 0, 2, .. 30 read every second element: 16 banks, one wavefront; and so on:
# all 95 loads take one.

BEGIN {
    names = split("global_load_requests global_load_sectors global_load_lanes " \
                  "global_store_requests global_store_sectors global_store_lanes " \
                  "shared_load_requests shared_load_wavefronts shared_load_excess shared_load_lanes " \
                  "shared_store_requests shared_store_wavefronts shared_store_excess shared_store_lanes " \
                  "global_atomic_requests global_atomic_lanes shared_atomic_requests shared_atomic_lanes " \
                  "barriers warp_syncs shuffles divergent_ifs global_load_bytes global_store_bytes " \
                  "remote_load_requests remote_load_wavefronts remote_load_lanes " \
                  "remote_store_requests remote_store_wavefronts remote_store_lanes " \
                  "remote_atomic_requests remote_atomic_lanes bulk_copies bulk_copy_bytes", name, " ")
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
