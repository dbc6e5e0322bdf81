# plain-code.awk: lets the host's part of an inspected program run at full speed. POSIX awk, run with LC_ALL=C.
#
#   awk -f plain-code.awk -v linked=yes INSPECTED.s >BOTH.s
#
# The compiler has inserted calls of the inspector into all functions. This script reads its output, finds the
# functions that kernels may reach, and takes the calls out of all others. Those that kernels reach stay as they
# are, and get a plain copy named FUNCTION.plain, which the host calls, and which runs the blocks that are not
# observed. In a plain copy only writes still call the inspector, because it must know which memory was written.
#
# Kernels may reach every function whose address is used, and what that calls: the engine calls a kernel
# through a pointer. (Not so the body of an OpenMP loop, which belongs to the function around it.) The section
# cuda_cpu_plain pairs cuda_cpu_run_body<...>, with which the engine starts, with its plain copy.
#
# linked=yes: this is the whole program. Otherwise other files may call any function that they can name, so only
# the functions that this file keeps to itself are the host's.
#
# Works with the assembler text of g++ and clang++ for x86-64 and aarch64.

function stem(name) { sub(/@.*/, "", name); return name in alias ? alias[name] : name }

function reach(name) {
    name = stem(name)
    if (name in start && !(name in reached)) {
        reached[name] = 1
        queue[++queued] = name
    }
}

# Is it a call of the inspector that plain copies need not make (2), or only the host (1)? 0: neither of them.
function superfluous(name) {
    if (name ~ /^__(tsan_(func|vptr)_|sanitizer_cov_trace_pc)/) return 2
    if (name !~ /^__tsan_(unaligned_|volatile_)*(read|write)(1|2|4|8|16|_range)/) return 0
    return name ~ /write/ ? 1 : 2
}

# Does a function that kernels reach call the C library to copy or fill memory? The inspector has functions that
# do the same and observe it. (clang calls those itself.)
function is_copying(i) {
    return callee[i] ~ /^mem(cpy|move|set)$/ && from[i] in reached && section[from[i]] !~ /cuda_cpu_own/
}

# The line with the call of a plain copy instead, if there is one.
function plainly(i,    to) {
    to = stem(callee[i])
    if (is_copying(i)) return "\t" how[i] "\t__tsan_" to
    return to in copied ? "\t" how[i] "\t" to ".plain" : line[i]
}

# The line with this function's own labels renamed.
function relabelled(text, of,    result, label) {
    while (match(text, /\.L[A-Za-z0-9_$.]+/)) {
        label = substr(text, RSTART, RLENGTH)
        result = result substr(text, 1, RSTART + RLENGTH - 1) (defined[label] == of ? ".plain" : "")
        text = substr(text, RSTART + RLENGTH)
    }
    return result text
}

function print_copy(f,    i, text) {
    print "\t.text"
    print "\t.type\t" f ".plain, " mark "function"
    print f ".plain:"
    for (i = start[f] + 1; i < end[f]; i++) {
        if (i in hook && hook[i] == 2) continue
        text = i in callee ? plainly(i) : line[i]
        if (text ~ /^\t\.file\t/) continue
        if (text == section[f]) text = "\t.text"
        print text ~ /\.L/ ? relabelled(text, f) : text
    }
    if (ends_late[f]) print "\t.cfi_endproc"
    print "\t.size\t" f ".plain, .-" f ".plain"
    print section[f]
}

# matters[1..] are the lines that are more than text to be printed: calls, beginnings and ends of functions.
{ line[NR] = $0 }

/^\t\.(section|text|data|bss|pushsection|popsection|previous)/ {
    now = $0
    is_code_or_data = now !~ /\.(debug|init_array|fini_array|ctors|dtors|eh_frame|note|comment)/
    next
}
!is_code_or_data { next }

/^\t[a-z]/ {                            # an instruction; most do not matter
    if (/^\t(callq?|bl|jmp|b)\t[A-Za-z_$]/) {
        if (!($2 in name_of)) {
            name_of[$2] = $2
            sub(/@.*/, "", name_of[$2])
            level_of[$2] = superfluous(name_of[$2])
        }
        matters[++matter] = NR
        if (level_of[$2])
            hook[NR] = level_of[$2]
        else {
            callee[NR] = name_of[$2]
            how[NR] = $1
            from[NR] = within
        }
    } else if (/[A-Za-z0-9_$](@[A-Z]+)?\(%rip\)|[ \t,(]\$[A-Za-z_]|^\tadrp?\t/)
        mention[NR] = within
    next
}
/^\t\.loc\t/ { next }

/^\t\.type\t/ && /function/ {
    name = $2
    sub(/,.*/, "", name)
    is_function[name] = 1
    mark = /%function/ ? "%" : "@"
    next
}
/^\t\.globl\t|^\t\.weak\t/ { is_global[$2] = 1; next }
/^\t\.set\t/ { split($2 $3, pair, ","); alias[pair[1]] = pair[2]; next }
/^[A-Za-z_$][^ \t:]*:/ {
    name = $1
    sub(/:.*/, "", name)
    if (name in is_function) {
        within = name
        start[name] = matters[++matter] = NR
        section[name] = now
    }
    next
}
/^\.L[^ \t:]*:/ {
    name = $1
    sub(/:.*/, "", name)
    if (within) defined[name] = within
    next
}
/^\t\.size\t/ {
    name = $2
    sub(/,.*/, "", name)
    if (name == within) {
        end[name] = last_line[name] = functions_end = matters[++matter] = NR
        within = ""
        last = name
    }
    next
}
/^\t\.cfi_startproc/ { is_open = 1; next }
/^\t\.cfi_endproc/ {
    if (!within && is_open) {           # clang ends a function's size first
        ends_late[last] = 1
        last_line[last] = functions_end = matters[++matter] = NR
    }
    is_open = 0
    next
}
/^\t\.cfi_lsda/ { handler[within] = $2; sub(/.*,/, "", handler[within]); next }
/^\t\.(quad|xword|word|long)\t/ { mention[NR] = within }

END {
    for (i in mention) {
        count = split(line[i], word, /[^A-Za-z0-9_$.]+/)
        for (k = 2; k <= count; k++) {
            if (substr(word[k], 1, 1) == "$") word[k] = substr(word[k], 2)
            if (!(word[k] in start) && !(word[k] in alias)) continue
            if (mention[i] != "" && word[k] ~ /[._]omp_(fn|outlined)/)
                calls[mention[i]] = calls[mention[i]] " " word[k]
            else
                reach(word[k])
        }
    }
    for (name in start)
        if (linked != "yes" && name in is_global && name != "main") reach(name)
    for (i in callee)
        if (from[i] != "") calls[from[i]] = calls[from[i]] " " callee[i]
    while (taken < queued) {
        count = split(calls[queue[++taken]], word, " ")
        for (k = 1; k <= count; k++) reach(word[k])
    }

    # clang's table of what to do in an exception stands elsewhere, so such a function has no copy.
    for (name in reached)
        if (name in end && section[name] !~ /cuda_cpu_own/ \
            && (!(name in handler) || defined[handler[name]] == name)) {
            copied[name] = 1
            copy_after[last_line[name]] = name
        }
    for (name in start)
        if (!(name in reached)) host_until[start[name]] = end[name]

    next_one = 1
    for (i = 1; i <= functions_end; i++) {
        if (i != matters[next_one]) {   # most lines: this loop takes most of the time
            print line[i]
            continue
        }
        next_one++
        if (i in host_until) until = host_until[i]
        if (i in hook) {
            if (i > until) print line[i]
        } else if (i in callee && (i <= until || is_copying(i))) print plainly(i)
        else print line[i]
        if (i in copy_after) print_copy(copy_after[i])
    }
    for (; i <= NR; i++) print line[i]  # mostly debugging information
    for (name in copied)
        if (name ~ /cuda_cpu_run_body/) {
            print "\t.section\tcuda_cpu_plain,\"aw\"," mark "progbits"
            print "\t.balign 8"
            print "\t.quad\t" name ", " name ".plain"
        }
}
