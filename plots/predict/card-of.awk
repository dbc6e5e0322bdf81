# card-of.awk: prints what the card of a file's rows is called. Used after read.awk and called.awk.
!split_row($0) { need_columns("device"); next }
{
    print called(field["device"])
    exit
}
END { if (failed) exit failed }
