# cards.awk: the table of cards with the rows of measured ones: awk -f common/csv/read.awk -f called.awk -f cards.awk TABLE MEASURED...
# Each MEASURED is what plots/calibrate.cu wrote. Its card's row gets what it measured, and keeps what else was there;
# a card without a row gets one.

function set(name, value) { if (value + 0 > 0) row[card, name] = value }

FNR == 1 { files++ }
!split_row($0) {
    if (files == 1) {
        names = columns
        for (i = 1; i <= columns; i++)
            name[i] = column[i]
        header = $0
    } else
        need_columns("device card cc sms clock_mhz peak_gbps l2_bytes read_share memory_ns launch_ns block_ns", \
                     "what plots/calibrate.cu writes is needed")
    next
}
files == 1 {
    cards[++count] = field["card"]
    for (i = 1; i <= columns; i++)
        row[field["card"], column[i]] = field[column[i]]
    next
}
{
    card = called(field["device"])
    for (i = 1; i <= count && cards[i] != card; i++)
        ;
    if (i > count)
        cards[++count] = card
    row[card, "card"] = card
    row[card, "name"] = field["device"]
    sub(/\./, "", field["cc"])
    row[card, "arch"] = "sm_" field["cc"]
    for (i = 1; i <= columns; i++)
        if ((card, column[i]) in row || column[i] ~ /_(ns|gbps|mhz|share|threads|blocks)$|^(sms|registers)$/)
            if (column[i] != "card")
                set(column[i], field[column[i]])
    set("l2_mib", sprintf("%.0f", field["l2_bytes"] / 1048576))
    set("shared_kib", sprintf("%.0f", field["shared_bytes"] / 1024))
    row[card, "measured"] = "yes"
    row[card, "source"] = "make calibrate on card " field["card"]
}
END {
    if (failed)
        exit failed
    print header
    for (i = 1; i <= count; i++)
        for (j = 1; j <= names; j++)
            printf "%s%s", csv_field(row[cards[i], name[j]]), j < names ? "," : "\n"
}
