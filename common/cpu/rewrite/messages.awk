# messages.awk: prints what the compiler or the linker said, as a learner needs it. POSIX awk, run with LC_ALL=C.
#
#   awk -v ours=FOLDER/ -v failed=STATUS -f messages.awk MESSAGES
#
# A launch is a call of our own functions, so mistakes in it are reported in our headers, and several times, and
# columns are those of the rewritten line. Here each is told once, in the program's line:
#   - errors in our headers (those in the folder `ours`) get the line of the program that led there,
#   - of a launch that does not fit only the reason is told,
#   - what the CPU device lacks is told once, without the errors that follow from it.
# Anything else is printed unchanged. Handles g++ and clang++.
#
# A message is a head ("file:line:column: error: text"), the lines before that say how the compiler came there
# (g++), and the notes and source lines after it: first[m] to last[m], head[m] among them.

{
    raw[NR] = $0
    gsub(/\033\[[0-9;]*[mK]/, "")
    plain[NR] = $0
}

END {
    find_messages()
    for (m = 1; m <= messages; m++) read_message(m)
    for (m = 1; m <= messages; m++) if (!silent[m]) print_message(m)
    # Rather everything than nothing.
    if (failed && !told_error)
        for (i = 1; i <= NR; i++) print raw[i]
}

function is_head(i) { return plain[i] ~ /^[^ ].*:[0-9]+:([0-9]+:)? (fatal error|error|warning): / }

function is_note(i) { return plain[i] ~ /^[^ ].*:[0-9]+:([0-9]+:)? note: / }

function is_way(i) {        # how g++ came to what follows
    return plain[i] ~ /^(In file included from|                 from) / \
        || plain[i] ~ /^[^ ].*: (In |At global scope)/ && !is_head(i) && !is_note(i) \
        || plain[i] ~ /^[^ ].*:[0-9]+:([0-9]+:)?   (required|recursively|\[ skipping)/
}

function find_messages(    i, begin) {
    for (i = 1; i <= NR; i++) {
        if (is_way(i) && !begin) begin = i
        if (is_head(i)) {
            head[++messages] = i
            first[messages] = begin ? begin : i
            last[messages - 1] = first[messages] - 1
            begin = 0
        } else if (begin && !is_way(i))
            begin = 0                   # the way to a note
    }
    if (messages) last[messages] = NR
    else for (i = 1; i <= NR; i++) tell_linker(i)
}

# "file:12:3: error: text" becomes place_file, place_line, rest.
function place(t,    at) {
    match(t, /:[0-9]+:([0-9]+:)?/)
    place_file = substr(t, 1, RSTART - 1)
    at = substr(t, RSTART + 1)
    place_line = at + 0
    rest = substr(t, RSTART + RLENGTH)
    sub(/^ +/, "", rest)
}

function is_ours(path) { return index(path, ours) == 1 }

# The line of a file of the program.
function source_line(path, number,    line, i) {
    if (!(path in has_lines)) {
        has_lines[path] = 1
        while ((getline line < path) > 0) lines[path, ++i] = line
        close(path)
    }
    return lines[path, number]
}

function read_message(m,    i, text, by_launch, found, what) {
    place(plain[head[m]])
    file[m] = place_file
    line[m] = place_line
    kind[m] = rest
    sub(/: .*/, "", kind[m])
    text = rest
    sub(/^(fatal error|error|warning): /, "", text)
    for (i = first[m]; i < head[m]; i++) {
        if (index(plain[i], ours)) by_launch = 1
        if (plain[i] ~ /required from here$/) { place(plain[i]); found = 1 }
    }
    if (is_ours(file[m]) || text ~ /[(]?lambda at |<lambda[(]auto/) {
        for (i = head[m] + 1; i <= last[m]; i++)
            if (is_note(i)) {
                place(plain[i])
                if (is_ours(place_file)) continue
                if (rest ~ /substitution failure/ && sub(/.*\]: /, "", rest)) {
                    text = rest
                    sub(/^no matching function for call to/, "the arguments do not fit", text)
                    found = 1
                    break
                }
                if (rest ~ /requested here$/) found = 1
            }
        if (text ~ /no match for call to|lambda at |<lambda/) {     # g++ tells the reason next
            silent[m] = 1
            return
        }
        if (found) {
            file[m] = place_file
            line[m] = place_line
        }
        plainly[m] = found
    }
    if (by_launch || source_line(file[m], line[m]) ~ /<[ \t]*<[ \t]*<|__shared__/) plainly[m] = 1
    if (text ~ /^void value not ignored|with an rvalue of type .void.$/ && source_line(file[m], line[m]) ~ /<<</)
        text = "a launch has no value"
    gsub(/cuda_cpu_integer<int>/, "int", text)
    gsub(/cuda_cpu_integer<long( int)?>/, "long", text)
    if (match(text, /the CPU device has no .*/)) {
        what = substr(text, RSTART)
        sub(/.*the CPU device has no /, "the CPU device has no ", what)
        sub(/ \[-W.*/, "", what)
        if (kind[m] == "warning") { silent[m] = 1; return }         # g++ 11: the error comes later
        if (text !~ /^#error/ && match(text, /[A-Za-z_][A-Za-z_0-9:]*(\(|. is unavailable)/)) {
            text = substr(text, RSTART, RLENGTH)
            sub(/[^A-Za-z_0-9:].*/, "", text)
            what = what (text ~ /^cuda_cpu/ ? "" : " (" text ")")
        }
        text = what
        sub(/ \(.*/, "", what)
        sub(/^the CPU device has no <[a-z]*[^>]*>: /, "", what)
        lacks[m] = 1
        lacking++
        if (what in said_of) silent[m] = 1
        said_of[what] = 1
        plainly[m] = 1
    }
    message[m] = text
}

function print_message(m,    i, key, shown) {
    if (lacking && kind[m] != "warning" && !lacks[m]) return        # follows from what is lacking
    key = file[m] ":" line[m] ": " kind[m] ": " message[m]
    if (key in told) return
    told[key] = 1
    if (kind[m] != "warning") told_error = 1
    if (!plainly[m])
        for (i = first[m]; i <= head[m]; i++) {
            if (plain[i] !~ /^In file included from <(command-line|built-in)>/) print raw[i]
        }
    else {
        print key
        if (line[m] > 0 && source_line(file[m], line[m]) != "")
            printf "%5d | %s\n", line[m], source_line(file[m], line[m])
    }
    # Notes about the program's own lines; not those about the way through our headers.
    shown = !plainly[m]
    if (lacks[m]) return
    for (i = head[m] + 1; i <= last[m]; i++) {
        if (plain[i] ~ /^[0-9]+ (error|warning)s?( and [0-9]+ errors?)? generated/) continue
        if (is_note(i)) {
            place(plain[i])
            shown = !is_ours(place_file) && !(plainly[m] && rest ~ /lambda|cuda_cpu|requested here|candidate/ )
        } else if (is_way(i))
            shown = 0
        if (shown && plain[i] !~ /cuda_cpu_/) print raw[i]
    }
}

function tell_linker(i) {
    if (plain[i] ~ /undefined reference to .main.$/) {
        print "cpucc: there is no main() in these files; -c makes an object without one"
        told_error = 1
    } else if (plain[i] !~ /in function .(_start|main).:?$|Scrt1[.]o|collect2|clang.*: error: linker/ || told_error == 0 && failed && i == NR) {
        print raw[i]
        told_error = 1
    }
}
