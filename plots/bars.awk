# bars.awk: the rows that tables and ladders show of a part, what they are called there, and what stands beside them. Used
# after headline.awk.

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
