# beside_nccl.gp: rows that are added up before NCCL sends, and in pieces beside it. Not to scale.
height = 310
load "plots/drawings/canvas.gp"
from = 190
high = 36
add = 70
send = 84
eval title("one card, two streams (not to scale)")
eval right("rows_then_nccl", from - 14, 78, ink)
eval box(from, 60, 4 * add, high, light, ink, 1)
eval middle("add up all rows", from + 2 * add, 78, ink)
eval box(from + 4 * add, 60, 4 * send, high, strong, ink, 1)
eval middle("NCCL sends the sums", from + 4 * add + 2 * send, 78, "white")
eval right("rows_beside_nccl", from - 14, 148, ink)
eval right("the card's stream", from - 14, 166, quiet)
eval right("NCCL's stream", from - 14, 236, quiet)
do for [k = 0 : 3] {
    eval box(from + add * k, 138, add, high, light, ink, 1)
    eval middle(sprintf("add %d", k), from + add * (k + 0.5), 156, ink)
    eval box(from + add + send * k, 218, send, high, strong, ink, 1)
    eval middle(sprintf("send %d", k), from + add + send * (k + 0.5), 236, "white")
    eval arrow(from + add * (k + 1), 176, from + add + send * k + 3, 216, 2)
}
eval arrow(from, 276, 856, 276, 1)
eval right("time", 850, 294, quiet)
plot NaN
