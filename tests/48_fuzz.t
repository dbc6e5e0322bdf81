#!/bin/sh
# Mutated programs (tests/fuzz): what must make no difference makes none, however the tokens of a launch are
# spread over blanks, comments, lines and #if. They are compiled and run. FUZZ_SEED=N makes others.
# Takes about 8 s of processor time.
. tests/lib.sh

if [ "$DEVICE" = gpu ]; then
    skip 'mutations of programs' 'this is the GPU, and nvcc'
    done_testing
    exit
fi

seed=${FUZZ_SEED:-1}
LC_ALL=C awk -v count=240 -v seed="$seed" -f tests/fuzz/mutate.awk tests/fuzz/units.cu >"$tests_tmp/mutated.cu"
is 'there are 240 mutations' "$(grep -c '^namespace mutation_' "$tests_tmp/mutated.cu")" 240
ok "they compile, seed $seed" sh -c 'ulimit -t 60 && exec "$@"' sh common/cpu/cpucc --engine="$BUILD/cpu" -O0 -w \
    "$tests_tmp/mutated.cu" -o "$tests_tmp/mutated"
ok 'and each result is right' "$tests_tmp/mutated"
is 'as many lines as before, and one' "$(common/cpu/cpucc --rewrite "$tests_tmp/mutated.cu" | wc -l)" \
    "$(($(wc -l <"$tests_tmp/mutated.cu") + 1))"

# A file that was cut off anywhere is an error, or a smaller program; the rewriter ends soon, and keeps its lines.
LC_ALL=C awk -v count=20 -v seed="$seed" -f tests/fuzz/mutate.awk tests/fuzz/units.cu >"$tests_tmp/whole.cu"
size=$(wc -c <"$tests_tmp/whole.cu") wrong=''
for part in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    head -c $((size * part / 21)) "$tests_tmp/whole.cu" >"$tests_tmp/cut.cu"
    (ulimit -t 10 && exec common/cpu/cpucc --rewrite "$tests_tmp/cut.cu") >"$tests_tmp/cut.cpp" 2>"$tests_tmp/cut.said"
    [ "$(wc -l <"$tests_tmp/cut.cpp")" -ge "$(wc -l <"$tests_tmp/cut.cu")" ] &&
        ! grep -v ': error: this <<< has no >>>' "$tests_tmp/cut.said" || wrong="$wrong $part"
done
is 'files that were cut off' "$wrong" ''
done_testing
