# pieces.awk: what kernels have in common that take their share piece by piece (common/lesson_pieces.h; see
# tests/model.awk).

# lesson_load_piece(): whole pieces 16 bytes at a time, the last one element by element.
function lesson_load_piece(piece,    loads, k, j)
{
    loads = constant("LESSON_SHARE_LOADS")
    if ((piece + 1) * 4 * loads * block <= size) {
        for (k = 0; k < loads; k++)
            global("load", 1, (piece * loads + k) * block, 16)
        return
    }
    for (k = 0; k < loads; k++)
        for (j = 0; j < 4; j++)
            load_if_there(4 * (piece * loads + k) * block + j)
}
function load_if_there(at)              # i < n ? in[i] : ..., i = at + 4 * threadIdx.x
{
    if_below(size - at, 4)
        global("load", 4, at)
    end_if()
}

# lesson_block_total() of structs or numbers of so many bytes; each shuffle moves `words` of them.
function block_total_of(bytes, words,    i)
{
    for (i = 0; i < words; i++)
        shuffles(32)
    if_lane_below(1)                    # totals[threadIdx.x / 32] = x;
        shared_wide("store", bytes)
    end_if()
    syncthreads()
    for (i = 0; i < block / 32; i++)
        shared_wide("load", bytes)      # x = combine(x, totals[warp]);
    syncthreads()
}

# All active lanes ask for the same bytes of shared memory: 128 in a wavefront.
function shared_wide(op, bytes)
{
    if (!active)
        return
    count["shared_" op "_requests"]++
    count["shared_" op "_wavefronts"] += int((active * bytes + 127) / 128)
    count["shared_" op "_lanes"] += active
}
