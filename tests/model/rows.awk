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

# lesson_rows_launch(): so many packs of so many elements of `bytes` for a thread; ragged: rows do not begin at multiples of a
# pack. Kernels are called NAME, and the level.
function rows_launch(kernel, so_many, elements, bytes, ragged,    wanted, useful, fewest, asked, turn)
{
    packs = so_many
    at_once = elements
    element = bytes
    is_ragged = ragged
    asked = block
    wanted = power_from(blocks_for(n, packs * at_once))
    useful = power_from(blocks_for(n, at_once))
    fewest = is_ragged ? 2 * at_once : useful < 2 ? useful : 2
    sharing = wanted < fewest ? fewest : wanted < 32 ? wanted : 32
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
function row_in_registers(level, totals, words, columns,    stride, step, turns, turn, rows_here, head, i)
{
    rows_here = level == 0 ? block / sharing : 1
    for (l = 0; l < 32; l++) {
        row_of[l] = level == 0 ? b * rows_here + int(tid[l] / sharing) : int(b / cluster)
        thread[l] = level == 0 ? tid[l] % sharing : b % cluster * block + tid[l]
        # lesson_cut_row()
        head = is_ragged ? (at_once - row_of[l] * size % at_once) % at_once : 0
        if (head > size)
            head = size
        head_of[l] = head
        row_packs[l] = row_of[l] < batch ? int((size - head) / at_once) : 0
        edge_of[l] = thread[l] < head ? thread[l] : thread[l] + row_packs[l] * at_once
        if (!is_ragged || row_of[l] >= batch)
            edge_of[l] = size
    }
    stride = sharing
    step = packs * stride
    turns = level == 0 ? 1 : blocks_for(row_packs[0], step)
    if (turns < 1)
        turns = 1
    edges("load", 0)
    for (turn = 0; turn < turns; turn++) {
        packs_of("load", turn * step, stride, 0)
        if (turn < turns - 1 && turn < kept)
            kept_packs("store")
    }
    for (; totals > 0; totals--)
        total(level, words)
    for (i = 1; i <= columns; i++)
        edges("load", i == 1 ? 1 : batch)
    edges("store", 0)
    for (turn = turns - 1; turn >= 0; turn--) {
        for (i = 1; i <= columns; i++)
            packs_of("load", turn * step, stride, i == 1 ? 1 : batch)
        packs_of("store", turn * step, stride, 0)
        if (turn > 0 && turn <= kept)
            kept_packs("load")
        else if (turn > 0)
            packs_of("load", (turn - 1) * step, stride, 0)
    }
    if (level == 2)
        syncthreads()                   # team.leave();
}

# The element before or behind the packs that a lane may have: of its row, or of row number `only`, from 1 on.
function edges(op, only,    l, seen, lanes, sectors, sector)
{
    for (l = 0; l < 32; l++)
        if (edge_of[l] < size) {
            lanes++
            sector = int(element * ((only ? only - 1 : row_of[l]) * size + edge_of[l]) / 32)
            if (!(sector in seen)) {
                seen[sector] = 1
                sectors++
            }
        }
    if (lanes)
        global_request(op, sectors, lanes, element)
}

# lesson_keep_packs(), lesson_kept_packs(): all lanes
function kept_packs(op,    k)
{
    for (k = 0; k < packs; k++)
        shared_fours(op)
}

# lesson_load_packs(), lesson_store_packs(): of the warp's rows, or all of row number `only`, from 1 on, which is_ragged
# has element by element.
function packs_of(op, from, stride, only,    k, e, l, at, here, sector, sectors, seen, lanes, last)
{
    here = only && is_ragged ? 1 : at_once
    for (k = 0; k < packs; k++)
        for (e = 0; e < at_once; e += here) {
            split("", seen)
            lanes = sectors = 0
            for (l = 0; l < 32; l++)
                if (thread[l] + from + k * stride < row_packs[l]) {
                    lanes++
                    at = element * ((only ? only - 1 : row_of[l]) * size + head_of[l] + at_once * (thread[l] + from + k * stride) + e)
                    last = int((at + element * here - 1) / 32)
                    for (sector = int(at / 32); sector <= last; sector++)
                        if (!(sector in seen)) {
                            seen[sector] = 1
                            sectors++
                        }
                }
            if (lanes)
                global_request(op, sectors, lanes, element * here)
        }
}

function global_request(op, sectors, lanes, bytes)
{
    count["global_" op "_requests"]++
    count["global_" op "_sectors"] += sectors
    count["global_" op "_lanes"] += lanes
    count["global_" op "_bytes"] += bytes * lanes
}
