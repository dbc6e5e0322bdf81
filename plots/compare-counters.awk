# compare-counters.awk: joins the CPU device's counters with ncu's, by kernel, grid and block.
#   awk -v csv=OUT -f common/csv/read.awk -f common/cpu/inspector/report/counters.awk -f plots/compare-counters.awk FILE...
# Prints a table and writes OUT; see compare-counters.sh for its columns.

BEGIN {
    for (i = 1; i <= 4; i++) {
        access = i % 2 ? "load" : "store"
        op = i % 2 ? "ld" : "st"
        if (i <= 2) {
            add("global_" access "_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_" op ".sum")
            add("global_" access "_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_" op ".sum")
        } else {
            add("shared_" access "_requests", "smsp__inst_executed_op_shared_" op "_pred_on_any.sum")
            add("shared_" access "_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" op ".sum")
        }
    }
}
function add(counter, ncu)
{
    counters++
    counter_name[counters] = counter
    ncu_name[counters] = ncu
}
!split_counters($0) { next }
field["file"] != "" { next }
{
    key = field["kernel"] SUBSEP field["grid"] SUBSEP field["block"]
    is_gpu = field["device"] != "CPU device"
    if ((key, is_gpu) in known)
        next
    known[key, is_gpu] = 1
    if (is_gpu)
        gpu = field["device"]
    if (!((key, !is_gpu) in known))
        order[++keys] = key
    for (i = 1; i <= counters; i++)
        if (field[counter_name[i]] != "")
            per_block[key, is_gpu, i] = field[counter_name[i]] / field["blocks"]
}
END {
    if (failed)
        exit failed
    print "kernel,grid,block,counter,ncu_name,cpu_per_block,gpu_per_block,difference_pct" > csv
    for (k = 1; k <= keys; k++) {
        key = order[k]
        split(key, part_of, SUBSEP)
        if ((key, 0) in known && (key, 1) in known)
            compare()
        else if (!is_harness(part_of[1]))
            alone[(key, 1) in known] = alone[(key, 1) in known] ", " part_of[1] " (grid " part_of[2] \
                                       ", block " part_of[3] ")"
    }
    if (!compared) {
        print "compare-counters: no kernel was counted on both devices at the same grid and block" > "/dev/stderr"
        exit 1
    }
    for (i = 0; i <= 1; i++)
        if (alone[i] != "")
            print "\nonly on the " (i ? "GPU" : "CPU device") ": " substr(alone[i], 3)
}

function compare(    i, cpu, other, difference)
{
    if (!compared++)
        printf "Per block, CPU device and %s\n\n%-26s %-12s %6s  %-24s %10s %10s %8s\n", gpu, \
               "kernel", "grid", "block", "counter", "CPU device", "ncu", "differs"
    for (i = 1; i <= counters; i++) {
        if (!((key, 0, i) in per_block) || !((key, 1, i) in per_block))
            continue
        cpu = per_block[key, 0, i]
        other = per_block[key, 1, i]
        if (cpu == 0 && other == 0)
            continue
        difference = cpu ? sprintf("%.2f", 100 * (other - cpu) / cpu) : ""
        sub(/^-0\.00$/, "0.00", difference)
        printf "%-26s %-12s %6s  %-24s %10s %10s %8s\n", part_of[1], part_of[2], part_of[3], \
               counter_name[i], decimals(cpu), decimals(other), (difference == "" ? "-" : difference "%")
        print csv_field(part_of[1]) "," part_of[2] "," part_of[3] "," counter_name[i] "," ncu_name[i] "," \
              decimals(cpu) "," decimals(other) "," difference > csv
    }
}

function decimals(x) { return x == int(x) ? sprintf("%.0f", x) : sprintf("%.2f", x) }
