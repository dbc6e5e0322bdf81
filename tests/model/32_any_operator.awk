# 32_any_operator.awk: the kernels of lesson 32 (see tests/model.awk).
#
# at n=8192
# at n=10007
# at n=10007 asked=3
# at n=1 asked=2

function launches(    i, names, name)
{
    names = split("sum product minimum maximum all_true any_true dot", name, " ")
    for (i = 1; i <= names; i++)
        launch("reduce<" name[i] ",int>", share_blocks(), n)
}

function run(kernel)
{
    unknown["divergent_ifs"] = 1        # which operand is the larger one depends on the elements
    thread_total(kernel == "reduce<dot,int>" ? 2 : 1)
    block_total(0)
    if_below(1, 1)                      # if (threadIdx.x == 0)
        global("store", 0, b)           #     partial[blockIdx.x] = total;
    end_if()
    if (lesson_is_last()) {
        load_words(4)                   #     total = Op<T>()(total, partial[i]);
        block_total(0)
        if_below(1, 1)
            global("store", 0, 0)       #     *result = ...
        end_if()
    }
}

# Four elements to a load, from one array or two, and up to three that are left.
function thread_total(arrays,    end, i, k, piece)
{
    end = int(size / 4)
    piece = constant("LESSON_SHARE_LOADS") * block
    i = b * piece
    for (loop(); still_below(i, end); i += grid * piece)
        for (k = 0; k < piece; k += block) {
            if_below(end - i - k, 1)    # if (i + k * stride < end)
                load_each(arrays, i + k, 16)
            end_if()
        }
    end_if()
    if_all(b == 0)                      # if (blockIdx.x == 0 && rest < n)
        if_exists(4 * end)
            load_each(arrays, 4 * end, 4)
        end_if()
    end_if()
}
function load_each(arrays, at, bytes)
{
    for (; arrays > 0; arrays--)
        global("load", 1, at, bytes)
}
