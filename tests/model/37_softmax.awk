# 37_softmax.awk: the kernels of lesson 37 (see tests/model.awk).
#
# at n=1024 batch=3
# at n=4100 batch=2
# at n=16 batch=70
# at n=100 batch=9
# at n=1001 batch=3
# at n=1 batch=40
# at n=20000 batch=2
# at n=70000 batch=1

function launches()
{
    block_a_row("three_pass")
    block_a_row("online")
    block_a_row("log_sum_exp")
    if (n % 4)
        rows_launch("in_registers<4,true,", 4, 4, 4, 1)
    else if (n <= 64)
        rows_launch("in_registers<2,false,", 2, 4, 4, 0)
    else if (n <= 8192)
        rows_launch("in_registers<4,false,", 4, 4, 4, 0)
    else
        rows_launch("in_registers<8,false,", 8, 4, 4, 0)
}

function run(kernel)
{
    unknown["divergent_ifs"] = 1        # which maximum is the larger one depends on the elements
    if (kernel ~ /^in_registers/)
        row_in_registers(substr(kernel, length(kernel) - 1) + 0, 2, 1, 0)
    else if (kernel == "three_pass") {
        pass("load")                    # max = fmaxf(max, in[row + i]);
        total(1, 1)
        pass("load")                    # sum += __expf(in[row + i] - max);
        total(1, 1)
        pass("load and store")
    } else {
        pass("load")                    # total = merge()(total, {row[i], 1});
        total(1, 2)
        if (kernel == "online")
            pass("load and store")
        else {
            if_below(1, 1)              # if (threadIdx.x == 0)
                global("store", 0, b)   #     result[blockIdx.x] = ...
            end_if()
        }
    }
}

# for (i = threadIdx.x; i < n; i += blockDim.x) out[row + i] = ... in[row + i]
function pass(what,    i)
{
    i = 0
    for (loop(); still_below(i, size); i += block) {
        global("load", 1, b * size + i)
        if (what != "load")
            global("store", 1, b * size + i)
    }
    end_if()
}

