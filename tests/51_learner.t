#!/bin/sh
# The learner's loop, as somebody would go through it who has just cloned the repository; and what it says
# to somebody who makes mistakes, or tries to pass without an answer.
# Takes about 65 s of processor time.
. tests/lib.sh
. tests/exercise.sh # combine, grade_variant
cheats=$PWD/tests/fixtures/cheats.txt

"${CC:-cc}" -O1 -o "$tests_tmp/terminal" tests/terminal.c || exit 1

# Sources only, without what somebody may have done here, and with a space in the path. The programs that come
# before the first exercise with a gap are left out: here everything begins with 00.
repo="$tests_tmp/a repository"
mkdir "$repo"
cp -R Makefile common lessons solutions docs "$repo"
mkdir -p "$repo/exercises"
cp -R exercises/notes exercises/checks "$repo/exercises"
export COMPILER_CLONE="$repo" COMPILER_ORIGIN="$PWD" # objects made here serve there, too
cd "$repo" || exit 1
rm -f lessons/[0-9].* docs/lessons/[0-9].* solutions/[0-9].* exercises/notes/[0-9].*
DEVICE=cpu
PROGRESS=progress log=progress/log.csv # for common/learn/lib.sh, too
export DEVICE PROGRESS
unset BUILD ALL COPY HINT
total=$(ls solutions | grep -c '^[0-9][0-9].*\.cu$')
for notes in exercises/notes/*.txt; do
    sh common/learn/reset.sh "$(basename "$notes" | sed 's/_.*//')" >/dev/null
done
rm -rf progress
file=exercises/00_divergent_branches.cu
cp $file "$tests_tmp/starter.cu"

answer() # TEXT: what stands in the gap of exercise 00
{
    printf '%s\n' "$1" >"$tests_tmp/gap"
    gap fill "$tests_tmp/starter.cu" -v gap="$tests_tmp/gap" >$file
}
solved() { gap inside solutions/00_divergent_branches.cu; }
quietly() { run_quietly "$@"; }
try() { "$MAKE" -s exercise00 && ./exercise00; }
count() { grep -c -e "$1" "$tests_tmp/out"; }

# From the beginning to the first exercise that is passed
says 'make progress, before anything was done' 0 "\] 0 of $total done" "$MAKE" -s progress
is 'names the next' "$(grep -A 1 'next:' "$tests_tmp/out" | head -n 1)" '  next: make exercise00 && ./exercise00'
is 'and the page that belongs to it' "$(count 'lesson 00, divergent branches: docs/lessons/00_divergent_branches.md')" 1
is 'every part of the course is there, in order' "$(sed -n 's/^  \([IVX]*\)  *\([A-Z].*[a-z]\)   *[0-9].* exercises$/\1 \2/p' "$tests_tmp/out")" \
    "$(sh common/course/declared.sh --parts part title | tr '\t' ' ')"
is 'of the first part the next six lessons, and how far it goes' "$(awk '/^       [0-9]/ { printf "%s ", $1 }' "$tests_tmp/out")" \
    '00 01 02 03 04 05 06-07 '
is 'the next one is marked' "$(count '^       00  divergent branches  *> 00  \. 00b  \. 00c$')" 1
is 'it fits on a screen of 24 lines and 80 columns' "$(awk 'length($0) > 79 || NR > 23' "$tests_tmp/out")" ''
says 'make progress ALL=1' 0 '^  I\. The ladder$' "$MAKE" -s progress ALL=1
is 'has a line for each exercise' "$(grep -c '^  [0-9][0-9][a-z]* .* open' "$tests_tmp/out")" "$total"
is 'no line is too wide' "$(awk 'length($0) > 100' "$tests_tmp/out")" ''

# Routes
of_route=$(ls solutions | grep -c '^0[0-3].*\.cu$')
says 'a route has its own exercises' 0 "\] 0 of $of_route done, route evening$" "$MAKE" -s progress ROUTE=evening
is 'and its own parts' "$(sed -n 's/^  \([IVX]*\)  *[A-Z].*[a-z]  *\([0-9-]*\)  *[0-9]* exercises$/\1 \2/p' "$tests_tmp/out")" 'I 00-03'
says 'it may begin elsewhere' 0 '^  next: make exercise05 ' "$MAKE" -s progress ROUTE=cuda
is 'every exercise of it is listed, and no other' "$("$MAKE" -s progress ROUTE=evening ALL=1 | grep -c '^  [0-9][0-9][a-z]* .* open')" "$of_route"
says 'the whole course is a route, too' 0 "\] 0 of $total done, route all$" "$MAKE" -s progress ROUTE=all
numbers solutions | grep '^0[0-3]' | while read -r number; do event "$number" passed; done
says 'a route comes to its end' 0 '^  All done on this route\. The others: docs/map\.md$' "$MAKE" -s progress ROUTE=evening
is 'where the course goes on' "$(sh common/learn/progress.sh open) $(ROUTE=cuda sh common/learn/progress.sh open)" '04 05'
rm -rf progress
for route in week EVENING '0' "even
ing"; do
    says "no route: $(echo "$route" | tr '\n' ' ')" 2 '^ROUTE=[^;]*: there is no such route; there are: evening, weekend, cuda, ' "$MAKE" -s progress ROUTE="$route"
    is 'in one line' "$(grep -vc '^make[^ ]*: \*' "$tests_tmp/out")" 1
done

says 'the starter is not passed' 1 '^exercise00: not passed yet' try
is 'which check failed, where' "$(count 'right sums, .*WRONG at n = 2, block 32$')" 1
is 'what was expected, what came' "$(count 'expected 26940, got 13550, difference -13390')" 1
is 'which hint fits' "$(count 'Hint 1 is about this: make hint00 HINT=1')" 1
says 'once more: perhaps it was not saved' 1 "^$file is still the starter: if you have changed it, save it" ./exercise00
says 'make progress knows' 0 '^  00 .* begun$' "$MAKE" -s progress ALL=1
for k in 1 2 3; do says "make hint00, for the time $k" 0 "^exercise00, hint $k of 3" "$MAKE" -s hint00; done
says 'make hint00 once more' 0 'Those were all three hints' "$MAKE" -s hint00
says 'make hint00 HINT=2' 0 'hint 2 of 3' "$MAKE" -s hint00 HINT=2
says 'make hint00 HINT="2 3"' 2 'HINT=2 3: there are hints 1, 2 and 3' "$MAKE" -s hint00 HINT='2 3'
says 'make hint00 HINT=4' 2 'HINT=4: there are hints 1, 2 and 3' "$MAKE" -s hint00 HINT=4
answer "$(solved)"
says 'the program is older than the answer' 2 'has changed since it was built: make exercise00' ./exercise00
says 'a right answer passes' 0 '^exercise00: all checks passed' try
is 'and the next is named' "$(count 'next: make exercise00b && ./exercise00b')" 1
says 'make progress knows, with hints' 0 '^  00 .* done +3 hints$' "$MAKE" -s progress ALL=1
is 'one of them is done' "$(count "\] 1 of $total done")" 1
says 'and where that is' 0 '^       00  divergent branches  *x 00  > 00b  \. 00c$' "$MAKE" -s progress
says 'one case only is no pass' 0 'right so far; without options' ./exercise00 -n 33 -b 64

# With a GPU that lacks what an exercise needs; here a script is the program for it.
mkdir -p build/gpu
on_gpu() { env BUILD=build DEVICE=gpu sh common/learn/grade.sh exercise00; }
printf '#!/bin/sh\necho exercise00: needs more; exit 77\n' >build/gpu/exercise00
chmod +x build/gpu/exercise00
says 'a GPU that cannot run it: what the CPU device has checked counts' 0 '^exercise00: this GPU cannot run it' on_gpu
# shellcheck disable=SC2016 # the script's own variable
printf '#!/bin/sh\necho >>"$EXERCISE_VERDICT"; echo begun >>"$EXERCISE_VERDICT"; exit 77\n' >build/gpu/exercise00
says 'but not if it gives up later' 77 'all checks passed' on_gpu
rm -r build/gpu

# Wrong answers of all kinds
answer "$(solved | sed 's/__syncthreads();/__syncthreads(); if (tid == 1) sums[0] += 0;/')"
says 'a race planted into the right answer' 3 '^CPU device: race: kernel reduce0' try
is 'is not passed, although the sum is right' "$(count 'MISTAKE at')$(count WRONG)$(count 'not passed yet')" 101
answer "$(solved | sed 's/__syncthreads();/if (tid < 16) __shfl_sync(~0u, 0, 0); __syncthreads();/')"
quietly try
is 'an answer that the CPU device stops' "$status $(count '^exercise00: not passed yet')" '3 1'
answer '        s = 1;'
says 'an answer that never ends' 3 '^CPU device: endless-loop: kernel reduce0, .* did not finish within [0-9]+ steps' try
is 'is not passed' "$(count '^exercise00: not passed yet: it was stopped (check 1: n = 1, block 32)')" 1
is 'and one of its two lines is told' "$(($(count '^ *s = 1;$') + $(count '^ *for (unsigned s = 1; .*{$')))" 1
answer "$(solved; echo '        s = 1;')"
says 'with a barrier in the loop: how often it was passed' 3 \
    '^CPU device: endless-loop: kernel reduce0, .* the block has passed this barrier 16[0-9]{3} times: does the loop' try
is 'and which barrier' "$(count '^ *__syncthreads();$')$(count '00_divergent_branches.cu:[0-9]*: here$')" 11
answer "$(solved | sed 's/tid % (2 \* s)/tid % s/')"
says 'an index that is too large is told as an index' 3 \
    '^CPU device: out-of-bounds: kernel reduce0, .*: sums\[32\] of 32: the last one is sums\[31\]$' try
is 'once' "$(count '^CPU device: ')" 1
is 'with the hint about indices' "$(count 'Hint 1 is about this: make hint00 HINT=1')" 1
answer "$(solved | sed 's/__syncthreads();//')"
says 'a race' 3 '^CPU device: race: kernel reduce0' try
is 'with the hint about barriers' "$(count 'Hint 2 is about this: make hint00 HINT=2')" 1
answer '        if (tid == 0 && s == 1) printf("exercise00: all checks passed\n");'
quietly try
is 'printing that it is passed' "$status $(count '^exercise00: not passed yet')" '1 1'
answer "$(printf '#define reduce0 reduce0\n'; solved)"
says 'a directive in the gap' 2 "00_divergent_branches.cu:[0-9]+: #define: a directive is not allowed in the gap" try
{ sed 's/i < n ? in\[i\] : 0/in[i]/' "$tests_tmp/starter.cu"; } >$file
says 'a line outside of the gap' 2 '00_divergent_branches.cu:[0-9]+: this line is outside the gap, and has been changed' try
says 'and what it was' 2 '^  was:      sums\[tid\] = i < n \? in\[i\] : 0;$' "$MAKE" -s exercise00
grep -v 'your code ends' "$tests_tmp/starter.cu" >$file
says 'the end of the gap is gone' 2 '00_divergent_branches.cu: the line that ends the gap is missing; it was:$' try
is 'and is told' "$(count '^    /\* ---- your code ends ---- \*/$')" 1
is 'but not the solution' "$(count 'show00')" 0
grep -v 'your code begins' "$tests_tmp/starter.cu" >$file
says 'its beginning is gone' 2 '00_divergent_branches.cu:[0-9]+: the line that begins the gap is missing here; it was:$' try
is 'and is told, too' "$(count '^    /\* ---- your code begins: about 3 lines ---- \*/$')" 1
sed 's/^.*your code ends.*/&\n&/' "$tests_tmp/starter.cu" >$file
says 'an end too much' 2 'this line is outside the gap, and has been changed' try
: >$file
says 'an empty file' 2 'must each be there exactly once' try
sed '/^int main/,$d' "$tests_tmp/starter.cu" >$file
says 'the end of the file is gone' 2 'its end is missing' try
rm $file
says 'the file is gone' 2 'is not there; make reset00 brings the starter back$' try
says 'for show, too' 2 'is not there; make reset00 brings the starter back$' "$MAKE" -s show00
answer '        this is no C'
quietly try
is 'what does not compile: the compiler says where' "$(count 'exercises/00_divergent_branches.cu:2[0-9]:.*error')" 1

answer "$(solved)"
says 'and when that is mended, it is built' 0 '^exercise00: all checks passed' try
sed 's/^    /\t/' $file >"$tests_tmp/tabs" && cp "$tests_tmp/tabs" $file
says 'tabs for blanks are no change' 0 '^exercise00: all checks passed' try
rm -rf progress
"$MAKE" -s reset00 >/dev/null; rm -rf progress

# A gap on the host: exit() is no way out
stem=$(basename solutions/04_*.cu .cu)
echo '    (void)r; exit(0);' >"$tests_tmp/gap"
gap fill "solutions/$stem.cu" -v gap="$tests_tmp/gap" >"exercises/$stem.cu"
run_quietly sh -c "$MAKE -s exercise04 && ./exercise04"
is 'an answer that ends the program' "$((status != 0)) $(count '^exercise04: not passed yet: it ended by itself')" '1 1'
sed 's/grid > 1;/grid > 0;/' "solutions/$stem.cu" >"exercises/$stem.cu"
"$MAKE" -s exercise04
says 'launches without end' 3 'endless-loop: exercises/04_.*:[0-9]+: kernel reduce4 is launched once more' ./exercise04
echo '    for (volatile int again = 1; again;) (void)r;' >"$tests_tmp/gap"
gap fill "solutions/$stem.cu" -v gap="$tests_tmp/gap" >"exercises/$stem.cu"
"$MAKE" -s exercise04
says 'a loop without end on the host is stopped by time, which decides nothing' 1 \
    '^exercise04: stopped, because one run took more than 1 seconds \(check 1: n = 1, block 32\); nothing is decided$' \
    env EXERCISE_SECONDS=1 ./exercise04
is 'and the way out is named' "$(count '^Does every loop end, .* EXERCISE_SECONDS=600 ./exercise04$')" 1

# Whatever an answer does with signals, files and other processes: it ends within the limit, and leaves nothing behind.
cat >"$tests_tmp/gap" <<'END'
    const char *how = getenv("HOW");
    static int calls;
    if (how && calls++ == 0) {
        if (fork() == 0 && setsid() > 0) // says each half second that there is still something
            while (FILE *lasted = fopen(getenv("LASTED"), "a")) {
                fputs("another half second\n", lasted);
                fclose(lasted);
                usleep(500000);
            }
        while (access(getenv("LASTED"), F_OK) != 0)
            usleep(1000);
        for (int ignored : {SIGALRM, SIGPROF, SIGTERM, SIGHUP})
            signal(ignored, SIG_IGN);
        for (int i = 0; strstr(how, "closed") && i < 256; i++)
            close(i);
        if (strstr(how, "fork") && fork() == 0) {
            setsid();
            if (fork() == 0)
                execlp("sleep", "sleep", "98765", getenv("MARK"), (char *)NULL);
            raise(SIGSTOP);
        }
        if (strstr(how, "stop"))
            kill(0, SIGSTOP);
        while (strstr(how, "sleep"))
            sleep(1000);
        for (volatile int again = 1; strstr(how, "loop") && again;)
            (void)r;
        if (strstr(how, "leave"))
            exit(0);
    }
END
gap inside "solutions/$stem.cu" >>"$tests_tmp/gap"
gap fill "solutions/$stem.cu" -v gap="$tests_tmp/gap" >"exercises/$stem.cu"
"$MAKE" -s exercise04
export MARK=$$ LASTED="$tests_tmp/lasted"
left()
{
    { ps -e -o args | grep "^sleep 98765 $$\$"
      ls -l /proc/[0-9]*/exe 2>/dev/null | grep -F -- "-> $repo/build/inspect/exercise04"; } | wc -l
}
for how in stop sleep closed+stop closed+loop fork+closed+sleep; do
    rm -f "$LASTED"
    says "an answer with $how is stopped by time" 1 '^exercise04: stopped, because one run took more than 2 seconds' \
        env HOW=$how EXERCISE_SECONDS=2 ./exercise04
    # twice the limit and more, as the answer itself has lived it, so that a busy machine decides nothing; before, it was five
    # times as long, or for ever. (On a busy machine two seconds of processor time can be any number of seconds.)
    lasted=$(wc -l <"$LASTED")
    case $how in *loop*) most=1000 ;; *) most=14 ;; esac
    is "within its limit, nearly, and nothing of it is left" "$((lasted > 0 && lasted <= most)) $(left)" '1 0'
done
says 'an answer that leaves processes behind, and ends' 1 'it ended by itself before the last check' env HOW=fork+leave ./exercise04
is 'they end, too' "$(left)" 0
says 'an answer that begins processes, and is right' 0 'all checks passed' env HOW=fork ./exercise04
is 'they end as well' "$(left)" 0
rm -rf progress

for seconds in soon 0 -1 1.5; do
    says "EXERCISE_SECONDS=$seconds" 2 "^exercise04: EXERCISE_SECONDS $seconds: " env EXERCISE_SECONDS=$seconds ./exercise04
done

# Cheats, and honest answers that look like one
stem=$(basename solutions/04c_*.cu .cu)
cheat() # NAME: the exercise with this section of the file in its gap
{
    gap "$1" "$cheats" | while IFS= read -r line; do
        case $line in
        @right) gap inside "solutions/$stem.cu" | sed 's/\<launch(/right(/' ;;
        @launch) gap inside "solutions/$stem.cu" ;;
        *) printf '%s\n' "$line" ;;
        esac
    done >"$tests_tmp/gap"
    gap fill "solutions/$stem.cu" -v gap="$tests_tmp/gap"
}
named() { sed -n "s/^== \($1, .*\)/\1/p" "$cheats"; }
named '\(refused\|allowed\)' >"$tests_tmp/cheats"
while IFS= read -r line; do
    name=${line%%:*}
    cheat "$name" >"exercises/$stem.cu"
    case $name in
    allowed*) ok "a gap: $name" sh common/learn/check.sh 04c ;;
    *) says "a gap: $name" 2 "^exercises/$stem.cu:[0-9]+: ${line#*: }" sh common/learn/check.sh 04c ;;
    esac
done <"$tests_tmp/cheats"
ok "there are 50 or more of these" test "$(wc -l <"$tests_tmp/cheats")" -ge 50
gap_of() # NUMBER TEXT: the solution's answer, and this behind it
(
    number=$1
    find_exercise
    { gap inside "$solution"; printf '%s\n' "$2"; } >"$tests_tmp/gap"
    gap fill "$solution" -v gap="$tests_tmp/gap" >"$exercise"
)
for overload in 'template <class T> static void finish(T *) {}' 'inline namespace n { static void finish(void *) {} }'; do
    gap_of 03c "$overload"
    says "a function of a name that is called behind the gap: $overload" 2 ': finish: the text behind the gap calls' \
        sh common/learn/check.sh 03c
done
gap_of 03c 'struct own { int finish(int x) { return x; } }; static int own_finish(int x) { return own().finish(x); }'
ok 'a member of that name is another' sh common/learn/check.sh 03c
gap_of 04e '    __syncthreads(); __threadfence();'
ok 'in a function it may be called' sh common/learn/check.sh 04e

mkdir -p "$tests_tmp/programs" "$tests_tmp/try/inspect"
BUILD=build
compile_cheats() { compile_inspected "$tests_tmp/all.cu" "$tests_tmp/try/all"; }
not_passed() # VARIANT NAME REGEX
{
    grade_variant "$1" exercise04c
    if [ "$status" -ne 0 ] && grep -Eq -e "$3" "$tests_tmp/out" && ! grep -q '04c,passed' progress/log.csv; then
        pass "a gap: $2"
    else
        fail "a gap: $2" "$tests_tmp/out"
    fi
}
named harmless >"$tests_tmp/cheats"
n=0
while IFS= read -r line; do
    n=$((n + 1))
    cheat "${line%%:*}" >"exercises/$stem.cu"
    ok "a gap: ${line%%:*}, is built" sh common/learn/check.sh 04c
    cp "exercises/$stem.cu" "$tests_tmp/programs/$n.cu"
done <"$tests_tmp/cheats"
# shellcheck disable=SC2046 # names without spaces
combine $(seq -f "$tests_tmp/programs/%g.cu" "$n") >"$tests_tmp/all.cu"
ok 'cheats that must not help compile' compile_cheats
n=0
while IFS= read -r line; do
    n=$((n + 1))
    not_passed "$n" "${line%%:*}" "${line#*: }"
done <"$tests_tmp/cheats"
named alone >"$tests_tmp/cheats"
while IFS= read -r line; do
    cheat "${line%%:*}" >"exercises/$stem.cu"
    cp "exercises/$stem.cu" "$tests_tmp/all.cu"
    rm -f "$tests_tmp/try/all"
    if compile_cheats >"$tests_tmp/compiled" 2>&1; then not_passed 0 "${line%%:*}" "${line#*: }"
    else says "a gap: ${line%%:*}, is not built" 0 "${line#*: }" cat "$tests_tmp/compiled"; fi
done <"$tests_tmp/cheats"
rm -rf progress

# Beginning anew, looking at the solution, cleaning up
answer "$(solved)"
says 'make reset00 keeps the work' 0 'kept as progress/kept/00_divergent_branches.1.cu' "$MAKE" -s reset00
ok 'the starter is back' cmp $file "$tests_tmp/starter.cu"
is 'the work is there' "$(gap inside progress/kept/00_divergent_branches.1.cu)" "$(solved)"
says 'and the exercise is open again' 0 "\] 0 of $total done" "$MAKE" -s progress
says 'make reset00 again' 0 'is already the starter' "$MAKE" -s reset00
says 'make show00' 0 '^\+.*sums\[tid\] \+= sums\[tid \+ s\]' "$MAKE" -s show00
is 'says which lines are whose' "$(sed -n '1s/ .*(/ (/p;2s/ .*(/ (/p' "$tests_tmp/out" | tr '\n' ' ')" \
    "--- (the lines with - are yours) +++ (those with + are the solution's) "
says 'make progress knows of that, too' 0 '^  00 .*solution seen' "$MAKE" -s progress ALL=1

# Taking a reset back. Nothing is lost on the way, whatever is done.
contains() { sed -n 's,^// work ,,p' "$1"; } # whose work is in FILE
rm -rf progress
echo 'no folder' >"$tests_tmp/progress"
for command in progress hint00 reset00 undo00 show00 "report NAME=Ada"; do
    # shellcheck disable=SC2086 # words
    says "make $command when progress is a file" 2 '^.*/progress: must be a folder, for what you have done, and is a file; move' \
        "$MAKE" -s $command PROGRESS="$tests_tmp/progress"
    is "make $command: one line" "$(grep -vc '^make' "$tests_tmp/out")" 1
done
says 'make undo00 when nothing was kept' 2 '^undo00: nothing was kept of exercise 00; make reset00 keeps your work' "$MAKE" -s undo00
is 'one line' "$(grep -vc '^make' "$tests_tmp/out")" 1
for work in A B; do
    echo "// work $work" >>$file
    says "work $work is kept" 0 'make undo00 takes this back' "$MAKE" -s reset00
done
says 'make undo00' 0 "^$file is copy 2 again, of [A-Z][a-z]* [ 0-9]*:[0-9]*; if it is open in an editor" "$MAKE" -s undo00
is 'brings back what was there' "$(contains $file)" B
is 'all copies are listed, with their dates' \
    "$(grep -cE '^   [12]  [A-Z][a-z]{2} +[0-9]+ [0-9:]+ +progress/kept/00_divergent_branches\.[12]\.cu$' "$tests_tmp/out")" 2
says 'it has to be checked again' 0 '^  00 .* begun$' "$MAKE" -s progress ALL=1
ok 'once more' "$MAKE" -s undo00
is 'brings back the one before' "$(contains $file)" A
says 'and once more' 2 '^undo00: .* is the oldest copy already; make undo00 COPY=list' "$MAKE" -s undo00
cp "$tests_tmp/starter.cu" $file
echo '// work C' >>$file
says 'what was not kept yet' 0 'your work is kept as progress/kept/00_divergent_branches.3.cu' "$MAKE" -s undo00 COPY=1
is 'is kept before a copy is brought back' "$(contains $file) $(for k in 1 2 3; do contains progress/kept/*.$k.cu; done | tr '\n' ' ')" 'A A B C '
ok 'of COPY=2' "$MAKE" -s undo00 COPY=2
is 'comes that' "$(contains $file) $(ls progress/kept | wc -l | tr -d ' ')" 'B 3'
says 'COPY=list' 0 '^copies of exercise 00 \(make undo00 COPY=3 brings back 3\):' "$MAKE" -s undo0 COPY=list
says 'COPY=4' 2 '^COPY=4: there is no such copy of exercise 00; make undo00 COPY=list' "$MAKE" -s undo00 COPY=4
says 'COPY=last' 2 '^COPY=last: must be the number of a copy' "$MAKE" -s undo00 COPY=last
# An update has come since: the grader would refuse the old file
sed '1s/tree/old tree/; s,^.*---- your code ends,// work O\
&,' $file >progress/kept/00_divergent_branches.4.cu
says 'make undo00 after an update' 0 'the lines outside the gap are the course.s, which the grader needs; progress/kept/00_[a-z_]*\.4\.cu has' \
    "$MAKE" -s undo00 COPY=4
ok 'fills the gap of the new file' sh -c "awk -v part=outside -f common/learn/gap.awk $file >'$tests_tmp/outside' &&
    awk -v part=outside -f common/learn/gap.awk '$tests_tmp/starter.cu' | cmp - '$tests_tmp/outside'"
is 'with the old code' "$(contains $file)" O
ok 'once more' "$MAKE" -s undo00
is 'brings back the one before that' "$(contains $file)" C
rm progress/kept/00_divergent_branches.4.cu
rm $file
says 'a file that is gone' 2 'make reset00 brings the starter back, make undo00 what the last reset kept$' "$MAKE" -s exercise00
ok 'is brought back, too' "$MAKE" -s undo00
is 'from the last copy' "$(contains $file)" C
chmod a-w progress/kept
echo '// work D' >>$file
if [ -w progress/kept ]; then
    skip 'where nothing can be kept, nothing is changed' 'this user may write everywhere'
else
    says 'where nothing can be kept, nothing is changed' 2 'your work could not be kept' "$MAKE" -s reset00
fi
chmod u+w progress/kept
"$MAKE" -s reset00 >/dev/null
sed "s/\$/$(printf '\r')/; s/^    /$(printf '\t')/" solutions/00_divergent_branches.cu >$file
says 'make show00: tabs, and line ends of Windows' 0 '^\(no difference\)$' "$MAKE" -s show00
rm -rf progress
"$MAKE" -s reset00 >/dev/null
says 'make solution00' 0 '^solution00: all checks passed' sh -c "$MAKE -s solution00 && ./solution00"
says 'which is not the learner'"'"'s' 0 "\] 0 of $total done" "$MAKE" -s progress
ok 'make clean' "$MAKE" -s clean
is 'takes the links, and leaves progress' "$(ls -d exercise00 solution00 progress 2>/dev/null)" progress

# make watch: saved, built, checked
"$MAKE" -s watch00 >"$tests_tmp/watch" 2>&1 &
watch=$!
wait_for() # REGEX: 600 s at most
{
    for _ in $(seq 3000); do grep -q "$1" "$tests_tmp/watch" && return; sleep 0.2; done
    return 1
}
ok 'make watch00 checks at once' wait_for '^waiting for'
answer "$(solved)"
saved=$(date +%s)
ok 'and when the file is saved' wait_for '^exercise00: all checks passed'
echo "# $(($(date +%s) - saved)) s from saving to the result, in whole seconds"
wait $watch
is 'then it ends' $? 0
is 'and nothing of it is left' "$(ps -e -o args | grep '[c]ommon/learn/watch.sh 00$')" ''
says 'make watch: the next open one' 0 '---- saved .*  exercises/00b_' sh -c "
    $MAKE -s watch >watched 2>&1 & watch=\$!
    for _ in \$(seq 3000); do grep -q '^waiting' watched && break; sleep 0.2; done
    kill \$watch; cat watched"
is 'without a terminal nothing is drawn' "$(grep -c "$(printf '\033')" watched)" 0

# On a terminal, with keys
rm -rf progress
cp "$tests_tmp/starter.cu" $file
TERM=xterm
export TERM
look() { "$tests_tmp/terminal" "$@" -- "$MAKE" -s watch; }
ready='h  hint   s  solution   r  run again   n  next exercise   q  quit' # waits for a key
says 'make watch on a terminal: every key' 0 '^terminal: restored' look \
    -e '---- saved ' -e "  $file" -e "$ready" -k h -e 'exercise00, hint 1 of 3' -e "$ready" \
    -k s -e 'y or n: ' -k n -e no -e "$ready" -k s -e 'y or n: ' -k y -e yes -e '+++ solutions/00' -e "$ready" \
    -k r -e '---- saved ' -e 'is still the starter' -e "$ready" -k x -k ^Z -k n -e 'exercises/00b_' -e "$ready" \
    -k n -e 'exercises/00c_' -e "$ready" -k q
is 'every check begins on an empty screen' "$(tr '\r' '\n' <"$tests_tmp/out" | grep -c "$(printf '^\033')\[H$(printf '\033')\[2J----")" 4
is 'hint and solution are noted, and nothing else' "$(sed 1d progress/log.csv | cut -d, -f2,3 | tr '\n' ' ')" \
    '00,tried 00,hint1 00,solution 00,tried 00b,tried 00c,tried '
rm -rf progress
answer "$(solved | sed 's/__syncthreads();//')"
TMPDIR=$tests_tmp
export TMPDIR
says 'h: the hint that the check has named, then the first one' 0 '^terminal: restored' look \
    -e 'Hint 2 is about this' -e "$ready" -k h -e 'exercise00, hint 2 of 3' -e "$ready" \
    -k h -e 'exercise00, hint 1 of 3' -e "$ready" -k q
is 'its note of that is gone' "$(ls "$tests_tmp" | grep exercise-hint)" ''
cp "$tests_tmp/starter.cu" $file
rm -rf progress
says 'saved: checked; and Enter goes on in order' 0 '^terminal: restored' look -e "$ready" \
    -r "rm '$repo/$file'" -e 'is not there; make reset00' -e "$ready" \
    -r "cp '$repo/solutions/00_divergent_branches.cu' '$repo/$file'" -e '---- saved ' -e 'all checks passed' \
    -e 'next: make exercise00b' -e 'n or Enter  next exercise' -k '^M' -e 'exercises/00b_' -e "$ready" -k '^D'
solved_one() { "$tests_tmp/terminal" "$@" -- "$MAKE" -s watch00; }
says 'keys typed during a check are forgotten' 0 '^terminal: restored' solved_one -e 'n or Enter' \
    -k rnns -e '---- saved ' -e 'all checks passed' -e 'n or Enter' -k q
is 'they did nothing' "$(count 'All done')$(count '+++ solutions')" 00
says 'but for q' 0 '^terminal: restored' solved_one -e 'n or Enter' -k rq -e '---- saved ' -e 'all checks passed'
cp solutions/00b_* exercises
event 00 passed
numbers solutions | grep -v '^00b*$' | while read -r number; do event "$number" passed; done
says 'the last open one' 0 '^terminal: restored' look -e 'all checks passed' -e 'n or Enter' -k n -e 'All done'
sed '/,00b,/d' progress/log.csv >"$tests_tmp/log" && cp "$tests_tmp/log" progress/log.csv
says 'an open one alone' 0 '^terminal: restored' look -e 'n or Enter' -r "sed '/,00b,/d' '$repo/progress/log.csv' >'$tests_tmp/log' && cp '$tests_tmp/log' '$repo/progress/log.csv'" \
    -k n -e 'only this one is open' -k q
rm -rf progress
cp "$tests_tmp/starter.cu" $file
mkdir "$tests_tmp/counted"
printf '#!/bin/sh\necho >>"%s/reads"\nexec %s "$@"\n' "$tests_tmp" "$(command -v dd)" >"$tests_tmp/counted/dd"
chmod +x "$tests_tmp/counted/dd"
PATH=$tests_tmp/counted:$PATH look -e "$ready" -r ": >'$tests_tmp/reads'; sleep 3; cp '$tests_tmp/reads' '$tests_tmp/counted'" \
    -k ^C >"$tests_tmp/out" 2>&1 </dev/null
is 'it waits, and does not run in circles' "$(($(wc -l <"$tests_tmp/counted/reads") <= 16))" 1
is 'Ctrl-C gives the terminal back' "$(tail -n 1 "$tests_tmp/out")" 'terminal: restored'
look -e "$ready" -k '^\' >"$tests_tmp/out" 2>&1 </dev/null
is 'Ctrl-\, too' "$(tail -n 1 "$tests_tmp/out")" 'terminal: restored'
TERM=dumb look -e "$ready" -k q >"$tests_tmp/out" 2>&1 </dev/null
is 'a terminal that cannot be cleared' "$(grep -c "$(printf '\033')" "$tests_tmp/out")" 0
unset TERM
rm -rf progress

# Numbers without their zero
says 'make exercise0 && ./exercise0' 1 '^exercise00: not passed yet' sh -c "$MAKE -s exercise0 && ./exercise0"
says 'make hint0b HINT=2' 0 '^exercise00b, hint 2 of 3' "$MAKE" -s hint0b HINT=2
says 'make solution4b && ./solution4b' 0 '^solution04b: all checks passed' sh -c "$MAKE -s solution4b && ./solution4b"
says 'make lesson5 && ./lesson5' 0 '^  reduce5 .* ok$' sh -c "$MAKE -s lesson5 && ./lesson5 -n 1000"
for command in show5 reset5 undo5 watch5b inspect5 profile5 picture5; do
    ok "make $command is known" "$MAKE" -n $command
done
ok 'make clean takes those links, too' "$MAKE" -s clean
is 'all of them' "$(ls -d exercise0 solution4b lesson5 2>/dev/null)" ''

# Programs that come before the first lesson
sed '1s/.*/\/* Exercise 0.1b: who says hello? (predict)/' solutions/00_divergent_branches.cu >solutions/0.1b_hello.cu
says 'what comes before every part' 0 '^ +From zero +0\.1 +1 exercise$' "$MAKE" -s progress
is 'is next, and first' "$(count 'next: make exercise0.1b && ./exercise0.1b')$(sed -n '4s/^ *From zero.*/1/p' "$tests_tmp/out")" 11
says 'without a zero that could be left out' 2 'there is no such command|there is no' "$MAKE" exercise.1b
says 'it is among what is there' 2 '^exercise0.1: there is no exercise 0.1; there is 0.1b$' "$MAKE" exercise0.1
rm solutions/0.1b_hello.cu

# A log that an editor has had in its hands; files from the future, and from the past
mkdir -p progress
printf 'time,exercise,event\r\nx,00,hint1\r\nx,00,passed\r\nx,00b,tried' >progress/log.csv
says 'line ends of Windows: what is done counts' 0 '^  00 .* done +1 hint$' "$MAKE" -s progress ALL=1
is 'and what was begun, though its line has no end' "$(count '^  00b .* begun$')" 1
says 'the hint after the first' 0 '^exercise00, hint 2 of 3' "$MAKE" -s hint00
is 'is noted in a line of its own' "$(tail -n 2 progress/log.csv | sed 's/^[^,]*,//' | tr '\n' ' ')" '00b,tried 00,hint2 '
is 'what belongs to an exercise is found' "$(events 00 | tr -s ' ')" ' hint1 passed hint2'
answer "$(solved)"
"$MAKE" -s exercise00
sleep 1
touch -d '2 days' $file 2>/dev/null || touch -t 203801010000 $file
says 'a file dated in the future passes' 0 '^exercise00: all checks passed' sh -c "$MAKE -s exercise00 2>&1 && ./exercise00"
answer "$(solved | sed 's/__syncthreads();//')"
touch -d '2 days' $file 2>/dev/null || touch -t 203801010000 $file
says 'and is not taken for what was built before' 2 'has changed since it was built: make exercise00$' ./exercise00
says 'but checked anew' 3 '^exercise00: not passed yet' sh -c "$MAKE -s exercise00 2>&1 && ./exercise00"
answer "$(solved)"
touch -t 202001010000 $file
says 'a file from the past, which make cannot know to be new' 2 "has changed since it was built: touch $file && make exercise00\$" ./exercise00
ok 'does as told' sh -c "touch $file && $MAKE -s exercise00 && ./exercise00"
touch -d '2 days' solutions/00_divergent_branches.cu 2>/dev/null
says 'a solution dated in the future' 0 '^solution00: all checks passed' sh -c "$MAKE -s solution00 2>&1 && ./solution00"
touch solutions/00_divergent_branches.cu $file
rm -rf progress

# What it cannot do
# unknown TARGET REGEX: told in one line, beside make's own
unknown()
{
    says "make $1" 2 "$2" "$MAKE" "$1"
    is 'in one line' "$(grep -vc '^make[^ ]*: \*' "$tests_tmp/out")" 1
}
last=$(numbers solutions | tail -n 1)
unknown exercise99 "^exercise99: there is no exercise 99; they go from 00 to $last; make progress ALL=1 lists them$"
unknown hint99 '^hint99: there is no exercise 99; they go from'
unknown hint05z '^hint05z: there is no exercise 05z; there are 05, 05b, 05c and 05d$'
unknown show5x '^show5x: there is no exercise 5x; there are 05, 05b, 05c and 05d$'
unknown undo08q '^undo08q: there is no exercise 08q; there are 08 and 08b$'
unknown lesson99 '^lesson99: there is no lesson 99; they go from 00 to [0-9]+; ls lessons lists them$'
unknown picture0.1 '^picture0.1: there is no lesson 0.1 to picture; they go from 00'
unknown inspect5b '^inspect5b: there is no lesson 5b; there is 05$'
unknown exercise '^make exercise: the number of the exercise is missing, as in make exercise00, your next$'
unknown hintab '^make hintab: there is no such command; make help'
unknown "it's" "^make it's: there is no such command; make help"
"$MAKE" -s exercise00
says 'size 0' 2 '^exercise00: --size 0: must be from 1' ./exercise00 -n 0
says 'a block that is not allowed' 2 '^exercise00: --block 48: not a power of two' ./exercise00 -b 48
says 'samples' 2 '^exercise00: --samples: exercise00 is not timed' ./exercise00 -s 3
says 'an unknown option' 2 '^exercise00: --frob is not an option' ./exercise00 --frob
says '--help' 0 'without options every check is made' ./exercise00 --help
mkdir -p progress && echo 'no,log' >progress/log.csv
says 'a log that is none' 0 "\] 0 of $total done" "$MAKE" -s progress
done_testing
