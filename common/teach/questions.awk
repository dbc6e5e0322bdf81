# questions.awk: the numbered questions of a lesson's page and their folded answers, as Markdown.
#   awk -v page=docs/lessons/05_x.md -v root=PREFIX -f text.awk -f questions.awk FILE
# root is put before the path of a link, seen from the repository's root. Exits with 1, and says where, if a question
# has no answer or an answer no question.

BEGIN { folder = page; sub(/[^\/]*$/, "", folder) }
FNR == 1 { sub(/^# /, ""); print "## [" $0 "](" root page ")"; next }
/^```/ && !inside { code = !code }
/^## / && !code {
    finish()
    section = substr($0, 4)
    asks = section == "Predict" || section == "Questions"
    if (asks)
        print "\n### " section
    next
}
!asks { next }
/^ *<!-- check: / { next }
match($0, /^ *<details><summary>Answer [0-9]+<\/summary>/) {
    number = $0
    gsub(/[^0-9]/, "", number)
    indent = match($0, /[^ ]/) - 1
    inside = 1
    if (number + 0 in answer)
        wrong("two answers have the number " number)
    answer[number + 0] = ""
    next
}
inside && /<\/details>/ { inside = 0; next }
inside { answer[number + 0] = answer[number + 0] plain(outdented($0, indent)) "\n"; next }
code || /^```/ { next }
/^[0-9]+\. / {
    asked = $0
    sub(/\..*/, "", asked)
    if (++count != asked + 0)
        wrong("question " count " has the number " asked)
    question[count] = plain($0) "\n"
    more = 1
    next
}
more && /^   / { question[count] = question[count] plain($0) "\n"; next }
/[^ ]/ { more = 0 }
END { finish(); if (failed) exit 1 }

function plain(text) { return linked(text, folder, page, root) }

function finish(    i)
{
    for (i = 1; i <= count; i++) {
        if (!(i in answer)) {
            wrong("question " i " has no answer")
            continue
        }
        printf "\n%s\n**Answer %d.** %s\n", question[i], i, trimmed(answer[i])
        delete answer[i]
    }
    for (i in answer)
        wrong("answer " i " has no question")
    for (i in answer)
        delete answer[i]
    count = more = inside = 0
}

# Without empty lines at both ends. A table or a program may not begin behind words.
function trimmed(text)
{
    sub(/^[ \n]+/, "", text)
    sub(/[ \n]+$/, "", text)
    if (text ~ /^(\||```)/)
        text = "\n\n" text
    return text "\n"
}

function wrong(what) { print page ": " section ": " what >"/dev/stderr"; failed = 1 }
