# table.awk: the tables of lessons from recorded results: a table for each part that has lessons.
#   bars -f plots/gpu-rows.awk -f plots/table.awk -v others=FILE CSV     (course.sh)
# others: the same rows of other cards, as card.awk wrote them. They get columns of their own.
# A row per kernel at its lesson's headline shape and its best block size; of kernels NAME_NUMBER the best
# is shown. The step compares with the best of the lesson that the declaration names, where the difference is one
# (bars.awk). A lesson that only other cards have run has their rows. One that none has run stands there too, as not
# measured yet.

END {
    if (failed) exit 1
    choose_headline()
    for (p = 1; p <= parts; p++)
        known += choose_bars(p)
    if (!known) {
        print FILENAME ": no results in it" > "/dev/stderr"
        exit 1
    }
    read_cards(others)
    for (p = 1; p <= parts; p++) {
        choose_bars(p)
        print (p > 1 ? "\n" : "") "## " part_title[p] "\n"
        table()
    }
}

# What card.awk wrote.
function read_cards(name,    line, part, l)
{
    while (name != "" && (getline line < name) > 0) {
        split(line, part, "\t")
        if (part[1] == "card") {
            card_device[++cards] = part[2]
            card_peak[cards] = part[3]
            card_toolkit[cards] = part[4]
        } else {
            on_card[cards, part[1]] = part[2] " | " part[3]
            if (part[1] in only_there)
                continue
            key_of[part[4], ++keys[part[4]]] = part[1]
            only_there[part[1]] = part[5] SUBSEP part[6] SUBSEP part[7] SUBSEP part[8]
        }
    }
    close(name)
}
function conditions(peak, toolkit) { return (peak ? sprintf(", theoretical peak %.0f GB/s", peak) : "") ", CUDA " words(toolkit) }
function cards_in_words(    i, text)
{
    for (i = 1; i <= cards; i++)
        text = text "; " words(card_device[i]) conditions(card_peak[i], card_toolkit[i])
    return text
}
function short_name(device) { sub(/^NVIDIA /, "", device); return words(device) }
# What a file says is text, in a cell of a table and as code, too.
function words(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/[`|\\\[\]]/, "\\\\&", text); return text }
function code(text) { gsub(/`/, "'", text); gsub(/[|]/, "\\|", text); return "`" text "`" }
function other_cards(key,    i, text)
{
    for (i = 1; i <= cards; i++)
        text = text ((i, key) in on_card ? " " on_card[i, key] " |" : "  |  |")
    return text
}

function table(    text, i, next_bar, head, rule)
{
    text = in_common()
    if (bars)
        print words(device) (text == "" ? "" : ", " text) conditions(peak, toolkit) cards_in_words() \
              "; each kernel at its best block size" (cards ? ", named for the first of these cards that has run it" : "") ":\n"
    head = "| lesson | kernel |" (one_type ? "" : " type |") (one_shape ? "" : " rows × elements |") " block |"
    rule = "|---|---|" (one_type ? "" : "---|") (one_shape ? "" : "---|") "---:|---:|---:|---:|"
    head = head (cards ? " " short_name(device) ": GB/s |" : " GB/s |") " % of peak | step |"
    for (i = 1; i <= cards; i++) {
        head = head " " short_name(card_device[i]) ": GB/s | % of peak |"
        rule = rule "---:|---:|"
    }
    print head "\n" rule
    next_bar = 1
    for (i = 1; i <= lessons; i++) {
        if (part_of[lesson_at[i]] != p)
            continue
        for (; next_bar <= bars && lesson[bar[next_bar]] < lesson_at[i]; next_bar++)
            measured(bar[next_bar]) # a lesson that the file has, and this course has not
        if (next_bar > bars || lesson[bar[next_bar]] != lesson_at[i])
            not_measured(lesson_at[i])
        for (; next_bar <= bars && lesson[bar[next_bar]] == lesson_at[i]; next_bar++)
            measured(bar[next_bar])
    }
    for (; next_bar <= bars; next_bar++)
        measured(bar[next_bar])
}

function measured(row,    l, from, top, step)
{
    l = lesson[row]
    from = step_from[l]
    top = (from, type[row]) in best ? best[from, type[row]] : best[from]
    if (from != "" && top && is_kernel(row))
        step = step_between(row, top)
    keep_best(row)
    delete only_there[card_key(row)]
    printf "| %s | %s | %.0f | %s | %s |%s\n", link(l), cells(kernel[row], type[row], shape(row), block_in_words(row)), \
           value[row], percent(row), step, other_cards(card_key(row))
}
function cells(name, of_type, of_shape, of_block)
{
    return code(name) " |" (one_type ? "" : " " words(of_type) " |") (one_shape ? "" : " " of_shape " |") " " of_block
}

function keep_best(row,    l)
{
    l = lesson[row]
    if (!is_kernel(row))
        return
    if (!best[l] || value[row] + 0 > value[best[l]] + 0)
        best[l] = row
    if (!best[l, type[row]] || value[row] + 0 > value[best[l, type[row]]] + 0)
        best[l, type[row]] = row
}

# A lesson of which the first card has nothing
function not_measured(l,    i, key, part, found)
{
    for (i = 1; i <= keys[l]; i++) {
        key = key_of[l, i]
        if (!(key in only_there))
            continue
        split(only_there[key], part, SUBSEP)
        print "| " link(l) " | " cells(part[1], part[2], part[3], part[4]) " |  |  |  |" other_cards(key)
        found = 1
    }
    if (!found)
        print "| " link(l) " | *not measured yet" (needs[l] == "" ? "" : "; needs compute capability " needs[l]) "* |" \
              (one_type ? "" : "  |") (one_shape ? "" : "  |") "  |  |  |  |" other_cards("")
}

function link(l)
{
    return l in stem_of ? digits_of(l) " [" title_of[l] "](lessons/" stem_of[l] ".md)" \
                          " ([code](../lessons/" stem_of[l] ".cu))" : l
}
