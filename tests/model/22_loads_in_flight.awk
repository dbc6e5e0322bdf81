# 22_loads_in_flight.awk: the kernels of lesson 22 (see tests/model.awk).
#
# at n=32768
# at n=33007
# at n=20011 asked=3
# at n=1 asked=2

function launches(    k)
{
    for (k = 1; k <= 32; k *= 2)
        launch("loads<" k ">", resident(blocks_for(n, k * block), 1), n)
    for (k = 8; k <= 32; k *= 2)
        launch("loads_bounded<" k ">", resident(blocks_for(n, k * block), 1), n)
}

function run(kernel,    loads)
{
    loads = kernel
    gsub(/[^0-9]/, "", loads)
    load_pieces_of(loads + 0, size, 4)
    block_total(0)
    store_sum()
}
