# 20_dynamic_work.awk: the kernels of lesson 20 (see tests/model.awk): ragged rows, shared out while the
# kernel runs.
#
# at n=16384
# at n=6007 asked=3
# at n=1 asked=2
# at n=24007 kernel=ragged_redistribute
# at n=40007 kernel=ragged_redistribute
#
# Which warp takes which rows from the queue is not determined. But a row costs the same whoever takes
# it; so here the first warp takes all, and each of the others only asks once, in vain. The order of the
# list that rows are put on is not determined, either. If there are several of them, the sectors of the
# list and of its chunks' sums are not, and are left out: ?

function launches(    blocks)
{
    blocks = resident(blocks_for(n, constant("LOADS") * block), fit(0))
    make_rows(seed == "" ? 42 : seed)
    launch_if_asked("ragged_static", blocks)
    launch_if_asked("ragged_queue", blocks)
    launch_if_asked("ragged_redistribute", blocks)
}

function launch_if_asked(its_name, blocks)
{
    if (kernel == "" || kernel == its_name)
        launch(its_name "<lesson_timed>", blocks, n)
}

function run(kernel)
{
    if (kernel == "ragged_static<lesson_timed>") ragged_static()
    else if (kernel == "ragged_queue<lesson_timed>") ragged_queue()
    else ragged_redistribute()
}

# ---- The rows: lesson_row_length() of common/harness/shape.h ------------------------------------

function make_rows(from,    a, bits, scale, at, long)
{
    for (rows = at = 0; at < n; rows++) {
        row_begin[rows] = at
        a = mix(from + 2 * rows + 1)
        bits = mix(differing_bits(a, 1540483477))
        for (scale = 1; scale < 2147483648 && bits % 2 == 1; scale *= 2)
            bits = int(bits / 2)
        long = a % 16 == 0 ? 0 : (128 + int(a / 16) % 128) * scale
        at += long < n - at ? long : n - at
    }
    row_begin[rows] = at
}

function mix(x)
{
    x = times(differing_bits(x, int(x / 65536)), 2146121005)
    x = times(differing_bits(x, int(x / 32768)), 2221713035)
    return differing_bits(x, int(x / 65536))
}

# x y modulo 2 ^ 32, in parts that are exact in floating point
function times(x, y)
{
    return (x * (y % 65536) + x * int(y / 65536) % 65536 * 65536) % 4294967296
}

function differing_bits(x, y,    result, bit)
{
    for (bit = 1; x || y; bit *= 2) {
        result += x % 2 != y % 2 ? bit : 0
        x = int(x / 2)
        y = int(y / 2)
    }
    return result + 0
}

# ---- The kernels ---------------------------------------------------------------------------------

function ragged_static(    row)
{
    for (row = b * block / 32 + w; row < rows; row += grid * block / 32)
        add_row(row)
}

function ragged_queue() { add_up_queue(n) }

function ragged_redistribute(    c, i, chunk, chunks, row)
{
    chunk = constant("CHUNK")
    chunks = add_up_queue(chunk)
    syncthreads()                       # cg::this_grid().sync();

    for (c = 0; c < chunks; c++) {      # for (;;)
        take()                          #     c = take(queue.next_chunk, 1);
        global("load", 0, 2)            #     if (c >= *queue.chunks)
        global("load", 0, c, 8, 12)     #     chunk = queue.chunk[c];
        row = row_of[c]
        load_row_begin(row)             #     from = ..., to = min(from + CHUNK, ...)
        i = row_begin[row] + number_of[c] * chunk
        add_up(i, i + chunk < row_begin[row + 1] ? i + chunk : row_begin[row + 1])
    }
    take()                              # one more, in vain
    global("load", 0, 2)
    syncthreads()                       # cg::this_grid().sync();

    for (c = 0; c < chunks; c++) {      # for (c = ...; c < *queue.chunks; c += warps)
        global("load", 0, 2)
        global("load", 0, 3 + 2 * c)    #     row = queue.chunk[c].row;
        load_row_begin(row_of[c])       #     row_begin[row + 1] - row_begin[row]
        global("load", 0, 4 + 2 * c)    #     if (queue.chunk[c].number == 0)
        if (number_of[c] == 0)
            add_up(c, c + chunks_of(row_of[c]))
    }
    global("load", 0, 2)
}

# ---- Their parts ---------------------------------------------------------------------------------

# The first warp takes all rows. Returns how many chunks it has put on the list: chunk c is
# number_of[c] of row row_of[c].
function add_up_queue(longest,    row, chunks, long_rows, k)
{
    chunks = 0
    take()                              # in vain
    if (b || w)
        return 0
    for (row = 0; row < rows; row++) {
        if (row % constant("ROWS") == 0)        # row = take(queue.next_row, ROWS)
            take()
        if (row_begin[row + 1] - row_begin[row] <= longest) {
            add_row(row)
            continue
        }
        long_rows++
        load_row_begin(row)             # from = row_begin[row], to = row_begin[row + 1];
        take()                          # first = take(queue.chunks, chunks);
        k = 0                           # for (k = threadIdx.x % 32; k < chunks; k += 32)
        for (loop(); still_below(k, chunks_of(row)); k += 32)
            global("store", 1, chunks + k, 8, 12)       # queue.chunk[first + k] = {row, k};
        end_if()
        for (k = 0; k < chunks_of(row); k++) {
            row_of[chunks] = row
            number_of[chunks++] = k
        }
    }
    if (long_rows > 1)
        unknown["global_load_sectors"] = unknown["global_store_sectors"] = 1
    return chunks + 0
}

function chunks_of(row)
{
    return blocks_for(row_begin[row + 1] - row_begin[row], constant("CHUNK"))
}

# The first lane of a warp takes the next from a counter, and tells the others.
function take()
{
    if_lane_below(1)                    # threadIdx.x % 32 == 0 ? atomicAdd(next, count) : 0
        global("atomic", 0, 0)
    end_if()
    shuffle()
}

function load_row_begin(row)
{
    global("load", 0, row, 8)
    global("load", 0, row + 1, 8)
}

function add_row(row)
{
    load_row_begin(row)
    add_up(row_begin[row], row_begin[row + 1])
}

function add_up(from, to)
{
    from -= 32 * w                      # begin + threadIdx.x % 32
    for (loop(); still_below(from, to); from += 32 * constant("LOADS"))
        load(from, to, 32)
    end_if()
    shuffles(32)
    if_lane_below(1)                    # if (threadIdx.x % 32 == 0)
        global("store", 0, 0)           #     *result = sum;
    end_if()
}
