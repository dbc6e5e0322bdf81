# show.awk: a peers file as a table, type by type and size by size, the fastest first; what has another result, as
# other bytes say, apart. Used after read.awk and rows.awk.
!split_row($0) { need_columns("kernel type n batch bytes gbps pct_peak toolkit error_pct call_ms clock"); next }
{
    rows++
    where = field["type"] " " field["n"] " " field["batch"] " " field["bytes"]
    if (!(where in of)) {
        order[++groups] = where
        of[where] = 0
    }
    # into its place: the fastest first
    for (i = ++of[where]; i > 1 && speed[where, i - 1] < field["gbps"] + 0; i--) {
        speed[where, i] = speed[where, i - 1]
        line[where, i] = line[where, i - 1]
    }
    speed[where, i] = field["gbps"] + 0
    line[where, i] = sprintf("%-28s %13s %7.0f %6s %6s %9s  %-6s %s", field["kernel"], \
                             (field["batch"] > 1 ? power(field["batch"]) " x " : "") power(field["n"]), field["gbps"], \
                             field["pct_peak"], field["error_pct"], \
                             (is_number(field["call_ms"]) ? sprintf("%.1f", 1000 * field["call_ms"]) : "-"), \
                             field["clock"], field["toolkit"])
    if (field["clock"] == "calls")
        calls = 1
    if (field["clock"] == "own")
        own = 1
}
END {
    if (failed)
        exit failed
    for (g = 1; g <= groups; g++) {
        split(order[g], part, " ")
        printf "%s%-28s %13s %7s %6s %6s %9s  %-6s %s\n", (g > 1 ? "\n" : ""), part[1], (part[3] > 1 ? "rows x n" : "n"), "GB/s", "% peak", "+- %", "call us", "clock", "version"
        for (i = 1; i <= of[order[g]]; i++)
            print line[order[g], i]
    }
    if (calls)
        print "\nclock calls: no graph could be captured; timed from the host, calls back to back"
    if (own)
        print "\nclock own: what the program itself prints: one call at a time, from the host, the L2 cache not flushed"
}
