# renumber.awk: awk -v old=OLD.csv -v text=FILE -v recorded=nvidia-h200 -v file_lesson=07 -v into=COPY
#   -f common/csv/read.awk -f plots/renumber.awk DECLARED EXPERIMENTS OLD.csv NEW.csv FILE
# Writes FILE into COPY with the numbers of OLD.csv replaced by those of NEW.csv, and prints a line for each:
#   replaced: FILE:LINE: 4582 -> 4575 (row and column)
#   listed: FILE:LINE: 4582 could be 4575 (row and column) or 4561 (...)
# plots/renumber.sh says which numbers are meant. DECLARED has "lesson07<TAB>n" lines; EXPERIMENTS is the CSV of
# variants, whose numbers stay as they are.

BEGIN {
    FS = "\t"
    # The ways in which a value of a row is printed: name, column, factor, unit in texts.
    way("GB/s", "gbps", 1, "GB/s")
    way("ms", "median_ms", 1, "ms")
    way("us", "median_ms", 1000, "us")
    way("% of peak", "pct_peak", 1, "%")
    way("call, ms", "call_ms", 1, "ms")
    way("call, us", "call_ms", 1000, "us")
    not_measured = "^(rows?|columns?|elements?|numbers?|ints?|floats?|threads?|blocks?|warps?|lanes?|SMs?|pairs?|pieces?|" \
        "loads?|stores?|requests?|sectors?|wavefronts?|instructions?|barriers?|shuffles?|registers?|atomics?|additions?|" \
        "launch(es)?|words?|bytes?|KiB|MiB|GiB|KB|MB|GB|TB|ns|nanoseconds?|seconds?|minutes?|cycles?|GHz|MHz|bits?|" \
        "samples?|steps?|times?|partial|sums?|more|less|others?|groups?|cards?|runs?|tiles?|lines?|shared|global)$"
    not_before = "(blocks?( of)?|grid|[Ll]esson|[Ll]essons|[Ee]xercise|page|CUDA|nvcc|run|thread|threads|element|" \
        "turn|rows of|warp|capability|sm_|2 \\^|2\\^|[-](n|b|s|g) )[ ]*$"
    not_columns = "load|store|barrier|instruction|register|request|sector|ratio|gain|speed|publish|run [0-9]|bytes|" \
        "wait|busy|step|elements|blocks|rounds|threads|flight|spread|cycles|[/] CUB"
}
FNR == 1 { input++; lines = 0 }
input == 1 { default_n[$1] = $2; next }
input == 2 {
    if ($0 !~ /^#/ && FNR > 1 && split(plain_csv($0), part, ",") >= 5 && "lesson" part[1] == "lesson" file_lesson)
        varied[part[5]]
    next
}
input == 3 || input == 4 {
    if (!split_row($0)) {
        need_columns("lesson kernel type n batch block median_ms gbps pct_peak")
        next
    }
    take(input == 3)
    next
}
{ line[++lines] = $0 }
END {
    if (failed)
        exit failed
    count = lines
    find_scopes()
    for (at = 1; at <= count; at++)
        if (line[at] ~ /<!-- check: /)
            renumber_check(at)
    walk()
    for (at = 1; at <= count; at++)
        print line[at] > into
}

function way(name, column_name, factor, unit)
{
    way_name[++ways] = name
    way_column[ways] = column_name
    way_factor[ways] = factor
    way_unit[ways] = unit
}

# The CSV line without its commas in quotes.
function plain_csv(text,    out)
{
    while (match(text, /"[^"]*"/)) {
        out = substr(text, RSTART, RLENGTH)
        gsub(/[",]/, "", out)
        text = substr(text, 1, RSTART - 1) out substr(text, RSTART + RLENGTH)
    }
    return text
}

# A row of OLD, or of NEW: rows that are there twice belong together in their order.
function take(is_old,    key, id, w)
{
    key = field["lesson"] SUBSEP field["kernel"] SUBSEP field["type"] SUBSEP field["n"] SUBSEP field["batch"] SUBSEP field["block"]
    if (is_old) {
        id = ++rows
        row_of[key, ++times_old[key]] = id
        lesson_of[id] = field["lesson"]
        kernel_of[id] = field["kernel"]
        n_of[id] = field["n"]
        batch_of[id] = field["batch"]
        block_of[id] = field["block"]
        grid_of[id] = field["grid"]
        if (!seen_kernel[field["kernel"], field["lesson"]]++)
            lesson_with[field["kernel"], ++lessons_with[field["kernel"]]] = field["lesson"]
        for (w = 1; w <= ways; w++)
            if (way_column[w] in field && field[way_column[w]] ~ /^[0-9.]+$/) {
                old_text[id, w] = field[way_column[w]]
                old_value[id, w] = old_text[id, w] * way_factor[w]
            }
    } else {
        if (!((key, ++times_new[key]) in row_of))
            return
        id = row_of[key, times_new[key]]
        for (w = 1; w <= ways; w++)
            if (way_column[w] in field && field[way_column[w]] ~ /^[0-9.]+$/) {
                new_text[id, w] = field[way_column[w]]
                new_value[id, w] = new_text[id, w] * way_factor[w]
            }
    }
}

# --- what is asked of a number: candidates, as "row way" in candidate[1..candidates]

function decimals(figure) { return index(figure, ".") ? length(figure) - index(figure, ".") : 0 }

function significant(figure)
{
    gsub(/[.]/, "", figure)
    sub(/^0+/, "", figure)
    return length(figure)
}

# Every value of OLD with d decimals, once: those_with["d text"] is "row way;row way;".
function index_decimals(d,    id, w, text)
{
    if (indexed[d]++)
        return
    for (id = 1; id <= rows; id++)
        for (w = 1; w <= ways; w++)
            if ((id, w) in old_value) {
                text = sprintf("%." d "f", old_value[id, w])
                those_with[d " " text] = those_with[d " " text] id " " w ";"
                if (rounded_up(old_value[id, w], d) != text) {
                    text = rounded_up(old_value[id, w], d)
                    those_with[d " " text] = those_with[d " " text] id " " w ";"
                }
            }
}

# The value with d decimals, a half always upwards. (printf may go the other way; texts have both.)
function rounded_up(value, d) { return sprintf("%." d "f", value * (1 + 1e-9)) }
function prints(value, figure)
{
    return sprintf("%." decimals(figure) "f", value) == figure || rounded_up(value, decimals(figure)) == figure
}

function replacement(id, w, figure)
{
    if (!((id, w) in new_value))
        return "gone"
    if (sprintf("%." decimals(figure) "f", old_value[id, w]) == figure)
        return sprintf("%." decimals(figure) "f", new_value[id, w])
    return rounded_up(new_value[id, w], decimals(figure))
}

function described(id, w,    text)
{
    text = lesson_of[id] " " kernel_of[id]
    if (block_of[id] > 0)
        text = text ", block " block_of[id]
    text = text ", n " n_of[id]
    if (batch_of[id] != 1)
        text = text " x " batch_of[id]
    return text ", " way_name[w]
}

# Notes that NUMBER at this line is what these candidates say: replaced if they agree, else listed.
# Returns the text to put there.
function settle(at, figure, n, ids, ws,    i, new, said, differ, text, told)
{
    for (i = 1; i <= n; i++) {
        text = replacement(ids[i], ws[i], figure)
        if (i > 1 && text != new)
            differ = 1
        new = text
        if (!(text in told)) {
            told[text]
            said = said (said == "" ? "" : " or ") text " (" described(ids[i], ws[i]) ")"
        }
    }
    if (differ || new == "gone") {
        print "listed: " FILENAME ":" at ": " figure " could be " said
        return figure
    }
    print "replaced: " FILENAME ":" at ": " figure " -> " said
    return new
}

# --- answers: their checks say which rows they mean

# scope[line]: which folded answer a line stands in, or else which paragraph. A check belongs to its answer, or to
# the paragraph or table above it.
function find_scopes(    at, folded)
{
    for (at = 1; at <= count; at++) {
        if (line[at] ~ /<details>/)
            folded = 1
        if (line[at] ~ /<details>/ || (!folded && is_empty(line[at - 1]) && line[at] !~ /<!-- check: /))
            scopes++
        scope[at] = scopes
        if (line[at] ~ /<\/details>/)
            folded = 0
    }
}

# A number in a regular expression: \. and [.] are points.
function unescaped(text) { gsub(/\\[.]|\[[.]\]/, ".", text); return text }

function renumber_check(at,    before, command, regex, rest, shown, found, figure, raw, out, unexplained, new)
{
    if (!match(line[at], /.* => /))
        return
    before = substr(line[at], 1, RLENGTH)
    regex = substr(line[at], RLENGTH + 1)
    rest = command = substr(before, 1, RLENGTH - 4)
    while (match(rest, "recorded " recorded " [^;|}]*")) {
        found = 1
        query_rows(substr(rest, RSTART + length("recorded " recorded " "), RLENGTH - length("recorded " recorded " ")), shown)
        rest = substr(rest, RSTART + RLENGTH)
    }
    while (match(regex, /[0-9]+((\\[.]|\[[.]\]|[.])[0-9]+)?/)) {
        out = out substr(regex, 1, RSTART - 1)
        raw = substr(regex, RSTART, RLENGTH)
        regex = substr(regex, RSTART + RLENGTH)
        figure = unescaped(raw)
        new = found && regex !~ /^\[[0-9]/ && out !~ /\[[0-9]*$/ ? checked_number(at, figure, shown, command !~ /[|]/) : ""
        if (new == "") {
            unexplained = unexplained (unexplained == "" ? "" : ", ") figure
            if (significant(figure) >= 2)
                note_answer(at, figure, figure)
        } else {
            if (raw ~ /\\/)
                gsub(/[.]/, "\\.", new)
            else if (raw ~ /\[/)
                sub(/[.]/, "[.]", new)
            raw = new
        }
        out = out raw
    }
    if (found && unexplained != "")
        print "listed: " FILENAME ":" at ": a check works out " unexplained "; run it, and see what its answer says"
    line[at] = before out regex
}

# What a number in a check's regular expression becomes: "" if it is no value of the rows that are shown. Where they
# are shown as they stand (as_is), it is a value or the beginning of one.
function checked_number(at, figure, shown, as_is,    i, n, w, id, ids, ws, part, new, cut)
{
    for (i in shown) {
        split(i, part, SUBSEP)
        id = part[1]
        w = part[2]
        if (w == 0) {
            if (part[3] == figure)
                return figure
        } else if (as_is ? way_factor[w] == 1 && index(old_text[id, w], figure) == 1 : prints(old_value[id, w], figure)) {
            ids[++n] = id
            ws[n] = w
            if (as_is) {
                new = new_text[id, w]
                cut = old_text[id, w] == figure ? new : sprintf("%." (decimals(figure) + 6) "f", new)
                if (old_text[id, w] != figure)
                    cut = substr(cut, 1, length(cut) - 6 - (decimals(figure) == 0))
            }
        }
    }
    if (!n)
        return ""
    new = settle(at, figure, n, ids, ws)
    note_answer(at, figure, new)
    return n == 1 && as_is && new != figure ? cut : new
}

function note_answer(at, figure, new)
{
    if (!((scope[at], figure) in answer))
        answer[scope[at], figure] = new
    else if (answer[scope[at], figure] != new)
        answer[scope[at], figure] = "?"
}

# The rows that a query of `recorded` names, into shown[row, way]; shown[row, 0, value] are its other columns.
function query_rows(query, shown,    words, word, i, id, want, names, name, k, w, fits, list)
{
    words = split(query, word, " ")
    if (words < 1)
        return
    names = split(word[words], name, ",")
    for (id = 1; id <= rows; id++) {
        fits = 1
        for (i = 1; i < words && fits; i++) {
            k = index(word[i], "=")
            want = substr(word[i], k + 1)
            list = substr(word[i], 1, k - 1)
            if (list == "lesson")
                fits = lesson_of[id] == want || lesson_of[id] == "lesson" want
            else if (list == "kernel")
                fits = kernel_of[id] == want
            else if (list == "n")
                fits = n_of[id] == want
            else if (list == "batch")
                fits = batch_of[id] == want
            else if (list == "block")
                fits = block_of[id] == want
        }
        if (!fits)
            continue
        for (k = 1; k <= names; k++) {
            if (name[k] == "block")
                shown[id, 0, block_of[id]]
            if (name[k] == "grid")
                shown[id, 0, grid_of[id]]
            if (name[k] == "batch")
                shown[id, 0, batch_of[id]]
            if (name[k] == "n")
                shown[id, 0, n_of[id]]
            for (w = 1; w <= ways; w++)
                if (way_column[w] == name[k] && (id, w) in old_value)
                    shown[id, w]
        }
    }
}

# --- texts

# Goes through the file: fenced output, tables and paragraphs; in a program only its first comment.
function walk(    at, from, program, skip)
{
    program = FILENAME ~ /[.]cu$/
    for (at = 1; at <= count; at++) {
        if (program && at > 1 && line[at - 1] ~ /[*]\//)
            return
        if (line[at] ~ /<!-- [a-z]+:begin -->/)
            skip = 1
        if (line[at] ~ /<!-- [a-z]+:end -->/)
            skip = 0
        if (skip || line[at] ~ /<!-- check: /)
            continue
        if (line[at] ~ /^ *```/) {
            from = at
            while (++at <= count && line[at] !~ /^ *```/)
                ;
            renumber_output(from + 1, at - 1)
            before_table = ""
        } else if (line[at] ~ /^ *[|]/) {
            from = at
            while (at < count && line[at + 1] ~ /^ *[|]/)
                at++
            in_table = 1
            renumber_table(from, at)
            in_table = 0
        } else if (!is_empty(line[at])) {
            from = at
            while (at < count && !is_empty(line[at + 1]) && line[at + 1] !~ /^ *([|]|```)|<!-- |<\/?details>/ &&
                !(program && line[at] ~ /[*]\//))
                at++
            renumber_paragraph(from, at)
        }
    }
}

function is_empty(text) { return text ~ /^[ *]*$/ }

# The text with 2^29 for any way to write it, and us for microseconds.
function plain(text,    i)
{
    if (text ~ /\302[\262\263\271]|\342\201/) {
        for (i = 0; i <= 9; i++)
            gsub(power[i], "\001" i, text)
        while (match(text, /\001[0-9]\001/))
            text = substr(text, 1, RSTART + 1) substr(text, RSTART + 3)
        gsub(/\001/, "^", text)
    }
    gsub(/\302\265s|\316\274s|microseconds?/, "us", text)
    gsub(/\303\227/, "x", text)
    return text
}
BEGIN {
    split("\342\201\260 \302\271 \302\262 \302\263 \342\201\264 \342\201\265 \342\201\266 \342\201\267 \342\201\270 \342\201\271", at_power, " ")
    for (i = 1; i <= 10; i++)
        power[i - 1] = at_power[i]
}

# What a text says about rows, into says["kernel", name], says["block", 256], says["n", 536870912], says["batch", 64],
# says["unit", "ms"], says["lesson", "lesson07"].
function read_text(text, says,    rest, name, k, i, to)
{
    text = plain(text)
    rest = text
    while (match(rest, /[A-Za-z_][A-Za-z_0-9]*/)) {
        name = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        for (k in lessons_with)
            if (k == name || (length(name) > 1 && length(k) > length(name) &&
                substr(k, length(k) - length(name)) == "_" name) || tolower(name) == "cub" && k ~ /^cub_/) {
                says["kernel", k]
                says["kernel"]
                for (i = 1; i <= lessons_with[k]; i++)
                    says["short", lesson_with[k, i]]
                for (i = 1; i <= lessons_with[k] && k == name; i++)
                    says["lesson", lesson_with[k, i]]
            }
    }
    rest = text
    while (match(rest, text ~ /block/ ? "(block|blocks of|blocks|x|at|with|and|or|,) +[0-9]+" : "x +[0-9]+")) {
        name = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        sub(/.* /, "", name)
        says["block", name]
        says["block"]
    }
    rest = text
    while (match(rest, /2\^[0-9]+/)) {
        says["n", sprintf("%d", 2 ^ substr(rest, RSTART + 2, RLENGTH - 2))]
        says["n"]
        rest = substr(rest, RSTART + RLENGTH)
    }
    rest = text
    while (match(rest, /(2\^)?[0-9]+ rows/)) {
        name = substr(rest, RSTART, RLENGTH - 5)
        says["batch", name ~ /\^/ ? sprintf("%d", 2 ^ substr(name, 3)) : name]
        says["batch"]
        rest = substr(rest, RSTART + RLENGTH)
    }
    rest = text
    while (match(rest, /[Ll]essons? [0-9][0-9]((,| and| to|, and) [0-9][0-9])*/)) {
        name = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        to = -1
        while (match(name, /[0-9][0-9]/)) {
            k = substr(name, RSTART, 2)
            for (i = to >= 0 && substr(name, 1, RSTART - 1) ~ /to/ ? to + 1 : k + 0; i <= k + 0; i++)
                says["lesson", sprintf("lesson%02d", i)]
            to = k + 0
            name = substr(name, RSTART + 2)
        }
    }
    if (text ~ /GB\/s/)
        says["unit", "GB/s"]
    if (text ~ /(^|[^A-Za-z])ms([^A-Za-z]|$)/)
        says["unit", "ms"]
    if (text ~ /(^|[^A-Za-z])us([^A-Za-z]|$)/)
        says["unit", "us"]
    if (text ~ /%/ && text ~ /peak/)
        says["unit", "%"]
}

# How well a row fits what a text says: each attribute that the text names counts for or against it.
function fit(id, says, weight,    score)
{
    if (("kernel") in says)
        score += ("kernel", kernel_of[id]) in says ? weight : -weight
    if (("block") in says)
        score += ("block", block_of[id]) in says ? weight : -weight
    if (("n") in says)
        score += (("n", n_of[id]) in says || ("n", n_of[id] * batch_of[id]) in says) ? weight : -weight
    if (("batch") in says)
        score += ("batch", batch_of[id]) in says ? weight : -weight
    return score
}

# The number at the line, given what the words close to it (near) and those around (far) say, and the unit: "" if
# nothing names one. Returns the number to put there.
function renumber(at, figure, unit, near, far,    d, list, n, i, pair, ids, ws, best, score, kept, text, id, w)
{
    if ((scope[at], figure) in answer) {
        text = answer[scope[at], figure]
        if (text == "?") {
            print "listed: " FILENAME ":" at ": " figure " stands for two numbers in the checks of this answer"
            return figure
        }
        if (text != figure)
            print "replaced: " FILENAME ":" at ": " figure " -> " text " (as its check)"
        return text
    }
    d = decimals(figure)
    index_decimals(d)
    list = d " " figure
    if (!(list in those_with)) {
        if (unit != "" && unit != "none")
            print "unexplained: " FILENAME ":" at ": " figure " " unit
        return figure
    }
    n = split(those_with[list], pair, ";") - 1
    best = -1000
    for (i = 1; i <= n; i++) {
        split(pair[i], word_pair, " ")
        id = word_pair[1]
        w = word_pair[2]
        if (lesson_of[id] != "lesson" file_lesson && !(("lesson", lesson_of[id]) in near) && !(("lesson", lesson_of[id]) in far))
            continue
        if (way_name[w] ~ /^call/ && !("call" in near))
            continue
        if (unit != "" && way_unit[w] != unit)
            continue
        if (unit == "" && !(("unit", way_unit[w]) in far) && !(("unit", way_unit[w]) in near))
            continue
        score = fit(id, near, 8) + fit(id, far, 2)
        if (lesson_of[id] == "lesson" file_lesson || ("lesson", lesson_of[id]) in near)
            score++
        if (n_of[id] * batch_of[id] == default_n[lesson_of[id]])
            score++
        if (score > best) {
            best = score
            kept = 0
        }
        if (score == best) {
            ids[++kept] = id
            ws[kept] = w
        }
    }
    if (!kept) {
        if (unit != "" && unit != "none")
            print "unexplained: " FILENAME ":" at ": " figure " " unit
        return figure
    }
    if (figure in varied || (significant(figure) < 4 && best < 0) || (significant(figure) < 3 && best < 8 && !in_table)) {
        text = replacement(ids[1], ws[1], figure)
        print "listed: " FILENAME ":" at ": " figure " could be " text " (" described(ids[1], ws[1]) \
            "), " (figure in varied ? "or a recorded variant, which stays" : \
            best < 0 ? "but the words around it name another row" : "or something else: it has only two digits")
        return figure
    }
    return settle(at, figure, kept, ids, ws)
}

# A number that stands in front of REST and behind BEFORE, both without line ends: may it be a measurement?
# Sets unit_found.
function measured(before, figure, rest,    word)
{
    unit_found = ""
    if (before ~ /[A-Za-z0-9_.^#\/(-]$/ && before !~ /[0-9 ][-]$/ && before !~ /(^|[^A-Za-z0-9_\]])[(]$/)
        return 0
    if (before ~ /[-]$/ && before !~ /[0-9][-]$/)
        return 0
    if (rest ~ /^[A-Za-z0-9_^]/ || rest ~ /^ x / || plain(substr(rest, 1, 4)) ~ /^[x^]/ || rest ~ /^\302[\262\263\271]|^\342\201/)
        return 0
    rest = plain(rest)
    if (rest ~ /^ ?GB\/s/)
        unit_found = "GB/s"
    else if (rest ~ /^ ?ms([^A-Za-z]|$)/)
        unit_found = "ms"
    else if (rest ~ /^ ?us([^A-Za-z]|$)/)
        unit_found = "us"
    else if (rest ~ /^ ?%/)
        unit_found = rest ~ /^ ?% (of|busy)/ && rest !~ /peak/ ? "none" : "%"
    if (unit_found != "")
        return significant(figure) >= 3 || (significant(figure) == 2 && (unit_found != "%" || rest ~ /^ ?% of [^.]*peak/))
    if (significant(figure) < 3 || (figure !~ /[.]/ && is_power(figure)))
        return 0
    if (before ~ not_before)
        return 0
    word = rest
    sub(/^ +/, "", word)
    sub(/[^A-Za-z].*/, "", word)
    return word !~ not_measured
}

function is_power(figure,    k)
{
    for (k = 1; k < figure + 0; k *= 2)
        ;
    return k == figure + 0
}

# The sentence around a place of the text.
function sentence(text, place,    from, to)
{
    for (from = place; from > 1 && substr(text, from - 1, 2) !~ /^[.:;?!][ \n]/; from--)
        ;
    for (to = place; to < length(text) && substr(text, to, 2) !~ /^[.;?!]([ \n]|$)/; to++)
        ;
    return substr(text, from, to - from + 1)
}

function renumber_paragraph(from, to,    text, far, near, at, start, out, figure, before, rest, place, new, flat, code)
{
    split("", far)
    text = line[from]
    for (at = from + 1; at <= to; at++)
        text = text "\n" line[at]
    flat = text
    gsub(/\n[ *]*/, " ", flat)
    read_text(flat, far)
    before_table = flat
    at = from
    place = 1
    rest = text
    while (match(rest, /[0-9]+([.][0-9]+)?|\n|`/)) {
        start = place + RSTART - 1
        figure = substr(rest, RSTART, RLENGTH)
        out = out substr(rest, 1, RSTART - 1)
        rest = substr(rest, RSTART + RLENGTH)
        place = start + length(figure)
        if (figure == "\n")
            at++
        else if (figure == "`")
            code = !code
        else if (!code && rest !~ /^[.][0-9]/) {
            before = substr(text, 1, start - 1)
            gsub(/\n[ *]*/, " ", before)
            before = substr(before, length(before) - 30)
            flat = substr(rest, 1, 60)
            gsub(/\n[ *]*/, " ", flat)
            if (measured(before, figure, flat)) {
                split("", near)
                read_text(sentence(text, start), near)
                if (sentence(text, start) ~ /(^|[^a-z])call([^a-z]|$)/)
                    near["call"]
                figure = renumber(at, figure, unit_found, near, far)
            }
        }
        out = out figure
    }
    put(from, out rest)
}

function put(from, text,    part, n, i)
{
    n = split(text, part, "\n")
    for (i = 1; i <= n; i++)
        line[from + i - 1] = part[i]
}

# A table: what its heads, the first cell of a row and the paragraph above say.
function renumber_table(from, to,    k, named, at, heads, head, cells, cell, i, far, near, out, figure, before, rest, unit, done)
{
    heads = split(line[from], head, "|")
    for (at = from + 1; at <= to; at++) {
        if (line[at] ~ /^[ |:-]*$/)
            continue
        cells = split(line[at], cell, "|")
        for (i = 3; i <= cells; i++) {
            if (heads == cells && plain(head[i]) ~ not_columns)
                continue
            if (cell[2] ~ not_columns && cell[2] !~ /GB\/s|ms|us/)
                continue
            split("", far)
            split("", near)
            read_text(before_table, far)
            read_text(line[from], far)
            read_text(line[at], far)
            for (k = 2; k < i; k++) # the kernel of the nearest cell that names one
                if (names_kernel(cell[k]))
                    named = cell[k]
            if (!read_shape(cell[2], near))
                read_text(names_kernel(cell[2]) || !named ? cell[2] : "", near)
            if (named)
                read_text(named, near)
            named = ""
            for (k in near) # a row may begin with the end of a kernel's name
                if (k ~ "^short" SUBSEP)
                    near["lesson", substr(k, 7)]
            read_text(heads == cells ? head[i] : "", near)
            read_place(head[2], heads == cells ? head[i] : "", near)
            unit = ""
            if (heads == cells)
                unit = unit_of(head[i])
            if (unit == "")
                unit = unit_of(cell[2])
            if (unit == "")
                unit = unit_of(head[2])
            if (unit == "")
                unit = unit_of(before_table)
            if (heads == cells && head[i] ~ /call/)
                near["call"]
            out = ""
            rest = cell[i]
            while (match(rest, /[0-9]+([.][0-9]+)?/)) {
                before = out substr(rest, 1, RSTART - 1)
                figure = substr(rest, RSTART, RLENGTH)
                rest = substr(rest, RSTART + RLENGTH)
                out = before
                done = significant(figure) >= 2 && unit != "" && cell[i] ~ /^[ *]*[0-9.]+[ *]*$/
                if (done)
                    unit_found = ""
                if (done || measured(before, figure, rest))
                    figure = renumber(at, figure, unit_found != "" ? unit_found : unit, near, far)
                out = out figure
            }
            cell[i] = out rest
        }
        out = cell[1]
        for (i = 2; i <= cells; i++)
            out = out "|" cell[i]
        line[at] = out
    }
    before_table = ""
}

# The unit that a text names, if it is one only.
function unit_of(text,    found, n, unit)
{
    read_text(text, found)
    for (n in found)
        if (n ~ "^unit" SUBSEP)
            unit = unit == "" ? substr(n, 6) : "several"
    return unit == "several" ? "" : unit
}

function names_kernel(text,    found)
{
    read_text(text, found)
    return "kernel" in found
}

# "64 x 2^23" in a row's first cell: rows and elements.
function read_shape(text, near,    part)
{
    text = plain(text)
    gsub(/[ *]/, "", text)
    if (text !~ /^(2\^)?[0-9]+x(2\^)?[0-9]+$/)
        return 0
    split(text, part, "x")
    near["batch"]
    near["n"]
    near["batch", power_of(part[1])]
    near["n", power_of(part[2])]
    return 1
}
function power_of(text) { return text ~ /\^/ ? sprintf("%d", 2 ^ substr(text, 3)) : text }

# A head that is only a number, under a first head that says what the numbers are.
function read_place(first, head, near)
{
    gsub(/[ *]/, "", head)
    if (first ~ /block/ && head ~ /^[0-9]+$/) {
        near["block"]
        near["block", head]
    }
}

# What a lesson printed on a GPU has columns that no recorded file holds, so somebody must run it again.
function renumber_output(from, to,    at)
{
    for (at = from; at <= to; at++)
        if (line[at] ~ /^[a-z_0-9]+ +([0-9]+ x [0-9]+|library|host) +[0-9.]+ / && line[at] !~ / - +- /) {
            print "listed: " FILENAME ":" at ": a run printed this; print it again"
            return
        }
}
