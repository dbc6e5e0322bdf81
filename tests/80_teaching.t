#!/bin/sh
# docs/teaching.md and what is made for the room: plans, objectives, answers, slides, the handout; and one GPU for twenty.
# Takes about 8 s of processor time.
. tests/lib.sh
: "${AWK:=awk}"
page=docs/teaching.md

# The plans. Their rows say when they begin, and end when the heading says.
check_plans() # FILE: prints what is wrong
{
    LC_ALL=C $AWK -f common/teach/plan.awk "$1" | LC_ALL=C $AWK -F '\t' '
        $1 == "plan" { end(); plan = $2; wanted = $3; plans++ }
        $1 == "row" {
            split($3, clock, ":")
            if (clock[1] * 60 + clock[2] != spent)
                print plan ": the row at " $3 " begins after " spent " minutes"
            if ($5 !~ /^(talk|hands|ticket|break)$/)
                print plan ": the row at " $3 " is neither talk, hands, ticket nor break: " $5
            spent += $4
            of[$5] += $4
            rows++
        }
        END { end(); if (!plans) print "there is no plan" }
        function end() {
            if (plan != "" && spent != wanted)
                print plan ": " spent + 0 " minutes in all, but " wanted " are announced"
            if (plan != "" && 2 * of["hands"] < wanted - of["break"])
                print plan ": less than half is hands-on, " of["hands"] + 0 " of " wanted - of["break"]
            spent = 0
            delete of
        }'
}
is "the minutes of each plan add up, and half are hands-on" "$(check_plans $page)" ''
cat >"$tests_tmp/plan.md" <<'END'
### 30 minutes

| at | min | | what |
|---|---:|---|---|
| 0:00 | 10 | talk | one |
| 0:12 | 10 | hands | two `make lesson05 && ./lesson05` and `code` |
| 0:20 | 9 | chat | three |
END
is "and a plan that does not add up is told" "$(check_plans "$tests_tmp/plan.md" | tr '\n' ';')" \
    '30: the row at 0:12 begins after 10 minutes;30: the row at 0:20 is neither talk, hands, ticket nor break: chat;30: 29 minutes in all, but 30 are announced;30: less than half is hands-on, 10 of 30;'
is "there are the plans that it promises" "$($AWK -f common/teach/plan.awk $page | sed -n 's/^plan	\([^	]*\)	.*/\1/p' | tr '\n' ' ')" \
    '60 90 180 day1 day2 '

# Its commands: those that make has a rule for, and programs that one of these builds.
grep -o '`[^`]*`' $page | tr -d '`' | grep -E '^(make |\./)' | sed 's/show…/show02/' | sort -u >"$tests_tmp/commands"
awk '/^```sh$/ { inside = 1; next } /^```/ { inside = 0 } inside' $page >>"$tests_tmp/commands"
unknown() # FILE with a command each: those that do not exist
{
    LC_ALL=C $AWK '{ gsub(/&&|;/, "\n"); print }' "$1" | sed 's/^ *//; s/ *$//; s/ *#.*//' | sort -u | while IFS= read -r command; do
        case $command in
        make\ *)
            for word in $(printf '%s\n' "${command#make }" | sed 's/[A-Z]*="[^"]*"//g; s/[A-Z]*=[^ ]*//g'); do echo "$word"; done ;;
        ./lesson[0-9]*|./exercise[0-9]*) command=${command#./}; echo "${command%% *}" ;;
        'sh '*) command=${command#sh }; [ -e "${command%% *}" ] || echo "unknown: sh $command" >&2 ;;
        'mkdir '*) ;;
        '') ;;
        *) echo "unknown: $command" >&2 ;;
        esac
    done | sort -u >"$tests_tmp/targets"
    # shellcheck disable=SC2046 # names of ours
    for word in $(cat "$tests_tmp/targets"); do
        case $word in
        lesson[0-9]*) ls lessons/"${word#lesson}"_*.cu ;;
        exercise[0-9]*) ls exercises/"${word#exercise}"_*.cu ;;
        inspect[0-9]*|picture[0-9]*|predict[0-9]*|diff[0-9]*|sass[0-9]*) ls lessons/"$(printf '%s' "$word" | sed 's/^[a-z]*//')"_*.cu ;;
        hint[0-9]*|show[0-9]*) ls exercises/"$(printf '%s' "$word" | sed 's/^[a-z]*//')"_*.cu ;;
        *) grep "^## $word " Makefile ;;
        esac >/dev/null 2>&1 || echo "$word"
    done
}
is "every command in it exists" "$(unknown "$tests_tmp/commands" 2>&1 | tr '\n' ' ')" ''
printf '%s\n' 'make lesson99 && ./lesson99' 'make nothing N=3' 'make check' 'sh common/none.sh x' >"$tests_tmp/wrong"
is "and one that does not is told" "$(unknown "$tests_tmp/wrong" 2>&1 | tr '\n' ' ')" 'unknown: sh common/none.sh x lesson99 nothing '
ok "there were commands ($(grep -c . "$tests_tmp/commands"))" test "$(grep -c . "$tests_tmp/commands")" -ge 45
is "the files that it names are there" "$(grep -o 'FILE=[^ `]*' $page | sed 's/FILE=//' | while IFS= read -r file; do [ -e "$file" ] || echo "$file"; done)" ''

# The objectives: two or three for each lesson of each part that the table has, each measured by something.
sed -n '/^## Objectives/,/^## In/p' $page | grep '^| \[' >"$tests_tmp/objectives"
{
    sh common/course/course.sh | $AWK -F '\t' '$4 == "plain" { print "plain " $1 " " $2 }'
    sh common/course/declared.sh part number stem | $AWK -F '\t' '{ print $1 " " $2 " " $3 }'
} >"$tests_tmp/lessons"
check_objectives() # FILE: prints what is wrong
{
    LC_ALL=C $AWK '
        FNR == NR {
            number = $2
            gsub(/[^0-9.]|\]\(.*/, "", number)
            row[number] = $0
            next
        }
        { part[$2] = $1; stem[$2] = $3; order[++count] = $2; if ($2 in row) covered[$1] = 1 }
        END {
            for (i = 1; i <= count; i++) {
                number = order[i]
                if (!(part[number] in covered))
                    continue
                if (!(number in row)) { print number ": has no objectives"; continue }
                if (index(row[number], "(lessons/" stem[number] ".md)") == 0) print number ": is not linked to its page"
                text = row[number]
                sub(/^\|[^|]*\| /, "", text)
                sub(/ \|$/, "", text)
                n = split(text, objective, "; ")
                if (n < 2 || n > 3) print number ": " n " objectives"
                for (k = 1; k <= n; k++) {
                    if (objective[k] !~ /\([^()]*([0-9]|[PQ][0-9])[^()]*\)$/) print number ": nothing shows whether: " objective[k]
                    if (objective[k] !~ /^[a-z]+,? /) print number ": does not begin with a verb: " objective[k]
                }
            }
            for (number in row) if (!(number in part)) print number ": is no lesson"
        }' "$1" "$tests_tmp/lessons"
}
is "every lesson has its objectives" "$(check_objectives "$tests_tmp/objectives")" ''
sed '3d; 4s/; .*/ |/' "$tests_tmp/objectives" >"$tests_tmp/fewer"
is "and one without is told" "$(check_objectives "$tests_tmp/fewer" | cut -c 1-20 | tr '\n' ';')" '0.3: has no objectiv;00: 1 objectives;'
is "the exercises that show them exist" "$(grep -o '([0-9][^()]*)' "$tests_tmp/objectives" | tr -c '0-9.a-z\n' '\n' |
    grep '^[0-9]' | sort -u | while IFS= read -r name; do ls exercises/"${name}"_*.cu >/dev/null 2>&1 || echo "$name"; done)" ''

# The tickets: those of the plans are there, with two questions and two answers each.
tickets=$(sed -n 's/^### Ticket \(.\)$/\1/p' $page)
is "each ticket has two questions and two answers" "$(for ticket in $tickets; do
    sed -n "/^### Ticket $ticket\$/,/^##/p" $page | awk -v ticket="$ticket" '
        NR > 1 && /^##/ { exit }
        /^[0-9]\. / { q++ }
        /<summary>Answer [12]</ { a++ }
        END { if (q != 2 || a != 2) print ticket ": " q + 0 " questions, " a + 0 " answers" }'
done)" ''
is "each plan's tickets are there" "$(grep -o '(#ticket-.)' $page | tr -d '()#' | sort -u | tr '\n' ' ')" \
    "$(for ticket in $tickets; do echo "ticket-$ticket" | tr 'A-Z' 'a-z'; done | tr '\n' ' ')"
is "the form has eight questions" "$(sed -n '/^## Form/,/^## Answers/p' $page | grep -c '^[0-9]\. ')" 8
is "links within the page lead somewhere" "$(grep -o '](#[^)]*)' $page | sed 's/](#//; s/)//' | sort -u | while IFS= read -r anchor; do
    grep '^##' $page | sed 's/^#* //; s/[^A-Za-z0-9 -]//g; s/ /-/g' | tr 'A-Z' 'a-z' | grep -qx -- "$anchor" || echo "$anchor"; done)" ''

# The answers: as many as the pages have questions and answers, and links that lead somewhere.
BUILD=$tests_tmp/made
export BUILD
ok "make answers" sh common/teach/answers.sh
asked=$(cat docs/lessons/*.md | awk '/^## / { asks = /^## (Predict|Questions)$/ } /^```/ { code = !code } asks && !code && /^[0-9]+\. / { n++ } END { print n }')
is "it has every question of every page" "$(grep -c '^[0-9]*\. ' "$BUILD/answers.md")" "$asked"
is "and every answer" "$(grep -c '^\*\*Answer [0-9]*\.\*\*' "$BUILD/answers.md")" "$(cat docs/lessons/*.md | grep -c '<summary>Answer [0-9]*</summary>')"
is "which are as many" "$asked" "$(cat docs/lessons/*.md | grep -c '<summary>Answer [0-9]*</summary>')"
is "its links lead somewhere" "$(grep -o '](/[^)#]*' "$BUILD/answers.md" | sed 's/](//' | sort -u | while IFS= read -r file; do [ -e "$file" ] || echo "$file"; done)" ''
mkdir "$tests_tmp/lessons.d"
printf '%s\n' '# Lesson 98: x' '' 'links' '' '## Predict' '' '1. One, see [there](../x.md#y)?' '2. Two?' '' \
    '   <details><summary>Answer 1</summary>' '' '   A' '   <!-- check: a => b -->' '   </details>' >"$tests_tmp/lessons.d/98.md"
says "a question without an answer is told" 1 'docs/lessons/98.md: Predict: question 2 has no answer' \
    $AWK -v page=docs/lessons/98.md -v root=../ -f common/teach/text.awk -f common/teach/questions.awk "$tests_tmp/lessons.d/98.md"
says "links are those of another place" 1 '\(\.\./docs/x\.md#y\)' \
    $AWK -v page=docs/lessons/98.md -v root=../ -f common/teach/text.awk -f common/teach/questions.awk "$tests_tmp/lessons.d/98.md"

# The rehearsal
says "a rehearsal lists a plan's commands" 0 '^0:05	make check$' env PLAN=90 LIST=1 sh common/teach/rehearse.sh
says "it knows its plans" 2 "^PLAN=45: docs/teaching.md has no such plan; it has: 60, 90, 180, day1, day2" env PLAN=45 sh common/teach/rehearse.sh
says "and asks for one" 2 '^PLAN=: ' env PLAN= sh common/teach/rehearse.sh

# The slides' text needs awk only. At most eight, in type that the last row reads; every prediction is put, and then
# answered; every question is in the notes; and a number on a slide is one of the page's.
for name in docs/lessons/*.md; do
    LC_ALL=C $AWK -v number=00 -v title=T -f common/teach/text.awk -f common/teach/deck.awk -f common/teach/slides.awk "$name" >"$tests_tmp/slides.md" || echo "$name: awk failed"
    LC_ALL=C $AWK -v page="$name" '
        function numbers(line, on_slide,    number) {
            while (match(line, /[0-9][0-9.]*[0-9]/)) {
                number = substr(line, RSTART, RLENGTH)
                if (!on_slide) told[number]
                else if (!(number in told)) print page ": " number " is on a slide, but not in the text"
                line = substr(line, RSTART + RLENGTH)
            }
        }
        FNR == NR {
            if (/^<!-- slide: /) { put_there++; seen = seen "\n" $0; own = !/-->$/; next }
            if (own) { seen = seen "\n" $0; own = !/^-->$/; next }
            if (!/^ *<!-- check/) numbers($0)
            if (/^## /) section = substr($0, 4)
            if (/^```/) code = !code
            if (!code && /^[0-9]+\. /) { if (section == "Predict") predictions++; if (section == "Questions") questions++ }
            next
        }
        FNR == 1 { lines = split(seen, line, "\n"); for (i = 1; i <= lines; i++) numbers(line[i], 1) }
        /^# / { slides++; notes = 0; head = substr($0, 3); if (length(head) > 92) print page ": a long heading: " head }
        /^::: notes$/ { notes = 1 }
        !notes && head == "Predict" && /^[0-9]+\. / { if (told_at) print page ": an answer before " $0; asked++ }
        !notes && head == "What came out" && /^[0-9]+\. ./ { told_at = FNR; answered++ }
        notes && /^\*\*Question [0-9]+\. / { put++ }
        !notes && match($0, /font-size:[0-9]+px/) && substr($0, RSTART + 10) + 0 < 27 { print page ": small type: " $0 }
        END { if (slides > 8 || slides < 5 || put_there < 3 || asked != predictions || answered != predictions || put != questions)
                  print page ": " slides " slides, " put_there + 0 " of its own, " asked + 0 " of " predictions + 0 " predictions, " answered + 0 " answers, " put + 0 " of " questions + 0 " questions" }
        ' "$name" "$tests_tmp/slides.md"
done >"$tests_tmp/found"
is "slides have every prediction, then its answer, and every question" "$(cat "$tests_tmp/found")" ''
mkdir "$tests_tmp/bin"
for tool in sh awk sed grep cat mktemp rm mkdir cp mv basename tr dirname; do ln -s "$(command -v $tool)" "$tests_tmp/bin/$tool"; done
cat >"$tests_tmp/page.md" <<'END'
# Lesson 98: x

links

## Predict

1. What?

<details><summary>Answer 1</summary>

END
awk 'BEGIN { print "```"; for (i = 0; i < 60; i++) print "a long line of a program\n"; print "```\n\nMuch later.\n\n</details>" }' >>"$tests_tmp/page.md"
is "a program is not cut at an empty line" "$($AWK -v number=98 -v title=T -f common/teach/text.awk -f common/teach/deck.awk -f common/teach/slides.awk \
    "$tests_tmp/page.md" | awk '/^# What came out/ { on = 1 } on && /^```/ { n++ } END { print n }')" 2
$AWK -f common/teach/text.awk -f common/teach/tickets.awk docs/teaching.md >"$tests_tmp/tickets.md"
is "every ticket is there twice, without its answers" "$(grep -c '^##* Ticket' "$tests_tmp/tickets.md") $(grep -c -e '^# Ticket' -e '^2\. ' "$tests_tmp/tickets.md") $(grep -c -e '<details' -e 'Answer [0-9]' "$tests_tmp/tickets.md")" \
    "$(grep '^### Ticket' docs/teaching.md | awk 'END { print 2 * NR, 3 * NR, 0 }')"
printf '# T\n\n\n## The task\n\n<!-- slide: One -->\n\n<!-- slide: Two -->\n\n    x\n' >"$tests_tmp/page.md"
says "a slide of nothing is told" 1 'page.md:8: no picture, listing or table comes after the slide One$' \
    $AWK -f common/teach/text.awk -f common/teach/deck.awk -f common/teach/slides.awk "$tests_tmp/page.md"
says "without pandoc: its package" 3 '^pandoc is missing, so slides cannot be made: make deps PART=slides' env PATH="$tests_tmp/bin" sh common/teach/slides.sh 00
says "the handout, too" 3 '^pandoc is missing, so the handout cannot be made: make deps PART=slides' env PATH="$tests_tmp/bin" sh common/teach/handout.sh
says "deps has no other parts" 2 '^deps: PART=x: must be slides, site, 7, or left out' env PART=x sh common/setup/deps.sh
if command -v pandoc >/dev/null 2>&1; then
    if command -v weasyprint >/dev/null 2>&1; then code=0; else code=3; fi
    says "slides of a lesson" $code '^slides: .*/00_[a-z_]*\.html' sh common/teach/slides.sh 00
    exits "the handout" $code sh common/teach/handout.sh
    for name in "$BUILD"/slides/*.html "$BUILD/handout.html" "$BUILD/tickets.html"; do
        is "$(basename "$name") needs no other file" "$(grep -c -E '(src|href)="(https?:)?//|<link [^>]*href="[^d]|<img[^>]* src="[^d]' "$name")" 0
    done
    if [ $code -eq 0 ]; then
        pages() { tr -d '\000' <"$1" | grep -a -c -E '/Type */Page($|[^s])'; }
        is "a PDF page for each slide" "$(pages "$BUILD"/slides/00_divergent_branches.pdf)" \
            "$(grep -c '<section' "$BUILD"/slides/00_divergent_branches.html)"
        is "the handout has two pages" "$(pages "$BUILD/handout.pdf")" 2
        is "a page for each ticket, and a board" "$(pages "$BUILD/tickets.pdf")" $(($(grep -c '^### Ticket' docs/teaching.md) + 1))
    fi
else
    skip "slides and the handout" "no pandoc"
fi

# ---- One GPU for twenty ------------------------------------------------------------------------------
queue=$tests_tmp/queue
one="sh common/teach/one-at-a-time.sh"
CUDA_VISIBLE_DEVICES=0
export CUDA_VISIBLE_DEVICES queue
unset NAME
if ! command -v flock >/dev/null 2>&1; then
    says "without flock: what has it" 2 'flock is missing; the package util-linux has it' $one "$tests_tmp" true
    skip "one at a time" "no flock"
    done_testing
    exit
fi
mkdir "$queue"
# job NAME SECONDS: notes its name, and whether somebody else has the card
cat >"$tests_tmp/job" <<'END'
#!/bin/sh
mkdir "$queue.busy$CUDA_VISIBLE_DEVICES" 2>/dev/null || echo "two on card $CUDA_VISIBLE_DEVICES" >>"$queue.log"
[ ! -d "$queue.busy0" ] || [ ! -d "$queue.busy1" ] || echo >>"$queue.both"
echo "$1 $CUDA_VISIBLE_DEVICES" >>"$queue.log"
sleep "$2"
rmdir "$queue.busy$CUDA_VISIBLE_DEVICES" 2>/dev/null
END
chmod +x "$tests_tmp/job"
twenty() { for k in $(seq 20); do "$@" "$tests_tmp/job" "$k" 0.05 2>>"$tests_tmp/said" & done; wait; }
names() { sed 's/ .*//' "$queue.log" | sort -n | tr '\n' ' '; }
until_there() { for _ in $(seq 3000); do [ ! -e "$1" ] || return 0; sleep 0.1; done; return 1; } # FILE
until_waiting() { for _ in $(seq 3000); do [ "$(ls "$queue" | grep -c 'waiting$')" -lt "$1" ] || return 0; sleep 0.1; done; return 1; } # HOW-MANY
for k in 1 2 3; do "$tests_tmp/job" $k 1 & done; wait
ok "without a queue two have the card, and that is seen" grep -q '^two on card 0' "$queue.log"
rm -f "$queue.log"
twenty $one "$queue"
is "twenty at once: all get their turn, and no two at a time" "$(names)" "$(seq 20 | tr '\n' ' ')"
is "who waits is told who is before" "$(($(grep -c '^[1-9][0-9]* before you: ' "$tests_tmp/said") >= 1))" 1
is "nothing else is said" "$(grep -v -e '^[1-9][0-9]* before you: ' -e '^your turn, after [0-9]* s$' "$tests_tmp/said")" ''
is "no ticket is left" "$(ls "$queue" | grep -c -e waiting -e new)" 0
exits "the exit code is the command's" 7 $one "$queue" sh -c 'exit 7'
exits "that of a signal, too" 143 $one "$queue" sh -c 'kill $$'
says "who is alone waits for nobody, and reads nothing" 0 '^alone$' $one "$queue" echo alone
is "not a word" "$(cat "$tests_tmp/out")" alone
is "input and odd arguments reach the command" "$(echo in | $one "$queue" sh -c 'cat; printf "%s|" "$@"' - 'a b' '' '*')" "in
a b||*|"

# In their order; some are killed while they wait, and the one that has the card, too.
holds='until [ -e "$queue.go" ]; do sleep 0.1; done'
rm -f "$queue.log"
(NAME=ada exec $one "$queue" sh -c ": >'$queue.begun'; $holds") &
holder=$!
until_there "$queue.begun"
waiters=''
for k in 1 2 3 4 5 6; do
    (NAME=w$k exec $one "$queue" "$tests_tmp/job" $k 0 2>"$queue.said$k") &
    waiters="$waiters $!"
    until_waiting $k
done
is "the second one reads who has the card since when, and who waits" \
    "$(for _ in $(seq 3000); do [ -s "$queue.said2" ] && break; sleep 0.1; done; sed 's/[0-9]* s,/N s,/' "$queue.said2")" '2 before you: ada since N s, w1'
# shellcheck disable=SC2086 # numbers
set -- $waiters
kill -9 "$2"
kill "$4"
kill -INT "$4" 2>/dev/null
wait "$4"
is "kill ends one that waits, at once" "$?" 143
is "its ticket goes with it; of kill -9 one is left" "$(ls "$queue" | grep -c 'waiting$')" 5
kill -9 $holder
ok "the one that has the card is killed: the next one has it" sh -c "for _ in \$(seq 3000); do [ -s '$queue.log' ] && exit; sleep 0.1; done; exit 1"
wait
is "the others come in their order" "$(sed 's/ .*//' "$queue.log" | tr '\n' ' ')" '1 3 5 6 '
exits "what was left blocks nobody" 0 $one "$queue" true
is "and is gone" "$(ls "$queue" | grep -c 'waiting$')" 0
# Killed, but what it has begun still has the card
rm -f "$queue.log" "$queue.begun"
(exec $one "$queue" sh -c "(mkdir '${queue}.busy0'; : >'$queue.begun'; sleep 1; rmdir '${queue}.busy0') & wait") &
holder=$!
until_there "$queue.begun"
kill -9 $holder
$one "$queue" "$tests_tmp/job" 1 0 2>/dev/null
wait
is "the card is free when the last process of a command has ended" "$(cat "$queue.log")" '1 0'

# Two cards
rm -f "$queue.log" "$queue.both"
twenty env CUDA_VISIBLE_DEVICES=0,1 $one "$queue"
is "two cards: all get their turn, and no two on one" "$(names)" "$(seq 20 | tr '\n' ' ')"
is "both are used" "$(sed 's/.* //' "$queue.log" | sort -u | tr '\n' ' ')" '0 1 '
ok "at the same time" test -s "$queue.both"
mkdir "$tests_tmp/smi"
printf '#!/bin/sh\nprintf "0\\n1\\n"\n' >"$tests_tmp/smi/nvidia-smi" && chmod +x "$tests_tmp/smi/nvidia-smi"
is "which cards there are, nvidia-smi says" "$(env -u CUDA_VISIBLE_DEVICES PATH="$tests_tmp/smi:$PATH" $one "$queue" sh -c \
    'echo $CUDA_VISIBLE_DEVICES $CUDA_DEVICE_ORDER')" '0 PCI_BUS_ID'
says "a command inside one that has its turn does not wait for it" 0 '^inside 0$' $limit $one "$queue" $one "$queue/." sh -c 'echo inside $CUDA_VISIBLE_DEVICES'

says "no such folder" 2 '^one-at-a-time: .*none: no folder that you may write into; its owner makes one' $one "$tests_tmp/none" true
says "a file" 2 'Makefile: no folder that you may' $one Makefile true
says "no such command: nobody waits for that" 2 '^one-at-a-time: nothing-such: there is no such command$' $one "$queue" nothing-such
says "no command" 2 '^one-at-a-time: which folder, and which command\?' $one "$queue"
done_testing
