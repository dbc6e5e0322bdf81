# exchange.gp: three blocks publish two numbers each; after the grid-wide barrier each block reads those of all.
height = 440
load "plots/drawings/canvas.gp"
gold = "#FBE3C0"
high = 36
wide = 190
at(b) = 190 + 228 * b
eval title("every block publishes, and every block reads all")
eval right("first pass", 172, 92 + high / 2, ink)
eval right("publishes", 172, 150 + high / 2, ink)
eval right("reads all, from L2", 172, 290 + high / 2, ink)
eval right("second pass", 172, 364 + high / 2, ink)
do for [b = 0 : 2] {
    eval middle(sprintf("block %d", b), at(b) + wide / 2, 70, ink)
    eval box(at(b), 92, wide, high, light, ink, 1)
    eval middle("reads its share", at(b) + wide / 2, 92 + high / 2, ink)
    eval box(at(b), 150, wide, high, gold, ink, 1)
    eval middle("sum, largest", at(b) + wide / 2, 150 + high / 2, ink)
    eval box(at(b), 290, wide, high, strong, ink, 1)
    eval middle("mean, scale", at(b) + wide / 2, 290 + high / 2, "white")
    eval box(at(b), 364, wide, high, light, ink, 1)
    eval middle("reads again, writes", at(b) + wide / 2, 364 + high / 2, ink)
    do for [c = 0 : 2] { eval arrow(at(b) + wide / 2 + 16 * (c - 1), 186, at(c) + wide / 2 + 16 * (b - 1), 288, 1) }
}
eval box(190, 212, 646, 26, "white", ink, 1.6)
eval right("waits: grid.sync()", 172, 225, ink)
plot NaN
