# other-rows.awk NEW OLD: the rows of the table OLD that NEW has nothing new of: whose column `key` has a value that no row
# of NEW has there. Columns may have been added since OLD was written; these rows get empty ones. Exits with 1 if OLD
# has other columns than the first of NEW.
BEGIN { FS = "," }
FNR == NR {
    if (FNR == 1)
        header = $0
    else
        fresh[$key]
    next
}
{ sub(/\r$/, "") }
FNR == 1 {
    if (index(header ",", $0 ",") != 1)
        exit 1
    added = substr(header, length($0) + 1)
    gsub(/[^,]/, "", added)
    next
}
!($key in fresh) { print $0 added }
