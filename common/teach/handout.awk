# handout.awk: fills common/teach/handout.md from where these things are told, as Markdown.
#   awk -f text.awk -f handout.awk Makefile docs/glossary.md PAGES... docs/results.md common/teach/handout.md
# A line <!-- commands: go check ... --> becomes their lines of `make help`; words: those of the glossary; pictures:
# those of the pages, with their descriptions; ladder: the first table of the results, one row for each lesson, with the name
# of the card. What is asked for and not found is said, and the exit code is 1.

FILENAME == "Makefile" {
    if (/^## /) {
        name = $2
        what = $0
        sub(/^## [^ ]+ +/, "", what)
        sub(/ *\.\.\.$/, "", what)
        gsub(/\|/, "\\|", what)
        command[name] = what
    }
    next
}
FILENAME == "docs/glossary.md" {
    if (/^### /) {
        word = substr($0, 5)
        sub(/,.*/, "", word)
    } else if (/^##/)
        word = ""
    else if (word != "" && /[^ ]/)
        meaning[word] = meaning[word] (word in meaning ? " " : "") without_links($0)
    next
}
FILENAME ~ /^docs\/lessons\// {
    while (match($0, /!\[[^]]*\]\([^)]*\)/)) {
        image = substr($0, RSTART, RLENGTH)
        $0 = substr($0, RSTART + RLENGTH)
        file = image
        sub(/.*\(/, "", file)
        sub(/\)$/, "", file)
        picture[file] = image
    }
    next
}
FILENAME == "docs/results.md" {
    if (/^<!-- ladder:begin/)
        table = 1
    else if (table && (/^<!--/ || (/^## / && rungs)))
        table = 0
    else if (table && /^[A-Z].*GB\/s/)
        card = $0
    else if (table && /^\|/)
        rung[++rungs] = without_links($0)
    next
}
/^<!-- [a-z]+:? .*-->$/ {
    count = split($0, part, / +/)
    kind = part[2]
    if (kind == "commands:")
        commands(count)
    else if (kind == "words:")
        words()
    else if (kind == "pictures:")
        pictures(count)
    else if (kind == "ladder")
        ladder()
    else
        lacks("what " kind " asks for")
    next
}
{ print }
END { if (failed) exit 1 }

function lacks(what) { print "handout: " what " is not there" >"/dev/stderr"; failed = 1 }

function commands(count,    i)
{
    print "| | |\n|---|---|"
    for (i = 3; i < count; i++) {
        if (!(part[i] in command))
            lacks("the command " part[i])
        print "| `make " part[i] "` | " command[part[i]] " |"
    }
}

function words(    list, word, count, i)
{
    list = $0
    gsub(/^<!-- words: | -->$/, "", list)
    count = split(list, word, "; ")
    for (i = 1; i <= count; i++) {
        if (!(word[i] in meaning))
            lacks("the word " word[i])
        print "**" word[i] "**: " beginning(meaning[word[i]], 80) "\n"
    }
}

function pictures(count,    i, told)
{
    for (i = 3; i < count; i++) {
        if (!(part[i] in picture))
            lacks("the picture " part[i])
        told = picture[part[i]]
        gsub(/^!\[|\]\([^)]*\)$/, "", told)
        print "::: picture\n" picture[part[i]] "\n\n" told "\n:::\n"
    }
}

# Of each lesson the best row: lesson, kernel, block, GB/s, % of peak, of the table's first card
function ladder(    i, cell, best, order, number, lessons, name)
{
    if (rungs < 3)
        lacks("the ladder")
    for (i = 3; i <= rungs; i++) {
        split(rung[i], cell, / *\| */)
        number = cell[2]
        sub(/ .*/, "", number)
        if (cell[3] !~ /^`[a-z_]*[0-9]/)
            continue # a row to compare with
        if (!(number in best))
            order[++lessons] = number
        if (!(number in best) || cell[5] + 0 > best[number]) {
            best[number] = cell[5] + 0
            name = cell[2]
            sub(/ *\(code\)/, "", name)
            line[number] = "| " name " | " cell[3] " | " cell[4] " | " cell[5] " | " cell[6] " |"
        }
    }
    sub(/;.*/, "", card)
    print card ":\n"
    print "| lesson | kernel | block | GB/s | % of peak |\n|---|---|---:|---:|---:|"
    for (i = 1; i <= lessons; i++)
        print line[order[i]]
}
