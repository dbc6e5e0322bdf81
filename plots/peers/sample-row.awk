# sample-row.awk: a row of the sample that cuda-samples.sh runs. Used after read.awk and rows.awk, on the reference.
!split_row($0) {
    need_columns("n bytes peak_gbps")
    if (!is_number(gbps))
        bad("the sample printed no throughput")
    split("lesson=peers batch=1 block=0 grid=0 samples=100 min_ms=unknown spread_pct=unknown check=ok default_shape=no " \
          "clock_mhz=unknown repeats=1 registers=unknown rounds=1 error_pct=unknown call_ms=unknown kind=library", list, " ")
    for (i = 1; i in list; i++)
        fixed[substr(list[i], 1, index(list[i], "=") - 1)] = substr(list[i], index(list[i], "=") + 1)
    fixed["kernel"] = kernel
    fixed["type"] = type
    fixed["toolkit"] = version
    fixed["part"] = ""
    fixed["gbps"] = gbps
    next
}
field["n"] == n {
    fixed["median_ms"] = sprintf("%.6f", field["n"] * 4 / gbps / 1e6)
    fixed["pct_peak"] = is_number(field["peak_gbps"]) ? sprintf("%.2f", 100 * gbps / field["peak_gbps"]) : "unknown"
    line = ""
    for (i = 1; i <= columns; i++)
        line = line csv_field(column[i] in fixed ? fixed[column[i]] : field[column[i]]) ","
    print line "own"
    exit
}
END { exit failed }
