# operations.awk: operations.csv for a shell: operation, row, types and shapes, with tabs between. Used after read.awk.
# -v only="sum softmax": only these; -v n=2^20: these sizes in place of those after -n.
!split_row($0) { need_columns("operation row types shapes"); next }
only == "" || index(" " only " ", " " field["operation"] " ") {
    if (n != "")
        sub(/-n [^ ]*/, "-n " n, field["shapes"])
    print field["operation"] "\t" field["row"] "\t" field["types"] "\t" field["shapes"]
}
END { exit failed }
