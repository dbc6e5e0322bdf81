# 44_one_shot_all_reduce.awk: the kernel of lesson 44, on four cards (see tests/model.awk and cards.awk). Its first launches
# count: that of one_shot_events, without meetings, and that of two_shot on card 0. How often a thread looks at a flag, the
# source does not say.
#
# at n=4096
# at n=10007
# at n=10007 asked=3

function launches()
{
    launch("add_cards<float,4,false>", resident(blocks_for(n, 4 * block), fit(0)), n)
    launch("add_cards<float,4,true>", resident(blocks_for(n, 4 * block * cards()), fit(0)), part_length(n, 0))
}

function run(kernel,    to_all, end, i)
{
    to_all = kernel ~ /true/
    end = int(size / 4)
    meet(to_all)
    i = b * block
    for (loop(); still_below(i, end); i += grid * block) {
        each_card("load", cards(), 1, i, 16)                # all.in[k][i]
        each_card("store", to_all ? cards() : 1, 1, i, 16)  # all.out[k][i] = sum;
    }
    end_if()
    if_all(b == 0)                      # if (blockIdx.x == 0 && rest < first + n)
        if_exists(4 * end)
            each_card("load", cards(), 1, 4 * end, 4)
            each_card("store", to_all ? cards() : 1, 1, 4 * end, 4)
        end_if()
    end_if()
    meet(to_all)
}

function each_card(op, times, factor, plus, bytes,    k)
{
    for (k = 0; k < times; k++)
        global(op, factor, plus, bytes)
}

function meet(is_needed)
{
    syncthreads()
    if_below(cards(), 1)                # if (i < all.cards
        if_lane_from(1)                 #     && i != me
            if_all(is_needed)           #     && all.posts[me])
                global("store", 1, 32 * b + 16)     # ++here->met[i];
                global("atomic", 1, 32 * b)         # to.store(times, ...)
                if (is_needed)                      # from.load(...)
                    unknown_flags()
            end_if()
        end_if()
    end_if()
    syncthreads()
}

function unknown_flags()
{
    unknown["global_load_requests"] = unknown["global_load_sectors"] = unknown["global_load_lanes"] = 1
    unknown["global_load_bytes"] = unknown["divergent_ifs"] = 1
}
