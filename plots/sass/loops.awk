# loops.awk: which loops a kernel has. find_loops() sets, for the kernel that read.awk has read:
#   blocks, first[b], last[b]   runs of instructions without a jump in or out, in the order of the code
#   loop_of[b]                  the innermost loop that block b is in: the number of its first block, or 0
#   in_loop[l, b]               set for all blocks of loop l, those of loops inside it too; all are in loop 0
# and is_back(b, s): whether the way from block b to block s closes a loop.
# A loop is what a compiler calls one: a jump back to a block through which every way to the jump leads.

function find_loops(    b, s, l, i, n, part)
{
    split("", block_of); split("", successors); split("", predecessors); split("", order); split("", dominator)
    split("", reached); split("", in_loop); split("", loop_size); split("", loop_of)
    find_blocks()
    reached_count = 0
    visit(1)
    find_dominators()
    for (b = 1; b <= blocks; b++) {
        if (!(b in reached))
            continue
        in_loop[0, b] = 1
        n = split(successors[b], part, " ")
        for (i = 1; i <= n; i++)
            if (is_back(b, part[i]))
                collect(part[i], b)
    }
    for (b = 1; b <= blocks; b++) {
        loop_of[b] = 0
        for (l = 1; l <= blocks; l++)
            if ((l, b) in in_loop && (!loop_of[b] || loop_size[l] < loop_size[loop_of[b]]))
                loop_of[b] = l
    }
}

function is_jump(i) { return base(op[i]) ~ /^(BRA|EXIT|RET|BRX|JMP|JMX|KILL)$/ }
function always(i) { return guard[i] == "" && (base(op[i]) != "BRA" || (op[i] == "BRA" && args[i] == 1)) }

function find_blocks(    i, b, starts)
{
    starts[1] = 1
    for (i = 1; i <= own; i++)
        if (is_jump(i)) {
            starts[i + 1] = 1
            if (base(op[i]) == "BRA" && target(i) <= own)
                starts[target(i)] = 1
        }
    blocks = 0
    for (i = 1; i <= own; i++) {
        if (i in starts)
            first[++blocks] = i
        last[blocks] = i
        block_of[i] = blocks
    }
    for (b = 1; b <= blocks; b++) {
        i = last[b]
        successors[b] = ""
        if (b < blocks && !(is_jump(i) && always(i)))
            add_way(b, b + 1)
        if (base(op[i]) == "BRA" && target(i) <= own)
            add_way(b, block_of[target(i)])
    }
}
function add_way(from, to)
{
    successors[from] = successors[from] " " to
    predecessors[to] = predecessors[to] " " from
}

# Numbers the blocks that can be reached so that a block comes after those that follow it. A list in place of
# recursion, here and below: mawk has room for some hundred calls inside each other, and kernels have more blocks.
function visit(from,    way, depth, tried, b, i, n, part)
{
    way[depth = 1] = from
    reached[from] = tried[from] = 0
    while (depth) {
        b = way[depth]
        n = split(successors[b], part, " ")
        for (i = tried[b] + 1; i <= n && (part[i] in reached); i++)
            ;
        tried[b] = i
        if (i <= n) {
            way[++depth] = part[i] + 0
            reached[part[i]] = tried[part[i]] = 0
        } else {
            reached[b] = ++reached_count
            order[reached_count] = b
            depth--
        }
    }
}

# dominator[b]: the last block through which every way to b leads (Cooper, Harvey and Kennedy's algorithm)
function find_dominators(    changed, k, b, i, n, part, best)
{
    dominator[1] = 1
    do {
        changed = 0
        for (k = reached_count - 1; k >= 1; k--) {
            b = order[k]
            n = split(predecessors[b], part, " ")
            best = 0
            for (i = 1; i <= n; i++)
                if (part[i] in dominator)
                    best = best ? meet(part[i], best) : part[i] + 0
            if (dominator[b] != best) {
                dominator[b] = best
                changed = 1
            }
        }
    } while (changed)
}
function meet(a, b)
{
    while (a != b)
        if (reached[a] < reached[b])
            a = dominator[a]
        else
            b = dominator[b]
    return a
}

function is_back(b, s)
{
    s += 0
    while (b != s && b != 1)
        b = dominator[b]
    return b == s
}

# Adds to loop l the block b and all from which b can be reached without passing l.
function collect(l, b,    list, left, i, n, part)
{
    l += 0
    if (!((l, l) in in_loop)) {
        in_loop[l, l] = 1
        loop_size[l] = 1
    }
    for (list[left = 1] = b; left; ) {
        b = list[left--] + 0
        if ((l, b) in in_loop || !(b in reached))
            continue
        in_loop[l, b] = 1
        loop_size[l]++
        n = split(predecessors[b], part, " ")
        for (i = 1; i <= n; i++)
            list[++left] = part[i]
    }
}
