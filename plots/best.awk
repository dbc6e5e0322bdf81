# best.awk: the end of a progress line: the best row of one lesson, of its own kernels
!split_row($0) { need_columns("lesson kernel backend block median_ms gbps pct_peak"); next }
field["lesson"] == lesson && kind_of_row() == "kernel" && (!rows++ || field["gbps"] + 0 > best) {
    best = field["gbps"] + 0
    if (field["backend"] == "cpu")
        text = sprintf("%.3g ms emulated", field["median_ms"])
    else
        text = sprintf("%.0f GB/s", best) (is_number(field["pct_peak"]) ? ", " field["pct_peak"] " % of peak" : "")
    text = field["kernel"] ", block " field["block"] ": " text
}
END {
    if (!failed)
        print (rows ? text : "no rows written") " (" took ")"
}
