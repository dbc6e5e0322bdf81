# packed.gp: a 64-bit word with the sum in its high half and the count in its low half, after each of four blocks.
height = 384
load "plots/drawings/canvas.gp"
eval title("one word: the sum so far, and how many blocks have added")
from = 250
half = 250
high = 34
gold = "#FBE3C0"
eval middle("bits 63 to 32: the sum", from + half / 2, 70, ink)
eval middle("bits 31 to 0: the count", from + half + half / 2, 70, ink)
array brings[4] = [5, -7, -1, 2]
sum = 0
do for [k = 0 : 4] {
    y = 88 + 50 * k
    if (k > 0) { sum = sum + brings[k] }
    eval right(k == 0 ? "before the launch" : sprintf("a block adds %+d, and 1", brings[k]), from - 18, y + high / 2, ink)
    eval box(from, y, half, high, sum < 0 ? gold : light, ink, 1)
    eval box(from + half, y, half, high, k == 4 ? strong : "white", ink, k == 4 ? 2 : 1)
    eval middle(sprintf("%d:  0x%08x", sum, sum < 0 ? 4294967296 + sum : sum), from + half / 2, y + high / 2, ink)
    eval middle(sprintf("%d:  0x%08x", k, k), from + half + half / 2, y + high / 2, k == 4 ? "white" : ink)
}
eval left("4 of 4: this block writes the result, and sets the word back to 0", from, 352, ink)
plot NaN
