# columns.awk: what is in a report: the columns of its CSV file, in this order. Used after read.awk.
#   row        what the row is about; which of the other columns it fills:
#     report     the learner: student, edition (of the course), card, and host if that was asked for; when it was written
#                (UTC); exercise, the one that something was noted of last, and idle, how many minutes before that was; tries
#                and hints since the last pass of any exercise
#     exercise   one that was begun: exercise, state (solved, begun), hints (how many were seen), solution (yes: seen before
#                it was solved), minutes, tries, and of the last answer that failed the check and the kind of mistake
#     count      a count of the best answer to an exercise of the kind "beat the count": exercise, check, count
#     bandwidth  the best of a kernel on a GPU: part (of the course), kernel, card, gbps, peak_gbps (0: not known)
#     end        the last one: sum, what cksum says of the rows before it
# Rows of an exercise's counts stand in the order of its checks. Bytes are UTF-8; there is no other limit to a name.

BEGIN {
    report_columns = "row,student,edition,exercise,state,hints,solution,minutes,tries,check,kind,count,part,kernel,card," \
                     "gbps,peak_gbps,host,written,idle,sum"
    # Of older editions whose reports make class still reads
    older_columns["1.0"] = "row,student,edition,exercise,state,hints,solution,minutes,tries,check,kind,count,part,kernel,card," \
                           "gbps,peak_gbps,host,sum"
}
