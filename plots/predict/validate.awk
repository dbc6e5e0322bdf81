# validate.awk: fits the weights of the model to what one card has measured, and compares predictions with measurements:
# of that card with each lesson left out in turn, of other cards with nothing fitted to them, of published tables.
# Used after common/csv/read.awk, scale.awk, terms.awk and fit.awk; plots/predict/validate.sh calls it. Set are
#   counts, cards, sass, counters, declared     files
#   measured                          files of the cards' results, blanks between; weights are fitted to the first
#   published                         a file that published.awk wrote
#   weights                           where the fitted weights go; they are read from there, too, to begin with
#   last                              the last lesson that weights are fitted to
# Prints a row for each measured kernel, as plots/recorded/predict-validation.csv has them.

function model_error(i) { return log(time_of(row_first[i], row_last[i]) / value[i]) }
function error_of(i) { return fits_instructions ? log(instructions_of(i) / counted_by_ncu[i]) : model_error(i) }
function instructions_of(i,    k, sum) {
    for (k = 1; k <= parts_count; k++)
        sum += part[i, k] * weight[part_name[k]]
    return sum
}

# ---- Instructions: kernels that ncu has counted ------------------------------------------------------
function read_instructions(    key, i, p, best, j) {
    fits_instructions = 1
    cases = 0
    card = first_card
    for (i = 1; i <= kernels; i++) {
        split(kernel_key[i], p, SUBSEP)
        key = p[1] SUBSEP p[2]
        if (!(key in ncu_rows) || key in read_already || !is_steady[kernel_key[i]] || substr(p[1], 7) + 0 > last)
            continue
        best = ncu_rows[key]
        if (ncu_block[key, best] != p[4])
            continue
        read_already[key]
        of_lesson = p[1]
        if (!scale_counts(kernel_key[i], ncu_n[key, best], default_rows[p[1]], card_of[card, "sms"]) || \
                distance(stage[1, "grid"], ncu_grid[key, best]) > 1.5)
            continue
        cases++
        lesson_of[cases] = p[1]
        counted_by_ncu[cases] = ncu_instructions[key, best]
        for (j = 1; j <= parts_count; j++)
            part[cases, j] = amount(1, part_name[j])
    }
    ncu_cases = cases
}

function fit_instructions(without,    i) {
    fits_instructions = 1
    cases = ncu_cases
    for (i = 1; i <= cases; i++) {
        is_used[i] = lesson_of[i] != without
        of_case[i] = 1
    }
    fit(part_name, parts_count, 15)
    for (i in corrected)
        delete corrected[i]
}

# ---- Times ------------------------------------------------------------------------------------------
function wanted_size(n,    k) {
    for (k = 20; k <= 29; k++)
        if ((k == 20 || k == 24 || k == 29) && n > 0.99 * 2 ^ k && n < 1.01 * 2 ^ k)
            return k
    return 0
}

# The rows of one card's results that are validated
function read_measured(name,    i, k, key, of, total) {
    while (next_row(name)) {
        key = field["lesson"] SUBSEP field["kernel"] SUBSEP field["type"] SUBSEP field["block"]
        total = field["n"] * field["batch"]
        k = wanted_size(total)
        if (!k || field["kind"] != "kernel" || !(key in sizes) || \
                field["default_shape"] != "yes" && field["batch"] > 1 || (name, key, k) in have_row)
            continue
        have_row[name, key, k]
        of = called(field["device"])
        rows++
        row_card[rows] = of
        row_key[rows] = key
        row_lesson[rows] = field["lesson"]
        row_kernel[rows] = field["kernel"]
        row_type[rows] = field["type"]
        row_n[rows] = total
        row_batch[rows] = field["batch"] + 0
        row_block[rows] = field["block"] + 0
        row_bytes[rows] = field["bytes"] + 0
        row_size[rows] = k
        value[rows] = field["median_ms"] * 1e6
        i = of SUBSEP field["lesson"] SUBSEP field["kernel"] SUBSEP field["type"] SUBSEP k
        if (!(i in best_row) || value[rows] < value[best_row[i]])
            best_row[i] = rows
        row_set[rows] = i
        is_later[rows] = substr(field["lesson"], 7) + 0 > last
    }
}

# May the weights be fitted to it?
function is_of_fit(i) { return row_card[i] == first_card && !is_published[i] && !is_later[i] }

# Somebody else's table: tabs between the card, kernel, type, elements, rows, block and ns
function read_published(name,    line, p, i, key, found) {
    while ((getline line < name) > 0) {
        split(line, p, "\t")
        found = ""
        for (i = 1; i <= kernels && found == ""; i++) {
            split(kernel_key[i], key, SUBSEP)
            if (key[4] == p[6] && key[3] == p[3] && (key[2] == p[2] || key[2] == "reduce_" p[2]))
                found = kernel_key[i]
        }
        for (i = 1; i <= kernels && found == ""; i++) { # the first of those that its name begins
            split(kernel_key[i], key, SUBSEP)
            if (key[4] == p[6] && key[3] == p[3] && index(key[2], p[2] "_") == 1)
                found = kernel_key[i]
        }
        if (found == "")
            continue
        split(found, key, SUBSEP)
        rows++
        row_card[rows] = p[1]
        row_key[rows] = found
        row_lesson[rows] = key[1]
        row_kernel[rows] = key[2]
        row_type[rows] = key[3]
        row_n[rows] = p[4] + 0
        row_batch[rows] = p[5] + 0
        row_block[rows] = p[6] + 0
        row_bytes[rows] = 4 * p[4]
        row_size[rows] = wanted_size(p[4])
        value[rows] = p[7] + 0
        row_set[rows] = rows
        best_row[rows] = rows
        is_published[rows] = 1
    }
    close(name)
}

function make_rows(all,    i) {
    fits_instructions = 0
    features = 0
    for (i = 1; i <= rows; i++)
        if (all || row_card[i] == first_card) {
            make_terms(row_key[i], row_n[i], row_batch[i], row_card[i])
            row_first[i] = first
            row_last[i] = last_feature
            row_note[i] = why_not(row_key[i])
        }
}

function fit_times(without, steps,    i) {
    if (!counted_lessons++)
        for (i = 1; i <= rows; i++)
            in_lesson[row_lesson[i]] += is_of_fit(i) && row_note[i] == ""
    fits_instructions = 0
    cases = rows
    for (i = 1; i <= rows; i++) {
        is_used[i] = is_of_fit(i) && row_note[i] == "" && row_lesson[i] != without
        # lessons of many kernels count more than others, but not as much as they have
        of_case[i] = is_used[i] ? 7 / sqrt(in_lesson[row_lesson[i]]) : 0
    }
    fit(time_name, time_count, steps)
}

# What a row says in the end: the model's time with all weights as they are
function predict_rows(without, into,    i) {
    for (i = 1; i <= rows; i++)
        if (without == "" ? !is_of_fit(i) || into == "fitted" : is_of_fit(i) && row_lesson[i] == without) {
            guess[i, into] = time_of(row_first[i], row_last[i])
            if (into != "counts")
                binds[i] = binding(row_first[i], row_last[i])
        }
}

function restore(    i) { for (i in kept) weight[i] = kept[i] }
function only_counts(    ) {
    use_counters = "no"
    make_rows(1)
    use_counters = ""
}

BEGIN {
    read_counts(counts)
    read_table(cards, "cards")
    read_table(sass, "sass")
    read_table(counters, "counters")
    read_table(declared, "declared")
    read_table(weights, "weights")
    for (i in began)
        weight[i] = exp(began[i])
    files = split(measured, file, " ")
    for (i = 1; i <= files; i++) {
        read_measured(file[i])
        if (i == 1)
            first_card = row_card[1]
    }
    read_published(published)
    time_count = split("sharpness memory_sharpness issue_share read_share l1_share shared_share loaded_latency again write" \
        " step barrier barrier_warp block_life begin next_launch clear tail grid_sync grid_sync_block", time_name, " ")
    read_instructions()
    fit_instructions("")
    make_rows(1)
    fit_times("", 30)
    for (i in weight)
        kept[i] = weight[i]
    predict_rows("", "fitted")
    predict_rows("", "held_out")
    only_counts()
    predict_rows("", "counts")
    for (i = 1; i <= rows; i++)
        if (is_of_fit(i))
            lessons_used[row_lesson[i]]
    for (lesson in lessons_used) {
        fit_instructions(lesson)
        make_rows(0)
        fit_times(lesson, 6)
        predict_rows(lesson, "held_out")
        use_counters = "no"
        make_rows(0)
        use_counters = ""
        predict_rows(lesson, "counts")
        restore()
    }
    print "card,source,lesson,kernel,type,n,batch,block,best,bytes,measured_ms,fitted_ms,held_out_ms,counts_ms,binds,note"
    for (i = 1; i <= rows; i++)
        printf "%s,%s,%s,%s,%s,%.0f,%d,%d,%s,%.0f,%.6g,%.6g,%.6g,%.6g,%s,%s\n", row_card[i], \
            is_published[i] ? "published" : is_later[i] ? "later" : "recorded", row_lesson[i], row_kernel[i], row_type[i], row_n[i], row_batch[i], \
            row_block[i], best_row[row_set[i]] == i ? "yes" : "no", row_bytes[i], value[i] / 1e6, guess[i, "fitted"] / 1e6, \
            guess[i, "held_out"] / 1e6, guess[i, "counts"] / 1e6, binds[i], row_note[i]
    print "weight,value,prior,what" > weights_out
    for (i = 1; i <= weight_names; i++)
        printf "%s,%.5g,%s\n", weight_name[i], weight[weight_name[i]], weight_text[weight_name[i]] > weights_out
}
