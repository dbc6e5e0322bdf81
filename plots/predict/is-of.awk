# is-of.awk: prints `name` where a file's rows are of the card `wanted`. Used after read.awk and called.awk.
!split_row($0) { need_columns("device"); next }
{
    if (called(field["device"]) == wanted)
        print name
    exit
}
END { if (failed) exit failed }
