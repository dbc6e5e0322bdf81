# declaration.awk: finds the declaration in a lesson's file, with declared.awk. No other script here knows C: a declaration
# is the struct lesson_about of common/harness/about.h, one field per line.

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
    check_field(name, value)
}
