# new-rows.awk: the rows of the last of several result files that none of those before it has: no such kernel, type,
# shape and block of such a lesson. Used after common/csv/read.awk.

FNR == 1 { files++ }
!split_row($0) { need_columns("lesson kernel type n batch block"); next }
{
    key = field["lesson"] SUBSEP field["kernel"] SUBSEP field["type"] SUBSEP field["n"] SUBSEP field["batch"] SUBSEP field["block"]
    if (files < ARGC - 1)
        known[key]
    else if (!(key in known))
        print
}
