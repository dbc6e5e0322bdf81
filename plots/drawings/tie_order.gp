# tie_order.gp: the largest of 3, 9, 9, 4 and its index, with a.value >= b.value ? a : b: neighbours first, or halves first.
height = 330
load "plots/drawings/canvas.gp"
eval title("a.value >= b.value ? a : b")
wide = 74
high = 42
gold = "#FBE3C0"
array first[8] = ["3 at 0", "9 at 1", "9 at 2", "4 at 3", "3 at 0", "9 at 2", "9 at 1", "4 at 3"]
array second[4] = ["9 at 1", "9 at 2", "9 at 2", "9 at 1"]
array last[2] = ["9 at 1", "9 at 2"]
do for [tree = 0 : 1] {
    from = 60 + 430 * tree
    do for [k = 0 : 3] {
        text = first[4 * tree + k + 1]
        eval box(from + 95 * k, 70, wide, high, text eq "9 at 2" ? gold : light, ink, 1)
        eval middle(text, from + 95 * k + wide / 2, 70 + high / 2, ink)
        eval arrow(from + 95 * k + wide / 2, 116, from + 47 + 190 * (k / 2) + wide / 2, 150, 1)
    }
    do for [k = 0 : 1] {
        text = second[2 * tree + k + 1]
        eval box(from + 47 + 190 * k, 154, wide, high, text eq "9 at 2" ? gold : light, ink, 1)
        eval middle(text, from + 47 + 190 * k + wide / 2, 154 + high / 2, ink)
        eval arrow(from + 47 + 190 * k + wide / 2, 200, from + 142 + wide / 2, 234, 1)
    }
    text = last[tree + 1]
    eval box(from + 142, 238, wide, high, text eq "9 at 2" ? gold : light, ink, 2.4)
    eval middle(text, from + 142 + wide / 2, 238 + high / 2, ink)
    eval middle(tree ? "0 with 2, 1 with 3" : "0 with 1, 2 with 3", from + 142 + wide / 2, 306, ink)
}
plot NaN
