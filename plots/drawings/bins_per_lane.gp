# bins_per_lane.gp: four lanes and four bins: lanes with equal keys meet at one counter, or each has counters of its own.
height = 330
load "plots/drawings/canvas.gp"
eval title("keys 3 0 3 3: one counter for each bin, or one for each bin and lane")
wide = 64
high = 38
gold = "#FBE3C0"
array key[4] = [3, 0, 3, 3]
do for [half = 0 : 1] {
    from = 40 + 430 * half
    do for [l = 0 : 3] {
        eval middle(sprintf("lane %d", l), from + 95 * l + wide / 2, 66, ink)
        eval box(from + 95 * l, 80, wide, high, key[l + 1] == 3 ? gold : light, ink, 1)
        eval middle(sprintf("%d", key[l + 1]), from + 95 * l + wide / 2, 80 + high / 2, ink)
    }
}
do for [b = 0 : 3] {
    eval box(40 + 95 * b, 210, wide, high, b == 3 ? gold : light, ink, b == 3 ? 2.4 : 1)
    eval middle(sprintf("bin %d", b), 40 + 95 * b + wide / 2, 210 + high / 2, ink)
    do for [l = 0 : 3] {
        eval box(470 + 95 * l, 160 + 36 * b, wide, 30, b == key[l + 1] ? (b == 3 ? gold : light) : none, ink, b == key[l + 1] ? 2.4 : 0.8)
        eval middle(sprintf("%d", b), 470 + 95 * l + wide / 2, 160 + 36 * b + 15, ink)
    }
}
do for [l = 0 : 3] {
    eval arrow(40 + 95 * l + wide / 2, 122, 40 + 95 * key[l + 1] + wide / 2 - (key[l + 1] == 3 ? 18 - 9 * l : 0), 206, 1)
    eval arrow(470 + 95 * l + wide / 2, 122, 470 + 95 * l + wide / 2, 156, 1)
}
eval middle("three lanes meet at one counter", 40 + 95 * 2, 280, ink)
eval middle("nobody meets", 470 + 95 * 1.5 + wide / 2, 320, ink)
plot NaN
