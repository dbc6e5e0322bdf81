# ragged.gp: twelve rows for four warps, one of them long: dealt out, from a queue, and from a queue with the long row cut
# into chunks. Times are lengths of rows; nothing else takes time here.
height = 560
load "plots/drawings/canvas.gp"
from = 130
unit = 40
high = 24
gold = "#FBE3C0"
twelve = 12
array rows[twelve] = [3, 2, 1, 12, 2, 3, 1, 2, 4, 1, 2, 3]
array of_warp[4]
row(text, warp, at, long, fill) = box(from + unit * at, top + 28 * warp, unit * long, high, fill, ink, 1) . "; " . \
    middle(text, from + unit * (at + 0.5 * long), top + 28 * warp + high / 2, ink)
fill_of(k) = k == 4 ? gold : light
eval title("twelve rows, four warps: which warp takes which row?")

top = 92
eval left("static: row i goes to warp i mod 4", 22, 74, ink)
do for [w = 1 : 4] { of_warp[w] = 0; eval right(sprintf("warp %d", w - 1), from - 12, top + 28 * (w - 1) + high / 2, ink) }
do for [k = 1 : 12] {
    w = (k - 1) % 4 + 1
    eval row(sprintf("%d", k - 1), w - 1, of_warp[w], rows[k], fill_of(k))
    of_warp[w] = of_warp[w] + rows[k]
}

top = 256
eval left("queue: a warp that is free takes the next row", 22, 238, ink)
do for [w = 1 : 4] { of_warp[w] = 0; eval right(sprintf("warp %d", w - 1), from - 12, top + 28 * (w - 1) + high / 2, ink) }
do for [k = 1 : 12] {
    w = 1
    do for [v = 2 : 4] { if (of_warp[v] < of_warp[w]) { w = v } }
    eval row(sprintf("%d", k - 1), w - 1, of_warp[w], rows[k], fill_of(k))
    of_warp[w] = of_warp[w] + rows[k]
}

top = 420
eval left("redistribute: the long row is cut into chunks, which are taken when all short rows are done", 22, 402, ink)
do for [w = 1 : 4] { of_warp[w] = 0; eval right(sprintf("warp %d", w - 1), from - 12, top + 28 * (w - 1) + high / 2, ink) }
do for [k = 1 : 12] {
    if (k != 4) {
        w = 1
        do for [v = 2 : 4] { if (of_warp[v] < of_warp[w]) { w = v } }
        eval row(sprintf("%d", k - 1), w - 1, of_warp[w], rows[k], light)
        of_warp[w] = of_warp[w] + rows[k]
    }
}
end = of_warp[1]
do for [v = 2 : 4] { if (of_warp[v] > end) { end = of_warp[v] } }
eval line(from + unit * end + 6, top - 4, from + unit * end + 6, top + 4 * 28, 2)
eval left("grid.sync()", from + unit * end + 166, top + 56, quiet)
eval arrow(from + unit * end + 160, top + 56, from + unit * (end + 3) + 20, top + 56, 1)
do for [w = 0 : 3] { eval row(sprintf("3, chunk %d", w), w, end + 0.3, 3, gold) }
eval line(from + unit * (end + 3.3) + 6, top - 4, from + unit * (end + 3.3) + 6, top + 4 * 28, 2)
eval arrow(from, 546, from + 17.4 * unit, 546, 1)
eval left("time", from + 17.5 * unit, 546, quiet)
plot NaN
