# answer-words.awk: may the gap have these directives and these words? For answer.awk, which has joined its lines.

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
