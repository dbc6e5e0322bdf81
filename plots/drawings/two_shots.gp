# two_shots.gp: which parts of which arrays card 1 of four loads, and what it stores, in one shot and in two.
height = 330
load "plots/drawings/canvas.gp"
cell = 34
high = 26
eval title("What card 1 of four does")
do for [shots = 1 : 2] {
    from = shots == 1 ? 96 : 536
    eval left(shots == 1 ? "one shot: everything, for itself" : "two shots: its part, for everyone", from, 76, ink)
    do for [card = 0 : 3] {
        y = 100 + 38 * card
        eval right(sprintf("card %d", card), from - 10, y + high / 2, ink)
        do for [piece = 0 : 3] {
            used = shots == 1 || piece == 1
            stored = used && (shots == 2 || card == 1)
            eval box(from + cell * piece, y, cell, high, used ? light : "white", used ? ink : quiet, 0.8)
            eval box(from + 180 + cell * piece, y, cell, high, stored ? strong : "white", stored ? ink : quiet, 0.8)
        }
        eval arrow(from + cell * 4 + 6, y + high / 2, from + 174, y + high / 2, 1)
    }
    eval middle("loads", from + cell * 2, 268, quiet)
    eval middle("stores sums", from + 180 + cell * 2, 268, quiet)
}
eval left("Each array has four parts. The other cards do the same; in two shots each has another part.", 22, 306, quiet)
plot NaN
