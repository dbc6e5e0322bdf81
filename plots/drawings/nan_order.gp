# nan_order.gp: the maximum of four numbers with a > b ? a : b, where one is a NaN: in one order it is lost, in another kept.
height = 330
load "plots/drawings/canvas.gp"
eval title("a > b ? a : b is b where one of them is a NaN")
wide = 74
high = 42
gold = "#FBE3C0"
array first[8] = ["3", "NaN", "7", "5", "3", "7", "5", "NaN"]
array second[4] = ["NaN", "7", "7", "NaN"]
array last[2] = ["7", "NaN"]
do for [tree = 0 : 1] {
    from = 60 + 430 * tree
    do for [k = 0 : 3] {
        text = first[4 * tree + k + 1]
        eval box(from + 95 * k, 70, wide, high, text eq "NaN" ? gold : light, ink, 1)
        eval middle(text, from + 95 * k + wide / 2, 70 + high / 2, ink)
        eval arrow(from + 95 * k + wide / 2, 116, from + 47 + 190 * (k / 2) + wide / 2, 150, 1)
    }
    do for [k = 0 : 1] {
        text = second[2 * tree + k + 1]
        eval box(from + 47 + 190 * k, 154, wide, high, text eq "NaN" ? gold : light, ink, 1)
        eval middle(text, from + 47 + 190 * k + wide / 2, 154 + high / 2, ink)
        eval arrow(from + 47 + 190 * k + wide / 2, 200, from + 142 + wide / 2, 234, 1)
    }
    text = last[tree + 1]
    eval box(from + 142, 238, wide, high, text eq "NaN" ? gold : light, ink, 2.4)
    eval middle(text, from + 142 + wide / 2, 238 + high / 2, ink)
    eval middle(tree ? "kept" : "lost", from + 142 + wide / 2, 306, ink)
}
plot NaN
