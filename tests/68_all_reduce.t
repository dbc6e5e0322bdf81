#!/bin/sh
# On a GPU, too.
# lessons/47_all_reduce_any_size.cuh in a program of its own: awkward sizes and addresses on 1 to 8 cards, calls that need
# each other's results, launches that begin to count again, a card that never comes, errors.
# Takes about 25 s of processor time.
. tests/lib.sh

program=$tests_tmp/all_reduce
function=lessons/47_all_reduce_any_size.cuh
is "it includes nothing but CUDA and C" "$(sed -n 's/^#include //p' $function | tr '\n' ' ')" \
    '<cuda/atomic> <cuda_runtime.h> <stddef.h> <stdint.h> <stdio.h> <string.h> <type_traits> '
cp "$function" "$tests_tmp" && sed 's|"\.\./lessons/|"|' tests/all_reduce_any_size.cu >"$tests_tmp/all_reduce_any_size.cu"
ok "a program with it compiles in another folder" compile "$tests_tmp/all_reduce_any_size.cu" "$program"
available=8
[ "$DEVICE" = cpu ] || available=$(nvidia-smi --list-gpus | wc -l)
on() # CARDS COMMAND...: on so many
{
    on_cards=$1
    shift
    env CUDA_CPU_DEVICES="$on_cards" "$@" "$on_cards"
}
for cards in 1 2 3 4 7 8; do
    [ "$cards" -le "$available" ] || continue
    says "sums on $cards" 0 '^sums ok$' on $cards "$program" sums
    says "chain on $cards" 0 '^chain ok$' on $cards "$program" chain
    says "wrap on $cards" 0 '^wrap ok$' on $cards "$program" wrap
    says "ahead on $cards" 0 '^ahead ok$' on $cards "$program" ahead
done
choice() { cards=$1; shift; for n; do "$program" choice "$cards" "$n" | cut -d' ' -f1; done | tr '\n' ' '; }
is "one element and 10^9 go different ways" "$(choice 2 1 1000000000)" "words parts "
is "with more cards smaller ones go in parts" "$(choice 2 1000000; choice 8 1000000)" "arrays parts "
if [ "$available" -ge 2 ]; then
    says "a card that never comes" 0 '^waited for card 1$' on 2 "$program" absent
    is "and calls say so then" "$(grep -c '^all_reduce_any_size: a kernel waited for card 1 in vain; open the team again$' "$tests_tmp/out")" 1
    says "errors" 0 '^errors ok$' on 2 "$program" errors
    is "each has its line" "$(sed '$d' "$tests_tmp/out")" "card 1 has n = 9, card 0 has n = 10: all must have the same
card 0 has no elements: n must be at least 1
card 1: in and out must be multiples of 4 bytes, and not NULL
card 0: in and out must be multiples of 4 bytes, and not NULL
refused: 17 cards: this function is built for 1 to 16"
    says "launches that block: said when it is opened" 1 'all_reduce_open: kernels of several cards do not run at the same time here' \
        on 2 env CUDA_LAUNCH_BLOCKING=1 "$program" sums
fi
if [ "$DEVICE" = cpu ]; then
    says "the one of three" 0 '^waited for card 2$' on 3 "$program" absent
    says "cards that do not reach each other" 1 'all_reduce_open: card 0 cannot use the memory of card 1: ' \
        on 2 env CUDA_CPU_PEER_ACCESS=no "$program" sums
    printf '#include "47_all_reduce_any_size.cuh"\ncudaError_t other(all_reduce_team *t, all_reduce_part<float> *p) { return all_reduce_any_size(t, p); }\n' \
        >"$tests_tmp/other.cu"
    ok "two source files of one program have it" common/cpu/cpucc --engine="$BUILD/cpu" "$tests_tmp/all_reduce_any_size.cu" \
        "$tests_tmp/other.cu" -o "$tests_tmp/two"
    says "and it works" 0 '^chain ok$' on 2 "$tests_tmp/two" chain
    sed 's/float/double/g' "$tests_tmp/other.cu" >"$tests_tmp/double.cu"
    says "another type" 1 'all_reduce_any_size adds up int or float' \
        common/cpu/cpucc --engine="$BUILD/cpu" -c "$tests_tmp/double.cu" -o "$tests_tmp/double.o"

    ok "inspected" "$MAKE" -s BUILD="$BUILD" "$BUILD/inspect/engine-inspect.a"
    inspected() { common/cpu/cpucc --inspect --engine="$BUILD/inspect" "$tests_tmp/all_reduce_any_size.cu" -o "$1"; }
    ok "it compiles" inspected "$program-inspected"
    says "no race, in calls of all kinds, on two cards" 0 '^chain ok$' on 2 common/cpu/inspect "$program-inspected" chain
    if everything_of 'and on three' "$function" tests/all_reduce_any_size.cu; then # five times as long
        says "and on three" 0 '^chain ok$' on 3 common/cpu/inspect "$program-inspected" chain
    fi
    # What each part is for: without it the same runs fail.
    broken() # NAME REGEX SED CARDS WHAT
    {
        sed "$3" "$function" >"$tests_tmp/47_all_reduce_any_size.cuh"
        ok "$1: it differs" sh -c '! cmp -s "$1" "$2"' - "$function" "$tests_tmp/47_all_reduce_any_size.cuh"
        ok "$1: it compiles" inspected "$program-broken"
        run_quietly on "$4" env CUDA_CPU_SECONDS=5 common/cpu/inspect "$program-broken" "$5"
        { echo "exit code $status"; cat "$tests_tmp/out"; } >"$tests_tmp/said"
        is "$1: it fails, and says why" "$(sed -n 1p "$tests_tmp/said" | grep -c ' 0$') $(grep -Ec -e "$2" "$tests_tmp/said" | sed 's/[1-9][0-9]*/some/')" "0 some"
    }
    broken "one buffer" 'must be|waited for|endless-loop' 's/launch % 2/launch % 1/' 4 ahead
    broken "numbers of 32 bits, and no refreshing" 'must be' 's/launch % REFRESH >= REFRESH - 2 ? all.room : n/n/' 2 wrap
    if everything_of 'five more flaws' "$function" tests/all_reduce_any_size.cu; then
        broken "a word in two halves" 'race' 's/word_ref(\*there).store(.*/*(unsigned *)there = data; flag_ref(((unsigned *)there)[1]).store(launch, cuda::memory_order_relaxed);/' 2 chain
        broken "a flag that is not released" 'race' 's/store(step, cuda::memory_order_release)/store(step, cuda::memory_order_relaxed)/' 2 chain
        broken "in the scope of the device" 'race' '/flag_ref;/s/thread_scope_system/thread_scope_device/' 2 chain
        broken "one staging buffer" 'race' 's/(number % 2) \* all.count/0 * all.count/' 2 chain
        broken "slots used again too early" 'race|must be' 's/SLOTS = 2 \* AHEAD/SLOTS = AHEAD/' 2 chain
    fi
fi
done_testing
