# ticket.gp: when blocks draw their tickets, and what the last one waits for: at the end of its work, or as it begins.
# Not to scale.
height = 470
load "plots/drawings/canvas.gp"
from = 120
high = 30
gold = "#FBE3C0"
piece(text, x, y, w, fill, tint) = box(x, y, w, high, fill, ink, 1) . "; " . middle(text, x + w / 2, y + high / 2, tint)
eval title("a ticket at the end, and a ticket at the beginning (not to scale)")
eval left("ticket_fence: a block draws when its sum is stored. The last finds all sums.", 22, 66, ink)
do for [b = 0 : 2] {
    y = 84 + 40 * b
    start = from + (b == 1 ? 56 : b == 2 ? 26 : 0)
    eval right(sprintf("block %d", b), from - 12, y + high / 2, ink)
    eval piece("loads", start, y, 190, light, ink)
    eval piece("sum", start + 190, y, 50, "white", ink)
    eval piece("fence", start + 240, y, 74, none, ink)
    eval piece(sprintf("ticket %d", b == 0 ? 0 : b == 1 ? 2 : 1), start + 314, y, 78, gold, ink)
    if (b == 1) {
        eval piece("fence", start + 392, y, 70, none, ink)
        eval piece("all sums", start + 462, y, 84, strong, "white")
        eval piece("total", start + 546, y, 58, strong, "white")
    }
}
eval left("flagged_sums: a block draws as it begins. The last waits for each word.", 22, 252, ink)
do for [b = 0 : 2] {
    y = 270 + 54 * b
    start = from + (b == 1 ? 30 : b == 2 ? 56 : 0)
    eval right(sprintf("block %d", b), from - 12, y + high / 2, ink)
    eval piece("loads", start, y, 190, light, ink)
    eval box(start, y + high, 130, 16, gold, ink, 1)
    eval middle(sprintf("ticket %d", b), start + 65, y + high + 8, ink)
    eval piece("sum", start + 190, y, 50, "white", ink)
    eval piece("word", start + 240, y, 60, "white", ink)
    if (b == 2) {
        eval piece("all words", start + 300, y, 94, strong, "white")
        eval piece("total", start + 394, y, 58, strong, "white")
    }
}
eval line(from, 440, 850, 440, 1)
eval arrow(840, 440, 856, 440, 1)
eval right("time", 850, 456, quiet)
plot NaN
