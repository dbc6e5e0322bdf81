# count.awk: what a kernel's machine code has in it. summarise() sets, after find_loads():
#   block_barriers, warp_barriers   instructions at which a block waits (BAR), or a warp (WARPSYNC). Those that only
#                           run where a warp has come apart (helper functions, .COLLECTIVE) are left out.
#   shuffles, reductions    SHFL and REDUX instructions: what goes from lane to lane; without those that only run where
#                           a warp has come apart (they stand behind a WARPSYNC.COLLECTIVE)
#   main_loads, main_where  4+6+6 of the way that makes the most loads; `loop` if it is a loop, `once` if it is code
#                           outside all loops; 0 and `none` if the kernel loads nothing
#   other_loads             the same for the others, a space between
#   most_flight_all, most_bytes_all   the most loads in flight at once for one thread, and the most bytes

function summarise(    i, w, is_apart)
{
    shuffles = reductions = 0
    block_barriers = warp_barriers = most_flight_all = most_bytes_all = 0
    for (i = 1; i <= own; i++) {
        block_barriers += base(op[i]) == "BAR"
        if (op[i] ~ /COLLECTIVE/)
            is_apart = 1
        shuffles += base(op[i]) == "SHFL" && !is_apart
        reductions += base(op[i]) ~ /^C?REDUX$/ && !is_apart
        warp_barriers += base(op[i]) == "WARPSYNC" && op[i] !~ /COLLECTIVE/
        warp_barriers += base(op[i]) == "CALL" && arg[i, args[i]] ~ /warpsync/
    }
    main_loads = ways ? way_groups[1] : 0
    main_where = ways ? where(1) : "none"
    other_loads = ""
    for (w = 1; w <= ways; w++) {
        if (w > 1)
            other_loads = other_loads (w > 2 ? " " : "") way_groups[w]
        if (way_flight[w] > most_flight_all)
            most_flight_all = way_flight[w]
        if (way_bytes[w] > most_bytes_all)
            most_bytes_all = way_bytes[w]
    }
}
function where(w) { return way_loop[w] ? "loop" : "once" }
