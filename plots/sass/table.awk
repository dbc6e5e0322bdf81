# table.awk: what `make sass05` prints; after the other scripts of this folder.
#   -v lesson=lesson05 -v toolkit=13.0.88
#   -v wanted=NAME      the kernel whose lines are listed (default: the one with block 256, or the first)
#   -v full=yes         prints its instructions under their lines
# The listing has the lesson's lines first, then those of other files of the course, then one row for each other file.

function kernel(    w)
{
    find_loops()
    find_loads()
    summarise()
    names_of[kernels] = name
    row_of[kernels] = sprintf("%5d %5d %5d %5d %5d  ", count, registers, spill_bytes, block_barriers, warp_barriers)
    for (w = 1; w <= ways; w++)
        load_row[kernels, w] = sprintf("%4d %5d  %s", way_flight[w], way_bytes[w], in_words(w))
    ways_of[kernels] = ways
    listing_of[kernels] = full == "" ? listing() : full_listing()
}

# "line 37,39, loop: 4, wait, 6, wait, 6"
function in_words(w,    text)
{
    text = way_groups[w]
    if (text ~ /^[0-9]+$/)
        text = text (text == 1 ? " load" : " loads") ", then wait"
    else if (gsub(/\+/, "+", text) <= 3)
        gsub(/\+/, ", wait, ", text)
    else
        text = text ", a wait after each"
    return where(w) ", line " way_lines[w] ": " text
}

END {
    if (failed)
        exit failed
    in_order(names_of, kernels, place_of)
    shown = choose()
    if (!shown)
        exit 2
    print lesson ", " arch ", nvcc " toolkit ": " lesson_file
    print ""
    wide_name = 6
    for (i = 1; i <= kernels; i++)
        if (length(names_of[i]) > wide_name)
            wide_name = length(names_of[i])
    column_of_names = "%-" wide_name "s"
    printf column_of_names "  instr  regs spill barriers      in flight\n", ""
    printf column_of_names " uctions     bytes block  warp  loads bytes  global loads, in the order of the code\n", \
        "kernel"
    for (i = 1; i <= kernels; i++) {
        k = place_of[i]
        printf column_of_names "   %s%s\n", names_of[k], row_of[k], ways_of[k] ? load_row[k, 1] : "   0     0  none"
        for (w = 2; w <= ways_of[k]; w++)
            printf "%" (wide_name + 34) "s %s\n", "", load_row[k, w]
    }
    print ""
    print names_of[shown] ", line by line:"
    printf "%s", listing_of[shown]
}

# The kernel of that name, or of that name before <...>; of a template's, the one with block 256.
function choose(    i, k, best, bare)
{
    for (i = kernels; i; i--) {
        k = place_of[i]
        bare = names_of[k]
        sub(/<.*/, "", bare)
        if (wanted == names_of[k])
            return k
        if ((wanted == "" || wanted == bare) && (!best || !is_default(best) || is_default(k)))
            best = k
    }
    if (!best) {
        printf "KERNEL=%s: %s has no such kernel; it has:", wanted, lesson > "/dev/stderr"
        for (i = 1; i <= kernels; i++)
            printf " %s", names_of[place_of[i]] > "/dev/stderr"
        print "" > "/dev/stderr"
    }
    return best
}
function is_default(k) { return names_of[k] ~ /[<,]256[,>]/ }

# The path of a file as the course names it, or "" outside the course
function in_course(file,    at)
{
    at = match(file, /(lessons|common)\/[^\/]*(\/[^\/]*)*$/)
    file = at ? substr(file, at) : ""
    if (file == "" || !(file in is_ours))
        is_ours[file] = file != "" && (getline at < file) >= 0
    close(file)
    return is_ours[file] ? file : ""
}
function shown_file(i,    file)
{
    file = in_course(source[i])
    if (file == "") {
        file = source[i] == "" ? "(no line)" : source[i]
        sub(/.*\//, "", file)
    }
    return file
}

# The lines of the kernel, in key[1 ...]: file, number and how many there are; returns how many keys.
function collect_lines(    i, file, k, n)
{
    split("", instructions_of); split("", kinds_of); split("", key_of); split("", key_file); split("", key_line)
    for (i = 1; i <= count; i++) {
        file = shown_file(i)
        k = file SUBSEP (in_course(source[i]) == "" ? 0 : line[i])
        if (!(k in instructions_of)) {
            n++
            key_file[n] = file
            key_line[n] = in_course(source[i]) == "" ? 0 : line[i]
            key_of[n] = sprintf("%d %s %6d", file == lesson_file ? 0 : key_line[n] ? 1 : 2, file, key_line[n])
        }
        instructions_of[k]++
        kinds_of[k, base(op[i])]++
    }
    in_order(key_of, n, key)
    return n
}
# Of a line's instructions, those that a reader looks for, in this order: 2 LDS, 1 STS
BEGIN {
    shown_kinds = split("LDG LD LDGSTS UBLKCP STG ST LDS STS LDL STL SHFL REDUX VOTE MATCH ATOMG ATOM ATOMS REDG RED " \
                        "BAR WARPSYNC MEMBAR BRA CALL NOP", shown_kind, " ")
}
function kinds(k,    i, text)
{
    for (i = 1; i <= shown_kinds; i++)
        if ((k, shown_kind[i]) in kinds_of)
            text = text (text == "" ? "" : ", ") kinds_of[k, shown_kind[i]] " " shown_kind[i]
    return text
}

function listing(    n, i, k, file, text)
{
    n = collect_lines()
    text = " line instructions\n"
    for (i = 1; i <= n; i++) {
        k = key_file[key[i]] SUBSEP key_line[key[i]]
        file = key_file[key[i]]
        if (file != lesson_file && file != last_file && key_line[key[i]])
            text = text " " file "\n"
        last_file = file
        text = text (key_line[key[i]] ? sprintf("%5d", key_line[key[i]]) : "     ") \
            sprintf(" %5d  %-26s %s\n", instructions_of[k], kinds(k), code(file, key_line[key[i]]))
    }
    last_file = ""
    return text
}

# All instructions, each under its line
function full_listing(    i, text, last, file)
{
    for (i = 1; i <= count; i++) {
        file = shown_file(i)
        if (file SUBSEP line[i] != last)
            text = text (file == lesson_file ? "" : file ":") line[i] ": " code(in_course(source[i]), line[i]) "\n"
        last = file SUBSEP line[i]
        text = text sprintf("        %s  %s", offset[i], printed[i])
        if (i in still)
            text = text "    <- waits" (!(i in waited) ? "" : "; " waited[i] (waited[i] == 1 ? " load" : " loads") \
                " since the last wait") (still[i] ? "; " still[i] " still in flight" : "")
        text = text "\n"
    }
    return text
}

# The text of a line of a file, without the blanks before it; long lines are cut
function code(file, number,    at, row)
{
    if (!number)
        return file
    if (!(file in length_of)) {
        while (file != "" && (getline row < file) > 0)
            code_of[file, ++length_of[file]] = row
        close(file)
    }
    row = code_of[file, number]
    gsub(/[ \t]+/, " ", row)
    sub(/^ /, "", row)
    return length(row) > 62 ? substr(row, 1, 61) "…" : row
}
