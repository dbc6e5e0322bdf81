# page-code.awk: prints the lines of C on pages that stand in no source, FILE:LINE: text.
#   awk -f page-code.awk SOURCES PAGE...          SOURCES: one file with the text of all sources
# What a page shows is then what the compiler and the tests have seen. A block behind <!-- answer NN: ... --> is code of an
# exercise that its test puts together (tests/50_exercises.t), and what a check above it puts into a program is compiled
# there. A line with ... in it leaves something out, and a diff has + or - before each.

NR == FNR { stands[bare($0)]; next }
FNR == 1 { code = inside = 0; previous = checked = "" }
/^ *```/ {
    code = !code && /^ *```(c|diff)$/ && previous !~ /^ *<!-- answer /
    is_diff = /diff/
    inside = !inside
    if (!inside)
        code = 0
    previous = ""
    next
}
!inside && NF { previous = $0 }
!inside && /<!-- check: / { text = $0; gsub(/\\&/, "\\&", text); checked = checked bare(text) }
code {
    line = $0
    if (is_diff)
        sub(/^[-+ ]/, "", line)
    if (line !~ /\.\.\./ && !(bare(line) in stands) && !index(checked, bare(line)))
        print FILENAME ":" FNR ": no source has this line of code: " line
}

# Without blanks and comments
function bare(line)
{
    gsub(/\/\*[^*]*\*\/|\/\/.*|\/\*.*/, "", line)
    gsub(/[ \t]/, "", line)
    return line
}
