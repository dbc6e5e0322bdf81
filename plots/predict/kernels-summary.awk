# kernels-summary.awk: what kernels.c printed, for a terminal.
!split_row($0) { next }
field["card"] == "all" { next }
field["note"] != "" {
    if (!(field["kernel"] in why)) { names[++name_count] = field["kernel"]; why[field["kernel"]] = field["note"] }
    next
}
{
    e = field["predicted_us"] / field["measured_us"]
    card = field["card"]
    if (!(card in n)) cards[++card_count] = card
    n[card]++
    sum[card] += e > 1 ? e - 1 : 1 - e
    if ((e > 1 ? e - 1 : 1 - e) > worst[card]) { worst[card] = e > 1 ? e - 1 : 1 - e; at[card] = field["kernel"] " " field["n"] }
    inside[card] += e <= field["interval"] && e >= 1 / field["interval"]
}
END {
    if (failed)
        exit failed
    for (i = 1; i <= card_count; i++) {
        card = cards[i]
        printf "other kernels, %-5s %4d   mean %5.1f %%   worst %5.1f %%  %s; %d within the interval\n", card, n[card], 100 * sum[card] / n[card], 100 * worst[card], at[card], inside[card]
    }
    for (i = 1; i <= name_count; i++)
        printf "  not predicted at some size: %s: %s\n", names[i], why[names[i]]
}
