# declared.awk: reads the declarations of lessons; see declared.sh, which calls it:
#   awk -f common/course/declared.awk -v of_parts=|1 -v only=|NN -v columns="..." lessons/*.cu
# A declaration is the struct lesson_about of common/harness/about.h, one field per line.

BEGIN {
    fields_known = " title part kernel step_from needs offers defaults bench swept per_sm "
    fields_needed = "title part offers defaults"
    offers_known = " LESSON_INT LESSON_FLOAT LESSON_GRID LESSON_ANY_BLOCK LESSON_DESTROYS_INPUT LESSON_BATCH " \
                   "LESSON_RAGGED LESSON_COOPERATIVE LESSON_OUTPUT LESSON_ALIGNED LESSON_INT8 LESSON_INT64 LESSON_DOUBLE LESSON_HALF LESSON_BFLOAT16 " \
                   "LESSON_OPERATORS LESSON_SECOND LESSON_INPUT_KINDS LESSON_WIDE_PARTIALS LESSON_PAIRS LESSON_COLUMNS LESSON_KEYS LESSON_CARDS LESSON_EACH_CARD LESSON_FROM_HOST "
    types_known = "INT FLOAT INT8 INT64 DOUBLE HALF BFLOAT16" # in the order of common/harness/types.h
    lesson_columns = "number lesson stem title part kernel step_from needs types offers n batch block defaults bench swept per_sm before after"
    part_columns = "part title slug steps article lessons"
    arguments()
    read_parts()
}

function arguments(    i, known)
{
    known = of_parts ? part_columns : lesson_columns
    number_wanted = split(columns == "" ? known : columns, wanted, " ")
    for (i = 1; i <= number_wanted; i++)
        if (index(" " known " ", " " wanted[i] " ") == 0)
            wrong("declared.sh", "no column " wanted[i] "; there are: " known)
}

function wrong(where, what)
{
    print where ": " what > "/dev/stderr"
    failed = 1
    exit 2
}
function bad(what) { wrong(file ":" FNR, what) }

# --- the parts of the course -----------------------------------------------------------------

function read_parts(    name, line, line_number, n, value, i)
{
    name = "lessons/parts.csv"
    while ((getline line < name) > 0) {
        line_number++
        sub(/\r$/, "", line)
        n = split(line, value, ",")
        if (line_number == 1) {
            if (line != "part,title,slug,steps,article")
                wrong(name ":1", "the columns must be part,title,slug,steps,article")
            continue
        }
        if (n != 5)
            wrong(name ":" line_number, n " fields where the header has 5")
        if (value[1] !~ /^[A-Z]+$/ || value[2] == "")
            wrong(name ":" line_number, "a part needs a number as IV, and a title")
        if (value[1] in part_row)
            wrong(name ":" line_number, "part " value[1] " has a row already")
        if (value[3] !~ /^[-a-z0-9]*$/ || (value[3] in slug_of))
            wrong(name ":" line_number, "slug " value[3] ": lower-case letters, digits and dashes are needed, and no other part's")
        slug_of[value[3]] = value[1]
        part_row[value[1]] = ++parts
        part_names = part_names (parts > 1 ? ", " : "") value[1]
        part[parts, "part"] = value[1]
        part[parts, "title"] = value[2]
        part[parts, "slug"] = value[3]
        part[parts, "steps"] = value[4]
        part[parts, "article"] = value[5]
    }
    close(name)
    if (!parts)
        wrong(name ":1", "no part of the course in it")
}

# --- a lesson's file ---------------------------------------------------------------------------

# The plain programs before the lessons declare nothing.
FNR == 1 { is_plain = FILENAME ~ /(^|\/)[0-9]\.[0-9]_[a-z0-9_]+\.cu$/ }
is_plain { next }

FNR == 1 {
    end_of_file()
    begin_file()
}
/^static const struct lesson_about / {
    if (declared_at)
        bad("a second declaration; the first is in line " declared_at)
    if ($0 !~ /^static const struct lesson_about about = \{[ \t\r]*$/)
        bad("a declaration must begin with the line: static const struct lesson_about about = {")
    declared_at = FNR
    inside = 1
    next
}
inside && /^\};[ \t\r]*$/ {
    inside = 0
    check_lesson()
    next
}
inside { field_line($0) }
END {
    if (failed)
        exit 2
    end_of_file()
    if (!lessons)
        wrong("lessons", "no lesson is there: NN_stem.cu")
    check_course()
    print_all()
}

function begin_file(    name)
{
    file = FILENAME
    name = file
    sub(/.*\//, "", name)
    if (name !~ /^[0-9][0-9]_[a-z0-9_]+\.cu$/)
        bad("a lesson's name must look like 05_unroll_last_warp.cu: two digits, then lower-case letters, digits and _")
    sub(/\.cu$/, "", name)
    number = substr(name, 1, 2)
    if (number in file_of)
        bad("number " number " is taken by " file_of[number] "; choose another")
    file_of[number] = file
    lesson = ++lessons
    number_of[lesson] = number
    row_of["lesson" number] = lesson
    what[lesson, "number"] = number
    what[lesson, "lesson"] = "lesson" number
    what[lesson, "stem"] = name
    declared_at = inside = 0
}

function end_of_file()
{
    if (!lessons)
        return
    if (inside)
        wrong(file ":" declared_at, "the declaration does not end: a line with }; is missing")
    if (!declared_at)
        wrong(file ":1", "no declaration; it begins with static const struct lesson_about about = {, see common/lesson.h")
}

# .title = "unroll the last warp",
function field_line(line,    name, value)
{
    sub(/\r$/, "", line)
    sub(/[ \t]*\/\*.*\*\/[ \t]*$/, "", line)
    sub(/[ \t]*\/\/.*$/, "", line)
    if (line ~ /^[ \t]*$/)
        return
    if (line !~ /^[ \t]*\.[a-z_]+ *= *[^ ].*,[ \t]*$/)
        bad("a declaration has one field per line, such as .part = \"I\", with the comma")
    name = line
    sub(/^[ \t]*\./, "", name)
    sub(/ *=.*/, "", name)
    value = line
    sub(/^[^=]*= */, "", value)
    sub(/,[ \t]*$/, "", value)
    if (index(fields_known, " " name " ") == 0)
        bad("no field ." name "; there are:" substr(fields_known, 1, length(fields_known) - 1))
    if ((lesson, name) in at)
        bad("." name " is already in line " at[lesson, name])
    at[lesson, name] = FNR
    if (name == "offers") {
        check_offers(value)
        return
    }
    if (value !~ /^"[^"\\\t]*"$/)
        bad("." name " must be a plain text in quotes")
    value = substr(value, 2, length(value) - 2)
    if (value !~ /[^ ]/)
        bad("." name " is empty; write something, or leave out the line")
    what[lesson, name] = value
    if (name == "part" && !(value in part_row))
        bad(".part \"" value "\": no such part of the course; lessons/parts.csv has " part_names)
    if (name == "kernel" && value !~ /^[A-Za-z_][A-Za-z_0-9]*$/)
        bad(".kernel \"" value "\": must be a name of a row: letters, digits and _")
    if (name == "needs" && value !~ /^[0-9]+\.[0-9]$/)
        bad(".needs \"" value "\": must be a compute capability, such as 9.0")
    if (name == "step_from" && value !~ /^lesson[0-9][0-9]$/)
        bad(".step_from \"" value "\": must be an earlier lesson, such as lessonNN")
    if (name == "per_sm" && value !~ /^[1-9][0-9]*$/)
        bad(".per_sm \"" value "\": must be a number of blocks, such as 1")
    if (name == "defaults")
        check_defaults(value)
    if (name == "bench")
        check_bench(value)
}

# LESSON_INT | LESSON_BATCH
function check_offers(value,    n, i, name, list, seen)
{
    n = split(value, list, /[ \t]*\|[ \t]*/)
    for (i = 1; i <= n; i++) {
        name = list[i]
        if (name == "" || index(offers_known, " " name " ") == 0)
            bad(".offers " (name == "" ? "has nothing on one side of |" : name ": no such offer") "; there are:" \
                substr(offers_known, 1, length(offers_known) - 1))
        if (name in seen)
            bad(".offers names " name " twice")
        seen[name]
        offered[lesson, name]
        sub(/^LESSON_/, "", name)
        if (index(" " types_known " ", " " name " "))
            continue
        what[lesson, "offers"] = listed(what[lesson, "offers"], tolower(name))
    }
    n = split(types_known, list, " ")
    for (i = 1; i <= n; i++)
        if (("LESSON_" list[i]) in seen)
            what[lesson, "types"] = listed(what[lesson, "types"], tolower(list[i]))
    if (!((lesson, "types") in what))
        bad(".offers names no type: LESSON_INT, LESSON_FLOAT or another of " types_known)
}
function listed(list, more) { return list == "" ? more : list "," more }

# -n 2^29 --batch 2048
function check_defaults(value,    n, i, word, option, seen)
{
    n = split(value, word, /[ \t]+/)
    for (i = 1; i <= n; i += 2) {
        option = word[i]
        if (option == "--size") option = "-n"
        if (option == "-b") option = "--block"
        if (option !~ /^(-n|--block|--batch|--row|--grid|--type)$/)
            bad(".defaults \"" value "\": " option " is not an option with a default; there are: -n -b --batch --row --grid --type")
        if (option in seen)
            bad(".defaults \"" value "\": " word[i] " twice")
        seen[option]
        if (i == n)
            bad(".defaults \"" value "\": " word[i] " without a value")
        if (option == "-n") {
            what[lesson, "n"] = elements(word[i + 1])
            if (what[lesson, "n"] == "")
                bad(".defaults \"" value "\": -n " word[i + 1] ": must be one size, such as 1000000, 2^29 or 16M")
        } else if (option != "--type" && !are_sizes(word[i + 1]))
            bad(".defaults \"" value "\": " word[i] " " word[i + 1] ": must be sizes, such as 2048 or 1,8")
        if (option == "--batch")
            what[lesson, "batch"] = word[i + 1]
        if (option == "--block")
            what[lesson, "block"] = word[i + 1]
    }
    if (!("-n" in seen))
        bad(".defaults \"" value "\": no -n, the elements of the lesson's own shape")
}

# -b 256,512 --batch 1,4,16; --type float
function check_bench(value,    runs, run, i, n, word, j)
{
    runs = split(value, run, ";")
    for (i = 1; i <= runs; i++) {
        sub(/^ +/, "", run[i])
        n = split(run[i], word, " ")
        if (!n)
            bad(".bench \"" value "\": a run without options; remove that ;")
        for (j = 1; j <= n; j++) {
            if (word[j] ~ /^(--hot|--no-cooperative)$/)
                continue
            if (word[j] !~ /^(-n|-b|--batch|--row|--grid|--cards|--type|--kernel|--input)$/)
                bad(".bench \"" value "\": " word[j] " is not one of: -n -b --batch --row --grid --cards --type --kernel --input --hot --no-cooperative")
            if (j == n || !is_value(word[j], word[j + 1]))
                bad(".bench \"" value "\": " word[j] (j == n ? " without a value" : " " word[j + 1] ": no such value"))
            j++
        }
    }
}

# Can the option have this value?
function is_value(option, value)
{
    if (option == "--type")
        return index(" " tolower(types_known) " ", " " value " ") > 0
    return option ~ /^--(kernel|input)$/ ? value ~ /^[A-Za-z_][A-Za-z_0-9]*$/ : are_sizes(value)
}

# 2^29 and 512M are 536870912. "": no size
function elements(text,    times, x)
{
    if (text ~ /^2\^[0-9]+$/) {
        times = substr(text, 3) + 0
        x = 1
    } else {
        times = 10 * index("KMG", toupper(substr(text, length(text))))
        x = times ? substr(text, 1, length(text) - 1) : text
        if (x !~ /^[0-9]+$/)
            return ""
    }
    if (x + 0 < 1 || times > 63)
        return ""
    for (; times > 0; times--)
        x *= 2
    return sprintf("%.0f", x)
}
function are_sizes(text,    n, i, list)
{
    n = split(text, list, ",")
    for (i = 1; i <= n; i++)
        if (elements(list[i]) == "")
            return 0
    return n > 0
}

# At the end of a declaration: is it complete?
function check_lesson(    n, i, name)
{
    n = split(fields_needed, name, " ")
    for (i = 1; i <= n; i++)
        if (!((lesson, name[i]) in at))
            wrong(file ":" declared_at, "the declaration has no ." name[i])
    if (((lesson, "batch") in what) && !((lesson, "LESSON_BATCH") in offered))
        wrong(file ":" at[lesson, "defaults"], "--batch in .defaults, which needs LESSON_BATCH in .offers")
    if (!((lesson, "batch") in what))
        what[lesson, "batch"] = "1"
}

# Checks that need all lessons
function check_course(    i, j, from, row)
{
    for (i = 1; i <= lessons; i++) {
        for (j = i; j > 1 && number_of[order[j - 1]] > number_of[i]; j--)
            order[j] = order[j - 1]
        order[j] = i
    }
    for (i = 1; i <= lessons; i++) {
        row = order[i]
        if (i > 1)
            what[row, "before"] = number_of[order[i - 1]]
        if (i < lessons)
            what[row, "after"] = number_of[order[i + 1]]
        j = part_row[what[row, "part"]]
        part[j, "lessons"] = listed(part[j, "lessons"], number_of[row])
        if (!((row, "step_from") in what))
            continue
        from = what[row, "step_from"]
        if (!(from in row_of))
            wrong(file_of[number_of[row]] ":" at[row, "step_from"], ".step_from \"" from "\": there is no such lesson")
        if (substr(from, 7) >= number_of[row])
            wrong(file_of[number_of[row]] ":" at[row, "step_from"], ".step_from \"" from "\": it is not an earlier lesson")
    }
}

function print_all(    i, shown)
{
    for (i = 1; of_parts && i <= parts; i++)
        if ((i, "lessons") in part)
            print_row(part, i)
    for (i = 1; !of_parts && i <= lessons; i++)
        if (only == "" || number_of[order[i]] == only) {
            print_row(what, order[i])
            shown++
        }
    if (only != "" && !shown)
        wrong("declared.sh", "there is no lesson " only)
}
function print_row(table, row,    j, text)
{
    for (j = 1; j <= number_wanted; j++) {
        text = (row, wanted[j]) in table ? table[row, wanted[j]] : ""
        printf "%s%s", (j > 1 ? "\t" : ""), (text == "" ? "-" : text)
    }
    print ""
}
