# mutate.awk: a program of mutated units. POSIX awk.
#
#   awk -v count=200 -v seed=1 -f mutate.awk units.cu >program.cu
#
# Between the tokens of a unit it puts what must make no difference: blanks, line ends, comments with brackets in
# them, lines that are never compiled; and it writes <<< and >>> with blanks inside. The program prints the number
# of each unit that came out wrong, and exits with 1 then.
function pick(n) { return int(rand() * n) }

function gap(has_macro,    r) {
    r = pick(has_macro ? 14 : 24)       # no preprocessor line among a macro's arguments
    if (r < 8) return " "
    if (r < 10) return "\n"
    if (r < 11) return "\t"
    if (r < 12) return " /* <<< */ "
    if (r < 13) return " // >>> (\n"
    if (r < 14) return " \\\n"
    if (r < 15) return "\n#if 0\n<<<1, { ( don't\n#endif\n"
    if (r < 16) return "\n#ifdef NOT_DEFINED\n#endif\n"
    if (r < 17) return " /* two\nlines \" */ "
    if (r < 18) return "\n#if 1\n#else\n))) }}}\n#endif\n"
    return " "
}

function brackets(sign) { return pick(3) ? sign sign sign : sign sign " " sign }

/^\/\/ unit/ { units++; next }
units { lines[units] = lines[units] $0 "\n" }

END {
    srand(seed)
    print "#include <cstdio>"
    for (m = 1; m <= count; m++) {
        printf "namespace mutation_%d {\n", m
        n = split(lines[(m - 1) % units + 1], line, "\n")
        for (i = 1; i <= n; i++) {
            if (line[i] ~ /^#/) { printf "%s\n", line[i]; continue }
            tokens = split(line[i], token, " ")
            for (t = 1; t <= tokens; t++) {
                if (token[t] == "<<<") token[t] = brackets("<")
                if (token[t] == ">>>") token[t] = brackets(">")
                printf "%s%s", token[t], gap(line[i] ~ /LAUNCH/)
            }
            printf "\n"
        }
        print "}"
    }
    print "int main()\n{\n    int *p, result, failed = 0;\n    cudaMalloc(&p, sizeof *p);"
    for (m = 1; m <= count; m++)
        printf "    cudaMemset(p, 0, sizeof *p);\n    result = mutation_%d::run(p);\n" \
            "    if (!result) cudaMemcpy(&result, p, sizeof result, cudaMemcpyDeviceToHost);\n" \
            "    if (result != mutation_%d::expected) printf(\"mutation %d: %%d\\n\", result), failed = 1;\n", m, m, m
    print "    return failed;\n}"
}
