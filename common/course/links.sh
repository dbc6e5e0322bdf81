#!/bin/sh
# links.sh [check]: writes the title and the links of each lesson's page (lines 1 and 3) from what the lessons
# say of themselves (course.sh). With check, only compares them. Reports lessons without a page.

export LC_ALL=C
: "${AWK:=awk}"
. common/course/script.sh
. common/course/update.sh
temporary reduction-links
sh common/course/course.sh >"$tmp/lessons" || exit
# number, stem, and the numbers before and after, or a dash
$AWK -F '\t' '
    NR > 1 { print line "\t" before "\t" $1; before = number }
    NR == 1 { before = "-" }
    { line = $1 "\t" $2; number = $1 }
    END { print line "\t" before "\t-" }' "$tmp/lessons" >"$tmp/order"
status=0 check=''
[ "${1-}" != check ] || check=yes
while IFS='	' read -r number stem before after; do
    page=docs/lessons/$stem.md
    [ -e "$page" ] || { echo "$page: is missing; every lesson has a page" >&2; status=1; continue; }
    # A plain program without memory on the device has nothing that can be played.
    memory=$(grep -c cudaMalloc "lessons/$stem.cu")
    # shellcheck disable=SC2016 # the dollars are awk's
    $AWK -F '\t' -v number="$number" -v before="$before" -v after="$after" -v memory="$memory" '
        FNR == NR { stem[$1] = $2; title[$1] = $3; kind[$1] = $4; next }
        FNR == 1  { print "# Lesson " number ": " title[number]; next }
        FNR == 3  {
            print "[The code](../../lessons/" stem[number] ".cu)" (kind[number] == "lesson" || memory > 0 ? " · step by step: `make play" number "`" : "") \
                link("before", before) link("next", after)
            next
        }
        { print }
        function link(word, to) { return to in title ? " · " word ": [" to " " title[to] "](" stem[to] ".md)" : "" }
        ' "$tmp/lessons" "$page" >"$tmp/page"
    cmp -s "$tmp/page" "$page" && continue
    if [ "$(sed -n '1s/^# Lesson .*/title/p; 2s/^$/empty/p; 3s/^\[The code\](.*/links/p; 4s/^$/empty/p' "$page" |
            tr '\n' ' ')" != 'title empty links empty ' ]; then
        echo "$page:1: a page begins with '$(sed -n 1p "$tmp/page")', an empty line, a line [The code](...) and an" \
            "empty line" >&2
        status=1
    else
        update "$page" "$tmp/page" "title and links differ from the declarations; make pages writes them" \
            "title and links written"
    fi
done <"$tmp/order"
exit $status
