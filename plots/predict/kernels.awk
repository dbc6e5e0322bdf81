# kernels.awk: how far off predictions of the kernels in kernels.cu are. Used after own.awk. Set are the model's inputs and
#   counted, bytes         of a run with `counted_n` elements
#   times                  recorded times of all cards, blanks between; the first card's are fitted to
# The model's weights are the lessons'. Two figures are found here: the ns that a launch takes whatever it does, the median
# over kernels at the smallest size; and how wide an interval is: a tenth more than the largest error. For each kernel,
# both come from the others on the first card.
# Prints a row for each kernel and size, and a last one with the two figures from all kernels.

function median(list, count,    i, j, x) {
    for (i = 2; i <= count; i++)
        for (j = i; j > 1 && list[j - 1] > list[j]; j--) { x = list[j]; list[j] = list[j - 1]; list[j - 1] = x }
    return count % 2 ? list[(count + 1) / 2] : (list[count / 2] + list[count / 2 + 1]) / 2
}
function prepare(i) {
    use_card(row_card[i])
    own_stage("own", launch_of[row_kernel[i]], row_n[i] / counted_n)
    first = features + 1
    make_features(0)
    note[i] = own_why_not()
    limit[i] = limit_ns()
    row_first[i] = first
}
function is_fitted(i, without) { return row_card[i] == row_card[1] && row_kernel[i] != without && note[i] == "" }
function find_begin(without,    i, count, list) {
    own_begin = 0
    for (i = 1; i <= rows; i++)
        if (is_fitted(i, without) && row_n[i] == row_n[1])
            list[++count] = most(0, value[i] - time_of(row_first[i], row_first[i]))
    return own_begin = median(list, count)
}
function find_width(without, n,    i, e, width) {
    for (i = 1; i <= rows; i++)
        if (is_fitted(i, without) && row_n[i] == n) {
            e = log(time_of(row_first[i], row_first[i]) / value[i])
            width = most(width, e < 0 ? -e : e)
        }
    return exp(1.1 * width)
}

BEGIN {
    read_counts(counts)
    read_table(cards, "cards")
    read_table(weights, "weights")
    all = read_inspected(counted, "own", counted_n)
    read_bytes(bytes)
    for (k = 1; k <= all; k++)
        launch_of[of_function["own", 1, k]] = k
    files = split(times, file, " ")
    for (i = 1; i <= files; i++)
        while (next_row(file[i])) {
            row_card[++rows] = called(field["device"])
            row_kernel[rows] = field["kernel"]
            row_n[rows] = field["n"] + 0
            value[rows] = 1000 * field["us"]
        }
    for (i = 1; i <= rows; i++)
        prepare(i)
    print "card,kernel,n,measured_us,predicted_us,limit_us,interval,begin_ns,note"
    for (i = 1; i <= rows; i++) {
        find_begin(row_kernel[i])
        ns = time_of(row_first[i], row_first[i])
        card = row_card[i]
        assert_possible(ns, limit[i])
        printf "%s,%s,%.0f,%.3f,%.3f,%.3f,%.3f,%.0f,%s\n", row_card[i], row_kernel[i], row_n[i], value[i] / 1000, ns / 1000, \
            limit[i] / 1000, find_width(row_kernel[i], row_n[i]), own_begin, csv_field(note[i])
    }
    find_begin("")
    for (k = 20; k <= 28; k += 4)
        printf "all,all,%.0f,,,,%.3f,%.0f,\n", 2 ^ k, find_width("", 2 ^ k), own_begin
}
