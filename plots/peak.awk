# peak.awk: the theoretical peak of a file's card, 0 if it is not known, a tab, and the file. Used after rows.awk.
!split_row($0) { need_columns("peak_gbps"); next }
{
    print (is_number(field["peak_gbps"]) ? field["peak_gbps"] : 0) "\t" FILENAME
    exit
}
END { if (failed) exit failed }
