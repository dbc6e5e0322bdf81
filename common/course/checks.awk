# checks.awk: the checks of a page, <!-- check: COMMAND => REGEX -->. It prints what is wrong with one, a line each:
# numbers that the command must print must stand in the text that the check belongs to. Inside a folded answer that is
# the answer; elsewhere the paragraph, list or table right above it.
#   awk -v page=FILE -f checks.awk FILE           a page without folded answers
# page.awk comes after it: it knows the answers.

/<!-- check:/ { note_check() }
/^ *$/ { paragraph_over = 1 }
!/^ *$/ && !/^ *<!-- check:/ {
    paragraph = paragraph_over ? $0 : paragraph " " $0
    paragraph_over = 0
}

function report(what) { print page ": " what }
function lacks(what) { print page ":" FNR ": " what }

function note_check(    regex)
{
    if ($0 !~ /^ *<!-- check: .+ => .+ -->$/)
        lacks("a check is one line: <!-- check: COMMAND => REGEX -->")
    checks++
    regex = $0
    sub(/.* => /, "", regex)
    sub(/ -->$/, "", regex)
    gsub(/\\\./, ".", regex)
    gsub(/\[[^]]*\][*+?]?/, " ", regex)
    while (match(regex, /[0-9]+(\.[0-9]+)?/)) {
        if (RLENGTH > 1)
            note_number(substr(regex, RSTART, RLENGTH))
        regex = substr(regex, RSTART + RLENGTH)
    }
}

# An answer's numbers are looked for at its end.
function note_number(value)
{
    if (answer != "")
        number_in[++told] = value
    else if (index(paragraph, value) == 0)
        lacks("the text above is checked for " value ", but does not say it")
}
