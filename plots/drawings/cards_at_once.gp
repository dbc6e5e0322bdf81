# cards_at_once.gp: what the host and three cards do while the host waits in the loop, and while it waits after it.
# Not to scale.
height = 420
load "plots/drawings/canvas.gp"
from = 120
high = 26
gold = "#FBE3C0"
piece(text, x, y, w, fill, tint) = box(x, y, w, high, fill, ink, 1) . "; " . middle(text, x + w / 2, y + high / 2, tint)
eval title("one wait in the loop, or a loop of launches and a loop of waits (not to scale)")
eval left("one_by_one: each card begins when the one before has ended", 22, 66, ink)
eval left("host_loop: a launch does not wait, so all cards begin", 22, 242, ink)
do for [half = 0 : 1] {
    top = half == 0 ? 82 : 258
    eval right("host", from - 12, top + high / 2, ink)
    do for [i = 0 : 2] {
        start = from + (half == 0 ? 230 * i : 40 * i)
        y = top + 34 * (i + 1)
        eval right(sprintf("card %d", i), from - 12, y + high / 2, ink)
        eval piece("L", start, top, 30, gold, ink)
        if (half == 0) {
            eval piece("wait", start + 30, top, 200, none, ink)
        }
        eval piece(sprintf("part %d", i), start + 34, y, 190, strong, "white")
    }
    if (half == 1) {
        eval piece("wait for card 0, 1, 2", from + 120, top, 190, none, ink)
        eval piece("add", from + 310, top, 40, "white", ink)
    }
}
eval piece("add", from + 690, 82, 40, "white", ink)
eval left("L: cudaSetDevice and a launch", from + 400, 258 + high / 2, ink)
eval line(from, 400, 860, 400, 1)
eval arrow(850, 400, 866, 400, 1)
eval right("time", 860, 412, quiet)
plot NaN
