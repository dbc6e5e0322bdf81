# page.awk: prints what a lesson's page lacks, a line each (CONTRIBUTING.md says how a page is built).
#   awk -v page=FILE -v number=05 -v heading="# Lesson 05: title" -v sections="The task,Predict,..." \
#       [-v asked=FILE] -f checks.awk -f page.awk FILE
# asked has the lines that the lesson's exercises ask for: they must not stand on the page unfolded.

BEGIN {
    count = split(sections, section, ",")
    while (asked != "" && (getline line < asked) > 0)
        wanted[squeezed(line)]
}
FNR == 1 && $0 != heading { lacks("the heading must be: " heading) }
/^ *<details>/ { folded++; note_answer() }
/<\/details>/ { folded--; end_answer() }
/^```/ { code = !code; drawing = code && $0 == "```"; if (drawing) shows++; next }
code { look_for_asked(); next }

/^## / { begin_section(substr($0, 4)) }
/^<!-- exercises:(begin|end) -->$/ { lists++; listing = /begin/ }
listing && /^- / { listed = 1 }
/^[0-9]+\. / { if (current == "Predict" || current == "Questions") questions++ }
/With a GPU:/ { gpu = FNR }
/On a laptop:/ { gpu = 0 }
/[a-z0-9]__[a-z0-9_]+\.(sum|avg|pct|ratio|max)/ { lacks("ncu's names stand in docs/measuring.md, not on a page") }
!/^ *<!--|<details>|<\/details>|^ *$/ && answer != "" { text = text $0 }
{ look_for_asked(); look_at_pictures($0) }

END {
    end_section()
    if (at < count)
        report("a section is missing, or not in its place: ## " section[at + 1])
    if (folded)
        report("a <details> is not closed")
    if (!shows)
        report("a picture is missing: an image, or a drawing in characters")
    if (lists < 2)
        report("the list of exercises is missing: <!-- exercises:begin --> and <!-- exercises:end -->")
    else if (!listed)
        report("the list of exercises is empty: make pages LESSONS=" number " fills it")
}

function begin_section(name)
{
    end_section()
    current = name
    questions = answers = 0
    if (name == section[at + 1])
        at++
}

# Predict and Questions: as many folded answers as numbered questions.
function end_section()
{
    if (gpu)
        print page ":" gpu ": what only a GPU shows needs a second form, On a laptop:"
    gpu = 0
    if (current != "Predict" && current != "Questions")
        return
    if (!questions)
        report("## " current " has no numbered question")
    else if (answers != questions)
        report("## " current ": " questions " question" (questions == 1 ? "" : "s") ", but " answers \
               " answer" (answers == 1 ? "" : "s") " (<details><summary>Answer 1</summary>)")
}

function note_answer(    name)
{
    if (!match($0, /<summary>Answer [0-9]+<\/summary>/))
        return
    name = substr($0, RSTART + 9, RLENGTH - 19)
    answers++
    if (name != "Answer " answers)
        lacks(name " is number " answers " of ## " current)
    answer = name
    begun = FNR
    text = ""
    checks = told = 0
}

function end_answer(    i)
{
    if (answer == "")
        return
    if (text == "")
        print page ":" begun ": " answer " is empty"
    if (!checks)
        print page ":" begun ": " answer " is not checked: <!-- check: COMMAND => REGEX -->"
    for (i = 1; i <= told; i++)
        if (index(text, number_in[i]) == 0)
            print page ":" begun ": " answer " is checked for " number_in[i] ", but does not say it"
    answer = ""
}

function squeezed(line)
{
    gsub(/[ \t]+/, " ", line)
    sub(/^ /, "", line)
    sub(/ $/, "", line)
    return line
}
function look_for_asked(    line, what)
{
    if (folded)
        return
    line = squeezed($0)
    for (what in wanted)
        if (index(line, what))
            lacks("this line is what an exercise asks for, and must be folded: " what)
}

# Each image needs a description, and an image drawn from a run (figures/) also a text version beside it.
function look_at_pictures(rest,    image, words, file, text)
{
    while (match(rest, /!\[[^]]*\]\([^)]*\)/)) {
        image = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        words = file = image
        sub(/^!\[/, "", words)
        sub(/\].*/, "", words)
        sub(/.*\(/, "", file)
        sub(/\)$/, "", file)
        shows++
        if (length(words) < 12)
            lacks("picture " file " lacks its words: ![what it shows](" file ")")
        if (sub(/^figures\//, "", file) && sub(/\.(png|svg)$/, ".txt", file)) {
            text = page
            sub(/[^\/]*$/, "figures/" file, text)
            if ((getline line < text) <= 0)
                lacks("the picture has no text: " text " is missing")
            close(text)
        }
    }
}
