# order.awk: in_order(names, n, place) sorts: place[1 ...] are the indices of names[1 ... n]. Numbers in names count as
# numbers, so that reduce7<32> comes before reduce7<128>.

function in_order(names, n, place,    i, k)
{
    for (i = 1; i <= n; i++) {
        for (k = i - 1; k && is_before(names[i], names[place[k]]); k--)
            place[k + 1] = place[k]
        place[k + 1] = i
    }
}
function is_before(a, b) { return padded(a) < padded(b) }
function padded(name,    result)
{
    while (match(name, /[0-9]+/)) {
        result = result substr(name, 1, RSTART - 1) sprintf("%09d", substr(name, RSTART, RLENGTH))
        name = substr(name, RSTART + RLENGTH)
    }
    return result name
}
