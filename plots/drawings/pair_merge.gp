# pair_merge.gp: four parts of a row become one: pairs of a maximum and a sum of powers; one part has nothing but -infinity.
height = 372
load "plots/drawings/canvas.gp"
eval title("Two parts meet: the larger maximum stays, the other sum shrinks")
wide = 150
high = 46
gold = "#FBE3C0"
array element[4] = ["1   3", "-inf   -inf", "2", "5"]
array pair[4] = ["3;  1.14", "-inf;  0", "2;  1", "5;  1"]
array both[2] = ["3;  1.14", "5;  1.05"]
array shrinks[2] = ["0 × e^(-inf)", "1 × e^(2-5)"]
do for [k = 0 : 3] {
    from = 40 + 205 * k
    eval middle(element[k + 1], from + wide / 2, 84, ink)
    eval box(from, 104, wide, high, k == 1 ? gold : light, ink, 1)
    eval middle(pair[k + 1], from + wide / 2, 104 + high / 2, ink)
    eval arrow(from + wide / 2, 154, 142 + 410 * (k / 2) + wide / 2, 190, 1)
}
do for [k = 0 : 1] {
    from = 142 + 410 * k
    eval box(from, 194, wide, high, light, ink, 1)
    eval middle(both[k + 1], from + wide / 2, 194 + high / 2, ink)
    eval left("+ " . shrinks[k + 1], from + wide + 10, 194 + high / 2, "#555555")
    eval arrow(from + wide / 2, 244, 347 + wide / 2, 286, 1)
}
eval box(347, 290, wide, high, light, ink, 2.4)
eval middle("5;  1.20", 347 + wide / 2, 290 + high / 2, ink)
eval left("+ 1.14 × e^(3-5)", 347 + wide + 10, 290 + high / 2, "#555555")
eval left("maximum;  sum", 40, 290 + high / 2, "#555555")
plot NaN
