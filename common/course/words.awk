# words.awk: how much of a page a reader has in sight: FILE, words, numbers, a line for each page.
#   awk -f words.awk FILE...
# In sight is what stands outside folds, code, tables and comments. Of a link its text counts. A number is a word with a
# digit in it, outside `code`; numbers that only point somewhere (lesson 06, a list's 1.) are none.

FNR == 1 { tell(); page = FILENAME; words = numbers = folded = code = comment = 0 }
/^ *```/ { code = !code; next }
code { next }
/<!--/ { comment = 1 }
comment { if (/-->/) comment = 0; next }
/<details>/ { folded++ }
/<\/details>/ { folded--; next }
folded || /^ *\|/ { next }
{ count($0) }
END { tell() }

function count(line, n, word, i, pointing)
{
    gsub(/!?\[|\]\([^)]*\)/, "", line)
    gsub(/<[^>]*>/, "", line)
    sub(/^ *([0-9]+\.|[-*#]+) /, "", line)
    while (match(line, /`[^`]*`/)) # one word, and no number
        line = substr(line, 1, RSTART - 1) "code" substr(line, RSTART + RLENGTH)
    n = split(line, word, " ")
    for (i = 1; i <= n; i++) {
        if (word[i] !~ /[[:alnum:]]/ && word[i] !~ /[^ -~]../)
            continue
        words++
        pointing = i > 1 && tolower(word[i - 1]) ~ /^\(?(lessons?|exercises?|pages?|questions?|answers?|of|to|and)$/ && word[i] ~ /^[0-4][0-9][a-z]?[).,:;]*$/
        if (word[i] ~ /[0-9]/ && !pointing)
            numbers++
    }
}

function tell()
{
    if (page != "")
        printf "%s %d %d\n", page, words, numbers
}
