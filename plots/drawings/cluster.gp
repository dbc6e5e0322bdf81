# cluster.gp: four blocks of a cluster over time: each stores its sum in the shared memory of the first, between two
# barriers. Not to scale.
height = 366
load "plots/drawings/canvas.gp"
from = 96
high = 34
words = 404 # block 0's shared memory: a word of it for each block
gold = "#FBE3C0"
piece(text, x, y, w, fill, tint) = box(x, y, w, high, fill, ink, 1) . "; " . middle(text, x + w / 2, y + high / 2, tint)
eval title("a cluster of four blocks (not to scale)")
eval left("in block 0's shared memory", words, 76, quiet)
array begins[4] = [0, 14, 30, 22]
array works[4] = [206, 216, 182, 220]
do for [b = 0 : 3] {
    y = 92 + 60 * b
    x = from + begins[b + 1]
    eval right(sprintf("block %d", b), from - 12, y + high / 2, ink)
    eval piece("begins", x, y, 62, gold, ink)
    eval piece("loads, then its sum", x + 62, y, works[b + 1], light, ink)
    eval piece(sprintf("s%d", b), words + 44 * b, 92, 44, "white", ink)
    if (b > 0) {
        set arrow from x + 62 + works[b + 1], y + high / 2 to words + 44 * b + 22, y + high / 2 nohead linewidth 2.4 linecolor rgb colour[4]
        eval arrow(words + 44 * b + 22, y + high / 2, words + 44 * b + 22, 92 + high, 2)
    } else { eval arrow(x + 62 + works[1], y + high / 2, words, y + high / 2, 2) }
    eval piece("sync", 592, y, 52, gold, ink)
    if (b > 0) { eval left("ends", 656, y + high / 2, quiet) }
}
eval piece("s0 to s3", 644, 92, 84, strong, "white")
eval piece("1 atomic", 728, 92, 84, strong, "white")
eval arrow(from, 324, 856, 324, 1)
eval right("time", 850, 342, quiet)
plot NaN
