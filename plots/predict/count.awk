# count.awk: one line for each launch of one reduction, of what common/cpu/inspect --csv wrote: after -v of=TEXT, the
# function, its grid, block and shared memory, how often a reduction launches it, and what all of its blocks count.
#   awk -v of=TEXT -f common/csv/read.awk -f common/cpu/inspector/report/counters.awk -f count.awk FILE
# The program may have made several reductions: each launches at least one of its kernels once. The harness' own
# kernels are left out, but for the one that finishes a reduction (lesson_finish.h): that is timed. Without `of`, prints
# the names of the columns.

BEGIN {
    counters = split("global_load_requests global_load_sectors global_load_lanes global_store_requests" \
        " global_store_sectors global_store_lanes shared_load_requests shared_load_wavefronts shared_store_requests" \
        " shared_store_wavefronts global_atomic_requests shared_atomic_requests barriers warp_syncs shuffles" \
        " divergent_ifs global_load_bytes global_store_bytes remote_load_requests bulk_copy_bytes", counter, " ")
    if (of == "") {
        printf "function,grid,threads,shared_bytes,launches"
        for (i = 1; i <= counters; i++)
            printf ",%s", counter[i]
        printf "\n"
        exit
    }
}
!split_counters($0) { next }
field["file"] == "" && (!is_harness(field["kernel"]) || field["kernel"] ~ /^harness::finish/) {
    rows++
    name[rows] = csv_field(field["kernel"])
    shape[rows] = sprintf("%d,%d,%d", product(field["grid"]), product(field["block"]), field["shared_bytes"])
    launches[rows] = field["launches"]
    if (!reductions || launches[rows] < reductions)
        reductions = launches[rows]
    for (i = 1; i <= counters; i++)
        count[rows, i] = launches[rows] * product(field["grid"]) / field["blocks"] * field[counter[i]]
}
END {
    if (failed)
        exit failed
    for (row = 1; row <= rows; row++) {
        printf "%s,%s,%s,%.6g", of, name[row], shape[row], launches[row] / reductions
        for (i = 1; i <= counters; i++)
            printf ",%.7g", count[row, i] / reductions
        printf "\n"
    }
}
