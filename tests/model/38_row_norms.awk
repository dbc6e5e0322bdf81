# 38_row_norms.awk: the kernels of lesson 38 (see tests/model.awk).
#
# at n=1024 batch=3
# at n=4104 batch=2
# at n=16 batch=70
# at n=248 batch=5
# at n=1001 batch=3
# at n=1 batch=40
# at n=100000 batch=1

function launches()
{
    block_a_row("passes<false>")
    rows_of_part("squares")
    block_a_row("passes<true>")
    rows_of_part("moments")
}

function rows_of_part(of)
{
    if (n % 8)
        rows_launch("norm<" of ",4,true,", 4, 8, 2, 1)
    else if (n < 64)
        rows_launch("norm<" of ",2,false,", 2, 8, 2, 0)
    else
        rows_launch("norm<" of ",4,false,", 4, 8, 2, 0)
}

function run(kernel)
{
    unknown["divergent_ifs"] = 1
    if (kernel ~ /squares/)
        row_in_registers(substr(kernel, length(kernel) - 1) + 0, 1, 1, 1)
    else if (kernel ~ /moments/)
        row_in_registers(substr(kernel, length(kernel) - 1) + 0, 2, 1, 2)
    else {
        if (kernel ~ /true/) {
            pass("load", 0)             # mean += __bfloat162float(in[row + i]);
            total(1, 1)
        }
        pass("load", 0)                 # float x = __bfloat162float(in[row + i]) - mean;
        total(1, 1)
        pass("load and store", kernel ~ /true/)
    }
}

# for (i = threadIdx.x; i < n; i += blockDim.x) out[row + i] = ... in[row + i] ... weight[i] ... bias[i]
function pass(what, has_bias,    i)
{
    i = 0
    for (loop(); still_below(i, size); i += block) {
        global("load", 1, b * size + i, 2)
        if (what == "load")
            continue
        global("load", 1, i, 2)
        if (has_bias)
            global("load", 1, (batch - 1) * size + i, 2)
        global("store", 1, b * size + i, 2)
    }
    end_if()
}
