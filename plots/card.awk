# card.awk: what tables show of a card besides the first, for table.awk. Used after bars.awk and gpu-rows.awk.
# Prints a line with "card", device, peak (0: not known) and toolkit, and one for each bar: its key, GB/s, percent of
# the peak, and for lessons that the first card has not run: lesson, kernel, type, shape, block; tabs between.

END {
    if (failed)
        exit failed
    choose_headline()
    printf "card\t%s\t%s\t%s\n", device, peak + 0, toolkit
    for (p = 1; p <= parts; p++) {
        choose_bars(p)
        for (i = 1; i <= bars; i++)
            printf "%s\t%.0f\t%s\t%s\t%s\t%s\t%s\t%s\n", card_key(bar[i]), value[bar[i]], percent(bar[i]), lesson[bar[i]], \
                   kernel[bar[i]], type[bar[i]], shape(bar[i]), block_in_words(bar[i])
    }
}
