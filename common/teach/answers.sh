#!/bin/sh
# answers.sh [NN...]: all numbered questions of the lessons' pages with their answers, in one file,
# $BUILD/answers.md. It is made from the pages each time, so it cannot differ from them. Exits with 1 if a question
# has no answer.

export LC_ALL=C
: "${AWK:=awk}" "${BUILD:=build}"
. common/course/script.sh
. common/teach/teach.sh
temporary answers
mkdir -p "$BUILD" || exit 1
root=$(root_from "$BUILD")
page_files "$@" >"$tmp/pages" || exit 2
status=0
{
    echo "# Answers to the questions of all pages"
    echo
    echo "Made by \`make answers\` from the pages. Those of the exit tickets are in [teaching](${root}docs/teaching.md#exit-tickets);"
    echo "an exercise's is \`make show05\`."
    while IFS= read -r page; do
        echo
        $AWK -v page="$page" -v root="$root" -f common/teach/text.awk -f common/teach/questions.awk "$page" || status=1
    done <"$tmp/pages"
    [ $status -eq 0 ]
} >"$tmp/answers" || { echo "answers: $BUILD/answers.md was not written; see above" >&2; exit 1; }
new=$BUILD/answers.md.$$
cp "$tmp/answers" "$new" && mv -f "$new" "$BUILD/answers.md" || exit 1
echo "answers: $BUILD/answers.md has $(grep -c '^\*\*Answer' "$tmp/answers") answers of $(grep -c . "$tmp/pages") pages"
