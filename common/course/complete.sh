#!/bin/sh
# complete.sh [NN...]: is each lesson complete? Without numbers, checks all lessons.
# Prints a line for everything that is missing or still unwritten; then the exit code is 1.
#   lesson       a declaration (declared.sh checks it), and no TODO
#   page         in docs/lessons/, with the title, a prediction, and a picture with a description
#   exercise     with the lesson's name, and with a solution and notes
#   model        in tests/model/: the memory requests of the lesson's kernels

: "${AWK:=awk}"
declared=$(sh common/course/declared.sh number stem title) || exit 2
[ $# -gt 0 ] || {
    # shellcheck disable=SC2046 # numbers
    set -- $(echo "$declared" | cut -f1)
}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/complete.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
missing=0
lacks() { echo "lesson$number: $*"; missing=$((missing + 1)); }

# A page needs a picture: an image, or a drawing in a code block. Each image needs a description, and an
# image drawn from a run (figures/) also needs a text version beside it.
look_at_page() # FILE: prints what is missing
{
    LC_ALL=C $AWK -v page="$1" -v number="$number" -v heading="# Lesson $number: $title" '
        FNR == 1 && $0 != heading { print page ":1: the heading must be: " heading }
        /^```$/ && !inside { inside = 1; shows++; next }
        /^```/ { inside = !inside; next }
        !inside && /^## Predict/ { predicts = FNR }
        !inside && listing && /^- / { listed = 1 }
        !inside && /^<!-- exercises:(begin|end) -->$/ { lists++; listing = /begin/ }
        { rest = $0 }
        !inside { while (match(rest, /!\[[^]]*\]\([^)]*\)/)) {
            image = substr(rest, RSTART, RLENGTH)
            rest = substr(rest, RSTART + RLENGTH)
            words = file = image
            sub(/^!\[/, "", words)
            sub(/\].*/, "", words)
            sub(/.*\(/, "", file)
            sub(/\)$/, "", file)
            shows++
            if (length(words) < 12)
                print page ":" FNR ": picture " file " lacks its words: ![what it shows](" file ")"
            if (sub(/^figures\//, "", file) && sub(/\.(png|svg)$/, ".txt", file)) {
                text = page
                sub(/[^\/]*$/, "figures/" file, text)
                if ((getline line < text) <= 0)
                    print page ":" FNR ": the picture has no text: " text " is missing"
                close(text)
            }
        } }
        END {
            if (!predicts) print page ": a prediction is missing: a section ## Predict, then run"
            if (!shows) print page ": a picture is missing: an image, or a drawing in characters"
            if (lists < 2)
                print page ": the list of exercises is missing: <!-- exercises:begin --> and <!-- exercises:end -->"
            else if (!listed)
                print page ": the list of exercises is empty: make pages LESSONS=" number " fills it"
        }' "$1"
}

for number; do
    line=$(echo "$declared" | grep "^$number	") || {
        echo "complete: LESSONS=$number: there is no such lesson; there are: $(echo "$declared" | cut -f1 | tr '\n' ' ')" >&2
        exit 2
    }
    stem=$(echo "$line" | cut -f2) title=$(echo "$line" | cut -f3)
    for file in "lessons/$stem.cu" "docs/lessons/$stem.md" "exercises/$stem.cu" "solutions/$stem.cu" \
        "exercises/notes/$stem.txt" "tests/model/$stem.awk"; do
        [ -s "$file" ] || { lacks "$file is missing"; continue; }
        LC_ALL=C $AWK -v file="$file" '/TODO/ {
            sub(/.*TODO:? */, "")
            sub(/ *\*\/$/, "")
            print file ":" FNR ": still to be written" ($0 == "" ? "" : ": " $0)
        }' "$file" >"$tmp/found"
        while IFS= read -r what; do lacks "$what"; done <"$tmp/found"
    done
    if [ -s "docs/lessons/$stem.md" ]; then
        look_at_page "docs/lessons/$stem.md" >"$tmp/found"
        while IFS= read -r what; do lacks "$what"; done <"$tmp/found"
    fi
done
if [ $missing -gt 0 ]; then
    echo "$missing thing$([ $missing -eq 1 ] || echo s) to do"
    exit 1
fi
echo "complete: $# lesson$([ $# -eq 1 ] || echo s)"
