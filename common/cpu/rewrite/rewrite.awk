# rewrite.awk: turns a CUDA file into C++ for the CPU device. POSIX awk, run with LC_ALL=C.
#
#   awk -v file=NAME -f rewrite.awk -f ptx.awk <NAME     to standard output
#
# headers.awk calls rewrite() for each of a program's files. Any number may be rewritten one after the other.
#
# cuda_runtime.h defines all of CUDA's words for the compiler, except these forms:
#   kernel<B><<<g, b>>>(x)           a call: cuda_cpu_configure("kernel<B>", ..., g, b)(x); also k << <g, b >> >(x),
#                                    and with parts that #if chooses
#   extern __shared__ T name[];      a pointer in a kernel, elsewhere a reference to one
#   __shared__ T name[3];            a reference to memory that the engine gives to each OS thread
#   cudaLaunchKernel((void *)k, ...) the cast is dropped, to keep the types of k's parameters; the name
#                                    is recorded for reports (also for cudaLaunchCooperativeKernel,
#                                    cudaLaunchKernelEx and cudaLaunchKernelExC)
#   (void *)kernel, elsewhere        (void *)cuda_cpu_known(0, kernel), which remembers how to launch it
#   __CUDA_ARCH__ in device code     CUDA_CPU_ARCH
#   __cluster_dims__(2, 1, 1) of a kernel   its body also notes them, in cuda_cpu_clustered<...>
#   __noinline__                     becomes the compilers' own form
#   asm("mov.u32 ...")               inline PTX: becomes C++, by ptx.awk
#   #include <thrust/...>            and other libraries of the CUDA Toolkit: become #error, with the reason
# Everything else stays as it is, and every line keeps its number.
#
# The file becomes an array of tokens, text[1..n]; kind is "space" (also comments and line ends),
# "word", "number", "string" or "sign" (one character), and directive is the number of the
# preprocessor line it is on, or 0. What is inside #if 0 is space. The script replaces the forms in the array,
# then prints it.

file != "" { take($0) }
END { if (file != "") exit rewrite(file, "/dev/stdout") }

function take(line) {
    if (!lines) sub(/^\357\273\277/, "", line)  # a byte order mark
    sub(/\r$/, "", line)
    source[++lines] = line "\n"
}

# Writes what take() has got, the lines of the file `name`, into the file `to`. instead[HEADER] is what to include
# in place of HEADER. Returns 1 if there is a mistake, which was told, else 0.
function rewrite(name, to,    i) {
    its_name = name
    print line_1(name) >to
    tokenise()
    find_dead_code()
    find_kernels()
    find_forms()
    for (i = 1; i <= n; i++)
        printf "%s%s", text[i], behind[i] >to
    close(to)
    i = failed
    forget()
    return i
}

# What belongs to one file only
function forget() {
    split("", source); split("", instead); split("", text); split("", kind); split("", directive); split("", behind)
    split("", dead); split("", inside); split("", on_device); split("", is_kernel); split("", name_of)
    lines = n = depth = ifs = directives = now_directive = device_group = launches_handles = failed = 0
}

function line_1(name) {
    gsub(/["\\]/, "\\\\&", name)
    return "#line 1 \"" name "\""
}

function add(k, length_of) {
    n++
    kind[n] = k
    text[n] = substr(rest, 1, length_of)
    rest = substr(rest, length_of + 1)
    if (k == "sign" && text[n] == "#" && line_begins) now_directive = ++directives
    directive[n] = now_directive
    if (k != "space")
        line_begins = 0
    else if (text[n] !~ /^\// && text[n] ~ /\n/ && text[n] !~ /\\\n$/) {
        line_begins = 1
        now_directive = 0
    }
}

function tokenise(    i, at, word, following, ending) {
    line_begins = 1
    for (i = 1; i <= lines; i++) {
        rest = source[i]
        while (rest != "") {
            if (match(rest, /^[A-Za-z_$][A-Za-z0-9_$]*/)) {
                word = substr(rest, 1, RLENGTH)
                following = substr(rest, RLENGTH + 1, 1)
                if (following == "\"" && word ~ /^(u8|u|U|L)?R$/) {
                    # Raw string: up to )delimiter", which may be lines further down.
                    at = index(rest, "(")
                    ending = ")" substr(rest, RLENGTH + 2, at - RLENGTH - 2) "\""
                    while (!(at = index(rest, ending)) && i < lines)
                        rest = rest source[++i]
                    add("string", at ? at + length(ending) - 1 : length(rest))
                } else
                    add("word", RLENGTH)
            } else if (match(rest, /^\.?[0-9]([eEpP][-+]|'[0-9A-Za-z_]|[0-9A-Za-z_.])*/))
                add("number", RLENGTH)
            else if (match(rest, /^([ \t\r\f\v]|\\\n|\n)+/)) {
                add("space", RLENGTH)
            } else if (rest ~ /^\/\//) {
                while (rest ~ /\\\n$/ && i < lines)
                    rest = rest source[++i]
                add("space", length(rest) - 1)
            } else if (rest ~ /^\/\*/) {
                while (!(at = index(substr(rest, 3), "*/")) && i < lines)
                    rest = rest source[++i]
                add("space", at ? at + 3 : length(rest))
            } else if (rest ~ /^["']/) {
                while (rest ~ /\\\n$/ && i < lines)
                    rest = rest source[++i]
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

# The word of the directive whose # is at i: "if", "endif", ...; "" if there is no directive.
function directive_word(i) {
    return kind[i] == "sign" && text[i] == "#" && directive[i] && directive[i - 1] != directive[i] ? text[after(i)] : ""
}

# What is after #if 0, or after the #else of an #if 1, is never compiled and need not be CUDA.
function find_dead_code(    i, word, condition, level, taken, nesting) {
    for (i = 1; i <= n; i++) {
        word = directive_word(i)
        if (nesting) {
            if (word ~ /^if/) nesting++
            else if (word == "endif" || nesting == 1 && word ~ /^el/ && !taken[level]) nesting--
            if (nesting) dead[i] = 1
            else if (word == "endif") level--
            continue
        }
        if (word ~ /^if/) {
            condition = word == "if" ? flat(after(after(i)), end_of_directive(i)) : ""
            taken[++level] = condition == "1"
            if (condition == "0") nesting = 1
        } else if (word ~ /^el/ && level && taken[level])
            nesting = 1
        else if (word == "endif" && level)
            level--
        if (nesting) i = end_of_directive(i)
    }
    for (i = 1; i <= n; i++)
        if (dead[i]) {
            for (level = i; dead[level + 1]; level++) ;
            make_space(i, level)
            i = level
        }
    find_empty_groups()
}

# Tokens from..to become one that is skipped.
function make_space(from, to,    i, all) {
    for (i = from; i <= to; i++) {
        all = all text[i]
        text[i] = ""
        kind[i] = "space"
        directive[i] = 0
    }
    text[from] = all
}

# An #if without any code in its branches is like a comment, and may stand inside of any form.
function find_empty_groups(    i, word, level, begin, has_code, end) {
    for (i = 1; i <= n; i++) {
        word = directive_word(i)
        if (word == "") {
            if (kind[i] != "space" && level) has_code[level] = 1
            continue
        }
        end = end_of_directive(i)
        if (word ~ /^if/) {
            begin[++level] = i
            has_code[level] = 0
        } else if (word == "endif" && level) {
            if (!has_code[level]) make_space(begin[level], end)
            else if (level > 1) has_code[level - 1] = 1
            level--
        } else if (word !~ /^el/ && level)
            has_code[level] = 1         # #define and the like
        i = end
    }
}

function end_of_directive(i,    number) {
    for (number = directive[i]; directive[i + 1] == number; i++) ;
    return i
}

function complain(i, message,    line, j) {
    line = 1
    for (j = 1; j < i; j++)
        line += gsub(/\n/, "\n", text[j])
    printf "%s:%d: error: %s\n", its_name, line, message > "/dev/stderr"
    failed = 1
}

function after(i) { do i++; while (kind[i] == "space"); return i }

function before(i) { do i--; while (kind[i] == "space"); return i }

function opens(t) { return t == "(" || t == "[" || t == "{" }

function closes(t) { return t == ")" || t == "]" || t == "}" }

function closing(i,    depth) {     # the bracket that matches the opening one at i
    for (; i <= n; i++) {
        if (kind[i] != "sign") continue
        if (opens(text[i])) depth++
        else if (closes(text[i]) && --depth == 0) return i
    }
    return n + 1
}

function opening(i,    depth) {     # the bracket that matches the closing one at i
    for (; i > 0; i--) {
        if (kind[i] != "sign") continue
        if (closes(text[i])) depth++
        else if (opens(text[i]) && --depth == 0) return i
    }
    return 0
}

function template_start(i,    depth) {   # the < that matches the > at i
    for (; i > 0; i--) {
        if (kind[i] != "sign") continue
        if (closes(text[i])) i = opening(i)
        else if (text[i] == ";" || opens(text[i])) return 0
        else if (text[i] == ">") depth++
        else if (text[i] == "<" && --depth == 0) return i
    }
    return 0
}

function template_end(i,    depth) {     # the > that matches the < at i
    for (; i <= n; i++) {
        if (kind[i] != "sign") continue
        if (opens(text[i])) i = closing(i)
        else if (text[i] == ";" || closes(text[i])) return 0
        else if (text[i] == "<") depth++
        else if (text[i] == ">" && --depth == 0) return i
    }
    return 0
}

# Tokens from..to as one line: comments and line ends become a space where one is necessary.
function flat(from, to,    i, result, gap) {
    for (i = from; i <= to; i++) {
        if (kind[i] == "space") { gap = 1; continue }
        if (gap && (result ~ /[A-Za-z0-9_]$/ && kind[i] != "sign" \
                    || text[i] ~ /^[-+&|<>]$/ && text[i] == substr(result, length(result))))
            result = result " "
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

function find_forms(    i, j, chevron) {
    for (i = 1; i <= n; i++) {
        if (kind[i] == "sign") {
            if (text[i] == "{") {
                inside[depth + 1] = inside[depth] || text[before(i)] == ")" \
                    || text[before(i)] ~ /^(const|noexcept|override|final|else|do|try|mutable)$/
                depth++
                on_device[depth] = on_device[depth - 1] || begins_device_code(i)
            } else if (text[i] == "}" && depth > 0)
                depth--
            else if (text[i] == "<" && text[i + 1] ~ /^(<|[ \t\n]+)$/ && (chevron = three(i, "<")) \
                     && text[before(i)] != "operator")
                launch(i, chevron)
            else if (text[i] == "(" && flat(i, closing(i)) ~ void_pointer("(", ")"))
                kernel_handle(after(closing(i)))
            else if (text[i] == "#" && directive[i])
                preprocess(i)
        } else if (kind[i] == "word") {
            if (text[i] == "__shared__") shared_variables(i)
            else if (text[i] == "__cluster_dims__" && !directive[i]) cluster_dims(i)
            else if (text[i] == "__CUDA_ARCH__" && (on_device[depth] || device_group)) text[i] = "CUDA_CPU_ARCH"
            else if (text[i] ~ /^__(device|constant|managed)__$/) device_variable(i)
            else if (text[i] ~ /^(asm|__asm|__asm__)$/) assembler(i)
            else if (text[i] == "reinterpret_cast" && (j = template_end(after(i))) \
                     && flat(after(i), j) ~ void_pointer("<", ">"))
                kernel_handle(after(after(j)))
            else if (text[i] == "__noinline__" && text[before(i)] !~ /^[(:]$/)
                text[i] = "__attribute__((noinline))"
            else if (text[i] == "cudaLaunchKernel" || text[i] == "cudaLaunchCooperativeKernel")
                kernel_argument(i, 1)
            else if (text[i] == "cudaLaunchKernelEx" || text[i] == "cudaLaunchKernelExC")
                kernel_argument(i, 2)
        }
    }
}

# Three of this sign from i on, perhaps with blanks between them: the last one; 0 if there are not, or more.
function three(i, sign,    j, count) {
    for (j = i; kind[j] == "sign" && text[j] == sign; j = after(j)) {
        last_of_three = j
        count++
    }
    return count == 3 ? last_of_three : 0
}

# A preprocessor line. Braces count once, though several branches of an #if may have the same one.
function preprocess(i,    word) {
    word = directive_word(i)
    if (word == "include") include(after(i))
    else if (word ~ /^if/) {
        depth_at_if[++ifs] = depth
        if (!device_group && is_device_group(i)) device_group = ifs
    } else if (ifs && word ~ /^el/)
        depth = depth_at_if[ifs]
    else if (ifs && word == "endif") {
        if (device_group == ifs) device_group = 0
        ifs--
    }
}

# Does the { at i begin the body of a kernel, a function for the device alone, or such a lambda?
function begins_device_code(i,    j, found) {
    for (j = i - 1; j > 0; j--) {
        if (kind[j] == "space" || directive[j]) continue
        if (text[j] ~ /^__(global|device)__$/) found = 1
        else if (text[j] == "__host__") return 0
        else if (text[j] == ")" || text[j] == "]" && !found) j = opening(j)
        else if (text[j] ~ /^[;{}]$/ || text[j] == "," && found || opens(text[j])) break
    }
    return found
}

# Outside of functions: does the #if at i, with its other branches, choose among functions for the device?
function is_device_group(i,    j, nesting, word, found) {
    if (inside[depth] || flat(i, end_of_directive(i)) !~ /__CUDA_ARCH__/) return 0
    for (j = i; j <= n; j++) {
        word = directive_word(j)
        if (word ~ /^if/) nesting++
        else if (word == "endif" && --nesting == 0) break
        if (word != "") { j = end_of_directive(j); continue }
        if (text[j] == "__host__") return 0
        if (text[j] ~ /^__(global|device)__$/) found = 1
    }
    return found
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
                || text[j] == ")" && text[before(opening(j))] !~ /^(if|for|while|switch|constexpr)$/)
                i = j
            else
                return i
        }
        if (kind[i] != "word") return 0
        j = before(i)
        if (directive[i] && text[j] == "#" && text[j - 1] == "#") {     # a##b
            i = before(j - 1)
            continue
        }
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

# The token before i in the code. An #if whose branch i is in is passed over, with its branches before; at an
# #endif, `branches` of this #if end before there, at branch_end[1..].
function before_in_code(i,    j, word, nesting) {
    branches = 0
    for (j = before(i); directive[j] && !directive[i]; j = before(j)) {
        while (directive[j - 1] == directive[j]) j--
        word = directive_word(j)
        if (word !~ /^(el|endif)/) continue
        if (word == "endif") branch_end[++branches] = before(j)
        for (nesting = 1; j > 1 && nesting; ) {
            word = directive_word(--j)
            if (word == "endif") nesting++
            else if (word ~ /^if/) nesting--
            else if (word ~ /^el/ && nesting == 1 && branches) branch_end[++branches] = before(j)
        }
        if (branches) return 0
    }
    return j
}

# The token after i, past preprocessor lines.
function after_in_code(i,    j) {
    for (j = after(i); directive[j] != directive[i] && j <= n; j = after(j)) ;
    return j
}

function launch(at, last,    i, ends, start, name) {
    ends = launch_ends(at, last)
    start = before_in_code(at)
    if (!branches && !(start in name_of) && !(i = expression_start(start)) \
        || branches && !(begin_of[1] = expression_start(branch_end[1]))) return
    if (!ends) {
        complain(at, "this <<< has no >>>")
        return
    }
    if (branches) {                     # the kernel's name stands in each branch
        for (i = 1; i <= branches; i++)
            if (begin_of[i] = expression_start(branch_end[i]))
                replace(begin_of[i], branch_end[i], configure(flat(begin_of[i], branch_end[i])))
        replace(at, last, " ")
    } else if (start == before(at))
        replace(i, last, configure(flat(i, start)))
    else {                              # each branch has its own <<<
        if (!(start in name_of)) {
            name_of[start] = flat(i, start)
            replace(i, start, " ")
            kind[start] = "name"
        }
        replace(at, last, configure(name_of[start]))
    }
    for (i = 1; i <= ends; i++) {
        if (kind[end_first[i]] == "closed") continue    # it is that of another branch, too
        replace(end_first[i], end_last[i], ")")
        kind[end_first[i]] = "closed"
    }
}

function configure(name) {
    return "cuda_cpu_configure(CUDA_CPU_NAME(" name "), [=](auto... cuda_cpu_args) CUDA_CPU_GLUE -> decltype(" \
        name "(cuda_cpu_args...)) { " name "(cuda_cpu_args...); }, [=](auto cuda_cpu_as) -> decltype(cuda_cpu_as(" \
        name ")) { return cuda_cpu_as(" name "); }, "
}

# The >>> of a launch: one, or one in each branch of an #if. The signs are end_first[1..] to end_last[1..].
function launch_ends(at, last,    i, j, word, depth, nesting, depths, count, skip) {
    for (i = last + 1; i <= n; i++) {
        word = directive[at] ? "" : directive_word(i)
        if (word != "") {
            if (word ~ /^if/) depths[++nesting] = depth
            else if (word ~ /^el/ && nesting) { depth = depths[nesting]; skip = 0 }
            else if (word ~ /^el/) i = matching_endif(i)
            else if (word == "endif" && nesting && --nesting == 0 && count) return count
            i = end_of_directive(i)
            continue
        }
        if (skip || kind[i] != "sign" && kind[i] != "closed") continue
        if (kind[i] == "closed" && !depth) {
            end_first[++count] = i
            if (!nesting) return count
            skip = 1
        } else if (opens(text[i])) depth++
        else if (closes(text[i]) && --depth < 0 || text[i] == ";" && !depth) return count
        else if (!depth && text[i] == ">" && (j = three(i, ">")) && (j == i + 2 || text[after_in_code(j)] == "(")) {
            end_first[++count] = i
            end_last[count] = i = j
            if (!nesting) return count
            skip = 1
        }
    }
    return count
}

function matching_endif(i,    nesting, word) {
    for (nesting = 1; nesting && i < n; ) {
        word = directive_word(++i)
        if (word ~ /^if/) nesting++
        else if (word == "endif") nesting--
    }
    return i
}

# extern __shared__ T name[]; the declaration begins at `start`.
function shared_array(start,    i, end, bracket, first, name, type, dims) {
    for (i = start; directive[i] == directive[start] && i <= n && text[i] != ";"; i++) {
        if (text[i] == "[" && !bracket) bracket = i
        if (bracket && text[i] == ",") {
            complain(i, "extern __shared__: declare one array at a time")
            return
        }
    }
    if (!bracket) return
    for (end = i; kind[end - 1] == "space"; end--) ;
    for (first = before(bracket); text[before(first)] == "#"; )     # a##b
        first = before(before(before(first)))
    name = flat(first, before(bracket))
    for (i = start; i < first; i++) {
        if (text[i] ~ /^(extern|__shared__|static)$/)
            replace(i, i, "")
        else if (text[i] ~ /^(__align__|alignas|__attribute__)$/)
            replace(i, closing(after(i)), "")
    }
    type = flat(start, first - 1)
    dims = flat(closing(bracket) + 1, end - 1)
    if (inside[depth] && !directive[start])
        replace(start, end - 1, type (dims == "" ? " *const " name : " (*const " name ")" dims) \
                " = (" type (dims == "" ? " *" : " (*)" dims) ")cuda_cpu_named_shared(\"" name \
                (dims == "" ? "" : "[]") "\")")
    else
        replace(start, end - 1, "static thread_local " type \
                (dims == "" ? " *const &" name : " (*const &" name ")" dims) " = (" type \
                (dims == "" ? " *const &" : " (*const &)" dims) ")cuda_cpu_dynamic_shared")
}

# The first token of the declaration that has __shared__ at `at`.
function declaration_start(at,    i, j) {
    for (i = at; directive[j = before(i)] == directive[at]; i = j) {
        if (text[j] == ")" && text[before(opening(j))] ~ /^(__align__|alignas|__attribute__)$/)
            j = before(opening(j))
        else if (text[j] == ">") {
            j = template_start(j)
            if (!j || text[before(j)] == "template") break
        } else if (text[j] == ":" && text[j - 1] == ":")
            j--
        else if (kind[j] != "word" || text[j] ~ /^(else|do|return)$/ || text[before(j)] == "define")
            break
    }
    return i
}

# __shared__ T a[3], b, *p: a declaration for each. Anything but a plain declaration stays unchanged:
# cuda_runtime.h then turns it into thread-local variables.
function shared_variables(at,    start, end, i, j, type, name, pointer, dims, label, of, result) {
    start = declaration_start(at)
    # The type ends before the first declarator, whose last word is the name.
    for (i = start; i <= n && directive[i] == directive[at]; i = after(i)) {
        if (text[i] == "extern") { shared_array(start); return }
        if (text[i] ~ /^(__align__|alignas|__attribute__)$/) i = closing(after(i))
        else if (text[i] ~ /^(decltype|__typeof__|typeof)$/) {
            j = closing(after(i))
            type = type (type == "" ? "" : " ") flat(i, j)
            i = j
        } else if (text[i] == "<") {
            if (!(j = template_end(i))) return
            type = type flat(i, j)
            i = j
        } else if (text[i] == "*" || text[after(i)] ~ /^[\[,;]$/ || directive[after(i)] != directive[at] \
                   || directive[at] && text[after(i)] == "#")
            break
        else if (kind[i] == "word") {
            if (text[i] ~ /^(static|__shared__|__device__|inline|thread_local)$/) continue
            type = type (type ~ /[A-Za-z0-9_$>]$/ ? " " : "") text[i]
        } else if (text[i] == ":")
            type = type ":"
        else
            return
    }
    if (type == "") return
    for (;; i = after(i)) {
        pointer = name = dims = ""
        for (; text[i] ~ /^([*]|const|volatile|__restrict__|__restrict)$/; i = after(i))
            pointer = pointer text[i] (kind[i] == "word" ? " " : "")
        if (kind[i] != "word") return
        for (; directive[i] == directive[at] && (kind[i] == "word" || text[i] == "#"); i = after(i))
            name = name text[i]
        for (; text[i] == "["; i = after(j)) {
            j = closing(i)
            if (after(i) == j) return
            dims = dims flat(i, j)
        }
        while (text[i] ~ /^(alignas|__align__|__attribute__)$/)
            i = after(closing(after(i)))
        label = directive[at] ? "CUDA_CPU_NAME(" name ")" : "\"" name "\""
        if (dims ~ /\]\[/) label = label " \"[]\""       # an index of it has several parts
        of = type (pointer == "" ? "" : " " pointer)
        result = result (result == "" ? "" : "; ") "static thread_local " type " " pointer \
            (dims == "" ? "&" name : "(&" name ")" dims) " = *(" type " " pointer (dims == "" ? "*" : "(*)" dims) \
            ")cuda_cpu_static_shared(sizeof(" of dims "), " label \
            ", __builtin_FILE(), __builtin_LINE())"
        if (text[i] != "," || directive[i] != directive[at]) break
    }
    if (directive[i] == directive[at] && text[i] != ";") return
    for (end = i - 1; kind[end] == "space"; end--) ;
    replace(start, end, result)
}

# __device__ T a; at file scope is a variable, which an inspected program tells from the host's variables.
# Constants and templates are left alone, and so are functions (a bracket comes before the end).
function device_variable(at,    i, j, start, record) {
    if (inside[depth] || directive[at]) return
    start = declaration_start(at)
    for (i = start; i <= n && text[i] !~ /^[;=[]$/; i = after(i)) {
        if (text[i] ~ /^(const|constexpr|extern|inline|template|operator)$/) return
        if (text[i] == "__constant__" && text[at] != "__constant__") return
        if (text[i] == "__managed__" && text[at] != "__managed__") return
        if (text[i] ~ /^(struct|class|union|enum)$/)
            record = 1
        else if (text[i] ~ /^(__align__|alignas|__attribute__)$/)
            i = closing(after(i))
        else if (text[i] == "<") {
            if (!(j = template_end(i))) return
            i = j
        } else if (text[i] == "{" && !record && kind[before(i)] == "word" && before(i) > at)
            break                       # T a{0};
        else if (text[i] == "{" && record) {
            i = closing(i)
            record = 0
        } else if (text[i] ~ /^[({}#]$/)
            return
    }
    if (text[at] == "__constant__") text[at] = "CUDA_CPU_CONSTANT"
    else text[at] = text[at] == "__managed__" ? "CUDA_CPU_MANAGED" : "CUDA_CPU_VARIABLE"
}

# The kernel in argument number `which` of the call at `call`.
function kernel_argument(call, which,    open, i, end, start, bracket, depth) {
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
    # In a declaration, types stand here.
    if (text[start] ~ /^(const|void)$/) return
    if (text[start] == "(" && flat(start, closing(start)) ~ void_pointer("(", ")")) {
        replace(start, closing(start), "")
        start = after(start)
    } else if (text[start] ~ /^(reinterpret|static)_cast$/) {
        bracket = opening(before(end))
        if (flat(after(start), bracket - 1) ~ void_pointer("<", ">"))
            replace(start, bracket - 1, "")
    }
    if (text[before(call)] ~ /^[:.>]$/ || closing(open) > n) return
    text[call] = "(cuda_cpu_note(), " text[call]
    text[closing(open)] = "))"
}

# __cluster_dims__(...) of a kernel, before its name: noted in the body, where all parameters of a template are known.
function cluster_dims(at,    i, name, of) {
    for (i = after(closing(after(at))); i <= n && text[i] !~ /^[;{}]$/; i = after(i)) {
        if (kind[i] != "word" || text[after(i)] != "(") continue
        if (text[i] ~ /^__/) { i = closing(after(i)); continue }
        name = text[i] template_arguments(at)
        i = after(closing(after(i)))
        break
    }
    if (name == "") return
    of = flat(after(after(at)), before(closing(after(at))))
    if (text[i] == "{")
        behind[i] = " (void)&cuda_cpu_clustered<decltype(&" name "), &" name ", " of ">::noted;"
}

# "<T, n>": the parameters of the template whose declaration has the token `at`; "" if it is none.
function template_arguments(at,    i, j, end, depth, name, has_value, pack, result) {
    for (i = before(at); i > 0 && text[i] !~ /^[;{}]$/ && text[i] != "template"; i = before(i))
        if (text[i] == ">" && (j = template_start(i))) i = j
    if (text[i] != "template" || !(end = template_end(after(i)))) return ""
    for (j = after(after(i)); j <= end; j = after(j)) {
        if (depth == 0 && (text[j] == "," || j == end)) {
            result = result (result == "" ? "<" : ", ") name (pack ? "..." : "")
            name = ""
            has_value = pack = 0
        } else if (opens(text[j]) || text[j] == "<") depth++
        else if (closes(text[j]) || text[j] == ">") depth--
        else if (text[j] == "=") has_value = 1
        else if (text[j] == ".") pack = 1
        else if (kind[j] == "word" && !has_value && (!depth || text[before(j)] == "*" && text[before(before(j))] == "("))
            name = text[j]
    }
    return result ">"
}

# The names of the kernels that the file declares. Does it launch any without <<<>>>?
function find_kernels(    i, j) {
    for (i = 1; i <= n; i++) {
        if (kind[i] != "word") continue
        if (text[i] ~ /^cudaLaunch[A-Za-z]*Kernel/) launches_handles = 1
        if (text[i] != "__global__") continue
        for (j = after(i); j <= n && text[j] !~ /^[;{}]$/; j = after(j))
            if (kind[j] == "word" && text[after(j)] == "(") {
                if (text[j] !~ /^__/) { is_kernel[text[j]] = 1; break }
                j = closing(after(j))
            }
    }
}

# A kernel that is cast to void * before it is launched: what stands at `from`.
function kernel_handle(from,    i, name, end) {
    i = text[from] == "&" ? after(from) : from
    for (; kind[i] == "word" || text[i] == ":"; i = after(i)) {
        end = i
        if (kind[i] == "word") name = text[i]
    }
    if (name == "" || !(name in is_kernel) && (!launches_handles || text[from] == "&") \
        || name ~ /^(const|noexcept|override|final|volatile|sizeof|new|nullptr|NULL|this)$/) return
    if (text[i] == "<") {
        if (!(end = template_end(i))) return
        i = after(end)
    }
    if (text[i] !~ /^[]),;}]$/) return
    text[from] = "cuda_cpu_known(0, " text[from]
    text[end] = text[end] ")"
}

function void_pointer(left, right) {
    return "^[" left "](const void|void const|void)[*][" right "]$"
}

# Inline PTX. Words such as mov.u32 or %laneid tell it from the processor's own instructions.
function assembler(at,    i, open, end, words) {
    for (open = after(at); kind[open] == "word"; open = after(open)) ;
    if (text[open] != "(" || (end = closing(open)) > n) return
    for (i = open; i < end; i++)
        if (kind[i] == "string") words = words text[i]
    if (words ~ /[a-z0-9][.][a-z]|%(lane|warp|sm|nsm|clock|globaltimer|c?tid|nc?tid)|"(trap|exit|brkpt);/)
        translate_ptx(at, open, end)
}

# An #include; `at` is that word.
function include(at,    i, name, right, library) {
    i = after(at)
    if (kind[i] == "string")
        name = text[i]
    else if (text[i] == "<" && text[right = i + 1] != "") {
        while (text[right] != ">" && directive[right] == directive[at]) right++
        name = flat(i, right)
    }
    if (name in instead) {
        replace(i, right ? right : i, "\"" instead[name] "\"")
        return
    }
    name = substr(name, 2, length(name) - 2)
    if (name ~ /^cuda\/(annotated_ptr|atomic|barrier|pipeline|ptx|std\/atomic)$/) return
    if (name ~ /^(thrust|cub|cuda|nv)\/|^(cu[a-z]+|nvrtc|nvml)([A-Z_][A-Za-z0-9_]*)?[.]h$/ && (library = library_of(name)) != "")
        lacks(at, name, "it has no " library ", a library of the CUDA Toolkit")
    else if (name ~ /^cuda_(fp8|fp6|fp4)[.]h/)
        lacks(at, name, "it has no such floating-point types")
    else if (name == "mma.h")
        lacks(at, name, "it has no matrix instructions")
    else if (name ~ /^cuda_awbarrier/)
        lacks(at, name, "it has no barriers but those of cuda/barrier")
    else if (name ~ /^(cuda_(gl|egl|vdpau|d3d[0-9]*)_interop|cuda(GL|EGL|VDPAU))[.]h/)
        lacks(at, name, "it draws no graphics")
}

# The library of the CUDA Toolkit that a header belongs to; "" if it belongs to none.
function library_of(name,    i, pair, pairs) {
    pairs = split("thrust/ Thrust, cub/ CUB, cuda/ libcu++, nv/ libcu++, cublas cuBLAS, curand cuRAND, cufft cuFFT, " \
                  "cusparse cuSPARSE, cusolver cuSOLVER, cudnn cuDNN, cutensor cuTENSOR, nvrtc NVRTC, nvml NVML", pair, ", ")
    for (i = 1; i <= pairs; i++) {
        split(pair[i], word_of, " ")
        if (index(name, word_of[1]) == 1) return word_of[2]
    }
    return ""
}

function lacks(at, header, why,    end) {
    for (end = at; directive[end + 1] == directive[at]; end++) ;
    while (kind[end] == "space") end--
    replace(at, end, "error the CPU device has no <" header ">: " why)
}
