#!/bin/sh
# new-lesson.sh: makes the files of a new lesson, from common/course/skeleton. From make new-lesson:
#   NN     its number: two digits that no lesson has yet
#   STEM   the idea, for the file names: small letters, digits and _
#   PART   the part of the course; the default is that of the previous lesson
# The new lesson builds and runs; `make complete LESSONS=NN` lists what is still to be written.
# On a bad argument, exits with 2 and writes nothing.

export LC_ALL=C
: "${NN=}" "${STEM=}" "${PART=}"
. common/course/script.sh
. common/learn/lib.sh # gap
fail() { one_line "new-lesson: $*" >&2; exit 2; }

skeleton=common/course/skeleton
[ "$NN$STEM" ] || fail "no number and no stem: make new-lesson NN=49 STEM=my_idea"
case $NN in
[0-9][0-9]) ;;
*) fail "NN=$NN: a number of two digits is needed: make new-lesson NN=49 STEM=my_idea" ;;
esac
# Not [a-z], which means other letters in some languages.
small=abcdefghijklmnopqrstuvwxyz
case $STEM in
'' | [!$small]* | *[!${small}0123456789_]* | *__* | *_)
    fail "STEM=$STEM: small letters, digits and single _ between words are needed: STEM=my_idea" ;;
esac
[ ${#STEM} -le 40 ] || fail "STEM=$STEM: ${#STEM} characters are too many; 40 at most"

declared=$(sh common/course/declared.sh number stem part) || exit 2 # says which lesson is wrong
taken=$(echo "$declared" | $AWK -v wanted="$NN" '$1 == wanted { print $2 }')
[ -z "$taken" ] || fail "NN=$NN: that is lessons/$taken.cu; the next free number is $(
    echo "$declared" | $AWK '{ taken[$1 + 0] } END { for (i = 0; i in taken; i++); printf "%02d", i }')"
parts=$(sed 1d lessons/parts.csv | cut -d, -f1 | tr '\n' ' ')
if [ "$PART" ]; then
    wanted=$PART
    case $wanted in *[!A-Za-z0-9_-]*) wanted=none, ;; esac
    case " $parts" in *" $wanted "*) ;; *) fail "PART=$PART: no such part of the course; lessons/parts.csv has: $parts(a new part is a line there)" ;; esac
else
    PART=$(echo "$declared" | $AWK -v wanted="$NN" '$1 + 0 < wanted + 0 { part = $3 } END { print part }')
    : "${PART:=${parts%% *}}"
fi

name=${NN}_$STEM
files="lessons/$name.cu docs/lessons/$name.md solutions/$name.cu exercises/$name.cu exercises/notes/$name.txt
    tests/model/$name.awk"
for file in $files; do
    [ ! -e "$file" ] || fail "$file already exists, without a lesson; move it away"
done

made=''
temporary new-lesson
trap 'rm -rf "$tmp"; [ -z "$made" ] || rm -f $made' EXIT # all of them, or none
fill() # OF FILE
{
    made="$made $2"
    sed -e "s/@NN@/$NN/g" -e "s/@STEM@/$STEM/g" -e "s/@TITLE@/$(echo "$STEM" | tr _ ' ')/g" \
        -e "s/@PART@/$PART/g" "$skeleton/$1" >"$2" || fail "$2 could not be written"
}
fill lesson.cu "lessons/$name.cu"
fill page.md "docs/lessons/$name.md"
fill solution.cu "solutions/$name.cu"
fill notes.txt "exercises/notes/$name.txt"
fill model.awk "tests/model/$name.awk"
made="$made exercises/$name.cu"
gap starter "exercises/notes/$name.txt" >"$tmp/starter" &&
    gap fill "solutions/$name.cu" -v gap="$tmp/starter" >"exercises/$name.cu" ||
    fail "exercises/$name.cu could not be written"
made=''

echo "Lesson $NN, part $PART:"
for file in $files; do echo "  $file"; done
echo "It builds: make lesson$NN && ./lesson$NN. What is still to be written: make complete LESSONS=$NN"
echo "CONTRIBUTING.md describes the next steps."
