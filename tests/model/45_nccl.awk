# 45_nccl.awk: the kernel of lesson 45 (see tests/model.awk). NCCL has none on the CPU device. All cards launch the same.
#
# at n=8192
# at n=5017
# at n=1

function launches(    pieces, k, packs)
{
    row = 4 * int((int((n + 3) / 4) + 3) / 4)           # lesson_row_length
    if (row > n)
        row = n
    packs = int((row + 3) / 4)                          # lesson_split
    for (pieces = 1; pieces <= constant("PIECES"); pieces += constant("PIECES") - 1) {
        to = 0
        for (k = 0; k < pieces; k++) {
            from = to
            to += 4 * (int(packs / pieces) + (k < packs % pieces))
            if (to > row)
                to = row
            if (to > from)
                launch("add_rows<float>", blocks_for(to - from, block), n)
        }
    }
}

function run(kernel,    first, at)
{
    first = from + b * block
    for (loop(); still_below(first, to); first += grid * block) {
        global("load", 1, first)                        # T sum = in[i];
        at = first + row
        for (loop(); still_below(at, n); at += row)
            global("load", 1, at)                       # sum += in[at];
        end_if()
        global("store", 1, first)                       # out[i] = sum;
    }
    end_if()
}
