# ways_to_card_0.gp: four ways to a sum on card 0 of what lies on card 1. Not to scale.
height = 470
load "plots/drawings/canvas.gp"
gold = "#FBE3C0"
eval title("four ways to a sum on card 0 of what lies on card 1")
top(i) = 58 + 102 * i
do for [i = 0 : 3] {
    y = top(i)
    eval left(word("through_host peer_copy remote_loads remote_atomics", i + 1), 22, y + 36, ink)
    eval box(190, y, 200, 76, "white", ink, 1)
    eval middle("card 1", 290, y + 12, quiet)
    eval box(204, y + 26, 90, 36, light, ink, 1)
    eval middle("part", 249, y + 44, ink)
    eval box(640, y, 220, 76, "white", ink, 1)
    eval middle("card 0", 750, y + 12, quiet)
}
# through_host
y = top(0)
eval box(440, y + 16, 130, 46, none, ink, 1)
eval middle("host memory", 505, y + 39, ink)
eval arrow(294, y + 40, 440, y + 40, 1)
eval arrow(570, y + 40, 654, y + 40, 1)
# copies on card 0
do for [i = 0 : 1] {
    y = top(i)
    eval box(654, y + 26, 80, 36, light, ink, 1)
    eval middle("copy", 694, y + 44, ink)
    eval arrow(734, y + 44, 776, y + 44, 1)
}
eval arrow(294, top(1) + 44, 654, top(1) + 44, 2)
eval middle("n / p elements over the link", 515, top(1) + 30, ink)
eval arrow(294, top(2) + 44, 776, top(2) + 44, 2)
eval middle("n / p elements, as needed", 515, top(2) + 30, ink)
# remote_atomics
y = top(3)
eval arrow(294, y + 44, 320, y + 44, 1)
eval box(320, y + 26, 56, 36, strong, ink, 1)
eval middle("add", 348, y + 44, "white")
eval arrow(376, y + 44, 776, y + 44, 1)
eval middle("a number from each block", 515, y + 30, ink)
do for [i = 0 : 3] {
    y = top(i)
    eval box(776, y + 26, 70, 36, strong, ink, 1)
    eval middle("add", 811, y + 44, "white")
}
plot NaN
