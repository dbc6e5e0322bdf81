# ring_steps.gp: which pieces four cards have in a ring all-reduce, after each step. The numbers say of how many cards'
# arrays a piece is the sum.
height = 330
load "plots/drawings/canvas.gp"
gold = "#FBE3C0"
cell = 24
from = 62
mod(x) = x - 4 * floor(x / 4.0)
summed(i, c, t) = (t > 3 && mod(i - 1 - c) < t - 3) ? 4 : mod(i - 2 - c) < (t < 3 ? t : 3) ? mod(i - 2 - c) + 2 : 1
is_new(i, c, t) = t == 0 ? 0 : t <= 3 ? c == mod(i - 1 - t) : c == mod(i + 3 - t)
eval title("of how many cards' arrays a piece is the sum, after each of 2 (p - 1) steps")
do for [i = 0 : 3] {
    eval right(sprintf("card %d", i), from - 8, 104 + 38 * i + cell / 2, ink)
}
do for [t = 0 : 6] {
    left_of = from + 117 * t
    eval middle(t == 0 ? "before" : sprintf("step %d", t), left_of + 2 * cell, 84, ink)
    do for [i = 0 : 3] {
        y = 104 + 38 * i
        do for [c = 0 : 3] {
            k = summed(i, c, t)
            eval box(left_of + c * cell, y, cell, cell, k == 4 ? strong : is_new(i, c, t) ? gold : k > 1 ? light : "white", ink, is_new(i, c, t) ? 2.4 : 0.8)
            eval middle(sprintf("%d", k), left_of + (c + 0.5) * cell, y + cell / 2, k == 4 ? "white" : ink)
        }
    }
}
eval line(from, 270, from + 117 * 3 + 4 * cell, 270, 1)
eval middle("reduce-scatter: p - 1 steps, a piece is sent and added to", from + 225, 288, ink)
eval line(from + 117 * 4, 270, from + 117 * 6 + 4 * cell, 270, 1)
eval middle("all-gather: p - 1 steps, sums are sent", from + 117 * 4 + 165, 288, ink)
eval left("Thick: has come from the card above, that of card 0 from card 3.", from, 314, quiet)
plot NaN
