#!/bin/sh
# complete.sh [NN...]: is each lesson complete? Without numbers, checks all lessons.
# Prints a line for everything that is missing or still unwritten; then the exit code is 1. Otherwise says how many words
# each page has in sight (words.awk), or with all lessons all of them together.
#   lesson       a declaration (declared.sh checks it), and no TODO
#   page         in docs/lessons/, built as page.awk demands: its sections, a picture with a description, answers
#                that are folded and checked, no unfolded line of what its exercises ask for, no code that nothing
#                compiles, and at most 700 words in sight (plain programs: 600)
#   slides       a deck can be made of its comments (common/teach/slides.awk): at least three of them, at most eight slides
#   exercise     with the lesson's name, and with a solution and notes
#   objectives   a row in docs/teaching.md
#   model        in tests/model/: the memory requests of the lesson's kernels
# A plain program (0.1 ...) needs no declaration and no model, and its page has other sections.

export LC_ALL=C
. common/course/script.sh
. common/learn/lib.sh # gap
declared=$(sh common/course/course.sh) || exit 2
[ $# -gt 0 ] || {
    # shellcheck disable=SC2046 # numbers
    set -- $(echo "$declared" | cut -f1)
}
tab='	'
temporary complete
missing=0 all=0
cat lessons/*.cu lessons/*.cuh solutions/*.cu exercises/*.cu exercises/checks/*.cu common/*.h common/harness/*.h tests/*.cu \
    tests/gallery/*.cu >"$tmp/sources"
$AWK -f common/course/page-code.awk "$tmp/sources" docs/lessons/*.md >"$tmp/code"
$AWK -f common/course/words.awk docs/lessons/*.md >"$tmp/words"
lacks() { echo "lesson$number: $*"; missing=$((missing + 1)); }

# What exercises ask for: lines of code that the gap of a solution has and that of its starter has not.
# (Short ones, and barriers, stand on pages for other reasons.)
asked() # prints them
{
    for solution in solutions/"$number"*_*.cu; do
        [ -e "exercises/${solution##*/}" ] || continue
        gap inside "exercises/${solution##*/}" >"$tmp/starter"
        gap inside "$solution" >"$tmp/solution"
        $AWK '
            {
                sub(/\/\*.*\*\//, "")
                sub(/\/\/.*/, "")
                gsub(/[ \t]+/, " ")
                gsub(/^ | $/, "")
            }
            FILENAME == ARGV[1] { known[$0]; next }
            length($0) >= 16 && /[;{)]$/ && !/^__sync[a-z]*\(\);$/ && !($0 in known)
            ' "$tmp/starter" "$tmp/solution"
    done
}

lesson_sections='The task,Predict,Your turn,The lines that changed,What it printed,Why,Questions,Further reading'
plain_sections='The task,The program,Predict,Your turn,Questions,Further reading'

for number; do
    line=$newline$declared
    line=${line#*"$newline$number$tab"}
    [ "$line" != "$newline$declared" ] || {
        echo "complete: LESSONS=$number: there is no such lesson; there are: $(echo "$declared" | cut -f1 | tr '\n' ' ')" >&2
        exit 2
    }
    line=${line%%"$newline"*}
    stem=${line%%"$tab"*} title=${line#*"$tab"} kind=${line##*"$tab"}
    title=${title%"$tab"*}
    case $kind in
    plain) most=600 sections=$plain_sections own="exercises/checks/$stem.cu" ;;
    *) most=700 sections=$lesson_sections own="tests/model/$stem.awk" ;;
    esac
    written=''
    for file in "lessons/$stem.cu" "docs/lessons/$stem.md" "exercises/$stem.cu" "solutions/$stem.cu" \
        "exercises/notes/$stem.txt" "$own"; do
        if [ -s "$file" ]; then written="$written $file"; else lacks "$file is missing"; fi
    done
    # shellcheck disable=SC2086 # file names without spaces
    $AWK '/TODO/ {
        sub(/.*TODO:? */, "")
        sub(/ *\*\/$/, "")
        print FILENAME ":" FNR ": still to be written" ($0 == "" ? "" : ": " $0)
    }' /dev/null $written >"$tmp/found"
    while IFS= read -r what; do lacks "$what"; done <"$tmp/found"
    sed -n '/^## Objectives/,/^## In/p' docs/teaching.md | grep -q "^| \[$number\](lessons/$stem\.md) | [a-z]" ||
        lacks "docs/teaching.md has no row of it under Objectives: | [$number](lessons/$stem.md) | two or three ($number); ... |"
    if [ -s "docs/lessons/$stem.md" ]; then
        asked >"$tmp/asked"
        $AWK -v page="docs/lessons/$stem.md" -v number="$number" -v heading="# Lesson $number: $title" \
            -v sections="$sections" -v asked="$tmp/asked" -f common/course/checks.awk \
            -f common/course/page.awk "docs/lessons/$stem.md" >"$tmp/found"
        grep -F "docs/lessons/$stem.md:" "$tmp/code" >>"$tmp/found"
        words=$(grep -F "docs/lessons/$stem.md " "$tmp/words" | cut -d' ' -f2)
        [ "$words" -le "$most" ] || echo "docs/lessons/$stem.md: $words words in sight, and $most are the most: fold details, or leave them out" >>"$tmp/found"
        $AWK -v number="$number" -v title="$title" -f common/teach/text.awk \
            -f common/teach/deck.awk -f common/teach/slides.awk \
            "docs/lessons/$stem.md" 2>>"$tmp/found" >"$tmp/slides"
        slides=$(grep -c '^# ' "$tmp/slides") marks=$(grep -c '^<!-- slide: ' "docs/lessons/$stem.md")
        [ "$slides" -le 8 ] || echo "docs/lessons/$stem.md: $slides slides, and 8 are the most: leave out a comment <!-- slide: ... -->" >>"$tmp/found"
        [ "$marks" -ge 3 ] || echo "docs/lessons/$stem.md: $marks comments <!-- slide: ... -->, and 3 are the least: before the picture, the code, the numbers" >>"$tmp/found"
        all=$((all + words))
        while IFS= read -r what; do lacks "$what"; done <"$tmp/found"
    fi
done
if [ $missing -gt 0 ]; then
    echo "$missing thing$([ $missing -eq 1 ] || echo s) to do"
    exit 1
fi
echo "complete: $# lesson$([ $# -eq 1 ] || echo s), $all words in sight"
