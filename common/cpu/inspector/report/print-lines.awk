# print-lines.awk: prints each kernel's source with counters, per block, beside its lines.
#   awk [-v all=yes] -f common/csv/read.awk -f counters.awk -f print-lines.awk FILE...
# If a line loads and stores, its requests, passes (sectors or wavefronts) and lanes count both.
# If a kernel was launched with several grids, only the first is shown. all=yes shows them all, and
# the kernels of the lessons' harness.

BEGIN {
    CONTEXT = 2     # lines shown above and below one that has counters
    WIDTH = 100
    others = split("barriers warp_syncs shuffles divergent_ifs", other)
    split("barrier warp_sync shuffle divergent_if", one)
}
!split_counters($0) { next }
field["file"] == "" {
    groups++
    for (i = 1; i <= columns; i++)
        value[groups, column[i]] = field[column[i]]
    at[FILENAME, field["kernel"], field["grid"], field["block"], field["shared_bytes"]] = groups
    next
}
{
    group = at[FILENAME, field["kernel"], field["grid"], field["block"], field["shared_bytes"]]
    n = ++lines[group]
    file_of[group, n] = field["file"]
    line_of[group, n] = field["line"] + 0
    text_of[group, n] = cells("global", "sectors") " " cells("shared", "wavefronts") " " active()
    remark_of[group, n] = what_else()
}
END {
    if (failed)
        exit failed
    for (group = 1; group <= groups; group++) {
        if (!lines[group] || all == "" && is_harness(value[group, "kernel"]))
            continue
        key = value[group, "kernel"] SUBSEP value[group, "block"]
        if (all == "" && key in shown)
            more[key] = more[key] ", " value[group, "grid"]
        else
            show()
        shown[key] = shown[key] == "" ? value[group, "grid"] : shown[key]
    }
    for (key in more) {
        split(key, word, SUBSEP)
        other_grids = other_grids "; " word[1] " at grid " substr(more[key], 3)
    }
    if (other_grids != "")
        print "\nnot shown, --all does: " substr(other_grids, 3)
}

# "   25       95": requests and passes for one kind of memory, blank if there are none
function cells(memory, passes,    requests)
{
    requests = field[memory "_load_requests"] + field[memory "_store_requests"] + field[memory "_atomic_requests"]
    if (!requests)
        return sprintf("%8s %7s", "", "")
    passes = field[memory "_load_" passes] + field[memory "_store_" passes]
    return sprintf("%8s %7s", number(requests / field["blocks"]), passes ? number(passes / field["blocks"]) : "")
}

function active(    requests, lanes, i, memory, name)
{
    split("global shared", memory, " ")
    split("load store atomic", name, " ")
    for (i = 0; i < 6; i++) {
        requests += field[memory[1 + int(i / 3)] "_" name[1 + i % 3] "_requests"]
        lanes += field[memory[1 + int(i / 3)] "_" name[1 + i % 3] "_lanes"]
    }
    return sprintf("%6s", requests ? with_decimal(lanes / requests) : "")
}

# What the columns do not show: "9 barriers", "1 atomic"
function what_else(    text, i, count, excess)
{
    excess = field["shared_load_excess"] + field["shared_store_excess"]
    if (excess > 0)
        text = ", " number(excess / field["blocks"]) " excess wavefronts"
    count = field["global_atomic_requests"] + field["shared_atomic_requests"]
    if (count > 0)
        text = text ", " number(count / field["blocks"]) " atomic"
    for (i = 1; i <= others; i++) {
        count = field[other[i]] / field["blocks"]
        if (count > 0)
            text = text ", " number(count) " " title(count == 1 ? one[i] : other[i])
    }
    return substr(text, 3)
}

function title(name)
{
    gsub(/_/, " ", name)
    return name
}

function show(    n, i, l, from, last, file)
{
    print "\n" launch_text(value[group, "kernel"], value[group, "grid"], value[group, "block"], \
                           value[group, "shared_bytes"]) ", line by line, per block"
    for (n = 1; n <= lines[group]; n++) {
        if (file_of[group, n] != file) {
            file = file_of[group, n]
            read_source(file)
            print "\n" file (lines_in[file] ? "" : " (cannot be read here)")
            print "  global           shared"
            print "requests sectors requests  wavefr  lanes"
            last = 0
        }
        l = line_of[group, n]
        from = l - CONTEXT
        for (i = l - 1; i >= from; i--)
            if (source[file, i] ~ /^}/) # the previous function
                from = i + 1
        if (from <= last + 2)
            from = last + 1
        else if (last)
            printf "%44s...\n", ""
        for (i = from < 1 ? 1 : from; i < l; i++)
            source_line("", i, file, "")
        source_line(text_of[group, n], l, file, remark_of[group, n])
        last = l
        while (last < l + CONTEXT && last < lines_in[file] && source[file, last] !~ /^}/ \
               && !(n < lines[group] && file_of[group, n + 1] == file && line_of[group, n + 1] == last + 1))
            source_line("", ++last, file, "")
    }
}

function source_line(counters, l, file, remark,    text)
{
    text = sprintf("%-40s %4d | ", counters, l) source[file, l]
    if (length(text) > WIDTH)
        text = substr(text, 1, WIDTH - 3) "..."
    if (remark != "" && length(text) + 2 + length(remark) > WIDTH)
        remark = "\n" sprintf("%" WIDTH "s", remark)
    else if (remark != "")
        remark = sprintf("%" (WIDTH - length(text)) "s", remark)
    print text remark
}

function read_source(file,    text)
{
    if (file in lines_in)
        return
    lines_in[file] = 0
    while ((getline text < file) > 0) {
        gsub(/\t/, "    ", text)
        sub(/\r$/, "", text)
        source[file, ++lines_in[file]] = text
    }
    close(file)
}
