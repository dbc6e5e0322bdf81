# loads.awk: global loads in words. find_loads() follows each loop of the kernel that read.awk has read along the
# way that makes the most loads (LDG), and then what is outside all loops. It sets, the way with the most first:
#   ways                    how many there are
#   way_loads[w], way_loop[w]   loads on it; the loop's number, 0 outside all loops
#   way_groups[w]           4+6+6: four loads, then a wait, six loads ... A wait is an instruction that waits for a
#                           scoreboard of a load that is under way.
#   way_flight[w], way_bytes[w]   the most loads under way at once, for one thread; and their bytes
#   way_lines[w]            the lines that they come from: 37,39
#   waited[i]               how many loads instruction i ends a group of; it is the one that waits
#   still[i]                how many loads are under way when instruction i has waited for others, whether it is the
#                           first after a group or not
# A warp has six scoreboards. A load counts one of them up until its data are there; an instruction waits until the
# scoreboards that it names are at 0. So loads that share a scoreboard are waited for together, whichever of them is
# needed, and a load is in flight until an instruction waits for its scoreboard. (It may have arrived before.)
# A loop is followed twice, and counted the second time, so a load may be waited for in the next round. Loads of a loop
# inside are that loop's.

function find_loads(    b, i, done, w)
{
    split("", waited); split("", still); split("", covered)
    ways = 0
    for (b = 1; b <= blocks; b++)
        for (i = first[b]; i <= last[b]; i++)
            if (is_load(i) && !(i in covered) && b in reached)
                while (!(i in covered))
                    if (!follow(loop_of[b]))
                        bad("kernel " name " has no way to its load at " offset[i])
    for (done = 0; !done;)
        for (done = w = 1; w < ways; w++)
            if (rank(w + 1) > rank(w)) {
                swap_ways(w, w + 1)
                done = 0
            }
}
function rank(w) { return way_loads[w] * 2 + (way_loop[w] != 0) }

function is_load(i) { return base(op[i]) == "LDG" }
function load_bytes(i)
{
    if (match(op[i], /\.[US]?(256|128|64|16|8)/)) {
        match(op[i], /(256|128|64|16|8)/)
        return substr(op[i], RSTART, RLENGTH) / 8
    }
    return 4
}

# The way through loop l (0: from the kernel's begin to its end) that makes the most loads not seen yet; returns how
# many those are.
function follow(l,    b, i, w, path, n, seen)
{
    split("", most); split("", next_block)
    search(l)
    n = 0
    for (b = l ? l : 1; b; b = next_block[b])
        path[++n] = b
    w = ++ways
    way_loop[w] = l
    way_loads[w] = 0
    begin_walk()
    if (l) {
        walk(path, n, l)
        begin_count()
    }
    walk(path, n, l)
    if (pending && (!l || !closed))
        close_group(0)
    way_groups[w] = groups
    way_flight[w] = most_flight
    way_bytes[w] = most_bytes
    way_lines[w] = lines_of(path, n, l)
    for (b = 1; b <= n; b++)
        for (i = first[path[b]]; i <= last[path[b]]; i++)
            if (is_load(i) && loop_of[path[b]] == l) {
                seen += !(i in covered)
                covered[i] = 1
                way_loads[w]++
            }
    return seen
}

# most[b]: the loads from block b of loop l on; next_block[b]: where the way with the most leads. Blocks that follow
# come first in order[].
function search(l,    k, b, i, n, part, loads, s)
{
    for (k = 1; k <= reached_count; k++) {
        b = order[k]
        if (!((l, b) in in_loop))
            continue
        next_block[b] = loads = 0
        if (loop_of[b] == l)
            for (i = first[b]; i <= last[b]; i++)
                loads += is_load(i) && !(i in covered)
        n = split(successors[b], part, " ")
        for (i = 1; i <= n; i++) {
            s = part[i] + 0
            if ((s in most) && !is_back(b, s) && (!next_block[b] || most[s] > most[next_block[b]]))
                next_block[b] = s
        }
        most[b] = loads + (next_block[b] ? most[next_block[b]] : 0)
    }
}

function begin_walk(    k)
{
    for (k = 0; k < 6; k++)
        loads_on[k] = bytes_on[k] = 0   # of a scoreboard: the loads under way that count on it
    pending = flight = flight_bytes = 0
    begin_count()
}
function begin_count()
{
    groups = ""
    closed = 0
    most_flight = most_bytes = 0
}

function walk(path, n, l,    p, i)
{
    for (p = 1; p <= n; p++)
        for (i = first[path[p]]; i <= last[path[p]]; i++) {
            if (arrive(waits[i])) {
                still[i] = flight
                if (pending)
                    close_group(i)
            }
            if (is_load(i) && loop_of[path[p]] == l)
                issue(i)
        }
}

function issue(i)
{
    if (!(sets[i] in loads_on))
        bad("kernel " name " has a load without a scoreboard, at " offset[i])
    pending++
    flight++
    flight_bytes += load_bytes(i)
    loads_on[sets[i]]++
    bytes_on[sets[i]] += load_bytes(i)
    if (flight > most_flight)
        most_flight = flight
    if (flight_bytes > most_bytes)
        most_bytes = flight_bytes
}

# An instruction waits for these scoreboards; returns how many loads it has waited for.
function arrive(mask,    k, loads)
{
    for (k = 0; mask; k++) {
        if (mask % 2 && loads_on[k]) {
            loads += loads_on[k]
            flight -= loads_on[k]
            flight_bytes -= bytes_on[k]
            loads_on[k] = bytes_on[k] = 0
        }
        mask = int(mask / 2)
    }
    return loads
}

function close_group(i)
{
    groups = groups (groups == "" ? "" : "+") pending
    if (i)
        waited[i] = pending
    pending = 0
    closed = 1
}

# 37,39 in the file where most instructions of the lesson are; other files by name
function lines_of(path, n, l,    p, i, k, found, seen, result)
{
    k = 0
    for (p = 1; p <= n; p++)
        for (i = first[path[p]]; i <= last[path[p]]; i++)
            if (is_load(i) && loop_of[path[p]] == l && !(i in covered) && !(place(i) in seen)) {
                seen[place(i)] = 1
                found[++k] = place(i)
            }
    sort_places(found, k)
    if (k > 4 && found[1] found[k] ~ /^[0-9]+$/)
        return found[1] "-" found[k]
    for (p = 1; p <= k; p++)
        result = result (p > 1 ? "," : "") found[p]
    return result
}
function place(i,    file)
{
    if (source[i] == "")
        return "?"
    if (is_lesson(source[i]))
        return line[i]
    file = source[i]
    sub(/.*\//, "", file)
    return file ":" line[i]
}
function is_lesson(file) { return substr(file, length(file) - length(lesson_file) + 1) == lesson_file }
function sort_places(list, n,    i, k, value)
{
    for (i = 2; i <= n; i++) {
        value = list[i]
        for (k = i - 1; k && (list[k] + 0 > value + 0); k--)
            list[k + 1] = list[k]
        list[k + 1] = value
    }
}

function swap_ways(a, b)
{
    swap(way_loop, a, b); swap(way_loads, a, b); swap(way_groups, a, b)
    swap(way_flight, a, b); swap(way_bytes, a, b); swap(way_lines, a, b)
}
function swap(list, a, b,    value) { value = list[a]; list[a] = list[b]; list[b] = value }
