# share.awk: what kernels have in common whose blocks add up their shares by common/lesson_share.h (see
# tests/model.awk). The grid is as many blocks as have a piece, but no more than fit (groups.awk).

function share_blocks() { return resident(blocks_for(n, 4 * constant("LESSON_SHARE_LOADS") * block), fit(0)) }

# lesson_share_sum(): `size` elements, four to a load, and up to three that are left.
function lesson_share_sum(    end, i, k, piece)
{
    end = int(size / 4)
    piece = constant("LESSON_SHARE_LOADS") * block
    if_all(b == 0)                      # blockIdx.x == 0 && rest < n ? in[rest] : 0
        if_exists(4 * end)
            global("load", 1, 4 * end)
        end_if()
    end_if()
    i = b * piece
    for (loop(); still_below(i, end); i += grid * piece)
        for (k = 0; k < piece; k += block) {
            if_below(end - i - k, 1)    # x[k] = i + k * stride < end ? fours[i + k * stride] : four();
                global("load", 1, i + k, 16)
            end_if()
        }
    end_if()
    lesson_block_sum()
}

# lesson_block_sum(), lesson_total_in_warp_0(): of totals of so many bytes, 4 if nothing is said, which lanes exchange in
# `words`: a double is one, a struct has them all.
function lesson_block_sum(words, bytes,    i)
{
    for (i = words ? words : 1; i > 0; i--)
        shuffles(32)
    if_lane_below(1)                    # if (threadIdx.x % 32 == 0)
        shared_totals("store", bytes, 0)
    end_if()
    syncthreads()
    if (w > 0)                          # if (threadIdx.x >= 32) return none;
        return
    if_lane_below(block / 32)           # threadIdx.x < blockDim.x / 32 ? totals[threadIdx.x] : none
        shared_totals("load", bytes, 1)
    end_if()
    for (i = words ? words : 1; i > 0; i--)
        shuffles(32)
}

# Neighbouring lanes take a total each, or one lane does: 16 bytes at a time. A wavefront has 128 bytes, and those that lie
# between the pieces count.
function shared_totals(op, bytes, factor,    piece, spans, needs)
{
    for (piece = 0; piece < pieces_of(bytes); piece++) {
        shared(op, factor, 0)
        spans = int((active * bytes + 127) / 128)
        needs = int((active * (bytes > 16 ? 16 : bytes) + 127) / 128)
        if (factor && active && bytes > 4) {
            count["shared_" op "_wavefronts"] += spans - 1
            count["shared_" op "_excess"] += spans - needs
        }
    }
}
function pieces_of(bytes) { return bytes > 16 ? bytes / 16 : 1 }

# Totals in global memory, from number `first` on: lane i takes number first + factor * tid.
function global_totals(op, factor, first, bytes,    piece, pieces)
{
    pieces = pieces_of(bytes)
    for (piece = 0; piece < pieces; piece++)
        global(op, pieces * factor, pieces * first + piece, bytes / pieces)
}

# lesson_is_last(). Which block is last, a run decides; here it is the block with the highest number, since counters are
# summed over the blocks.
function lesson_is_last()
{
    if_below(1, 1)                      # if (threadIdx.x == 0)
        global("atomic", 0, 0)          #     atomicInc(tickets, ...)
        shared("store", 0, 0)           #     is_last = ...
    end_if()
    syncthreads()
    shared("load", 0, 0)                # return is_last;
    return b == grid - 1
}

# A ticket, after which the last block adds up what the blocks have: partial[], 4 bytes each.
function add_up_last()
{
    if_below(1, 1)                      # if (threadIdx.x == 0)
        global("store", 0, b)           #     partial[blockIdx.x] = x;
    end_if()
    if (!lesson_is_last())
        return
    add_words(4)                        # x += partial[i];
    store_result(0)
}

function store_sums()
{
    lesson_share_sum()
    store_sum()                         # if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

# A ticket for each block, under the same if as its sum; the last block is taken as in lesson_is_last(). is_reset: it sets
# the counter back to 0 itself.
function ticket(is_reset)
{
    lesson_share_sum()
    if_below(1, 1)                      # if (threadIdx.x == 0)
        global("store", 0, b)           #     partial[blockIdx.x] = sum;
        global("atomic", 0, 0)          #     atomicInc(&tickets, ...), or fetch_add
        shared("store", 0, 0)           #     is_last = ...
    end_if()
    syncthreads()
    shared("load", 0, 0)                # if (is_last)
    if (b == grid - 1) {
        add_words(4)                    #     sum += partial[i];
        store_result(is_reset)
    }
}

# One word of each block, of so many bytes, added up by one block.
function add_words(bytes, is_emptied)
{
    load_words(bytes, is_emptied)
    lesson_block_sum()
}
function load_words(bytes, is_emptied,    i)
{
    i = 0                               # for (i = threadIdx.x; i < gridDim.x; i += blockDim.x)
    for (loop(); still_below(i, grid); i += block) {
        global("load", 1, i, bytes)
        if (is_emptied)
            global("store", 1, i, bytes)
    }
    end_if()
}

function store_result(is_reset)
{
    if_below(1, 1)                      # if (threadIdx.x == 0)
        global("store", 0, 0)           #     *result = sum;
        if (is_reset)
            global("store", 0, 0)       #     tickets = 0;
    end_if()
}

# lesson_share_each(): four loads of 16 bytes at a time, and up to three elements that are left.
function lesson_share_each(    end, i, k, piece)
{
    end = int(size / 4)
    piece = constant("LESSON_SHARE_LOADS") * block
    i = b * piece
    for (loop(); still_below(i, end); i += grid * piece)
        for (k = 0; k < piece; k += block) {
            if_below(end - i - k, 1)    # x[k] = i + k * stride < end ? fours[i + k * stride] : float4();
                global("load", 1, i + k, 16)
            end_if()
        }
    end_if()
    if_all(b == 0)                      # if (blockIdx.x == 0 && rest < n)
        if_exists(4 * end)
            global("load", 1, 4 * end)  #     x[0].x = in[rest];
        end_if()
    end_if()
}

# lesson_grid_total() of totals of so many bytes, which lanes exchange in `words`.
function lesson_grid_total(words, bytes,    i)
{
    lesson_block_sum(words, bytes)
    if_below(1, 1)                      # if (threadIdx.x == 0)
        global_totals("store", 0, b, bytes) # partial[blockIdx.x] = *total;
    end_if()
    if (lesson_is_last()) {
        i = 0                           #     for (i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        for (loop(); still_below(i, grid); i += block)
            global_totals("load", 1, i, bytes)  # *total = combine(*total, partial[i]);
        end_if()
        lesson_block_sum(words, bytes)
    }
}
