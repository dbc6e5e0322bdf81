# answer.awk: may this stand in the gap of an exercise? POSIX awk, run with LC_ALL=C.
#
#   awk -v exercise=FILE -v solution=FILE -f answer.awk HEADER... SOLUTION [CHECKS] FILE
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
# constant and string becomes "". So no way of writing is a special case.

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

function check_directive(code,    name) {
    name = code
    sub(/^[ \t\v\f]*/, "", name)
    if (code ~ /^[ \t\v\f]*(#|%:)[ \t\v\f]*pragma/) {
        sub(/^[^a-z]*pragma[ \t\v\f]*/, "", name)
        check_pragma(name)
        return
    }
    match(name, /^(#|%:|\?\?=)[ \t\v\f]*[a-z_]*/)
    wrong(substr(name, 1, RLENGTH) ": a directive is not allowed in the gap, except #pragma; everything needed is already included")
}

function check_pragma(text) {
    if (text !~ /^((no)?unroll|omp|nv_[a-z_]+|diag_[a-z]+|STDC|GCC[ \t]+(unroll|ivdep|novector|diagnostic)|clang[ \t]+(loop|diagnostic))([ \t(]|$)/)
        wrong("#pragma " text ": is not allowed in the gap; those for loops and warnings are")
}

# --- the code as a whole, in words

function check_code(    i, text, word, seen) {
    seen = 0 # strings
    for (i = 1; i <= lines; i++) {
        text = code_of[i]
        at = line_of[i]
        while (text != "") {
            if (match(text, /^[ \t\v\f]+/)) { text = substr(text, RLENGTH + 1); continue }
            if (match(text, /^[A-Za-z_$.0-9][A-Za-z_0-9$']*/)) ;
            else if (text ~ /^""/) RLENGTH = 2
            else if (text ~ /^<::[^:>]/) RLENGTH = 1 # in a<::b> it is no bracket
            else if (!match(text, /^(<%|%>|<:|:>|&&)/)) RLENGTH = 1
            word = substr(text, 1, RLENGTH)
            text = substr(text, RLENGTH + 1)
            if (word == "\"\"") seen++
            check_word(word, seen)
        }
    }
}

function check_word(word, seen) {
    if (word == "<%") word = "{"
    if (word == "%>") word = "}"
    if (word == "<:") word = "["
    if (word == ":>") word = "]"

    if (word ~ /^[A-Za-z_$]/) check_name(word)
    if (before == "operator" && word ~ /^[&,]$/)
        wrong("operator" word ": is not allowed in the gap; the text behind it uses " word " itself")
    if (word == "(" && is_at_top && depth == namespaces && before in called && !(before in of_answer))
        wrong(before ": the text behind the gap calls a function of this name; choose another name")
    if (word ~ /^(namespace|;)$/) is_namespace = word == "namespace"
    if (asm_at) check_assembly(word, seen)
    if (before == "extern" && word == "\"\"")
        wrong("extern \"" string[seen] "\": is not allowed in the gap, and not needed there")
    if (before2 == "_Pragma" && before == "(" && word == "\"\"") check_pragma(string[seen])
    else if (before2 == "_Pragma") wrong("_Pragma: needs a string in brackets")

    if (word ~ /^[[({]$/) {
        opened[++depth] = word
        if (word == "{" && is_namespace) { namespaces++; is_of_namespace[depth] = 1; is_namespace = 0 }
        if (before2 == "__attribute__" && before == "(" && word == "(") attributes = depth
        if (before == "[" && word == "[") attributes = depth
    } else if (word ~ /^[])}]$/) {
        if (!depth || opened[depth] word !~ /^([[]]|[(][)]|[{][}])$/)
            wrong(word ": closes what was not opened in the gap")
        if (depth == attributes) attributes = 0
        if (is_of_namespace[depth]) { namespaces--; is_of_namespace[depth] = 0 }
        depth--
    } else if (attributes && depth == attributes && word ~ /^[A-Za-z_]/)
        check_attribute(word)
    before2 = before
    before = word == "__attribute" ? "__attribute__" : word
}

function check_name(word) {
    if ((word in of_grader && !(word in of_lessons) && !(word in of_answer)) || word ~ /^(cuda_cpu|__tsan|__sanitizer|__ubsan)_/)
        wrong(word ": is the grader's, and not for the gap; choose another name")
    if (word ~ /^(__CONCAT|__STRING|__f[0-9]+x?|__MATH_TG|__GLIBC_USE|__U?INT(64|MAX|32)_C|_GLIBCXX_.*|__DECLARE_FLEX_ARRAY|__REDIRECT.*|__ASMNAME.*|__attribute_.*)$/ && word != "__attribute__")
        wrong(word ": is a macro of the C library's headers, and not for the gap")
    if (word ~ /^(asm|__asm|__asm__)$/) asm_at = 1
}

# asm volatile("" ::: "memory") only keeps the compiler from moving loads and stores.
function check_assembly(word, seen) {
    if (word ~ /^(asm|__asm|__asm__|volatile|__volatile__|\()$/) return
    if (word != "\"\"" || string[seen] != "")
        wrong("asm: instructions are not allowed in the gap; the CPU device cannot observe them")
    asm_at = 0
}

function check_attribute(word) {
    gsub(/^__|__$/, "", word)
    if (word !~ /^(gnu|clang|nv|using|maybe_unused|nodiscard|noreturn|fallthrough|deprecated|likely|unlikely|no_unique_address|unused|used|noinline|noclone|always_inline|forceinline|gnu_inline|flatten|artificial|aligned|packed|const|pure|hot|cold|may_alias|vector_size|ext_vector_type|mode|nonnull|returns_nonnull|format|warn_unused_result|restrict|malloc|assume|assume_aligned|leaf|nothrow|device|host|global|shared|constant|managed|launch_bounds|align|annotate|common)$/)
        wrong("attribute " word ": is not allowed in the gap; leave it out")
}
