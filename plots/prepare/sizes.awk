# sizes.awk: the plots of a part over block size and array size.

function gpu_plots(    row, told, has, text, measured, sizes_of, i, own)
{
    for (row = 1; row <= rows; row++)
        if (part[row] == p && is_first[row] && !((lesson[row], family(kernel[row]), volume[row]) in measured)) {
            measured[lesson[row], family(kernel[row]), volume[row]]
            sizes_of[lesson[row], family(kernel[row])]++
        }
    for (row = 1; row <= rows; row++) {
        if (part[row] != p)
            continue
        has[lesson[row], kernel[row]] += is_headline[row]
        if (is_first[row]) {
            if (is_headline[row])
                add_point("blocks", row, is_kernel(row) ? block[row] : 0)
            if (sizes_of[lesson[row], family(kernel[row])] > 1) # one size makes no line
                add_sizes(row)
        }
    }
    for (row = 1; row <= rows; row++)
        if (part[row] == p)
            own[kernel[row]]
    for (row = first_peer; row <= rows; row++)
        if (!(kernel[row] in own) && is_same_work(row, bar[1]))
            add_sizes(row)
    for (row = 1; row <= rows; row++)
        if (part[row] == p && !has[lesson[row], kernel[row]] && !(kernel[row] in told)) {
            told[kernel[row]]
            text = power(headline[unit[row]])
            skip(kernel[row], "not measured at n = " text ": make bench N=" text)
        }

    text = device (what == "" ? "" : ", " what)
    if (xs["blocks"] < 2)
        skip("blocks" part_end[p], "one block size only: make bench BLOCKS=64,128,256,512,1024")
    else
        write_lines("blocks", "Bandwidth by block size" of_part, text, "threads per block")
    if (xs["sizes"] < 2)
        skip("sizes" part_end[p], "one size only: make bench N=2^16,2^20,2^24,2^28")
    else
        write_lines("sizes", "Bandwidth by array size" of_part, device ", each kernel at its best block size", \
                    "n, elements")
    if (xs["calls"] > 1)
        write_lines("calls", "Time of one call by array size" of_part, device ", until the host has the result", \
                    "n, elements")
    for (i = 1; i <= lessons; i++)
        if (part_of[lesson_at[i]] == p) {
            tuning(lesson_at[i])
            in_flight(lesson_at[i])
            shapes(lesson_at[i])
        }
}

function add_sizes(row)
{
    add_point("sizes", row, volume[row])
    if (call_ms[row] != "")
        add_point("calls", row, volume[row], 1000 * call_ms[row])
}
