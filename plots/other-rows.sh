# other-rows.sh: for scripts that write a table in parts. keep_other_rows KEY NEW OLD appends to NEW, a table with its
# header, what OLD has and NEW has nothing new of: plots/other-rows.awk. An OLD with other columns is moved to OLD.before,
# which is said. Uses fail().
keep_other_rows()
{
    [ -s "$3" ] || return 0
    if awk -v key="$1" -f plots/other-rows.awk "$2" "$3" >"$2.kept"; then
        cat "$2.kept" >>"$2" || fail "could not write $2"
    else
        mv "$3" "$3.before" || fail "could not move $3 away"
        one_line "$3 has other columns; it is $3.before now" >&2
    fi
    rm -f "$2.kept"
}
