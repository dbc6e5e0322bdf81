# cards.awk: what lessons on several cards have in common (see tests/model.awk). On the CPU device there are four. All have
# parts of the same length, but for a pack of 16 bytes, and the same kernels: the first card's are counted.

function cards() { return 4 }

function first_part() { return part_length(n, 0) }

# A kernel that adds up a card's part by common/lesson_share.h.
function launch_parts(kernel,    all)
{
    all = n
    n = first_part()
    launch(kernel, share_blocks(), n)
    n = all
}

# A kernel of 32 threads, whatever the block is.
function launch_on_one_warp(kernel,    of_lesson)
{
    of_lesson = block
    block = 32
    launch(kernel, 1, cards())
    block = of_lesson
}

# How many of so many elements card i has.
function part_length(all, i,    packs, from, to)
{
    packs = int((all + 3) / 4)
    from = 4 * (i * int(packs / cards()) + (i < packs % cards() ? i : packs % cards()))
    to = from + 4 * (int(packs / cards()) + (i < packs % cards()))
    return (to < all ? to : all) - from
}
