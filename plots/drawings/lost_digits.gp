# lost_digits.gp: the mean of squares and the square of the mean, at a mean of 1000000, digit by digit: which of them a float keeps.
height = 250
load "plots/drawings/canvas.gp"
eval title("a float keeps about 7 digits of 13, and the variance is in the last")
wide = 40
high = 40
gold = "#FBE3C0"
from = 310
array row[2] = ["1000000000001", "1000000000000"]
array name[2] = ["mean of the squares", "square of the mean"]
do for [k = 0 : 1] {
    y = 66 + 56 * k
    eval right(name[k + 1], from - 18, y + high / 2, ink)
    do for [d = 1 : 13] {
        x = from + wide * (d - 1)
        kept = d < 8
        eval box(x, y, wide - 4, high, d == 13 ? gold : kept ? light : none, ink, 1)
        eval middle(substr(row[k + 1], d, d), x + (wide - 4) / 2, y + high / 2, kept || d == 13 ? ink : "#888888")
    }
}
eval middle("kept", from + 3.5 * wide, 196, ink)
eval middle("rounded away", from + 10 * wide, 196, ink)
eval middle("1", from + 12 * wide + (wide - 4) / 2, 222, ink)
eval right("their difference, the variance", from + 11.6 * wide, 222, ink)
plot NaN
