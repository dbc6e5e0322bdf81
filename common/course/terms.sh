#!/bin/sh
# terms.sh [check] [NN...]: links the words of docs/glossary.md where the lessons' pages use them first (terms.awk says
# how). With check, only compares. With numbers: only in the pages of these lessons.

export LC_ALL=C
: "${AWK:=awk}"
. common/course/script.sh
. common/course/update.sh
temporary reduction-terms
new=$tmp/page
status=0 check=''
if [ "${1-}" = check ]; then check=yes; shift; fi
[ $# -gt 0 ] || set -- ''
for page in $(for number; do echo docs/lessons/"$number"*_*.md; done); do
    LC_ALL=C $AWK -v to=../glossary.md -f common/course/terms.awk docs/glossary.md "$page" >"$new" || exit
    update "$page" "$new" "a word is not linked to the glossary where it comes first; make pages does it" "words linked"
done
exit $status
