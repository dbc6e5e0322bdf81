# sizes.awk: the sizes of a reference that are powers of two, each once. Used after read.awk and rows.awk.
!split_row($0) { need_columns("n"); next }
!(field["n"] in seen) && power(field["n"]) ~ /\^/ {
    seen[field["n"]]
    print field["n"]
}
END { exit failed }
