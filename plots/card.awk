# card.awk: what tables show of a card besides the first, for table.awk. Used after headline.awk (course.sh).
# Prints a line with "card", device, peak (0: not known) and toolkit, and one for each bar: its key, GB/s, percent of
# the peak; tabs between.

!split_row($0) {
    need_columns("lesson kernel device backend type n batch block grid median_ms gbps peak_gbps pct_peak toolkit")
    next
}
{
    if (field["backend"] != "gpu")
        bad("backend " field["backend"] ": the table is for GPU results")
    keep_row()
}
END {
    if (failed)
        exit failed
    choose_headline()
    printf "card\t%s\t%s\t%s\n", device, peak + 0, toolkit
    for (p = 1; p <= parts; p++) {
        choose_bars(p)
        for (i = 1; i <= bars; i++)
            printf "%s\t%.0f\t%s\n", card_key(bar[i]), value[bar[i]], percent(bar[i])
    }
}
