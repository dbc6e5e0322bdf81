# part.awk: turns one part of a results file (--csv) into the small data files that the .gp scripts draw, with the others in
# this folder:
#   prepare_part -v only=PART -v dir=OUT -v peers=PEERS -v latency=LATENCY -v machine_code=CODE -v marks=12 FILE    (course.sh)
# PEERS is what peers.sh measured on the same card, or nothing; it stands beside the first part. LATENCY is what
# latency.sh recorded of the card, CODE what sass.sh recorded of the lessons, if there are such files. marks: an x axis has
# room for so many numbers.
# Writes OUT/meta.gp and those of ladder, tuningNN, blocks, sizes, calls, shapesNN, flightNN (NN is a lesson) that the
# file has data for; the reason for each other one to OUT/skipped; the ladder for comparisons to
# OUT/steps. Nothing when the file has no row of this part, and of the CPU device only its name.

BEGIN {
    split("⁰ ¹ ² ³ ⁴ ⁵ ⁶ ⁷ ⁸ ⁹", list, " ")
    for (i = 1; i <= 10; i++)
        digit[i - 1] = list[i]
    p = part_number[only]
    of_part = ": " tolower(substr(part_name[p], 1, 1)) substr(part_name[p], 2)
}

!split_row($0) {
    need_columns("lesson kernel device backend type n batch block grid median_ms gbps peak_gbps pct_peak toolkit")
    next
}
{ keep_row() }

END {
    if (failed)
        exit 1
    read_peers(p == 1 ? peers : "")
    choose_headline()
    for (i = 1; i <= parts; i++)
        if (choose_bars(i))
            known++
    if (!known) {
        printf "%s: no results in it\n", FILENAME > "/dev/stderr"
        exit 1
    }
    if (!choose_bars(p))
        exit 0
    printf "device = %s\ncpu = %d\n", quoted(device), cpu > (dir "/meta.gp")
    if (cpu) # emulation times say nothing, so no picture has them
        exit 0
    leave_out_small()
    steps()
    leave_out_types()
    if (!bars)
        exit 0
    what = superscripts(in_common())
    add_peers()
    ladder()
    gpu_plots()
    printf "title = %s\nwhat = %s\npeak = %s\ntop = %s\nstart = %s\nrungs = %d\nbeside = %d\nwidest = %d\n", \
           quoted(part_title[p]), quoted((what == "" ? "" : ", ") what), peak + 0, top, start, rungs, beside, \
           widest > (dir "/meta.gp")
}

# A kernel for small arrays is a matter of time; its bandwidth would be a bar of no width.
function leave_out_small(    i, left)
{
    for (i = 1; i <= bars; i++)
        if (!is_kernel(bar[i]) || !is_number(share[bar[i]]) || share[bar[i]] >= 1)
            bar[++left] = bar[i]
    bars = left + 0
}

# Tables show every type, pictures the first that a lesson declares: the others' bars are mostly as long.
function leave_out_types(    i, left)
{
    one_type = 1
    for (i = 1; i <= bars; i++)
        if (type[bar[i]] == first_type[lesson[bar[i]]]) {
            bar[++left] = bar[i]
            one_type = one_type && type[bar[i]] == type[bar[1]]
        }
    bars = left + 0
}

function skip(plot, why) { print plot ": " why > (dir "/skipped") }
