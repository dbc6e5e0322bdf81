# engine.awk: a warp's lanes and their counters, for the kernels of tests/model.awk.
#
# A kernel is called once for each warp: `w` is the warp, `b` the block, `grid` and `block` the launch,
# `size` the number of elements, tid[0] to tid[31] the warp's threads. Lanes take part while on[l].

# Only the first launch of a kernel with a given grid counts.
function launch(kernel, blocks, elements,    i)
{
    if ((kernel, blocks, block) in launched)
        return
    launched[kernel, blocks, block] = 1
    split("", count)
    split("", unknown)
    grid = blocks
    for (b = 0; b < grid; b++)
        for (w = 0; w < block / 32; w++) {
            for (l = 0; l < 32; l++) {
                tid[l] = 32 * w + l
                on[l] = 1
            }
            active = 32
            depth = 0
            size = elements
            run(kernel)
        }
    for (i = 1; i <= names; i++)
        print kernel, grid, block, name[i], name[i] in unknown ? "?" : count[name[i]] + 0
}

# The value of NAME in a lesson or a header of lessons: enum { NAME = 16 }. Such numbers come from measurements and may change.
function constant(name,    command, line)
{
    if (name in constants)
        return constants[name]
    command = "cat lessons/" lesson "_*.cu* common/lesson_*.h"
    while ((command | getline line) > 0)
        if (match(line, "[ {]" name " = [0-9]+")) {
            line = substr(line, RSTART, RLENGTH)
            constants[name] = substr(line, index(line, "=") + 2) + 0
        }
    close(command)
    if (!(name in constants)) {
        print "model.awk: lessons/" lesson "_*.cu has no " name " = number" > "/dev/stderr"
        exit 2
    }
    return constants[name]
}

function blocks_for(elements, per_block) { return int((elements + per_block - 1) / per_block) }

# ---- Lanes that take part ----------------------------------------------------------------------

function if_multiple_of(x) { for (l = 0; l < 32; l++) yes[l] = tid[l] % x == 0; part() }
function if_lane_below(x) { for (l = 0; l < 32; l++) yes[l] = l < x; part() }
function if_lane_from(x) { for (l = 0; l < 32; l++) yes[l] = l >= x; part() }
function if_exists(first) { if_below(size - first, 1) }
function if_below(x, factor)
{
    if ((factor * tid[0] < x) == (factor * tid[31] < x))
        if_all(factor * tid[0] < x)
    else {
        for (l = 0; l < 32; l++)
            yes[l] = factor * tid[l] < x
        part()
    }
}

# A condition that is the same for all threads of the warp. While none is active, on[] stays as it is.
function if_all(condition)
{
    was_active[++depth] = active
    saved[depth] = 0
    if (!condition)
        active = 0
}

# Among the lanes that are on, those whose yes[] is true enter it.
function part()
{
    was_active[++depth] = active
    saved[depth] = active > 0
    for (l = 0; saved[depth] && l < 32; l++)
        was_on[depth, l] = on[l]
    keep()
}

function keep(    before)
{
    before = active
    for (l = 0; active && l < 32; l++)
        if (on[l] && !yes[l]) {
            on[l] = 0
            active--
        }
    count["divergent_ifs"] += active > 0 && active < before
}

function end_if()
{
    for (l = 0; saved[depth] && l < 32; l++)
        on[l] = was_on[depth, l]
    active = was_active[depth--]
}

# for (i = first + tid; i < end; ...): each lane leaves it in its own round, and waits at its end.
#     for (loop(); still_below(first, end); first += step) { ... }
#     end_if()
function loop() { for (l = 0; l < 32; l++) yes[l] = 1; part() }
function still_below(first, end)
{
    if (first + tid[0] >= end)
        active = 0
    else if (first + tid[31] >= end) {
        for (l = 0; l < 32; l++)
            yes[l] = first + tid[l] < end
        keep()
    }
    return active > 0
}

# ---- Counting --------------------------------------------------------------------------------

# A block passes a barrier once, however many warps it has.
function syncthreads() { count["barriers"] += w == 0 }
function syncwarp() { count["warp_syncs"] += active > 0 }
function shuffle() { count["shuffles"] += active > 0 }

# Elements have 4 bytes, unless `bytes` is 8 or 16. They begin `offset` bytes after an array's beginning.
function global(op, factor, plus, bytes, offset,    sectors, seen, sector, at)
{
    if (!active)
        return
    if (!bytes)
        bytes = 4
    if (active == 32 && factor == 1)    # neighbours: all sectors from the first to the last
        sectors = int((offset + bytes * (plus + tid[31] + 1) - 1) / 32) \
                  - int((offset + bytes * (plus + tid[0])) / 32) + 1
    else
        for (l = 0; l < 32; l++)
            if (on[l]) {
                at = offset + bytes * (factor * tid[l] + plus)
                for (sector = int(at / 32); sector <= int((at + bytes - 1) / 32); sector++) {
                    if (!(sector in seen))
                        sectors++
                    seen[sector] = 1
                }
            }
    count["global_" op "_requests"]++
    count["global_" op "_sectors"] += sectors
    count["global_" op "_lanes"] += active
    count["global_" op "_bytes"] += active * bytes
}

function shared(op, factor, plus,    words, most, seen, in_bank, word)
{
    if (!active)
        return
    if (factor == 0 || factor == 1)     # one element for all, or neighbours: a bank for each
        most = words = 1
    else
        for (l = 0; l < 32; l++)
            if (on[l]) {
                word = factor * tid[l] + plus
                if (word in seen)
                    continue
                seen[word] = 1
                words++
                if (++in_bank[word % 32] > most)
                    most = in_bank[word % 32]
            }
    count["shared_" op "_requests"]++
    count["shared_" op "_wavefronts"] += most
    count["shared_" op "_excess"] += most - int((words + 31) / 32)
    count["shared_" op "_lanes"] += active
}

# One word of another block's shared memory.
function remote_word(op)
{
    if (!active)
        return
    count["remote_" op "_requests"]++
    count["remote_" op "_wavefronts"]++
    count["remote_" op "_lanes"] += active
}

# Neighbours of 16 bytes each, in shared memory: a wavefront for each eight lanes.
function shared_fours(op)
{
    if (!active)
        return
    count["shared_" op "_requests"]++
    count["shared_" op "_wavefronts"] += int((active + 7) / 8)
    count["shared_" op "_lanes"] += active
}

# One thread orders a copy.
function bulk_copy(bytes)
{
    if (!active)
        return
    count["bulk_copies"]++
    count["bulk_copy_bytes"] += bytes
}
