# gpu-rows.awk: keeps the rows of a GPU's results, for the tables. Used after bars.awk.

!split_row($0) {
    need_columns("lesson kernel device backend type n batch block grid median_ms gbps peak_gbps pct_peak toolkit")
    next
}
{
    if (field["backend"] != "gpu")
        bad("backend " field["backend"] ": the table is for GPU results")
    keep_row()
}
