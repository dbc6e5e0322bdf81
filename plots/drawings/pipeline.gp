# pipeline.gp: a ring of three stages over time: copies under way, and the tile that the block adds up. Not to scale.
height = 356
load "plots/drawings/canvas.gp"
from = 100
high = 40
gold = "#FBE3C0"
# In units of one addition: when the copy of tile k is ordered, when it has arrived; it is added up at once.
unit = 82
ordered(k) = k < 3 ? 0 : k + 0.0
arrived(k) = k + 2.0
eval title("a ring of three stages (not to scale)")
do for [s = 0 : 2] {
    y = 70 + 58 * s
    eval right(sprintf("stage %d", s), from - 12, y + high / 2, ink)
    do for [round = 0 : 2] {
        k = 3 * round + s
        x = from + unit * ordered(k)
        w = unit * (arrived(k) - ordered(k))
        if (k < 7) {
            eval box(x, y, w, high, round % 2 ? gold : light, ink, 1)
            eval middle(sprintf("copy %d, phase %d", k, round % 2), x + w / 2, y + high / 2, ink)
            eval box(x + w, y, unit, high, strong, ink, 1)
            eval middle(sprintf("add %d", k), x + w + unit / 2, y + high / 2, "white")
        }
    }
}
y = 252
eval right("threads", from - 12, y + high / 2, ink)
eval empty(from, y, 2 * unit, high)
eval box(from + 30, y + 9, 2 * unit - 60, high - 18, "white", "white", 0)
eval middle("wait", from + unit, y + high / 2, ink)
do for [k = 0 : 6] {
    eval box(from + unit * arrived(k), y, unit, high, strong, ink, 1)
    eval middle(sprintf("add %d", k), from + unit * (arrived(k) + 0.5), y + high / 2, "white")
}
eval arrow(from, 316, 856, 316, 1)
eval right("time", 850, 334, quiet)
plot NaN
