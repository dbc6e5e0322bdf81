# 48_all_reduce_norm.awk: the kernels of lesson 48, on four cards (see tests/model.awk, cards.awk and rows.awk). Of each the first
# card's are counted. How often a thread looks at a word or a flag, the source does not say.
#
# at n=1024 batch=3
# at n=1001 batch=2
# at n=16 batch=9
# at n=2056 batch=5

function launches(    asked, pack)
{
    asked = block
    pack = n % 8 ? "unsignedshort" : "uint4"
    bytes = n % 8 ? 2 : 16
    elements_of_pack = bytes / 2
    words = bytes == 2 ? 1 : bytes / 4
    block = power_from(n / elements_of_pack)
    block = block < 32 ? 32 : block < asked ? block : asked
    if (asked == block_of[1])                               # after NCCL: a library's row has the first block only
        launch("norm_rows<" pack ",1,false>", batch, batch)
    if (batch * n / (bytes == 2 ? 1 : 2) <= 131072)
        launch("norm_words<" pack ",16>", batch, batch)
    launch("norm_pushed<" pack ",16>", batch, batch)
    launch("norm_rows<" pack ",16,true>", batch, batch)                                      # one shot
    launch("norm_rows<" pack ",16,true>", blocks_for(batch, cards()), blocks_for(batch, cards()))  # two shots
    launch_on_one_warp("all_reduce::meet")
    block = asked
}

function run(kernel,    x, step)
{
    unknown["divergent_ifs"] = 1
    if (kernel !~ /false/)
        unknown["global_load_requests"] = unknown["global_load_sectors"] = unknown["global_load_lanes"] = unknown["global_load_bytes"] = 1
    if (kernel ~ /meet/) {
        meet()
        return
    }
    if (kernel ~ /words/)
        for (x = 0; lanes_forward(x); x++)
            atomics((cards() - 1) * words, on_pack)     # send_pack(words_for(all, k, me, launch) + ...)
    if (kernel ~ /pushed/)
        for (x = 0; lanes_forward(x); x++)
            packs_to(cards() - 1)                       # x.store(all.stage[k] + ...)
    if (kernel ~ /true|pushed/)
        meet()
    norm_row(kernel ~ /true/ && grid < batch ? cards() : 1)
    if (kernel ~ /true/)
        meet()
    if (kernel ~ /true|pushed/ && w == 0)
        access_one_word()                               # steps[blockIdx.x] = ...;
    if (kernel ~ /words|pushed/)                               # launches[b] = number;
        for (x = b + 32 * w * grid; x < 1024; x += block * grid)
            counters(x)
}

# end_step and await_step
function meet()
{
    syncthreads()
    if (w == 0)
        atomics(1, cards() - 1)                         # flag_ref(...).store(step, ...)
    syncthreads()
}

# One row, whose results go to so many cards.
function norm_row(copies,    turn)
{
    for (turn = 0; lanes_forward(turn); turn++) {
        packs_in("load", b)                             # residual.load(r.residual, begin + i);
        packs_in("load", 0)                             # weight.load(r.weight, i);
        packs_in("load", b)                             # pack<Pack> x = take(i, k);
        packs_to(copies)                                # h.store(r.sums[k], begin + i);
    }
    total(1, 1)
    for (turn = 0; lanes_backward(turn); turn++) {
        packs_to(copies)                                # h.store(r.out[k], begin + i);
        if (lanes_backward(turn + 1)) {
            packs_in("load", b)                         # h.load(r.sums[me], ...);
            packs_in("load", 0)                         # weight.load(r.weight, ...);
        }
    }
    syncthreads()
}

# Which pack of a row each lane has in this turn (at[l], or -1), from the first one on, or from its last one back. How many have one.
function lanes_forward(turn) { return lanes_at(turn, 0) }
function lanes_backward(turn) { return lanes_at(turn, 1) }
function lanes_at(turn, is_back,    l, all, here)
{
    on_pack = 0
    for (l = 0; l < 32; l++) {
        all = blocks_for(n / elements_of_pack - tid[l], block)
        here = is_back ? all - 1 - turn : turn
        at[l] = all > 0 && here >= 0 && here < all ? tid[l] + here * block : -1
        on_pack += at[l] >= 0
    }
    return on_pack
}

# One access of these packs of row number `row`.
function packs_in(op, row,    l, first, last, sector, seen, sectors)
{
    for (l = 0; l < 32; l++) {
        if (at[l] < 0)
            continue
        first = 2 * row * n + bytes * at[l]
        last = int((first + bytes - 1) / 32)
        for (sector = int(first / 32); sector <= last; sector++)
            if (!(sector in seen)) {
                seen[sector] = 1
                sectors++
            }
    }
    count["global_" op "_requests"]++
    count["global_" op "_sectors"] += sectors
    count["global_" op "_lanes"] += on_pack
    count["global_" op "_bytes"] += bytes * on_pack
}

function packs_to(copies,    k)
{
    for (k = 0; k < copies; k++)
        packs_in("store", b)
}

function atomics(requests, lanes)
{
    count["global_atomic_requests"] += requests
    count["global_atomic_lanes"] += requests * lanes
}

function access_one_word()
{
    count["global_store_requests"]++
    count["global_store_sectors"]++
    count["global_store_lanes"]++
    count["global_store_bytes"] += 4
}

# A warp's counters, `grid` words apart, the first of which is word x.
function counters(x,    l, sector, seen, sectors, lanes)
{
    for (l = 0; l < 32 && x + l * grid < 1024; l++) {
        lanes++
        sector = int((x + l * grid) / 8)
        if (!(sector in seen))
            sectors++
        seen[sector] = 1
    }
    count["global_store_requests"]++
    count["global_store_sectors"] += sectors
    count["global_store_lanes"] += lanes
    count["global_store_bytes"] += 4 * lanes
}
