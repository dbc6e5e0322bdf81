# rows.awk: rows that stay on the chip, as in common/lesson_rows.h (see tests/model.awk).

# lesson_row_threads(): four elements for each thread.
function block_a_row(kernel,    asked)
{
    asked = block
    while (block > 32 && 2 * block >= n)
        block /= 2
    launch(kernel, batch, n)
    block = asked
}

# lesson_rows_launch(): so many packs of so many elements of `bytes` for a thread. Kernels are called NAME, and the level.
function rows_launch(kernel, so_many, elements, bytes,    wanted, useful, asked, turn)
{
    packs = so_many
    at_once = elements
    element = bytes
    asked = block
    wanted = power_from(blocks_for(n, packs * at_once))
    useful = power_from(blocks_for(n, at_once))
    sharing = useful < 8 ? useful : wanted < 8 ? 8 : wanted < 32 ? wanted : 32
    cluster = 1
    kept = 0
    if (wanted <= 32) {
        launch(kernel "0>", blocks_for(batch, block / sharing), n)
        return
    }
    if (wanted < block)
        block = wanted
    turn = packs * at_once * block
    kept = int((163 * 1024 - 1024) / (element * turn))
    while (cluster < 4 && (kept + 1) * turn * cluster < n)
        cluster *= 2
    if (kept > int((n - 1) / (turn * cluster)))
        kept = int((n - 1) / (turn * cluster))
    sharing = cluster * block
    launch(kernel (cluster > 1 ? 2 : 1) ">", batch * cluster, n)
    block = asked
}
function power_from(x,    p)
{
    for (p = 1; p < x; p *= 2)
        ;
    return p
}

# team.total(), of a type of so many words, at level 0 (lanes), 1 (block), 2 (cluster).
function total(level, words,    i)
{
    shuffles_of(level == 0 ? sharing : 32, words)
    if (level == 0)
        return
    if_lane_below(1)                    # if (lane == 0) of_warp[threadIdx.x / 32] = x;
        shared_words("store", w, words)
    end_if()
    syncthreads()
    shared_words("load", 0, words)
    shuffles_of(block / 32, words)
    if (level == 1)
        return
    if_below(1, 1)                      # if (threadIdx.x == 0) *of_block = x;
        shared_words("store", 0, words)
    end_if()
    syncthreads()                       # cluster.sync();
    cluster_words(words)                # x = *cluster.map_shared_rank(of_block, lane % cluster.num_blocks());
    shuffles_of(cluster, words)
}
function shuffles_of(lanes, words,    i)
{
    for (i = 0; i < words; i++)
        shuffles(lanes)
}

# of_warp[lane % many], or one lane's: pairs have two words, so 16 lanes at a time are served.
function shared_words(op, at, words)
{
    if (!active)
        return
    shared(op, 0, at)
    if (words == 2 && active == 32)
        count["shared_" op "_wavefronts"]++
}

# A word or two of each block of the cluster, of which one is the own: that is an ordinary load.
function cluster_words(words)
{
    count["remote_load_requests"]++
    count["remote_load_wavefronts"] += words * (cluster - 1)
    count["remote_load_lanes"] += 32 - 32 / cluster
    count["shared_load_requests"]++
    count["shared_load_wavefronts"] += words
    count["shared_load_lanes"] += 32 / cluster
}

# One warp of a kernel of rows: so many totals of so many words, and `columns` arrays have something for each column.
function row_in_registers(level, totals, words, columns,    stride, step, turns, turn, rows_here)
{
    rows_here = level == 0 ? block / sharing : 1
    for (l = 0; l < 32; l++) {
        row_of[l] = level == 0 ? b * rows_here + int(tid[l] / sharing) : int(b / cluster)
        thread[l] = level == 0 ? tid[l] % sharing : b % cluster * block + tid[l]
    }
    stride = sharing
    step = packs * stride
    turns = blocks_for(int(size / at_once), step)
    for (turn = 0; turn < turns; turn++) {
        packs_of("load", turn * step, stride, 0)
        if (turn < turns - 1 && turn < kept)
            kept_packs("store")
    }
    for (; totals > 0; totals--)
        total(level, words)
    for (turn = turns - 1; turn >= 0; turn--) {
        if (columns > 0)
            packs_of("load", turn * step, stride, 1)
        if (columns > 1)
            packs_of("load", turn * step, stride, batch)
        packs_of("store", turn * step, stride, 0)
        if (turn > 0 && turn <= kept)
            kept_packs("load")
        else if (turn > 0)
            packs_of("load", (turn - 1) * step, stride, 0)
    }
    if (level == 2)
        syncthreads()                   # team.leave();
}

# lesson_keep_packs(), lesson_kept_packs(): all lanes
function kept_packs(op,    k)
{
    for (k = 0; k < packs; k++)
        if (at_once > 1)
            shared_fours(op)
        else
            shared(op, 1, 0)
}

# lesson_load_packs(), lesson_store_packs(): of the warp's rows, or all of row number `only`, from 1 on.
function packs_of(op, from, stride, only,    k, l, end, at, sector, sectors, seen, lanes, last)
{
    end = int(size / at_once)
    for (k = 0; k < packs; k++) {
        split("", seen)
        lanes = sectors = 0
        for (l = 0; l < 32; l++)
            if (row_of[l] < batch && thread[l] + from + k * stride < end) {
                lanes++
                at = element * ((only ? only - 1 : row_of[l]) * size + at_once * (thread[l] + from + k * stride))
                last = int((at + element * at_once - 1) / 32)
                for (sector = int(at / 32); sector <= last; sector++)
                    if (!(sector in seen)) {
                        seen[sector] = 1
                        sectors++
                    }
            }
        if (!lanes)
            continue
        count["global_" op "_requests"]++
        count["global_" op "_sectors"] += sectors
        count["global_" op "_lanes"] += lanes
        count["global_" op "_bytes"] += element * at_once * lanes
    }
}
