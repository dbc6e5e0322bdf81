# groups.awk: what kernels have in common whose blocks wait for each other, in a cooperative launch (see
# tests/model.awk). A grid sync is a barrier that every block passes.

# The CPU device has 4 SMs; what fits on one: 2048 threads, 32 blocks and 164 KiB of shared memory,
# of which each block takes 1 KiB more than it asks for.
function fit(bytes,    blocks)
{
    blocks = 2048 / block
    if (blocks > int(164 * 1024 / (bytes + 1024)))
        blocks = int(164 * 1024 / (bytes + 1024))
    return blocks < 32 ? blocks : 32
}

function resident(wanted, per_sm)
{
    if (asked)                          # --grid
        return asked
    return wanted < 4 * per_sm ? wanted : 4 * per_sm
}

# Pieces of AT_ONCE elements per thread: of so many blocks, what this one adds up.
function load_pieces(block_of, blocks,    i, k, piece)
{
    piece = constant("AT_ONCE") * block
    i = block_of * piece
    for (loop(); still_below(i, size); i += blocks * piece)
        for (k = 0; k < constant("AT_ONCE"); k++) {
            if_exists(i + k * block)    # if (i + k * blockDim.x < n)
                global("load", 1, i + k * block)        # sum += in[i + k * blockDim.x];
            end_if()
        }
    end_if()
}
