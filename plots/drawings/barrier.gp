# barrier.gp: a block of 8 threads puts its elements into shared memory; after the barrier thread 0 adds them up.
height = 400
load "plots/drawings/canvas.gp"
eval title("one block: store, wait for all, then read what others have stored")
cell = 76
from = 190
place(t) = from + cell * t
eval right("global memory", from - 14, 72, ink)
eval right("threads", from - 14, 134, ink)
eval right("shared memory", from - 14, 196, ink)
eval right("threads", from - 14, 292, ink)
eval right("global memory", from - 14, 364, ink)
do for [t = 0 : 7] {
    x = place(t)
    eval box(x, 54, cell, 36, "white", ink, 1)
    eval middle(sprintf("in[%d]", t), x + cell / 2, 72, ink)
    eval arrow(x + cell / 2, 90, x + cell / 2, 116, 1)
    eval box(x + 14, 118, cell - 28, 32, light, quiet, 0.8)
    eval middle(sprintf("%d", t), x + cell / 2, 134, ink)
    eval arrow(x + cell / 2, 150, x + cell / 2, 176, 1)
    eval box(x, 178, cell, 36, "#FBE3C0", ink, 1)
    eval middle(sprintf("sums[%d]", t), x + cell / 2, 196, ink)
    if (t == 0) {
        eval box(x + 14, 276, cell - 28, 32, strong, ink, 2)
        eval middle("0", x + cell / 2, 292, "white")
    } else {
        eval empty(x + 14, 276, cell - 28, 32)
        eval box(x + 28, 282, cell - 56, 20, "white", "white", 1)
        eval middle(sprintf("%d", t), x + cell / 2, 292, ink)
        eval line(x + cell / 2, 250, x + cell / 2, 263, 1)
    }
    eval line(x + cell / 2, 214, x + cell / 2, 228, 1)
}
# All of shared memory goes to thread 0, past the barrier.
eval line(place(0) + cell / 2, 263, place(7) + cell / 2, 263, 1)
eval arrow(place(0) + cell / 2, 250, place(0) + cell / 2, 274, 1)
eval box(place(0) - 170, 228, 8 * cell + 176, 22, "#222222", "#222222", 1)
eval middle("__syncthreads(): nobody goes on before all have come", place(4), 239, "white")
eval middle("not at work", place(4) + cell / 2, 322, ink)
eval arrow(place(0) + cell / 2, 308, place(0) + cell / 2, 344, 1)
eval box(place(0), 346, cell + 90, 36, "white", ink, 1)
eval middle("partial[blockIdx.x]", place(0) + cell / 2 + 45, 364, ink)
plot NaN
