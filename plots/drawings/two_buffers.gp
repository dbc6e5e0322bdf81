# two_buffers.gp: chunks that are copied into one buffer, and into two in turns. Not to scale.
height = 310
load "plots/drawings/canvas.gp"
from = 190
high = 36
copy = 98
add = 58
gold = "#FBE3C0"
eval title("one process, its host and its card (not to scale)")
eval right("one_buffer", from - 14, 78, ink)
do for [k = 0 : 3] {
    eval box(from + (copy + add) * k, 60, copy, high, light, ink, 1)
    eval middle(sprintf("copy %d", k), from + (copy + add) * k + copy / 2, 78, ink)
    eval box(from + (copy + add) * k + copy, 60, add, high, strong, ink, 1)
    eval middle(sprintf("add %d", k), from + (copy + add) * k + copy + add / 2, 78, "white")
}
eval right("two_buffers", from - 14, 148, ink)
eval right("copies' stream", from - 14, 166, quiet)
eval right("kernels' stream", from - 14, 236, quiet)
do for [k = 0 : 3] {
    eval box(from + copy * k, 138, copy, high, k % 2 ? gold : light, ink, 1)
    eval middle(sprintf("%d into %s", k, k % 2 ? "B" : "A"), from + copy * (k + 0.5), 156, ink)
    eval box(from + copy * (k + 1), 218, add, high, strong, ink, 1)
    eval middle(sprintf("add %d", k), from + copy * (k + 1) + add / 2, 236, "white")
    eval arrow(from + copy * (k + 1), 176, from + copy * (k + 1) + 3, 216, 2)
}
eval arrow(from, 276, 856, 276, 1)
eval right("time", 850, 294, quiet)
plot NaN
