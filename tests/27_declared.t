#!/bin/sh
# What the lessons declare is read once, by common/course/declared.sh; what is wrong with a
# declaration is told with file and line.
. tests/lib.sh

ok "the pages have the declared titles, and links to their neighbours (else: make pages)" sh common/course/links.sh check

copy=$tests_tmp/copy
mkdir -p "$copy/common"
cp -R lessons "$copy"
cp -R common/course common/harness "$copy/common"
cd "$copy" || exit 1
declared() { sh common/course/declared.sh "$@"; }
lessons=$(ls lessons | grep -c '^[0-9][0-9]_.*\.cu$')

ok 'all lessons have a declaration' declared
is 'a line each' "$(declared | wc -l | tr -d ' ')" "$lessons"
is 'every column has something in it, or a dash' "$(declared | awk -F '\t' '{ for (i = 1; i <= 18; i++) if ($i == "") print }')" ''
is 'of one lesson' "$(declared --lesson 14 lesson stem part step_from types offers n batch defaults before after | tr '\t' ';')" \
    'lesson14;14_batched;III;lesson13;float;batch;536870912;2048;-n 2^29 --batch 2048;13;15'
is 'sizes and numbers of rows are numbers' "$(declared n batch | tr '\t,' '\n' | grep -c '[^0-9]')" 0
is 'the row that shows its idea' "$(declared --lesson 13 kernel) $(declared --lesson 05 kernel)" 'reduce_shuffle_down -'
is 'a part for each that has lessons, in order' "$(declared --parts part slug | sed -n 1,4p | tr '\t\n' ' ;')" \
    'I -;II in-place;III batches;IV groups;'
is 'the first lesson has none before it' "$(declared --lesson 00 before after | tr '\t' ' ')" '- 01'
says 'no such lesson' 2 'there is no lesson 99' declared --lesson 99
says 'no such column' 2 'no column colour; there are: number lesson' declared colour

# wrong NAME LINE REGEX SED...: with the declaration of lesson 05 so changed
file=lessons/05_unroll_last_warp.cu
cp "$file" "$tests_tmp/05.cu"
begin=$(grep -n '^static const struct lesson_about' "$file" | cut -d: -f1)
wrong()
{
    sed "$4" "$tests_tmp/05.cu" >"$file"
    says "$1" 2 "^$file:$2: $3" declared
    is "$1: one line" "$(wc -l <"$tests_tmp/out" | tr -d ' ')" 1
}
line() { grep -n "^ *\\.$1" "$tests_tmp/05.cu" | cut -d: -f1; }
title=$(line title) part=$(line part) from=$(line step_from) offers=$(line offers) defaults=$(line defaults)
wrong 'no declaration' 1 'no declaration; it begins with' '/^static const struct lesson_about/d'
wrong 'under another name' "$begin" 'a declaration must begin with the line' 's/lesson_about about/lesson_about me/'
wrong 'that does not end' '[0-9]+' 'a declaration has one field per line' '/^};/d'
wrong 'a second one' '[0-9]+' "a second declaration; the first is in line $begin" \
    '$a\
static const struct lesson_about about = {'
wrong 'no title' "$begin" 'the declaration has no .title' '/\.title/d'
wrong 'no part' "$begin" 'the declaration has no .part' '/\.part/d'
wrong 'no offers' "$begin" 'the declaration has no .offers' '/\.offers/d'
wrong 'no defaults' "$begin" 'the declaration has no .defaults' '/\.defaults/d'
wrong 'an empty title' "$title" '.title is empty' 's/\.title = .*/.title = "",/'
wrong 'a title without quotes' "$title" '.title must be a plain text in quotes' 's/\.title = .*/.title = TITLE,/'
wrong 'two fields in a line' "$title" '.title must be a plain text in quotes' 's/\(\.title.*\)$/\1 .part = "I",/'
wrong 'a field that there is not' "$title" 'no field .titel; there are: title part' 's/\.title/.titel/'
wrong 'a field twice' $((title + 1)) ".title is already in line $title" 's/\(.*\.title.*\)/\1\
\1/'
wrong 'no comma' "$part" 'a declaration has one field per line' 's/"I",/"I"/'
wrong 'a part that there is not' "$part" '.part "XX": no such part of the course; lessons/parts.csv has I, II' 's/"I",/"XX",/'
wrong 'a row that cannot be' $((part + 1)) '.kernel "reduce<5>": must be a name of a row' 's/"I",/"I",\
    .kernel = "reduce<5>",/'
wrong 'a step from no lesson' "$from" '.step_from "lesson97": there is no such lesson' 's/"lesson04"/"lesson97"/'
wrong 'a step from itself' "$from" '.step_from "lesson05": it is not an earlier' 's/"lesson04"/"lesson05"/'
wrong 'a step from something' "$from" '.step_from "04": must be an earlier lesson, such as lessonNN' 's/"lesson04"/"04"/'
wrong 'an offer that there is not' "$offers" '.offers LESSON_INTS: no such offer; there are: LESSON_INT' 's/LESSON_INT/LESSON_INTS/'
wrong 'an offer twice' "$offers" '.offers names LESSON_INT twice' 's/LESSON_INT/LESSON_INT | LESSON_INT/'
wrong 'no type' "$offers" '.offers names no type' 's/LESSON_INT/LESSON_GRID/'
wrong 'half an or' "$offers" '.offers has nothing on one side' 's/LESSON_INT/LESSON_INT |/'
wrong 'no size' "$defaults" '.defaults "-b 256": no -n' 's/-n 2^29/-b 256/'
wrong 'two sizes' "$defaults" '.*: -n 2\^29,2\^30: must be one size' 's/-n 2^29/-n 2^29,2^30/'
wrong 'a size that is none' "$defaults" '.*: -n 2\^64: must be one size' 's/-n 2^29/-n 2^64/'
wrong 'an option without value' "$defaults" '.*: -n without a value' 's/-n 2^29/-n/'
wrong 'an option twice' "$defaults" '.*: -n twice' 's/-n 2^29/-n 2^29 -n 2^20/'
wrong 'an option without default' "$defaults" '.*: --hot is not an option with a default' 's/-n 2^29/-n 2^29 --hot 1/'
wrong 'rows that it does not offer' "$defaults" '--batch in .defaults, which needs LESSON_BATCH' 's/-n 2^29/-n 2^29 --batch 8/'
wrong 'an option that no bench has' "$defaults" '.bench "--samples 3": --samples is not one of: -n .* --kernel --input ' 's/\.defaults = .*/.bench = "--samples 3",/'
wrong 'a kernel that cannot be one' "$defaults" '.bench "--kernel 5": --kernel 5: no such value' 's/\.defaults = .*/.bench = "--kernel 5",/'
wrong 'a capability that is none' "$title" '.needs "sm_90": must be a compute capability, such as 9.0' 's/\.title = .*/.needs = "sm_90",/'
cp "$tests_tmp/05.cu" "$file"

# The files
cp "$file" lessons/05_again.cu
says 'a number twice' 2 '^lessons/05_unroll_last_warp.cu:1: number 05 is taken by lessons/05_again.cu' declared
mv lessons/05_again.cu lessons/5_again.cu
says 'a number of one digit' 2 '^lessons/5_again.cu:1: a lesson.s name must look like 05_' declared
rm lessons/5_again.cu
printf 'I,again,again,,\n' >>lessons/parts.csv
says 'a part twice' 2 '^lessons/parts.csv:[0-9]+: part I has a row already' declared
rm lessons/parts.csv
says 'no parts' 2 '^lessons/parts.csv:1: it is missing' declared
done_testing
