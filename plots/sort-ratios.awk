# sort-ratios.awk: the rows of a file of --ratios behind what they are sorted by: type, hot and n, with tabs between.
split_row($0) { print field["type"] "\t" field["hot"] "\t" field["n"] "\t" $0 }
