# column_period.gp: a matrix of three columns in vectors of four: after three vectors, four rows, the columns repeat.
height = 290
load "plots/drawings/canvas.gp"
eval title("eight rows of three columns, in vectors of four elements")
wide = 31
high = 42
gold = "#FBE3C0"
green = "#D5EAD8"
array fill[3] = [light, gold, green]
from = 36
do for [v = 0 : 5] {
    at = from + v * (4 * wide + 11)
    do for [e = 0 : 3] {
        k = (4 * v + e) % 3
        eval box(at + e * wide, 130, wide, high, fill[k + 1], ink, 1)
        eval middle(sprintf("%d", k), at + e * wide + wide / 2, 130 + high / 2, ink)
    }
    eval middle(sprintf("thread %d", v % 3), at + 2 * wide, 96, ink)
    eval arrow(at + 2 * wide, 182, from + (v % 3) * (4 * wide + 11) + 2 * wide, 228, 1)
}
do for [v = 0 : 2] {
    at = from + v * (4 * wide + 11)
    do for [e = 0 : 3] {
        k = (4 * v + e) % 3
        eval box(at + e * wide, 232, wide, high, fill[k + 1], ink, 2.4)
        eval middle(sprintf("%d", k), at + e * wide + wide / 2, 232 + high / 2, ink)
    }
}
eval left("the sums of each thread: a period of", from + 3 * (4 * wide + 11) + 10, 244, ink)
eval left("three vectors, added up to one row", from + 3 * (4 * wide + 11) + 10, 268, ink)
plot NaN
