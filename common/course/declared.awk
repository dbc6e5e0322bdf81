# declared.awk: the course as its lessons declare it: its parts, what needs all lessons, and what is printed. declared.sh
# calls it with the three that read a declaration:
#   awk -f declared.awk -f declaration.awk -f fields.awk -f options.awk -v of_parts=|1 -v only=|NN -v columns="..." lessons/*.cu

BEGIN {
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

END {
    if (failed)
        exit 2
    end_of_file()
    if (!lessons)
        wrong("lessons", "no lesson is there: NN_stem.cu")
    check_course()
    print_all()
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
