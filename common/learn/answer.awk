# answer.awk: may this stand in the gap of an exercise? POSIX awk, run with LC_ALL=C.
#
#   awk -v exercise=FILE -v solution=FILE -f answer.awk -f answer-words.awk HEADER... SOLUTION [CHECKS] FILE
#
# Exit code 1 and a line that says what is not allowed, where, and why. The headers are those of the grader, the
# harness and the lessons. What is refused has no use in an answer, and would let it be graded by itself: the gap
# is text between the checks' own declarations and main.
#
#   directives             with # or %:, in continued lines too; pragmas that concern loops and OpenMP are allowed
#   what leaves the gap    a comment or a string that goes on behind it, a bracket that closes what began before it
#                          (one that is never closed, the compiler refuses, if it should be)
#   the grader's names     exercise_..., trace_..., cuda_cpu_..., and the harness's lesson_..., unless the lessons'
#                          headers or the solution's gap have them; and the C library's macros that make names
#   second functions       of a name that the text behind the gap calls, where the gap is outside of functions:
#                          the other one might be called; operator& and operator, for the same reason
#   attributes             except those that concern inlining, alignment and warnings
#   assembly, extern "C"   instructions that nobody observes; other names for functions
#
# The lines of the gap are joined where a backslash continues them, comments become blanks, and every character
# constant and string becomes "". So no way of writing is a special case. What the code may say: answer-words.awk.

function wrong(text) {
    printf "%s:%d: %s\n", exercise, at, text
    status = 1
    exit 1
}

# The words of the headers. Names that lessons use, too, belong to nobody.
FILENAME != exercise {
    if (FILENAME == solution) {
        if (/your code begins/) { place = "gap"; is_at_top = !braces }
        else if (/your code ends/) place = "behind"
        else if (FNR == 1) place = "before"
        if (place == "before") {
            text = $0
            gsub(/\/\*([^*]|\*[^\/])*\*\/|"([^"\\]|\\.)*"/, "", text)
            if (text !~ /^ ?\*|\/\*/) braces += gsub(/[{]/, "", text) - gsub(/[}]/, "", text)
        }
    } else if (FILENAME ~ /\/checks\//) place = "behind"
    else place = FILENAME ~ /\/lesson[^\/]*$/ ? "lesson" : FILENAME ~ /\/harness\// ? "harness" : "grader"
    text = $0
    while (match(text, /[A-Za-z_][A-Za-z_0-9]*/)) {
        word = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (place == "gap") of_answer[word] = 1
        else if (place == "lesson") of_lessons[word] = 1
        else if (place == "behind") { if (text ~ /^\(/) called[word] = 1 }
        else if (word ~ (place == "harness" ? "^lesson_" : "^(exercise|trace)_") && place != "before") of_grader[word] = 1
    }
    next
}

FNR == 1 { in_gap = raw_ends = in_comment = 0 }
/^[ \t]*\/\* ---- your code begins.*---- \*\/\r?$/ { in_gap = 1; next }
/^[ \t]*\/\* ---- your code ends ---- \*\/\r?$/ { in_gap = 0; next }
!in_gap { next }

# One line without continuations. In a raw string a backslash continues nothing.
{
    sub(/[ \t\r]+$/, "")
    if (joined == "") at_first = FNR
    at = last = FNR
    if (raw_ends == 0 && sub(/\\$/, "")) {
        joined = joined $0
        is_joined = 1
        next
    }
    text = joined $0
    joined = ""
    is_joined = 0
    if (raw_ends == 0) at = at_first
    scan(text)
}

END {
    if (status) exit status
    at = last
    if (is_joined) wrong("\\: the last line of the gap goes on behind it")
    if (in_comment) wrong("/*: this comment is not closed in the gap")
    if (raw_ends != 0) wrong("R\": this string is not closed in the gap")
    check_code()
}

# Adds a line to the code, without comments and with "" for strings, whose texts are kept.
function scan(text,    c, two, begin, code, strings_before) {
    code = ""
    strings_before = strings
    while (text != "") {
        if (in_comment) {
            begin = index(text, "*/")
            if (!begin) { text = ""; break }
            text = substr(text, begin + 2)
            in_comment = 0
            code = code " "
            continue
        }
        if (raw_ends != 0) {
            begin = index(text, raw_ends)
            if (!begin) { raw_text = raw_text text "\n"; text = ""; break }
            string[++strings] = raw_text substr(text, 1, begin - 1)
            text = substr(text, begin + length(raw_ends))
            raw_ends = 0
            code = code "\"\""
            continue
        }
        c = substr(text, 1, 1)
        two = substr(text, 1, 2)
        if (two == "/*") { in_comment = 1; text = substr(text, 3) }
        else if (two == "//") text = ""
        else if (match(text, /^(u8|[uUL])?R"[^()\\ ]*\(/)) {
            raw_ends = substr(text, 1, RLENGTH - 1)
            sub(/^[^"]*"/, "", raw_ends)
            raw_ends = ")" raw_ends "\""
            raw_text = ""
            text = substr(text, RLENGTH + 1)
        }
        else if (match(text, /^[A-Za-z_$][A-Za-z_0-9$]*/) ||
                 match(text, /^\.?[0-9]([eEpP][-+]|'[0-9A-Za-z_]|[0-9A-Za-z_.])*/)) {
            code = code substr(text, 1, RLENGTH)
            text = substr(text, RLENGTH + 1)
        }
        else if (c == "\"" || c == "'") {
            if (!match(text, c == "'" ? "^'([^'\\\\]|\\\\.)*'" : "^\"([^\"\\\\]|\\\\.)*\""))
                wrong(c ": is not closed in this line")
            string[++strings] = substr(text, 2, RLENGTH - 2)
            text = substr(text, RLENGTH + 1)
            code = code "\"\""
        }
        else { code = code c; text = substr(text, 2) }
    }
    if (code ~ /^[ \t\v\f]*(#|%:|\?\?=)/) {
        check_directive(code)
        strings = strings_before
    } else {
        line_of[++lines] = at
        code_of[lines] = code
    }
}
