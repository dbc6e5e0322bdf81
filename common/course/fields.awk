# fields.awk: what the fields of a declaration may say, with declared.awk.

BEGIN {
    fields_known = " title part kernel step_from needs offers defaults bench swept per_sm "
    fields_needed = "title part offers defaults"
    offers_known = " " first_words("common/harness/about.h", "^    LESSON_[A-Z0-9_]+ *= ", 5)
    types_known = first_words("common/harness/types.h", "^ *X[(][A-Z0-9]+, ", 7)
}

# The words that begin at this column of the lines that match, with a space behind each
function first_words(file, pattern, column,    line, words)
{
    while ((getline line < file) > 0)
        if (line ~ pattern) {
            line = substr(line, column)
            match(line, /^[A-Z0-9_]+/)
            words = words substr(line, 1, RLENGTH) " "
        }
    close(file)
    if (words == "")
        wrong(file ":1", "nothing there says what lessons can offer")
    return words
}

function check_field(name, value)
{
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
