# ladder-counts.awk: one line for one kernel of a lesson, of what common/cpu/inspect --csv wrote: after -v of=...,
# its requests to global and to shared memory, wavefronts and barriers, in all launches of one reduction.
#   awk -f common/csv/read.awk -f common/cpu/inspector/report/counters.awk -f plots/ladder-counts.awk \
#       -v of=TEXT -v reductions=2 FILE
# reductions is how many the program made.

!split_counters($0) { next }
field["file"] == "" && !is_harness(field["kernel"]) {
    kernels++
    times = product(field["grid"]) / field["blocks"] * field["launches"] / reductions
    global += times * (field["global_load_requests"] + field["global_store_requests"] + field["global_atomic_requests"])
    shared += times * (field["shared_load_requests"] + field["shared_store_requests"] + field["shared_atomic_requests"])
    # An atomic is not among the wavefronts that are counted.
    wavefronts += times * (field["shared_load_wavefronts"] + field["shared_store_wavefronts"])
    barriers += times * field["barriers"]
}
END {
    if (failed)
        exit failed
    if (kernels)
        printf "%s,%.0f,%.0f,%.0f,%.0f\n", of, global, shared, wavefronts, barriers
}
