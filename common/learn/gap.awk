# gap.awk: an exercise is a file with a gap, from the line `your code begins` to `your code ends`.
#
#   awk -v part=outside -f gap.awk FILE             FILE without the contents of the gap
#   awk -v part=inside  -f gap.awk FILE             only the contents of the gap
#   awk -v part=fill -v gap=OTHER -f gap.awk FILE   FILE with the lines of OTHER in its gap
#   awk -v part=check -v like=OTHER -f gap.awk FILE compares FILE with OTHER outside the gap; exit
#                                                   code 1 and a message when they differ
#   awk -v part="hint 2" -f gap.awk NOTES           the section of a file of notes that begins
#                                                   with a line `== hint 2`
# Exits with 2 when there is no gap, or more than one, or no such section.

function begins(line) { return line ~ /^[ \t]*\/\* ---- your code begins.*---- \*\/$/ }
function ends(line)   { return line ~ /^[ \t]*\/\* ---- your code ends ---- \*\/$/ }

# Lines are compared however an editor may have indented them.
function squeezed(line) {
    gsub(/[ \t]+/, " ", line)
    sub(/^ /, "", line)
    sub(/ $/, "", line)
    return line
}

function wrong(line, text) {
    printf "%s:%d: %s\n", FILENAME, line, text
    status = 1
    exit 1
}

BEGIN {
    if (part == "check")
        while ((getline line < like) > 0) {
            if (begins(line)) skip = 1
            else if (ends(line)) skip = 0
            else if (skip) continue
            original[++lines] = line
        }
    is_notes = part !~ /^(outside|inside|fill|check)$/
}

{ sub(/\r$/, "") }

is_notes {
    if (/^== /) {
        inside = index($0, "== " part) == 1 && substr($0, length(part) + 4) ~ /^(:|$)/
        sections += inside
    } else if (inside)
        print
    next
}

begins($0) { gaps++; inside = 1 }
ends($0)   { closed++; inside = 0 }

part == "inside" && inside && !begins($0)
part == "outside" && (!inside || begins($0))
part == "fill" {
    if (begins($0)) {
        print
        while ((getline line < gap) > 0)
            print line
    } else if (!inside)
        print
}
part == "check" && (!inside || begins($0)) {
    if (squeezed($0) != squeezed(original[++at])) {
        if (begins(original[at]))
            wrong(NR, "the line that begins the gap is missing here; it was:\n    " original[at])
        wrong(NR, "this line is outside the gap, and has been changed\n  now:  " $0 "\n  was:  " original[at])
    }
}

END {
    if (status)
        exit status
    if (is_notes)
        exit sections == 1 ? 0 : 2
    if (gaps != 1 || closed != 1) {
        if (part != "check")
            exit 2
        if (gaps == 1 && !closed)
            printf "%s: the line that ends the gap is missing; it was:\n    %s\n", FILENAME, original[at + 1]
        else
            printf "%s: the lines `your code begins` and `your code ends` must each be there exactly once\n", FILENAME
        exit 1
    }
    if (part == "check" && at < lines) {
        printf "%s: its end is missing, starting with this line:\n    %s\n", FILENAME, original[at + 1]
        exit 1
    }
}
