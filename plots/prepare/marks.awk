# marks.awk: numbers and their marks on the axes.

# 2^29 -> 2²⁹
function superscripts(text,    done, i)
{
    while (match(text, /\^[0-9]+/)) {
        done = done substr(text, 1, RSTART - 1)
        for (i = RSTART + 1; i < RSTART + RLENGTH; i++)
            done = done digit[substr(text, i, 1)]
        text = substr(text, RSTART + RLENGTH)
    }
    return done text
}

function sort_numbers(list, n,    i, j, swap)
{
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && list[j] + 0 < list[j - 1] + 0; j--) {
            swap = list[j]; list[j] = list[j - 1]; list[j - 1] = swap
        }
}

# Marks on the x axis only where there are measurements, with numbers on those that have room, the first
# and the last among them. If x is a number of rows, of `of` elements in all, the elements of a row stand
# below it.
function tics(name, n, of,    i, apart, last, shown)
{
    apart = 0.99 * octaves(x_at[n] / x_at[1]) / marks
    shown[1] = shown[n] = last = 1
    for (i = 2; i < n; i++)
        if (octaves(x_at[i] / x_at[last]) > apart && octaves(x_at[n] / x_at[i]) > apart)
            shown[last = i] = 1
    for (i = 1; i <= n; i++)
        printf "%s%s %s", (i == 1 ? "set xtics (" : ", "), (i in shown ? mark(x_at[i], of) : quoted("")), \
               x_at[i] > (dir "/" name ".tics")
    print ")" > (dir "/" name ".tics")
}

function mark(x, of)
{
    if (!of)
        return quoted(superscripts(count(x)))
    return quoted(superscripts(power(x))) " . \"\\n\" . " quoted(superscripts(power(int(of / x))))
}

# Roughly the logarithm to base 2; some awks have no log().
function octaves(ratio,    n)
{
    for (n = 0; ratio >= 2; n++)
        ratio /= 2
    return n + ratio - 1
}

# Marks on the y axis where the values are logarithms: at powers of two, every `apart`-th of them.
function log_tics(name, low, high,    apart, i, v)
{
    apart = high - low > 12 ? 2 : 1
    v = 1
    for (i = 0; i < low; i++)
        v *= 2
    for (; i > low; i--)
        v /= 2
    for (; i <= high; i += apart) {
        printf "%s%s %d", (i == low ? "set ytics (" : ", "), quoted(i < 0 ? sprintf("%.2f", v) : v), i > (dir "/" name ".tics")
        v *= 2 * apart
    }
    print ")" > (dir "/" name ".tics")
}

# To base 2; some awks have no log().
function log2(x,    n, bit)
{
    for (n = 0; x >= 2; n++)
        x /= 2
    for (; x < 1; n--)
        x *= 2
    for (bit = 0.5; bit > 1e-6; bit /= 2) {
        x *= x
        if (x >= 2) {
            x /= 2
            n += bit
        }
    }
    return n
}
