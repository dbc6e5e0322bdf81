# course.awk: the lessons and parts of the course, for the scripts of plots/, from the files that
# -v lessons_file and -v parts_file name; course.sh makes them. Used after rows.awk.

BEGIN {
    CONVFMT = OFMT = "%.15g" # 2^33 is 8589934592, not 8.58993e+09
    read_parts()
    read_lessons()
}

# Sets parts, and for p = 1 to parts: part_id[p] "IV", part_name[p] "Cooperative groups", part_title[p] with
# both, part_end[p] "-groups", the end of its file names, part_steps[p], part_article[p]. part_number["IV"]
# is p.
function read_parts(    line, value)
{
    while ((getline line < parts_file) > 0) {
        columns_of(line, value)
        part_id[++parts] = value[1]
        part_number[value[1]] = parts
        part_name[parts] = value[2]
        part_title[parts] = value[1] ". " value[2]
        part_end[parts] = value[3] == "" ? "" : "-" value[3]
        part_steps[parts] = value[4]
        part_article[parts] = value[5]
    }
    close(parts_file)
}

# Sets lessons, and for i = 1 to lessons: lesson_at[i] "lesson05". With that as index: title_of, stem_of,
# part_of (a number, as above), step_from, needs, the declared shape (elements_of; batches_of, as "1 8"),
# bench_of, swept and per_sm.
function read_lessons(    line, value, last, l)
{
    while ((getline line < lessons_file) > 0) {
        last = columns_of(line, value)
        l = lesson_at[++lessons] = value[1]
        stem_of[l] = value[2]
        title_of[l] = value[3]
        part_of[l] = part_number[value[4]]
        step_from[l] = value[5]
        needs[l] = value[6]
        elements_of[l] = value[7]
        batches_of[l] = value[8]
        gsub(/,/, " ", batches_of[l])
        bench_of[l] = value[9]
        swept[l] = value[10]
        per_sm[l] = value[last]
    }
    close(lessons_file)
}

function columns_of(line, value,    n, i)
{
    n = split(line, value, "\t")
    for (i = 1; i <= n; i++)
        if (value[i] == "-")
            value[i] = ""
    return n
}

function digits_of(lesson) { return substr(lesson, 7) }
