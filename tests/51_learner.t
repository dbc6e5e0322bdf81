#!/bin/sh
# The learner's loop, as somebody would go through it who has just cloned the repository; and what it says
# to somebody who makes mistakes, or tries to pass without an answer.
# Takes about 35 s of processor time.
. tests/lib.sh

# Sources only, without what somebody may have done here.
repo=$tests_tmp/repository
mkdir "$repo"
cp -R Makefile common lessons solutions docs "$repo"
mkdir -p "$repo/exercises"
cp -R exercises/notes "$repo/exercises"
cd "$repo" || exit 1
DEVICE=cpu
PROGRESS=progress
export DEVICE PROGRESS
unset BUILD
total=$(ls solutions | grep -c '^[0-9][0-9].*\.cu$')
for notes in exercises/notes/*.txt; do
    sh common/learn/reset.sh "$(basename "$notes" | sed 's/_.*//')" >/dev/null
done
rm -rf progress
file=exercises/00_divergent_branches.cu
cp $file "$tests_tmp/starter.cu"

. common/learn/lib.sh # gap
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
is 'has a line for each exercise' "$(grep -c '^  [0-9][0-9][a-z]* .* open' "$tests_tmp/out")" "$total"
says 'the starter is not passed' 1 '^exercise00: not passed yet' try
is 'which check failed, where' "$(count 'right sums, .*WRONG at n = 2, block 32$')" 1
is 'what was expected, what came' "$(count 'expected 26940, got 13550, difference -13390')" 1
is 'which hint fits' "$(count 'Hint 1 is about this: make hint00 HINT=1')" 1
says 'make progress knows' 0 '^  00 .* begun' "$MAKE" -s progress
for k in 1 2 3; do says "make hint00, for the time $k" 0 "^exercise00, hint $k of 3" "$MAKE" -s hint00; done
says 'make hint00 once more' 0 'Those were all three hints' "$MAKE" -s hint00
says 'make hint00 HINT=2' 0 'hint 2 of 3' "$MAKE" -s hint00 HINT=2
says 'make hint00 HINT=4' 2 'HINT=4: there are hints 1, 2 and 3' "$MAKE" -s hint00 HINT=4
answer "$(solved)"
says 'the program is older than the answer' 2 'has changed since it was built: make exercise00' ./exercise00
says 'a right answer passes' 0 '^exercise00: all checks passed' try
is 'and the next is named' "$(count 'next: make exercise00b && ./exercise00b')" 1
says 'make progress knows, with hints' 0 '^  00 .* done +3' "$MAKE" -s progress
is 'one of them is done' "$(count "\] 1 of $total done")" 1
says 'one case only is no pass' 0 'right so far; without options' ./exercise00 -n 33 -b 64

# Wrong answers of all kinds
answer "$(solved | sed 's/__syncthreads();/__syncthreads(); if (tid == 1) sums[0] += 0;/')"
says 'a race planted into the right answer' 3 '^CPU device: race: kernel reduce0' try
is 'is not passed, although the sum is right' "$(count 'MISTAKE at')$(count WRONG)$(count 'not passed yet')" 101
answer "$(solved | sed 's/__syncthreads();/if (tid < 16) __shfl_sync(~0u, 0, 0); __syncthreads();/')"
quietly try
is 'an answer that the CPU device stops' "$status $(count '^exercise00: not passed yet')" '3 1'
answer '        s = 1;'
says 'an answer that never ends' 3 '^CPU device: endless-loop: kernel reduce0, .* did not finish within [0-9]+ steps' try
is 'is not passed, and its line is told' \
    "$(count '^exercise00: not passed yet: it was stopped (check 1: n = 1, block 32)')$(count '^ *s = 1;$')" 11
answer "$(solved; echo '        s = 1;')"
says 'with a barrier in the loop, too' 3 '^CPU device: endless-loop: kernel reduce0' try
answer '        if (tid == 0 && s == 1) printf("exercise00: all checks passed\n");'
quietly try
is 'printing that it is passed' "$status $(count '^exercise00: not passed yet')" '1 1'
answer "$(printf '#define reduce0 reduce0\n'; solved)"
says 'a directive in the gap' 2 "00_divergent_branches.cu:[0-9]+: #define: a directive is not allowed in the gap" try
{ sed 's/i < n ? in\[i\] : 0/in[i]/' "$tests_tmp/starter.cu"; } >$file
says 'a line outside of the gap' 2 '00_divergent_branches.cu:[0-9]+: this line is outside the gap, and has been changed' try
says 'and what it was' 2 'sums\[tid\] = i < n' "$MAKE" -s exercise00
grep -v 'your code ends' "$tests_tmp/starter.cu" >$file
says 'the end of the gap is gone' 2 'this line is outside the gap|must each be there exactly once' try
sed '/^int main/,$d' "$tests_tmp/starter.cu" >$file
says 'the end of the file is gone' 2 'its end is missing' try
rm $file
says 'the file is gone' 2 'is not there; make reset00 brings it back' try
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

# Beginning anew, looking at the solution, cleaning up
answer "$(solved)"
says 'make reset00 keeps the work' 0 'kept as progress/kept/00_divergent_branches.1.cu' "$MAKE" -s reset00
ok 'the starter is back' cmp $file "$tests_tmp/starter.cu"
is 'the work is there' "$(gap inside progress/kept/00_divergent_branches.1.cu)" "$(solved)"
says 'and the exercise is open again' 0 "\] 0 of $total done" "$MAKE" -s progress
says 'make reset00 again' 0 'is already the starter' "$MAKE" -s reset00
says 'make show00' 0 '^\+.*sums\[tid\] \+= sums\[tid \+ s\]' "$MAKE" -s show00
says 'make progress knows of that, too' 0 '^  00 .*solution seen' "$MAKE" -s progress
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
says 'make watch: the next open one' 0 '---- .* exercises/00b_' sh -c "
    $MAKE -s watch >watched 2>&1 & watch=\$!
    for _ in \$(seq 3000); do grep -q '^waiting' watched && break; sleep 0.2; done
    kill \$watch; cat watched"

# What it cannot do
says 'an unknown exercise' 2 'exercise99: there is no such exercise; there are: 00 00b' "$MAKE" exercise99
says 'an unknown hint' 2 'hint99: there is no such exercise' "$MAKE" hint99
"$MAKE" -s exercise00
says 'size 0' 2 '^exercise00: --size 0: must be from 1' ./exercise00 -n 0
says 'a block that is not allowed' 2 '^exercise00: --block 48: not a power of two' ./exercise00 -b 48
says 'samples' 2 '^exercise00: --samples: exercise00 is not timed' ./exercise00 -s 3
says 'an unknown option' 2 '^exercise00: --frob is not an option' ./exercise00 --frob
says '--help' 0 'without options every check is made' ./exercise00 --help
echo 'no,log' >progress/log.csv
says 'a log that is none' 0 "\] 0 of $total done" "$MAKE" -s progress
done_testing
