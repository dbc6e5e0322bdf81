# kernels.awk: the kernels in a table of counters (inspect --csv), without the lessons' own.
#   awk -f common/csv/read.awk -f kernels.awk FILE
!split_row($0) { next }
field["line"] + 0 == 0 && field["kernel"] !~ /^harness::/ && !seen[field["kernel"]]++ { printf "%s%s", n++ ? "; " : "", field["kernel"] }
