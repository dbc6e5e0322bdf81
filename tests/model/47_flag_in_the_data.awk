# 47_flag_in_the_data.awk: the kernels of lesson 47 on card 0 of four (see tests/model.awk and cards.awk), at sizes that all go
# as words. How often a thread looks at a word, the source does not say.
#
# at n=1500
# at n=4096
# at n=5017

function launches(    at_once, of_lesson, size)
{
    at_once = 2 * 4 * block             # two blocks for each of the device's 4 SMs
    launch("flag_in_data<float>", blocks_for(n < at_once ? n : at_once, block), n < at_once ? n : at_once)
    if (n > at_once && n % at_once > 0 && blocks_for(n % at_once, block) < 8)
        launch("flag_in_data<float>", blocks_for(n % at_once, block), n % at_once)
    of_lesson = block
    block = n <= 256 ? 256 : 512
    size = blocks_for(n, 512)
    launch("all_reduce::send_words<float,16>", size < 8 ? size : 8, n)
    block = 32
    launch("all_reduce::meet", 1, n)
    block = of_lesson
}

function run(kernel,    i, k)
{
    unknown_looks()
    if (kernel == "all_reduce::meet") {
        syncthreads()
        if_below(cards(), 1)            # if (k < all.count
            if_lane_from(1)             #     && k != me)
                global("atomic", 16, 0) # came[blockIdx.x][me]).store(step, ...)
            end_if()
        end_if()
        syncthreads()                   # __syncthreads_and(has_come)
        return
    }
    i = b * block
    for (loop(); still_below(i, size); i += grid * block) {
        for (k = 1; k < cards(); k++)
            global("atomic", 1, i)      # put(words_for(all, k, me, launch) + i, ...)
        global("store", 1, i)           # out[i] = sum;
    }
    end_if()
    syncthreads()
    for (i = b; i < 1024; i += block * grid) {
        if_below(1024 - i, grid)
            global("store", grid, i)    # launches[b] = number;
        end_if()
    }
}

function unknown_looks()
{
    unknown["global_load_requests"] = unknown["global_load_sectors"] = unknown["global_load_lanes"] = 1
    unknown["global_load_bytes"] = unknown["divergent_ifs"] = 1
}
