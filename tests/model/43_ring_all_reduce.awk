# 43_ring_all_reduce.awk: the kernel of lesson 43, on four cards (see tests/model.awk and cards.awk). Its first launch with
# a grid counts: that of through_card_0 for whole arrays, and that of ring_copies, on card 0, for piece 2.
#
# at n=16384
# at n=30007
# at n=30007 asked=3

function launches(    piece)
{
    piece = part_length(n, 2)
    launch("add_and_send<float>", resident(blocks_for(n, 4 * block), fit(0)), n)
    launch("add_and_send<float>", resident(blocks_for(piece, 4 * block), fit(0)), piece)
}

function run(kernel,    end, i)
{
    end = int(size / 4)
    i = b * block
    for (loop(); still_below(i, end); i += grid * block) {
        global("load", 1, i, 16)        # a[i]
        global("load", 1, i, 16)        # b[i]
        global("store", 1, i, 16)       # here[i] = sum;
    }
    end_if()
    if_all(b == 0)                      # if (blockIdx.x > 0 || rest >= n) return;
        if_exists(4 * end)
            global("load", 1, 4 * end)
            global("load", 1, 4 * end)
            global("store", 1, 4 * end)
        end_if()
    end_if()
}
