# timeline.awk: prints the launches of one reduction, and how often each kernel was launched in the whole run:
#   awk -f common/csv/read.awk -f plots/timeline.awk TRACE SUMMARY
# two reports of `nsys stats` as CSV: cuda_gpu_trace and cuda_gpu_kern_sum.
#
# Which launches are one reduction's? Before each sample the harness flushes the L2 cache by a kernel of its own,
# harness::flush. After the first two of them it launches a single reduction, and then copies the result to the
# host (common/harness/time.h: the call clock). The second is taken: whatever is done but once has been done.

!split_row($0) {
    file++
    next
}
file == 1 {
    start[++rows] = field["Start (ns)"] + 0
    duration[rows] = field["Duration (ns)"] + 0
    name[rows] = short(field["Name"])
}
file == 2 {
    kernel[++kernels] = short(field["Name"])
    launches[kernels] = field["Instances"]
    median[kernels] = field["Med (ns)"]
}

# Without the return type and the arguments: void f<(int)4>(const int *, int *) is f<(int)4>.
function short(text,    i, depth, c)
{
    sub(/^void /, "", text)
    if (text !~ /\)$/)
        return text
    for (i = length(text); i > 1; i--) {
        c = substr(text, i, 1)
        depth += (c == ")") - (c == "(")
        if (!depth)
            return substr(text, 1, i - 1)
    }
    return text
}

END {
    if (failed)
        exit failed
    sort_by_start()
    for (i = 1; i <= rows; i++)
        if (name[i] ~ /^harness::flush/) {
            flushes++
            if (flushes == 2)
                first = i + 1
            if (flushes == 3)
                break
        } else if (flushes == 2 && name[i] ~ /memcpy Device-to-Host/) {
            last = i
        }
    if (flushes < 3 || !last)
        exit 1
    print "    begins us      takes us        gap us   what"
    for (i = first; i <= last; i++) {
        gap = i > first ? start[i] - start[i - 1] - duration[i - 1] : 0
        gaps += gap
        printf "%13.2f %13.2f %13s   %s\n", (start[i] - start[first]) / 1000, duration[i] / 1000,
            (i > first ? sprintf("%.2f", gap / 1000) : "-"), name[i]
    }
    printf "%13.2f in all, of which %.2f are gaps\n", (start[last] + duration[last] - start[first]) / 1000, gaps / 1000
    print "in the whole run:"
    print "     launches     median us   kernel"
    for (i = 1; i <= kernels; i++)
        printf "%13d %13.2f   %s\n", launches[i], median[i] / 1000, kernel[i]
}

function sort_by_start(    i, j, s, d, n)
{
    for (i = 2; i <= rows; i++) {
        s = start[i]; d = duration[i]; n = name[i]
        for (j = i; j > 1 && start[j - 1] > s; j--) {
            start[j] = start[j - 1]; duration[j] = duration[j - 1]; name[j] = name[j - 1]
        }
        start[j] = s; duration[j] = d; name[j] = n
    }
}
