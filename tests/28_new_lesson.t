#!/bin/sh
# make new-lesson and make complete: every lesson has all that makes one, and a new one builds, runs, and
# is told what it lacks. In a copy of the repository.
# Takes about 40 s of processor time.
. tests/lib.sh

says "every lesson is complete" 0 "^complete: [0-9]+ lessons, [0-9]+ words in sight\$" "$MAKE" -s complete

repo=$tests_tmp/copy
mkdir "$repo"
cp -R Makefile README.md CONTRIBUTING.md common docs exercises lessons solutions plots tests "$repo"
export COMPILER_CLONE="$repo" COMPILER_ORIGIN="$PWD" # objects made here serve there, too
cd "$repo" || exit 1
BUILD=build DEVICE=cpu
export BUILD DEVICE
unset NN STEM PART LESSONS

listing() { find . -path ./build -prune -o -type f -print | LC_ALL=C sort; }
listing >"$tests_tmp/before"
refused() # NAME REGEX VARIABLE...: one line, exit code 2, and nothing is written
{
    name=$1 regex=$2
    shift 2
    says "$name" 2 "^new-lesson: $regex" "$MAKE" -s new-lesson "$@"
    is "$name: one line besides make's own" "$(grep -vc '^make' "$tests_tmp/out")" 1
    listing >"$tests_tmp/after"
    ok "$name: nothing is written" cmp "$tests_tmp/before" "$tests_tmp/after"
}
refused "no arguments" 'no number and no stem: make new-lesson NN=49 STEM=my_idea'
refused "no number" 'NN=: a number of two digits' STEM=my_idea
refused "no stem" 'STEM=: small letters' NN=97
refused "a number that exists" 'NN=05: that is lessons/05_unroll_last_warp\.cu; the next free number is [0-9][0-9]$' NN=05 STEM=my_idea
refused "a number of one digit" 'NN=7: a number of two digits' NN=7 STEM=my_idea
refused "a word for a number" 'NN=ab: a number of two digits' NN=ab STEM=my_idea
refused "a stem with a space" 'STEM=my idea: small letters' NN=97 'STEM=my idea'
refused "a stem with capitals" 'STEM=MyIdea: small letters' NN=97 STEM=MyIdea
refused "a stem that begins with a digit" 'STEM=2nd: small letters' NN=97 STEM=2nd
refused "a stem with a slash" 'STEM=\.\./x: small letters' NN=97 STEM=../x
refused "a stem with a quote" "STEM=a'b: small letters" NN=97 "STEM=a'b"
refused "a stem that is too long" 'STEM=a+: 41 characters are too many; 40' NN=97 STEM=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
refused "a part that does not exist" 'PART=XX: no such part of the course; lessons/parts\.csv has: I ' NN=97 STEM=my_idea PART=XX
echo 'somebody wrote this' >docs/lessons/97_my_idea.md
listing >"$tests_tmp/before"
refused 'a page that is there already' 'docs/lessons/97_my_idea\.md already exists' NN=97 STEM=my_idea
rm docs/lessons/97_my_idea.md

# CONTRIBUTING.md's own commands, for lesson 97 in place of 49, in their order, each once. What they ask of a GPU, or
# of the whole suite, is left out; so are exercises that are still to be written.
awk '/^```sh$/ { inside = 1; next } /^```/ { inside = 0 } inside' CONTRIBUTING.md |
    sed -e 's/ *# .*//' -e 's/49b/97/' -e 's/49/97/g' | awk '!seen[$0]++' >"$tests_tmp/commands"
git init -q . && git add plots/recorded && git -c user.name=t -c user.email=t@t commit -q -m t
ok "CONTRIBUTING.md shows commands" test "$(wc -l <"$tests_tmp/commands")" -ge 8
while IFS= read -r line; do
    code=0
    case $line in
    make\ test* | 'sh tests/'*.t | make\ record* | make\ latency* | make\ roundtrip* | make\ calibrate* | make\ compare* | *BUILD=before* | *DEVICE=gpu* | 'make plots'* | '') continue ;;
    'make complete'*) code=2 ;; # it lists what is still to be written
    'make sass'*)
        sh common/setup/cuda.sh nvdisasm >/dev/null 2>&1 || { skip "CONTRIBUTING.md: $line" "no nvdisasm"; continue; } ;;
    'make picture'* | 'make figures' | 'make predict-validate'*)
        command -v gnuplot >/dev/null 2>&1 || { skip "CONTRIBUTING.md: $line" "no gnuplot"; continue; } ;;
    esac
    exits "CONTRIBUTING.md: $line" $code sh -c "$line"
done <"$tests_tmp/commands"
ok "it is taken back" rm lessons/97_my_idea.cu docs/lessons/97_my_idea.md exercises/97_my_idea.cu \
    solutions/97_my_idea.cu exercises/notes/97_my_idea.txt tests/model/97_my_idea.awk

says "a new lesson" 0 '^  tests/model/97_my_idea\.awk$' "$MAKE" -s new-lesson NN=97 STEM=my_idea PART=II
ok "builds" "$MAKE" -s lesson97
says "runs, and is right" 0 ' my_idea .* ok$' ./lesson97 -n 1,33,1000 -s 1
is "is declared" "$(sh common/course/declared.sh --lesson 97 lesson stem title part)" "lesson97	97_my_idea	my idea	II"
says "stands among the results, not measured yet" 0 '97 .*my idea.*not measured yet' sh -c "'$MAKE' -s table && cat docs/results.md"
says "its page lists its exercise" 0 '^- \[97\]' sh -c "'$MAKE' -s pages LESSONS=97 && cat docs/lessons/97_my_idea.md"
ok "it is on the map" grep -q '^| \[97 my idea\](lessons/97_my_idea\.md) | ' docs/map.md
of_proof() { grep -c -E "^$1" "$tests_tmp/proof"; } # REGEX: so many of the results
sh tests/50_exercises.t 97 >"$tests_tmp/proof"
is "its exercise is one: the starter is refused" "$(of_proof 'ok .*exercise97, the starter: refused$')" 1
is "its solution passes" "$(of_proof 'ok .*solution97 passes')" 1
is "its three wrong answers are refused" "$(of_proof 'ok .*exercise97, (wrong|answer), .*: refused$')" 3
is "and nothing else is wrong with it" "$(of_proof 'not ok')" 0

ok "its answers are checked" grep -q '^<!-- check: ' docs/lessons/97_my_idea.md
sh tests/53_answers.t docs/lessons/97_my_idea.md >"$tests_tmp/proof"
is "and right" "$(of_proof ok) $(of_proof 'not ok')" "3 0"

says "it is not complete" 1 '^[0-9]+ things to do$' sh common/course/complete.sh 97
cp "$tests_tmp/out" "$tests_tmp/list"
for file in lessons/97_my_idea.cu docs/lessons/97_my_idea.md exercises/97_my_idea.cu solutions/97_my_idea.cu \
    exercises/notes/97_my_idea.txt tests/model/97_my_idea.awk; do
    ok "what is still to be written in $file" grep -q "^lesson97: $file:[0-9]*: still to be written: " "$tests_tmp/list"
done
says "make complete says so" 2 "^lesson97: docs" "$MAKE" -s complete
for file in lessons/97_my_idea.cu docs/lessons/97_my_idea.md exercises/97_my_idea.cu solutions/97_my_idea.cu \
    exercises/notes/97_my_idea.txt tests/model/97_my_idea.awk; do
    sed 's/TODO:* *//' "$file" >"$tests_tmp/filled" && cat "$tests_tmp/filled" >"$file"
done
says "but for its objectives" 1 '^lesson97: docs/teaching.md has no row of it under Objectives: .*97_my_idea' sh common/course/complete.sh 97
sed 's,^## In ,| [97](lessons/97_my_idea.md) | have an idea (97); check it (97) |\n&,' docs/teaching.md >"$tests_tmp/filled" &&
    cat "$tests_tmp/filled" >docs/teaching.md
says "when all is written it is complete" 0 '^complete: 1 lesson, [0-9]+ words in sight$' "$MAKE" -s complete LESSONS=97

page=docs/lessons/97_my_idea.md
cp $page "$tests_tmp/page"
lacks() # NAME REGEX SED: the page, changed so, lacks something
{
    sed "$3" "$tests_tmp/page" >$page
    says "$1" 1 "^lesson97: docs/lessons/97_my_idea\\.md$2" sh common/course/complete.sh 97
    cp "$tests_tmp/page" $page
}
lacks "another heading" ':1: the heading must be: # Lesson 97: my idea$' '1s/my/your/'
lacks "too many words" ': [0-9]+ words in sight, and 700 are the most' "5i\\
$(yes word | head -n 700 | tr '\n' ' ')"
lacks "code that nothing compiles" ':[0-9]+: no source has this line of code: int forty_two = 41 \+ 1;$' '/^## Why/a\
```c\
int forty_two = 41 + 1;\
```'
lacks "no prediction" ': a section is missing, or not in its place: ## Predict$' '/^## Predict/d'
lacks "the lines before the exercise" ': a section is missing, or not in its place: ## The lines that changed$' \
    's/^## Your turn/## The lines that changed/; t; s/^## The lines that changed/## Your turn/'
lacks "a question without its answer" ': ## Questions: 2 questions, but 1 answer ' '/^## Questions/s/$/\n1. Why?/'
lacks "an answer that is not checked" ':[0-9]+: Answer 1 is not checked' '/check: altered/d'
lacks "an empty answer" ':[0-9]+: Answer 1 is empty$' '/^the answer/d'
lacks "a check for another number than the answer says" ':[0-9]+: Answer 1 is checked for 95, but does not say it$' \
    's/=> .*barriers.*/=> shared loads +95 -->/'
lacks "a check without what it expects" ':[0-9]+: a check is one line: ' 's/ => .* -->/ -->/'
lacks "only for those who have a GPU" ':[0-9]+: what only a GPU shows needs a second form' '/On a laptop/s/On a laptop://'
lacks "a part that stays folded" ': a <details> is not closed$' '/^## Questions/,$s/^<\/details>//'
lacks "what the exercise asks for" ':[0-9]+: this line is what an exercise asks for' '/^## The task/s/$/\n`sums[tid] += sums[tid + s];`/'
lacks "a name of ncu" ":[0-9]+: ncu's names stand in docs/measuring.md" '9s/$/ smsp__inst_executed.sum/'
lacks "no picture" ': a picture is missing' '/^```/d'
lacks "a picture without words" ':9: picture x\.png lacks its words' '9s/^/![](x.png) /'
lacks "a figure without its text" ':9: the picture has no text: docs/lessons/figures/picture97\.txt' \
    '9s/^/![each thread in each step](figures\/picture97.png) /'
lacks "no list of exercises" ': the list of exercises is missing' '/exercises:begin/d'
lacks "an empty list" ': the list of exercises is empty: make pages LESSONS=97 fills it$' '/^- \[97\]/d'
for file in $page exercises/97_my_idea.cu solutions/97_my_idea.cu exercises/notes/97_my_idea.txt tests/model/97_my_idea.awk; do
    mv "$file" "$tests_tmp/away"
    says "no $file" 1 "^lesson97: $file is missing\$" sh common/course/complete.sh 97
    mv "$tests_tmp/away" "$file"
done
sed 's/"II"/"Z"/' lessons/97_my_idea.cu >"$tests_tmp/filled" && cp "$tests_tmp/filled" lessons/97_my_idea.cu
says "no such part: the file and the line" 2 '^lessons/97_my_idea\.cu:[0-9]+: \.part "Z"' sh common/course/complete.sh 97
says "a lesson that is not there" 2 'LESSONS=98' "$MAKE" complete LESSONS=98
done_testing
