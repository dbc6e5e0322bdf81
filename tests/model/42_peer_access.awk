# 42_peer_access.awk: the kernels of lesson 42, on four cards (see tests/model.awk and cards.awk).
#
# at n=16384
# at n=30007
# at n=30007 asked=3

function launches(    all, blocks)
{
    all = n
    n = cards() * first_part()          # each part as long as the first
    blocks = share_blocks_of_parts()
    n = all
    launch("sum_parts<int>", blocks, n)
    launch_parts("add_to<int>")
}

# As many blocks for each part, if they fit.
function share_blocks_of_parts(    blocks)
{
    blocks = resident(cards() * blocks_for(n / cards(), 4 * constant("LESSON_SHARE_LOADS") * block), fit(0))
    return blocks < cards() ? cards() : blocks - blocks % cards()
}

function run(kernel,    of_all, blocks, number)
{
    if (kernel == "add_to<int>") {
        lesson_share_sum()
        if_below(1, 1)                  # if (threadIdx.x == 0)
            global("atomic", 0, 0)      #     atomicAdd_system(result, x);
        end_if()
        return
    }
    of_all = size
    blocks = grid
    number = b
    size = part_length(of_all, number % cards())
    b = int(number / cards())
    grid = blocks / cards()
    lesson_share_sum()                  # thread_sum, lesson_block_sum
    b = number
    grid = blocks
    add_up_last()
}
