# ring_steps.gp: the way of one piece through a ring of four cards. Each quarter of a box is a card's array that is in the sum.
height = 250
load "plots/drawings/canvas.gp"
from = 22
wide = 92
gap = 32
quarter = wide / 4.0
eval title("One piece on its way round four cards")
do for [t = 0 : 6] {
    x = from + (wide + gap) * t
    card = (t + 3) % 4
    cards = t < 3 ? t + 1 : 4
    eval middle(sprintf("card %d", card), x + wide / 2, 82, ink)
    do for [k = 0 : 3] {
        if (k < cards) {
            eval box(x + quarter * k, 100, quarter, 44, cards == 4 ? strong : light, ink, 0.8)
        } else {
            eval box(x + quarter * k, 100, quarter, 44, "white", quiet, 0.8)
        }
    }
    if (t < 6) {
        eval arrow(x + wide + 4, 122, x + wide + gap - 4, 122, 2)
        eval middle(sprintf("step %d", t + 1), x + wide + gap / 2, 160, quiet)
    }
}
second = from + (wide + gap) * 3
eval line(from, 182, second + wide, 182, 1)
eval left("reduce-scatter: each card adds its own", from, 202, ink)
eval line(second + wide + 8, 182, from + (wide + gap) * 6 + wide, 182, 1)
eval right("all-gather: the sum goes round", from + (wide + gap) * 6 + wide, 202, ink)
eval left("The other three pieces do the same at the same time, each starting on another card.", from, 232, quiet)
plot NaN
