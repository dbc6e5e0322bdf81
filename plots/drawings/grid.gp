# grid.gp: a grid of 2 blocks of 40 threads, in warps and lanes.
height = 372
load "plots/drawings/canvas.gp"
eval title("hello<<<2, 40>>>(): a grid of 2 blocks, 40 threads in each")
cell = 23.5
from = 92
small(text, x, y, tint) = sprintf("set label \"%s\" at %g, %g center font \",11\" textcolor rgb \"%s\"", text, x, y, tint)
eval frame(12, 50, 856, 274, 1.6)
eval left("grid", 22, 66, ink)
do for [b = 0 : 1] {
    top = 80 + 122 * b
    eval box(22, top, 836, 112, none, quiet, 1.2)
    eval left(sprintf("block %d", b), 30, top + 16, ink)
    eval right("lane", from - 8, top + 38, quiet)
    do for [lane = 0 : 31] {
        if (lane % 4 == 0 || lane == 5 || lane == 31) { eval small(sprintf("%d", lane), from + cell * (lane + 0.5), top + 38, quiet) }
        do for [warp = 0 : 1] {
            y = top + 50 + 29 * warp
            thread = 32 * warp + lane
            x = from + cell * lane
            if (thread < 40) {
                if (b == 1 && thread == 37) {
                    eval box(x, y, cell, 26, strong, ink, 2)
                    eval small(sprintf("%d", thread), x + cell / 2, y + 13, "white")
                } else {
                    eval box(x, y, cell, 26, light, quiet, 0.8)
                    eval small(sprintf("%d", thread), x + cell / 2, y + 13, ink)
                }
            } else {
                eval empty(x, y, cell, 26)
            }
        }
    }
    do for [warp = 0 : 1] { eval left(sprintf("warp %d", warp), 30, top + 63 + 29 * warp, ink) }
}
eval box(22, 338, 20, 20, strong, ink, 2)
eval left("blockIdx.x is 1, threadIdx.x is 37: warp 1, lane 5", 52, 348, ink)
eval empty(520, 338, 20, 20)
eval left("no thread: the warp is not full", 550, 348, ink)
plot NaN
