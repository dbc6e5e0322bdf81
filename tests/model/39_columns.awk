# 39_columns.awk: the kernels of lesson 39 (see tests/model.awk). `batch` is the rows, n the columns.
#
# at n=64 batch=300
# at n=3 batch=1001
# at n=1 batch=4099
# at n=37 batch=64
# at n=1030 batch=3
# at n=2052 batch=20
# at n=129 batch=257

# Kernel by kernel, each at all blocks: two blocks may give the same launch, and the first is counted.
function launches(    i)
{
    if (block != block_of[1])
        return
    for (i = 1; block = block_of[i]; i++)
        launch("warp_per_column", least(blocks_for(32 * n, block), 64 * 4), n)
    for (i = 1; block = block_of[i]; i++)
        launch("thread_per_column", blocks_for(n, block), n)
    for (i = 1; block = block_of[i]; i++) {
        make_tile(batch, n, 1, 32, least(batch, block / 32))
        launch_both()
    }
    for (i = 1; block = block_of[i]; i++) {
        tile_for(batch, block, 128, 256)
        launch_both()
    }
    block = block_of[1]
}

function least(x, y) { return x < y ? x : y }

function make_tile(rows, vectors, elements, wide, high)
{
    loads = constant(elements == 4 && rows < 4 * high ? "FEW" : "IN_FLIGHT") / elements
    period = vectors
    width = elements
    across = wide
    down = high
    beside = blocks_for(period, across)
}

function tile_for(rows, flat, line, many,    wide, vectors)
{
    vectors = n % 4 == 0 ? n / 4 : n % 2 == 0 ? n / 2 : n
    if (vectors <= flat) {
        make_tile(rows, vectors, 4, vectors, int(block / vectors))
        return
    }
    width = n % 4 == 0 || many && rows >= many ? 4 : 1
    for (wide = line / width; wide < block && int(block / wide) * 2 * constant("IN_FLIGHT") > rows;)
        wide *= 2
    wide = least(wide, block)
    make_tile(rows, width == 4 ? vectors : n, width, wide, int(block / wide))
}

function threads() { return int((across * down + 31) / 32) * 32 }
function tile_depth(so_many) { return int(batch * n / (width * period * down * so_many)) + 1 }

# On the CPU device's 4 SMs.
function choose_parts(    wave, so_many, time, best, lowest)
{
    wave = 4 * blocks_for(constant("BUSY"), threads())
    best = 1
    for (so_many = 1; so_many <= wave && so_many * 64 <= batch; so_many++) {
        time = blocks_for(beside * so_many, wave) * \
               (int(tile_depth(so_many) * width / constant("IN_FLIGHT")) + 1 + constant("BESIDES"))
        if (!lowest || time < lowest) {
            lowest = time
            best = so_many
        }
    }
    return best
}

function launch_both(    left)
{
    left = choose_parts()
    launch_tiles(batch, left)
    if (across < period)
        left *= width * period / n
    if (left == 1)
        return
    tile_for(left, 8, 32, 0)
    launch_tiles(left, 1)
}

function launch_tiles(rows, so_many,    asked_block)
{
    asked_block = block
    elements = rows * n
    parts = so_many
    block = threads()
    launch("tiles<" (width == 4 ? "float4" : "float") "," loads ">", beside * parts, n)
    block = asked_block
}

function run(kernel)
{
    if (kernel == "warp_per_column") warp_per_column()
    else if (kernel == "thread_per_column") thread_per_column()
    else tiles()
}

# lesson_thread_sum(): lane l from element at[l] on, `stride` apart; lanes with has[l].
function lane_sums(stride,    k, i)
{
    for (l = 0; l < 32; l++)
        yes[l] = has[l]
    part()
    for (i = 0; lanes_below(i, batch * n); i += constant("IN_FLIGHT") * stride)
        for (k = 0; k < constant("IN_FLIGHT"); k++) {
            for (l = 0; l < 32; l++)
                yes[l] = at[l] + i + k * stride < batch * n
            part()
            each_lane("load", i + k * stride, 4)
            end_if()
        }
    end_if()
}

function lanes_below(i, end)
{
    for (l = 0; l < 32; l++)
        yes[l] = at[l] + i < end
    keep()
    return active > 0
}

# Lane l's element is at[l] + plus.
function each_lane(op, plus, bytes,    seen, sectors, s)
{
    if (!active)
        return
    for (l = 0; l < 32; l++)
        if (on[l]) {
            s = int((at[l] + plus) * 4 / 32)
            sectors += !(s in seen)
            seen[s] = 1
        }
    count["global_" op "_requests"]++
    count["global_" op "_sectors"] += sectors
    count["global_" op "_lanes"] += active
    count["global_" op "_bytes"] += active * bytes
}

function warp_per_column(    column, d)
{
    for (column = (b * block) / 32 + w; column < n; column += grid * block / 32) {
        for (l = 0; l < 32; l++) {
            at[l] = l * n + column
            has[l] = 1
        }
        lane_sums(32 * n)
        for (d = 1; d < 32 && d < batch; d *= 2)
            shuffle()
        if_lane_below(1)                # if (lane == 0)
            global("store", 0, column)
        end_if()
    }
}

function thread_per_column()
{
    for (l = 0; l < 32; l++) {
        at[l] = b * block + tid[l]
        has[l] = at[l] < n
    }
    lane_sums(n)
    if_below(n - b * block, 1)          # if (column < n), once more: it is one if
        count["divergent_ifs"] -= active > 0 && active < 32
        global("store", 1, b * block)
    end_if()
}

function tiles(    y, first, step, end, i, k, e, held, wide, rows, half, vector, row_length)
{
    unknown["divergent_ifs"] = 1        # a condition of two parts is one branch or two
    y = int(b / beside)
    first = b % beside * across
    step = parts * down * period
    end = int(elements / width)
    for (l = 0; l < 32; l++) {
        vector[l] = (y * down + int(tid[l] / across)) * period + first + tid[l] % across
        has[l] = first + tid[l] % across < period && tid[l] < across * down
        yes[l] = has[l]
    }
    part()
    for (i = 0; next_vectors(vector, i, end); i += loads * step)
        for (k = 0; k < loads; k++) {
            for (l = 0; l < 32; l++) {
                yes[l] = vector[l] + i + k * step < end
                at[l] = vector[l] * width
            }
            part()                      # x[k] = i + k * step < end ? vectors[i + k * step] : V();
            each_lane("load", (i + k * step) * width, 4 * width)
            end_if()
        }
    end_if()
    held = width * across
    wide = across == period ? n : held
    row_length = across == period ? n : width * period
    rows = held * down / wide
    if (rows == 1 && elements % width == 0) {
        for (l = 0; l < 32; l++) {
            yes[l] = has[l]
            at[l] = (y * period + first + tid[l] % across) * width
        }
        part()
        each_lane("store", 0, 4 * width)
        end_if()
        return
    }
    if (width == 4)                     # ((V *)sums)[tid] = sum;
        shared_fours("store")
    else
        shared("store", 1, 0)
    for (l = 0; l < 32; l++)
        yes[l] = has[l] && y * down + int(tid[l] / across) == 0 && elements % width > 0 && vector[l] == end % period
    part()
    for (e = 0; e < elements % width; e++) {
        shared("load", width, e)        # sums[threadIdx.x * WIDTH + e] += in[end * WIDTH + e];
        global("load", 0, end * width + e)
        shared("store", width, e)
    }
    end_if()
    syncthreads()
    for (; rows > 1; rows -= int(rows / 2)) {
        half = int((rows + 1) / 2)
        add_rows(int(rows / 2) * wide, half * wide)
        syncthreads()
    }
    i = 0
    for (loop(); still_below(i, least(wide, row_length - width * first)); i += block) {
        shared("load", 1, i)            # out[...] = sums[i];
        global("store", 1, y * row_length + width * first + i)
    }
    end_if()
}

function next_vectors(vector, i, end)
{
    for (l = 0; l < 32; l++)
        yes[l] = vector[l] + i < end
    keep()
    return active > 0
}

# for (i = threadIdx.x; i < end; i += blockDim.x) sums[i] += sums[i + below];
function add_rows(end, below,    i)
{
    for (loop(); still_below(i + 0, end); i += block) {
        shared("load", 1, i)
        shared("load", 1, i + below)
        shared("store", 1, i)
    }
    end_if()
}
