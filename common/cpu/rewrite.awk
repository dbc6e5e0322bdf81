# rewrite.awk: makes C++ of a CUDA file for the CPU device. POSIX awk, run with LC_ALL=C.
#
#   awk -v file=NAME -f rewrite.awk NAME
#
# The compiler knows all of CUDA's words through cuda_runtime.h, except four forms:
#   kernel<B><<<g, b>>>(x)           a call: cuda_cpu_configure("kernel<B>", ..., g, b)(x)
#   extern __shared__ T name[];      in a kernel a pointer, at file scope an object that acts as one
#   cudaLaunchKernel((void *)k, ...) the cast is dropped, for the types of k's parameters; the name
#                                    is noted for reports (also for cudaLaunchCooperativeKernel,
#                                    cudaLaunchKernelEx and cudaLaunchKernelExC)
#   __noinline__                     the compilers' own form of it
# Everything else stays as it is, and every line keeps its number.
#
# The file becomes an array of tokens, text[1..n]; kind is "space" (also comments and line ends),
# "word", "number", "string" or "sign" (one character). The forms are found and replaced in the
# array, then it is printed.

{ source = source $0 "\n" }

END {
    printf "#line 1 \"%s\"\n", file
    tokenise(source)
    find_forms()
    for (i = 1; i <= n; i++)
        printf "%s", text[i]
    exit failed
}

function add(k, length_of) {
    n++
    kind[n] = k
    text[n] = substr(rest, 1, length_of)
    rest = substr(rest, length_of + 1)
}

function tokenise(all,    lines, count, i, at) {
    count = split(all, lines, "\n") - 1
    for (i = 1; i <= count; i++) {
        rest = lines[i] "\n"
        while (rest != "") {
            if (match(rest, /^[A-Za-z_$][A-Za-z0-9_$]*/)) {
                word = substr(rest, 1, RLENGTH)
                following = substr(rest, RLENGTH + 1, 1)
                if (following == "\"" && word ~ /^(u8|u|U|L)?R$/) {
                    # Raw string: up to )delimiter", perhaps lines further down.
                    at = index(rest, "(")
                    ending = ")" substr(rest, RLENGTH + 2, at - RLENGTH - 2) "\""
                    while (!(at = index(rest, ending)) && i < count)
                        rest = rest lines[++i] "\n"
                    add("string", at ? at + length(ending) - 1 : length(rest))
                } else
                    add("word", RLENGTH)
            } else if (match(rest, /^\.?[0-9]([eEpP][-+]|'[0-9A-Za-z_]|[0-9A-Za-z_.])*/))
                add("number", RLENGTH)
            else if (match(rest, /^([ \t\r\f\v]|\\\n|\n)+/)) {
                add("space", RLENGTH)
            } else if (rest ~ /^\/\//) {
                while (rest ~ /\\\n$/ && i < count)
                    rest = rest lines[++i] "\n"
                add("space", length(rest) - 1)
            } else if (rest ~ /^\/\*/) {
                while (!(at = index(substr(rest, 3), "*/")) && i < count)
                    rest = rest lines[++i] "\n"
                add("space", at ? at + 3 : length(rest))
            } else if (rest ~ /^["']/) {
                while (rest ~ /\\\n$/ && i < count)
                    rest = rest lines[++i] "\n"
                if (match(rest, /^"([^"\\\n]|\\.|\\\n)*"/) \
                    || match(rest, /^'([^'\\\n]|\\.|\\\n)*'/))
                    add("string", RLENGTH)
                else    # not closed, as in  #error don't
                    add("string", length(rest) - 1)
            } else
                add("sign", 1)
        }
    }
}

function complain(i, message,    line, j) {
    line = 1
    for (j = 1; j < i; j++)
        line += gsub(/\n/, "\n", text[j])
    printf "%s:%d: error: %s\n", file, line, message > "/dev/stderr"
    failed = 1
}

function after(i) { do i++; while (kind[i] == "space"); return i }

function before(i) { do i--; while (kind[i] == "space"); return i }

function opens(t) { return t == "(" || t == "[" || t == "{" }

function closes(t) { return t == ")" || t == "]" || t == "}" }

function closing(i,    depth) {     # the bracket that closes the one at i
    for (; i <= n; i++) {
        if (kind[i] != "sign") continue
        if (opens(text[i])) depth++
        else if (closes(text[i]) && --depth == 0) return i
    }
    return n + 1
}

function opening(i,    depth) {     # the bracket that opens what the one at i closes
    for (; i > 0; i--) {
        if (kind[i] != "sign") continue
        if (closes(text[i])) depth++
        else if (opens(text[i]) && --depth == 0) return i
    }
    return 0
}

function template_start(i,    depth) {   # the < that the > at i closes
    for (; i > 0; i--) {
        if (kind[i] != "sign") continue
        if (closes(text[i])) i = opening(i)
        else if (text[i] == ";" || opens(text[i])) return 0
        else if (text[i] == ">") depth++
        else if (text[i] == "<" && --depth == 0) return i
    }
    return 0
}

# Tokens from..to as one line: comments and line ends become a space where one is needed.
function flat(from, to,    i, result, gap) {
    for (i = from; i <= to; i++) {
        if (kind[i] == "space") { gap = 1; continue }
        if (gap && result ~ /[A-Za-z0-9_]$/ && kind[i] != "sign") result = result " "
        gap = 0
        result = result text[i]
    }
    return result
}

# The line ends among tokens from..to, to keep the line numbers.
function line_ends(from, to,    i, t, result) {
    for (i = from; i <= to; i++) {
        t = text[i]
        while (match(t, /\\?\n/)) {
            result = result substr(t, RSTART, RLENGTH)
            t = substr(t, RSTART + RLENGTH)
        }
    }
    return result
}

function replace(from, to, by,    i) {
    by = by line_ends(from, to)
    for (i = from; i <= to; i++) {
        text[i] = ""
        kind[i] = "space"
    }
    text[from] = by
}

function find_forms(    i) {
    for (i = 1; i <= n; i++) {
        if (kind[i] == "sign") {
            if (text[i] == "{") {
                inside[depth + 1] = inside[depth] || text[before(i)] == ")" \
                    || text[before(i)] ~ /^(const|noexcept|override|final|else|do|try|mutable)$/
                depth++
            } else if (text[i] == "}" && depth > 0)
                depth--
            else if (text[i] == "<" && text[i + 1] == "<" && text[i + 2] == "<" \
                     && text[i + 3] != "<" && text[before(i)] != "operator")
                launch(i)
        } else if (kind[i] == "word") {
            if (text[i] == "extern") shared_array(i)
            else if (text[i] == "__noinline__" && text[before(i)] != "(")
                text[i] = "__attribute__((noinline))"
            else if (text[i] == "cudaLaunchKernel" || text[i] == "cudaLaunchCooperativeKernel")
                kernel_argument(i, 1)
            else if (text[i] == "cudaLaunchKernelEx" || text[i] == "cudaLaunchKernelExC")
                kernel_argument(i, 2)
        }
    }
}

# The first token of the expression that ends at i: a::b<c>, (*p), t[i].k, s->k; 0 if none.
function expression_start(i,    j) {
    for (;;) {
        if (text[i] == ">" && kind[i] == "sign") {
            i = template_start(i)
            if (!i || kind[i = before(i)] != "word") return 0
        }
        while (text[i] == ")" || text[i] == "]") {
            i = opening(i)
            j = before(i)
            if (kind[j] == "word" && text[j] !~ /^(else|return|do|case)$/ || text[j] == "]" \
                || text[j] == ")" && text[before(opening(j))] !~ /^(if|for|while|switch)$/)
                i = j
            else
                return i
        }
        if (kind[i] != "word") return 0
        j = before(i)
        if (text[j] == "template") j = before(j)
        if (text[j] == "." || text[j] == ">" && text[j - 1] == "-") {
            i = before(text[j] == "." ? j : j - 1)
        } else if (text[j] == ":" && text[j - 1] == ":") {
            i = j - 1
            j = before(i)
            if (kind[j] == "word" && text[j] !~ /^(else|return|do|case)$/ || text[j] == ">")
                i = j
            else
                return i
        } else
            return i
    }
}

function launch(at,    start, end, depth, name) {
    start = expression_start(before(at))
    if (!start) return
    for (end = at + 3; end <= n; end++) {
        if (kind[end] != "sign") continue
        if (opens(text[end])) depth++
        else if (closes(text[end]) && --depth < 0) break
        else if (text[end] == ";" && !depth) break
        else if (!depth && text[end] == ">" && text[end + 1] == ">" && text[end + 2] == ">") {
            name = flat(start, at - 1)
            replace(end, end + 2, ")")
            replace(start, at + 2, "cuda_cpu_configure(CUDA_CPU_NAME(" name \
                "), [=](auto... cuda_cpu_args) -> decltype(" name "(cuda_cpu_args...)) { " name \
                "(cuda_cpu_args...); }, ")
            return
        }
    }
    complain(at, "this <<< has no >>>")
}

function shared_array(at,    i, end, bracket, name, type, dims, is_shared) {
    for (i = at; i <= n && text[i] != ";"; i++) {
        if (text[i] == "__shared__") is_shared = 1
        if (text[i] == "{" || !bracket && !is_shared && text[i] == "(") return
        if (text[i] == "[" && !bracket) bracket = i
        if (is_shared && bracket && text[i] == "," ) {
            complain(i, "extern __shared__: one array in a declaration, please")
            return
        }
    }
    end = i
    if (!is_shared || !bracket) return
    name = before(bracket)
    for (i = at; i < name; i++) {
        if (text[i] == "extern" || text[i] == "__shared__")
            replace(i, i, "")
        else if (text[i] ~ /^(__align__|alignas|__attribute__)$/)
            replace(i, closing(after(i)), "")
    }
    type = flat(at, name - 1)
    dims = flat(closing(bracket) + 1, end - 1)
    if (!inside[depth])
        replace(at, end - 1, "static const cuda_cpu_dynamic<" type dims "> " text[name] " = {}")
    else if (dims == "")
        replace(at, end - 1, type " *const " text[name] " = (" type " *)cuda_cpu_dynamic_shared")
    else
        replace(at, end - 1, type " (*const " text[name] ")" dims " = (" type " (*)" dims \
            ")cuda_cpu_dynamic_shared")
}

# The kernel in argument number `which` of the call at `call`.
function kernel_argument(call, which,    open, i, end, start, bracket, name, depth) {
    open = after(call)
    if (text[open] != "(") return
    for (i = open; which > 1; which--) {
        for (i++; i <= n && (depth || text[i] != ","); i++) {
            if (opens(text[i])) depth++
            else if (closes(text[i]) && --depth < 0) return
        }
    }
    start = after(i)
    depth = 0
    for (end = start; end <= n && (depth || text[end] != ","); end++) {
        if (kind[end] != "sign") continue
        if (opens(text[end]) || text[end] == "<") depth++
        else if ((closes(text[end]) || text[end] == ">") && --depth < 0) break
    }
    # A declaration has types here.
    if (text[start] ~ /^(const|void)$/) return
    if (text[start] == "(" && flat(start, closing(start)) ~ void_pointer("(", ")")) {
        replace(start, closing(start), "")
        start = after(start)
    } else if (text[start] ~ /^(reinterpret|static)_cast$/) {
        bracket = opening(before(end))
        if (flat(after(start), bracket - 1) ~ void_pointer("<", ">"))
            replace(start, bracket - 1, "")
    }
    name = flat(start, before(end))
    if (text[before(call)] ~ /^[:.>]$/ || closing(open) > n) return
    text[call] = "(cuda_cpu_note(CUDA_CPU_NAME(" name ")), " text[call]
    text[closing(open)] = "))"
}

function void_pointer(left, right) {
    return "^[" left "](const void|void const|void)[*][" right "]$"
}
