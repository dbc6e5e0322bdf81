# cards.awk: awk -f common/csv/read.awk -f cards.awk FILE.csv: for each size that two cards were recorded at, the bytes of an array and
# the microseconds of each row of the picture; NaN where there is none; of a kernel
# that several lessons have, the last lesson's. Before them a comment, the name of the card.
BEGIN {
    rows = split("nccl_all_reduce one_shot_events flag_in_data all_reduce_any_size ring_stores", row, " ")
    for (i = 1; i <= rows; i++)
        at[row[i] "_2"] = i
}
!split_row($0) { need_columns("lesson kernel device type n median_ms"); next }
field["kernel"] in at && field["type"] == "float" && field["median_ms"] != "unknown" {
    device = field["device"]
    size[field["n"]] = 4 * field["n"]
    time[field["n"], at[field["kernel"]]] = 1000 * field["median_ms"]
}
END {
    if (failed)
        exit failed
    print "# " device
    for (n in size) {
        line = size[n]
        for (i = 1; i <= rows; i++)
            line = line "\t" ((n, i) in time ? time[n, i] : "NaN")
        print line
    }
}
