#!/bin/sh
# On a GPU, too.
# Several cards in the harness (common/harness/cards.h, check_collective.h): right results pass on any number of cards at
# awkward sizes, planted flaws are found and named, bad options too.
# Takes about 30 s of processor time.
. tests/lib.sh

planted=$tests_tmp/planted
ok "tests/planted_cards.cu compiles" compile_linked tests/planted_cards.cu "$planted"
if [ "$DEVICE" = gpu ]; then
    available=$(nvidia-smi --list-gpus | wc -l)
    [ "$available" -ge 3 ] || { skip "several cards" "needs three"; done_testing; exit; }
else
    available=7
fi
each() { PLANTED_EACH=1 "$@"; }
counts=$(for p in 1 2 3 4 7; do [ "$p" -gt "$available" ] || printf ',%s' "$p"; done)
counts=${counts#,}

ok "a sum on $counts cards" "$planted" --kernel right --cards "$counts" -n 1,2,3,7,31,1000,1000003 -s 2
ok "the same from another place" "$planted" --kernel right --cards "$counts" -n 3,1001 --offset 5 --seed 7 -s 2
for kernel in right reduce reduce_scatter all_gather; do
    for type in int float; do
        ok "$kernel, $type, on $counts cards" each "$planted" --kernel $kernel --type $type --cards "$counts" -n 1,2,5,33,1003 -s 2
    done
done
ok "sums of ints in any order" each "$planted" --kernel other_order -n 1000 -s 2

# On three cards.
caught() # HOW KERNEL REGEX ARGUMENT...
{
    caught_how=$1 caught_kernel=$2 caught_regex=$3
    shift 3
    # shellcheck disable=SC2086 # one word or none
    flawed "$caught_kernel $*" "$caught_regex" $caught_how "$planted" --kernel "$caught_kernel" -s 3 -n 1000 --cards 3 "$@"
}
caught '' no_card_1 'likely cause: the elements of card 1 are missing'
caught '' card_1_twice 'likely cause: the elements of card 1 were added twice'
caught '' only_card_0 'likely cause: only the elements of card 0 were added'
caught '' last_element 'likely cause: element 999 is missing'
caught '' not_there 'expected -?[0-9]+, got'
caught '' changes 'changed its input \(first at element 337\)'
for type in int float; do
    caught each unwritten 'on card 0 the first wrong element is 999: ' --type $type
    is "as never written" "$(grep -c 'never written' "$tests_tmp/out")" 1
    caught each one_card_unwritten 'on card 2 the first wrong element is 0: ' --type $type
    caught each own_element 'it is the element of card 0 alone' --type $type
    caught each missing 'on card 0 the first wrong element is 500: ' --type $type
    is "and whose is missing" "$(grep -c 'the element of card 2 is missing' "$tests_tmp/out")" 1
    caught each twice 'the element of card 0 was added twice' --type $type
    caught each behind 'something was written behind the last result' --type $type
    caught each shifted 'on card 0 the first wrong element is 0' --type $type
    caught each stale 'right in the first run, wrong in the last timed one' --type $type
    caught each scatter_for_reduce 'on card 0 the first wrong element is 336' --type $type
    caught each reduce_for_gather 'on card 0 the first wrong element is 0' --type $type
done
[ "$available" -lt 4 ] ||
    caught each other_order 'element [0-9]+ has other bits on card 1 than on card 0' --type float --cards 4

# What is printed, and what the file of --csv has
says "how many cards there are" 0 'cards +2, numbers 0 to 1; ' "$planted" --kernel right --cards 2 -s 1
says "one card" 0 'cards +one: nothing goes from card to card' "$planted" --kernel right --cards 1 -s 1
says "algbw and busbw" 0 '4000 bytes on each of 2 cards, in .* us: algbw .* GB/s, busbw .* GB/s' \
    each "$planted" --kernel right --cards 2 -s 1
is "two cards' busbw of an all-reduce is algbw" \
    "$(awk '/algbw/ { print $(NF - 5) == $(NF - 1) + 0 || $(NF - 4) == $(NF - 1) }' "$tests_tmp/out")" 1
run_quietly each "$planted" --kernel right --cards 1,2 -n 1000 -s 1 --csv "$tests_tmp/cards.csv"
is "the number of cards is in the kernel's name, and bytes are those of one card" \
    "$(awk -F, 'NR > 1 { print $2, $7, $11 }' "$tests_tmp/cards.csv" | tr '\n' ' ')" "right_1 1000 4000 right_2 1000 4000 "
run_quietly "$planted" --kernel right --cards 2 -n 1000 -s 1 --csv "$tests_tmp/sums.csv"
is "bytes of a sum are those of all cards" "$(awk -F, 'NR > 1 { print $2, $7, $11 }' "$tests_tmp/sums.csv")" "right_2 1000 4004"

# Bad options
says "no card" 2 '^planted: --cards 0: must be from 1 to 16$' "$planted" --cards 0
says "too many" 2 '^planted: --cards 17: must be from 1 to 16$' "$planted" --cards 17
says "no number" 2 '^planted: --cards all: not a whole number' "$planted" --cards all
if [ "$DEVICE" = gpu ]; then
    [ "$available" -ge 16 ] || says "more than there are" 2 "^planted: --cards 16: there are $available; leave it out to take all\$" "$planted" --cards 16
    done_testing
    exit
fi
says "more than there are" 2 '^planted: --cards 3: there are 2; leave it out to take all$' env CUDA_CPU_DEVICES=2 "$planted" --cards 3
says "more than there are from one on" 2 '^planted: --cards 2: there is 1 from --device on; leave' \
    env CUDA_CPU_DEVICES=2 "$planted" --cards 2 --device 1
ok "cards from another one on" "$planted" --cards 2 --device 1 --kernel right -s 1
says "without peer access" 0 'cards +3, numbers 0 to 2; 6 of 6 ways from one to another cannot be used by' \
    env CUDA_CPU_PEER_ACCESS=no "$planted" --cards 3 --kernel right -s 1
ok "lessons compile" "$MAKE" --no-print-directory "$BUILD/cpu/lesson44" "$BUILD/cpu/lesson00"
says "launches that block: kernels that wait for each other are not run" 0 \
    'two_shot .* not run: kernels of several cards run one after another here \(CUDA_LAUNCH_BLOCKING=1, or a profiler\)' \
    env CUDA_LAUNCH_BLOCKING=1 "$BUILD/cpu/lesson44" --cards 2 -n 100 -s 1
is "the others are" "$(grep -c '^ *one_shot_events .* ok$' "$tests_tmp/out")" 1
ok "other programs have no such option" sh -c "$BUILD/cpu/lesson00 --cards 2 2>&1 | grep -q 'has no use for it'"

# Lesson 48's check (check_norm_of_sums.h), beside the wrong answers of exercise 48: the order of the cards, which shows in numbers
# of very different sizes; a card that never comes.
changed_48() # NAME SED FILE: lesson 48, with other kinds of input and FILE changed
{
    mkdir -p "$tests_tmp/$1" && cp lessons/47_*.cuh lessons/48_* "$tests_tmp/$1"
    sed 's/LESSON_EACH_CARD |/LESSON_EACH_CARD | LESSON_INPUT_KINDS |/' lessons/48_all_reduce_norm.cu >"$tests_tmp/$1/48_all_reduce_norm.cu"
    sed "$2" "$tests_tmp/$1/$3" >"$tests_tmp/changed" && mv "$tests_tmp/changed" "$tests_tmp/$1/$3"
    # shellcheck disable=SC2046 # options
    compile_linked "$tests_tmp/$1/48_all_reduce_norm.cu" "$tests_tmp/$1/lesson" $(sh common/setup/libraries.sh "$DEVICE" "$tests_tmp/$1/48_all_reduce_norm.cu")
}
ok "lesson 48, with any input" changed_48 right '' 48_rows.cuh
ok "is right with numbers of very different sizes" "$tests_tmp/right/lesson" --cards 4 --row 8192 --batch 5 --input hostile -s 1 -w 0
ok "each card adds up from itself on" changed_48 order 's/in\[k\], row/in[(me + k) % r.cards], row/' 48_all_reduce_norm.cu
says "other bits on another card" 1 'card [1-3] has other bits than card 0' \
    "$tests_tmp/order/lesson" --cards 4 --row 8192 --batch 5 --input hostile --kernel norm_one_shot -s 1 -w 0
# What is wrong on one card only: the others have the bits of card 0, and are not looked at element by element.
ok "one result of card 2 is wrong" changed_48 result \
    's/scale \* weight\.at(e)/& * (me == 2 \&\& row == 1 \&\& i == 3 ? 2 : 1)/' 48_all_reduce_norm.cu
says "that card is named, and the element" 1 'on card 2 the first wrong result is that of element 24 of row 1: expected' \
    "$tests_tmp/result/lesson" --cards 4 --row 1000 --batch 3 --kernel norm_one_shot -s 1 -w 0
ok "one sum of card 1 is wrong" changed_48 sum \
    's/h\.store(r\.sums\[k\], begin + i);/{ pack<Pack> z = h; if (me == 1 \&\& row == 2 \&\& i == 1) z.put(0, 9); z.store(r.sums[k], begin + i); }/' \
    48_all_reduce_norm.cu
says "that card is named, too" 1 'on card 1 the new residual stream is wrong at element 8 of row 2: expected' \
    "$tests_tmp/sum/lesson" --cards 4 --row 1000 --batch 3 --kernel norm_one_shot -s 1 -w 0
ok "card 1 never comes" changed_48 alone 's/^        c->grid = (unsigned)grid;/&\n        if (i == 1 \&\& !is_added) return;/' 48_rows.cuh
for kernel in norm_words norm_one_shot; do
    says "$kernel gives up, and says for whom it waited" 1 'a kernel waited for card 1 in vain$' \
        "$tests_tmp/alone/lesson" --cards 2 --row 1000 --batch 3 --kernel $kernel -s 1 -w 0
done

# Races between devices
ok "tests/planted_cards.cu compiles with --inspect" compile_inspected tests/planted_cards.cu "$planted.inspected"
says "a card that nobody waits for" 3 'race: kernel add_up, .* two devices use scratch' \
    "$planted.inspected" --kernel no_wait --cards 2 -s 1 -w 0
for kernel in right card_1_twice; do
    run_quietly "$planted.inspected" --kernel $kernel --cards 3 -s 1 -w 0
    is "no race: $kernel" "$(grep -c 'race:' "$tests_tmp/out")" 0
done
run_quietly each "$planted.inspected" --kernel right --cards 3 -s 1 -w 0 -n 100
is "no race: an all-reduce" "$status $(grep -c 'race:' "$tests_tmp/out")" "0 0"
is "what kernels load from other cards is counted" \
    "$(grep -c 'sent 1600 bytes to others: loads of their kernels: 400$' "$tests_tmp/out")" 3
run_quietly each "$planted.inspected" --kernel reduce_scatter --cards 2 -s 1 -w 0 -n 96
is "of a part, only that" "$(grep -c 'sent 384 bytes to others: loads of their kernels: 96$' "$tests_tmp/out")" 2
done_testing
