# headline.awk: keeps the rows of a results file, and finds those at their lesson's headline shape, of which bars.awk
# chooses. Used after rows.awk and course.awk: keep_row() for each row, choose_headline() and choose_bars() at the end.

function better(a, b) { return cpu ? a + 0 < b + 0 : a + 0 > b + 0 }

# A lesson's own, not a library's or the host's: those stand beside it, and are never its best.
function is_kernel(row) { return kind[row] == "kernel" }

function keep_row(    what)
{
    what = kind_of_row()
    if (what != "kernel" && what != "library" && what != "host")
        bad("kind " what " must be kernel, library or host")
    if (!is_number(field["gbps"]) || !is_number(field["median_ms"]))
        bad("gbps " field["gbps"] " and median_ms " field["median_ms"] " must be numbers")
    if (field["n"] !~ /^[1-9][0-9]*$/ || field["batch"] !~ /^[1-9][0-9]*$/ || \
        field["block"] !~ (what == "kernel" ? "^[1-9][0-9]*$" : "^[0-9]+$"))
        bad("n " field["n"] ", batch " field["batch"] " and block " field["block"] \
            " must be whole numbers")
    if (field["backend"] != "gpu" && field["backend"] != "cpu")
        bad("backend " field["backend"] " must be gpu or cpu")
    if (rows && field["device"] != device)
        bad("two devices in one file: " device " and " field["device"])
    device = field["device"]
    cpu = field["backend"] == "cpu"
    toolkit = field["toolkit"]
    if (is_number(field["peak_gbps"]))
        peak = field["peak_gbps"] + 0
    rows++
    lesson[rows] = field["lesson"]
    part[rows] = part_of_row()
    kernel[rows] = field["kernel"]
    type[rows] = field["type"]
    size[rows] = field["n"]
    batch[rows] = field["batch"] + 0
    volume[rows] = size[rows] * batch[rows]
    bytes[rows] = field["bytes"]
    block[rows] = field["block"] + 0
    grid[rows] = field["grid"] + 0
    arch[rows] = "cc" in field ? "sm_" field["cc"] : ""
    sub(/\./, "", arch[rows])
    kind[rows] = what
    value[rows] = cpu ? field["median_ms"] : field["gbps"]
    share[rows] = field["pct_peak"]
    error[rows] = "error_pct" in field && is_number(field["error_pct"]) ? field["error_pct"] : ""
    card[rows] = "card" in field && field["card"] != "unknown" ? field["card"] : ""
    clock[rows] = "clock" in field ? field["clock"] : ""
    call_ms[rows] = "call_ms" in field && is_number(field["call_ms"]) ? field["call_ms"] : ""
    is_default[rows] = field["default_shape"] == "yes"
}

# The part of the course that this row belongs to: the row says it, or in older files its lesson. 0: none.
function part_of_row()
{
    if (field["part"] in part_number)
        return part_number[field["part"]]
    return field["lesson"] in part_of ? part_of[field["lesson"]] : 0
}

# Is it the same volume? With several rows of elements it may have been rounded up.
function is_near(a, b) { return a == b || (a > 0.99 * b && a < 1.01 * b) }
function has_volume(row, wanted)
{
    return volume[row] == wanted || (batch[row] > 1 || several[lesson[row]]) && is_near(volume[row], wanted)
}

# How far batch is from a wanted number of rows, as a factor
function distance(batch, wanted) { return batch > wanted ? batch / wanted : wanted / batch }

# Sets is_headline[row]: the row has the volume and the number of rows that tables show. These are the
# declared ones if they were measured, else the largest volume and the number of rows next to the declared
# one. Lessons of one part that declare the same shape are a unit: they are shown at the same shape.
function choose_headline(    row, u, n, list, i, key)
{
    for (row = 1; row <= rows; row++) {
        if (!part[row])
            continue
        if (batch[row] > 1)
            several[lesson[row]] = 1
        u = unit[row] = part[row] SUBSEP elements_of[lesson[row]] SUBSEP headline_batches(lesson[row])
        if (is_default[row]) # on the CPU device it is smaller than declared
            default_volume[u] = volume[row]
        if (volume[row] == elements_of[lesson[row]] + 0)
            headline[u] = volume[row]
        if (volume[row] > most[u])
            most[u] = volume[row]
    }
    for (row = 1; row <= rows; row++) {
        if (!part[row])
            continue
        u = unit[row]
        if (u in default_volume)
            headline[u] = default_volume[u]
        else if (!(u in headline))
            headline[u] = most[u]
        is_at_volume[row] = has_volume(row, headline[u])
        if (!is_at_volume[row])
            continue
        n = split(headline_batches(lesson[row]), list, " ")
        for (i = 1; i <= n; i++) {
            key = lesson[row] SUBSEP list[i]
            if (!(key in nearest) || distance(batch[row], list[i]) < distance(nearest[key], list[i]))
                nearest[key] = batch[row]
        }
    }
    for (row = 1; row <= rows; row++) {
        if (!part[row])
            continue
        n = split(headline_batches(lesson[row]), list, " ")
        for (i = 1; i <= n; i++)
            if (is_at_volume[row] && nearest[lesson[row], list[i]] == batch[row])
                is_headline[row] = 1
        # the first of them, and one type, where a kernel has one line only
        if (!(lesson[row] in first_type))
            first_type[lesson[row]] = type[row]
        is_first[row] = batch[row] == nearest[lesson[row], list[1]] && type[row] == first_type[lesson[row]]
    }
}
function headline_batches(lesson) { return lesson in batches_of ? batches_of[lesson] : "1" }
