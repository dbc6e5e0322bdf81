# headline.awk: keeps the rows of a results file, and chooses those that tables and ladders show:
# each kernel at its lesson's headline shape, at its best block size. Used after rows.awk and
# course.awk: keep_row() for each row, choose_headline() and choose_bars() at the end.

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

# What tells the bars of a part apart, on every card: a kernel's numbers do not, as the best of them is the bar.
function bar_key(row) { return lesson[row] SUBSEP family(kernel[row]) SUBSEP type[row] SUBSEP batch[row] }

# What a library or the host does is the same in every lesson of a part. card_key: a bar's name on every card.
function place_key(row)
{
    return is_kernel(row) ? bar_key(row) : kind[row] SUBSEP kernel[row] SUBSEP type[row] SUBSEP batch[row]
}
function card_key(row,    key) { key = part[row] SUBSEP place_key(row) SUBSEP size[row]; gsub(SUBSEP, " ", key); return key }
function block_in_words(row) { return is_kernel(row) ? block[row] : "–" }
function percent(row)
{
    return is_number(share[row]) ? sprintf("%.1f", share[row]) : kind[row] == "host" ? "–" : share[row]
}

# Sets bars and bar[1..bars], the rows that tables and ladders show of part p: lesson by lesson, and within
# a lesson in the order of the file. What a library or the host does is the same in every lesson: it is shown once,
# as measured with the last of them.
function choose_bars(p,    row, key, place, i)
{
    bars = 0
    for (row = 1; row <= rows; row++) {
        if (part[row] != p || !(row in is_headline))
            continue
        key = place_key(row)
        if (key in place && lesson[row] > lesson[bar[place[key]]]) {
            for (i = place[key]; i < bars; i++)
                bar[i] = bar[i + 1]
            bars--
            for (i in place)
                if (place[i] > place[key])
                    place[i]--
            delete place[key]
        }
        if (!(key in place)) {
            place[key] = ++bars
            bar[bars] = row
        } else if (lesson[row] == lesson[bar[place[key]]] && better(value[row], value[bar[place[key]]]))
            bar[place[key]] = row
    }
    for (i = 2; i <= bars; i++) {
        row = bar[i]
        for (key = i; key > 1 && lesson[bar[key - 1]] > lesson[row]; key--)
            bar[key] = bar[key - 1]
        bar[key] = row
    }
    one_type = one_shape = one_volume = 1
    for (row = 2; row <= bars; row++) {
        if (type[bar[row]] != type[bar[1]])
            one_type = 0
        if (size[bar[row]] != size[bar[1]] || batch[bar[row]] != batch[bar[1]])
            one_shape = 0
        if (!is_near(volume[bar[row]], volume[bar[1]]))
            one_volume = 0
    }
    return bars
}

# How many times as fast as `from` a row is: "1.87×". Where the intervals of both are known (half widths in percent,
# each of a median of its own), the ratio's follows: "no difference" if it holds 1, or if they are nearer than 0.1 %.
# Two cards of one name differ by some percent, so rows of two cards are not compared: "other card".
function step_between(row, from,    apart, half)
{
    if (card[row] != "" && card[from] != "" && card[row] != card[from])
        return "other card"
    apart = 100 * (value[from] - value[row]) / value[row]
    if (error[row] != "" && error[from] != "") {
        half = error[row] * error[row] + error[from] * error[from] # its square
        if (apart * apart <= half || apart * apart <= 0.1 * 0.1)
            return "no difference"
    }
    return sprintf("%.2f×", value[row] / value[from])
}

# Adds the rows of a peers file (peers.sh) to those of the card's results: they belong to no lesson and no part.
function read_peers(name)
{
    first_peer = rows + 1
    while (next_row(name))
        keep_row()
}

# Is it the same operation, but for the size? What bytes are left besides the elements' are the result: of a sum 4, of
# an argmax 16.
function is_same_work(row, as)
{
    return type[row] == type[as] && batch[row] == batch[as] && bytes[row] % volume[row] == bytes[as] % volume[as]
}

# Adds those of them to the bars of a part that were measured at its shape, unless the part has such a row itself.
function add_peers(    row, i, own)
{
    for (i = 1; i <= bars; i++)
        own[kernel[bar[i]]]
    for (row = first_peer; row <= rows && one_shape; row++)
        if (!(kernel[row] in own) && size[row] == size[bar[1]] && is_same_work(row, bar[1]))
            bar[++bars] = row
}

# 2048 × 2^18, or 2^29
function count(n) { return length(n "") < 5 ? n : power(n) }
function shape(row) { return (batch[row] == 1 ? "" : count(batch[row]) " × ") count(size[row]) }

# What all bars of the part have in common: "n = 2^29 int", "2^29 elements, float" or less.
function in_common()
{
    if (one_shape)
        return (batch[bar[1]] == 1 ? "n = " : "") shape(bar[1]) (one_type ? " " type[bar[1]] : "")
    if (one_volume)
        return count(volume[bar[1]]) " elements" (one_type ? ", " type[bar[1]] : "")
    return one_type ? type[bar[1]] : ""
}
