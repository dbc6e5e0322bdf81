# hostile.awk: a CSV file with a hostile text behind each value of its text columns: what a shell, gnuplot or a browser
# would run calls the program `marker`. -v keep="lesson part": columns that stay as they are, or -v only="device".
#   awk -f common/csv/read.awk -f tests/hostile.awk -v keep=... FILE FILE     (read twice: a text column has a value that is no number)
BEGIN { evil = "\"`marker`$(marker)'.system('marker').'{ @x \\ <script>marker</script>|--><b>" }
FNR == 1 { reading++ }
!split_row($0) { if (reading == 2) print; next }
reading == 1 { for (i = 1; i <= columns; i++) if (field[column[i]] !~ /^-?[0-9.]*([eE][-+]?[0-9]+)?$/) text[column[i]]; next }
{
    for (i = 1; i <= columns; i++) {
        c = column[i]
        take = c in text && (only != "" ? index(" " only " ", " " c " ") : !index(" " keep " ", " " c " "))
        printf "%s%s", (i > 1 ? "," : ""), csv_field(field[c] (take ? evil : ""))
    }
    print ""
}
