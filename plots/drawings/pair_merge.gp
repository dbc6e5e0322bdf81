# pair_merge.gp: four parts of a row become one: pairs of a maximum and a sum of powers; one part has nothing but -infinity.
height = 420
load "plots/drawings/canvas.gp"
eval title("Two parts meet: the larger maximum stays, the other sum shrinks")
wide = 150
high = 56
array element[4] = ["1, 3", "−∞, −∞", "2", "5"]
array largest[4] = ["3", "−∞", "2", "5"]
array total[4] = ["1.14", "0", "1", "1"]
array largest2[2] = ["3", "5"]
array total2[2] = ["1.14", "1.05"]
array how[2] = ["1.14 + 0", "1 + 1 · e⁻³"]
pair(x, y, edge) = sprintf("%s; %s", box(x, y, wide, high, light, ink, edge), line(x, y + high / 2, x + wide, y + high / 2, 0.5))
in_pair(x, y, most, sum) = sprintf("%s; %s", middle("maximum " . most, x + wide / 2, y + high / 4, ink), middle("sum " . sum, x + wide / 2, y + high * 3 / 4, ink))
do for [k = 0 : 3] {
    from = 40 + 205 * k
    eval middle(element[k + 1], from + wide / 2, 84, ink)
    eval pair(from, 104, k == 1 ? 0.8 : 1)
    eval in_pair(from, 104, largest[k + 1], total[k + 1])
    eval arrow(from + wide / 2, 164, 142 + 410 * (k / 2) + wide / 2 + (k % 2 ? 12 : -12), 206, 1)
}
do for [k = 0 : 1] {
    from = 142 + 410 * k
    eval pair(from, 210, 1)
    eval in_pair(from, 210, largest2[k + 1], total2[k + 1])
    eval left(how[k + 1], from + wide + 10, 210 + high * 3 / 4, quiet)
    eval arrow(from + wide / 2, 270, 347 + wide / 2 + (k ? 12 : -12), 316, 1)
}
eval pair(347, 320, 2.4)
eval in_pair(347, 320, "5", "1.20")
eval left("1.05 + 1.14 · e⁻²", 347 + wide + 10, 320 + high * 3 / 4, quiet)
eval left("elements", 790, 84, quiet)
plot NaN
