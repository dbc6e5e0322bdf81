# look_back.gp: the states of eight tiles at the moment when the warp of tile 6 looks back, and what it leaves then.
height = 400
load "plots/drawings/canvas.gp"
eval title("tile 6 looks back: as far as the nearest PREFIX")
wide = 88
high = 62
from = 120
gold = "#FBE3C0"
array own[8] = [9, 22, 7, 12, 5, 8, 10, 6]
upto = 0
place(t) = from + 92 * t
eval right("tile", from - 16, 74, ink)
eval right("its sum", from - 16, 104, ink)
eval right("its state", from - 16, 124 + high / 2, ink)
do for [t = 0 : 7] {
    upto = upto + own[t + 1]
    is_prefix = t < 3
    mid = place(t) + wide / 2
    eval middle(sprintf("%d", t), mid, 74, ink)
    eval middle(t < 7 ? sprintf("%d", own[t + 1]) : "?", mid, 104, ink)
    if (t < 7) {
        eval box(place(t), 124, wide, high, is_prefix ? light : gold, ink, t == 6 ? 2.4 : 1)
        eval middle(is_prefix ? "PREFIX" : "PARTIAL", mid, 124 + 0.3 * high, ink)
        eval middle(sprintf("%d", is_prefix ? upto : own[t + 1]), mid, 124 + 0.7 * high, ink)
    } else {
        eval empty(place(t), 124, wide, high)
    }
    if (t > 1 && t < 6) {
        eval arrow(mid, 240, mid, 192, 2)
        eval middle(sprintf("lane %d", 5 - t), mid, 256, ink)
    }
    if (t < 2) {
        eval arrow(mid, 240, mid, 192, 1)
        eval middle(sprintf("lane %d", 5 - t), mid, 256, quiet)
    }
}
eval left("8 + 5 + 12 + 38 = 63 lie before tile 6. What lanes 4 and 5 have does not count.", place(0), 296, ink)
eval right("then", from - 16, 320 + high / 2, ink)
eval box(place(6), 320, wide, high, strong, ink, 2.4)
eval middle("PREFIX", place(6) + wide / 2, 320 + 0.3 * high, "white")
eval middle("73", place(6) + wide / 2, 320 + 0.7 * high, "white")
eval right("63 + 10: whoever comes next need not look further than here", place(6) - 14, 320 + high / 2, ink)
plot NaN
