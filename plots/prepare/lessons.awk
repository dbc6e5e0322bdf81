# lessons.awk: the plots of one lesson: tuningNN, flightNN and shapesNN.

# Kernels NAME_1, NAME_2 ... of one lesson over that number, if the lesson declares what it is. If there
# are several such NAMEs, the first.
function tuning(l,    row, k, name, points, tuned, plot, i)
{
    if (swept[l] == "")
        return
    plot = "tuning" digits_of(l)
    for (row = 1; row <= rows; row++) {
        if (lesson[row] != l || !is_headline[row] || family(kernel[row]) == kernel[row])
            continue
        if (name == "")
            name = family(kernel[row])
        if (family(kernel[row]) != name)
            continue
        k = substr(kernel[row], length(name) + 2)
        if (!(k in tuned))
            x_at[++points] = k
        if (!(k in tuned) || better(value[row], tuned[k]))
            tuned[k] = value[row]
    }
    if (points < 2) {
        skip(plot, "needs several kernels of that lesson: make bench LESSONS=" digits_of(l))
        return
    }
    sort_numbers(x_at, points)
    for (i = 1; i <= points; i++)
        printf "%s\t%s\t%.0f\n", x_at[i], tuned[x_at[i]], tuned[x_at[i]] > (dir "/" plot ".dat")
    tics(plot, points)
    printf "heading = %s\naxis = %s\n", quoted("Lesson " digits_of(l) ": " title_of[l]), \
           quoted("k in " name "_k: " swept[l]) > (dir "/" plot ".gp")
}

# Bandwidth over the bytes in flight on an SM, for a lesson that declares how many blocks are there: threads times
# the bytes that each has on its way at once, as the machine code says. By Little's law no more than bytes over
# latency can arrive.
function in_flight(l,    plot, row, bytes, ns, sms, lines, i, j, b, list, x, has)
{
    if (per_sm[l] == "")
        return
    plot = "flight" digits_of(l)
    ns = latency_of_memory()
    if (!ns || !peak) {
        skip(plot, !ns ? "needs " latency ": make latency RECORD=yes" : "the theoretical peak is unknown")
        return
    }
    read_machine_code(l)
    for (row = 1; row <= rows; row++) {
        if (lesson[row] != l || !is_headline[row] || !is_kernel(row))
            continue
        bytes = bytes_in_flight[code_name(kernel[row]), arch[row]]
        if (!bytes) {
            skip(plot, machine_code " does not know " code_name(kernel[row]) " for " arch[row] ": make record-sass")
            return
        }
        if (grid[row] / per_sm[l] > sms)
            sms = grid[row] / per_sm[l]
        if (!(block[row] in has))
            list[++lines] = block[row]
        has[block[row]]
        x[row] = per_sm[l] * block[row] * bytes
    }
    if (!lines) {
        skip(plot, "needs that lesson: make bench LESSONS=" digits_of(l))
        return
    }
    sort_numbers(list, lines)
    for (i = 1; i <= lines; i++) {
        b = list[i]
        for (row = 1; row <= rows; row++)
            if (row in x && block[row] == b)
                printf "%s\t%s\t%s\n", x[row], value[row], kernel[row] > (dir "/" plot ".dat")
        printf "\n\n" > (dir "/" plot ".dat")
    }
    printf "heading = %s\nseries = %d\nns = %s\nsms = %d\nof_block = \"", \
           quoted("Lesson " digits_of(l) ": " title_of[l]), lines, ns, sms > (dir "/" plot ".gp")
    for (i = 1; i <= lines; i++)
        printf "%s%s", (i > 1 ? " " : ""), per_sm[l] * list[i] > (dir "/" plot ".gp")
    print "\"" > (dir "/" plot ".gp")
}

function code_name(kernel) { return match(kernel, /_[0-9]+$/) ? substr(kernel, 1, RSTART - 1) "<" substr(kernel, RSTART + 1) ">" : kernel }

# Nanoseconds, or 0 where nobody measured them.
function latency_of_memory(    ns)
{
    while (next_row(latency))
        if (field["level"] == "memory")
            ns = field["ns"] + 0
    return ns
}

# Sets bytes_in_flight[kernel, arch] for the kernels of a lesson.
function read_machine_code(l)
{
    while (next_row(machine_code))
        if (field["lesson"] == l)
            bytes_in_flight[field["kernel"], field["arch"]] = field["most_bytes_in_flight"] + 0
}

# The shapes of one lesson at one volume, at the block sizes that most of them were measured at.
function shapes(l,    row, b, seen, number, most, text, by_shape, good, of, plot, batches)
{
    by_shape = "_by_shape" # the kernel that is to be fast at all of them
    plot = "shapes" digits_of(l)
    for (row = 1; row <= rows; row++) {
        b = block[row]
        if (lesson[row] != l || !is_at_volume[row])
            continue
        of = headline[unit[row]]
        if (is_kernel(row) && !((b, batch[row]) in seen)) {
            seen[b, batch[row]]
            if (++number[b] > most)
                most = number[b]
        }
        if (!((0, batch[row]) in seen)) {
            seen[0, batch[row]]
            batches++
        }
    }
    if (batches < 3) {
        if (bench_of[l] ~ /--batch/)
            skip(plot, "needs that lesson at several shapes: make bench LESSONS=" digits_of(l))
        return
    }
    for (b = 32; b <= 1024; b += 32)
        if (number[b] == most && most)
            text = text (text ? ", " : "") b
    for (row = 1; row <= rows; row++) {
        if (lesson[row] != l || !is_at_volume[row] || type[row] != first_type[l])
            continue
        if (is_kernel(row) && number[block[row]] != most)
            continue
        add_point(plot, row, batch[row])
        if (family(kernel[row]) ~ by_shape "$" && value[row] + 0 > good)
            good = value[row] + 0
    }
    write_lines(plot, "The same elements in few long rows and in many short ones", \
                device ", " count(of) " elements, " (text ~ /,/ ? "better of blocks " : "block ") text, \
                "rows, and below them elements in a row", of, 0.85 * good, "85 % of …" by_shape)
}
