# guard.gp: 10 elements, 3 blocks of 4 threads: which thread has which element, and which have none.
height = 300
load "plots/drawings/canvas.gp"
eval title("n = 10, blocks of 4 threads: i = blockIdx.x * blockDim.x + threadIdx.x")
cell = 58
from = 140
gap = 12
place(i) = from + cell * i + gap * (i / 4)
eval right("threadIdx.x", from - 12, 111, ink)
eval right("i", from - 12, 158, ink)
eval right("a[i], b[i], c[i]", from - 12, 228, ink)
do for [b = 0 : 2] {
    eval middle(sprintf("block %d", b), place(4 * b) + 2 * cell, 68, ink)
    eval frame(place(4 * b) - 4, 82, 4 * cell + 8, 100, 1.6)
}
do for [i = 0 : 11] {
    x = place(i)
    if (i < 10) {
        if (i == 9) {
            eval box(x, 92, cell, 38, strong, ink, 2)
            eval middle(sprintf("%d", i % 4), x + cell / 2, 111, "white")
        } else {
            eval box(x, 92, cell, 38, light, quiet, 0.8)
            eval middle(sprintf("%d", i % 4), x + cell / 2, 111, ink)
        }
        eval arrow(x + cell / 2, 172, x + cell / 2, 206, 1)
        eval box(x, 208, cell, 38, "white", ink, 1)
        eval middle(sprintf("[%d]", i), x + cell / 2, 227, ink)
    } else {
        eval empty(x, 92, cell, 38)
        eval box(x + 18, 100, cell - 36, 22, "white", "white", 1)
        eval middle(sprintf("%d", i % 4), x + cell / 2, 111, ink)
    }
    eval middle(sprintf("%d", i), x + cell / 2, 158, ink)
}
eval middle("i < n is false", place(10) + cell, 218, ink)
eval middle("nothing to do", place(10) + cell, 236, ink)
eval box(from, 266, 20, 20, strong, ink, 2)
eval left("block 2, thread 1:  i = 2 * 4 + 1 = 9", from + 30, 276, ink)
plot NaN
