# accuracy.awk: awk -f common/csv/read.awk -f plots/rows.awk -f accuracy.awk -v dir=FOLDER FILE.csv
# For accuracy.gp: into FOLDER/INPUT.dat a block of lines "n error" for each kernel, the largest of all seeds, and
# FOLDER/accuracy.gp with the names. An error is relative to the sum of the absolute values; of the input "cancelling" to
# the sum itself. 2^-40 stands for all that is smaller.
BEGIN { least = 2 ^ -40 }
!split_row($0) { need_columns("kernel input n sum magnitude error grid"); next }
{
    k = field["kernel"]
    i = field["input"]
    n = field["n"]
    if (!(k in seen)) {
        seen[k] = 1
        kernel[++kernels] = k
    }
    if (!((n + 0) in size)) {
        size[n + 0] = 1
        sizes[++number] = n + 0
    }
    to = i == "cancelling" ? field["sum"] : field["magnitude"]
    error = field["error"] / (to == 0 ? 1 : to)
    error = error < 0 ? -error : error
    if (!((i, k, n + 0) in worst) || error > worst[i, k, n + 0])
        worst[i, k, n + 0] = error < least ? least : error
    if (field["grid"] > grid)
        grid = field["grid"]
}
END {
    if (failed) exit failed
    inputs = split("equal random cancelling", input, " ")
    for (a = 1; a <= inputs; a++) {
        out = dir "/" input[a] ".dat"
        printf "" >out
        for (b = 1; b <= kernels; b++) {
            for (c = 1; c <= number; c++)
                if ((input[a], kernel[b], sizes[c]) in worst)
                    printf "%.0f\t%.6g\n", sizes[c], worst[input[a], kernel[b], sizes[c]] >out
            printf "\n\n" >out
        }
        close(out)
    }
    out = dir "/accuracy.gp"
    printf "series = %d\ngrid = %d\narray legend[%d]\n", kernels, grid, kernels >out
    for (b = 1; b <= kernels; b++)
        printf "legend[%d] = %s\n", b, quoted(kernel[b]) >out
    close(out)
}
