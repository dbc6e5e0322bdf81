# from-harness.awk: rows of a lesson (--csv) as rows of a peers file: of no lesson and no part, with the clock that
# they were timed by. -v version=TEXT: of the library, if it is not the Toolkit's. Used after read.awk.
function write(value,    i, line)
{
    for (i = 1; i <= columns; i++)
        line = line csv_field(value[column[i]]) ","
    print line value["clock"]
}
!split_row($0) {
    need_columns("lesson kernel part default_shape repeats rounds error_pct call_ms kind")
    for (i = 1; i <= columns; i++)
        name[column[i]] = column[i]
    name["clock"] = "clock"
    write(name)
    next
}
{
    field["lesson"] = "peers"
    field["part"] = ""
    field["default_shape"] = "no"
    field["clock"] = "graph"
    if (version != "")
        field["toolkit"] = version
    write(field)
}
END { exit failed }
