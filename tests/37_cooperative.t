#!/bin/sh
# On a GPU, too.
# What lessons say beside their sums: grids that are too large for a cooperative launch, devices
# without one, libraries that are not there, runs that are compared, work that is spread unevenly.
# Takes about 10 s of processor time.
. tests/lib.sh

program() { echo "$BUILD/$DEVICE/lesson$1"; }
rows() { awk '/ x [0-9]/ && / ok/ { print $1 }' "$tests_tmp/out" | sort -u | tr '\n' ' '; }

offering() # OFFER [BUT_NOT]: the lessons that offer it
{
    sh common/course/declared.sh number offers |
        awk -F '\t' -v offer="$1" -v but="${2-none}" '{ o = "," $2 "," } index(o, "," offer ",") && !index(o, "," but ",") { print $1 }'
}
launches_cooperatively() { grep -q 'cudaLaunchCooperativeKernel' lessons/"$1"_*.cu; }
all_resident() { grep -Eq 'cudaLaunchCooperativeKernel|lesson_cooperative_grid' lessons/"$1"_*.cu; }
ok 'there are lessons that offer --grid' test "$(offering grid | wc -l)" -ge 5
for lesson in $(offering grid); do
    if ! all_resident "$lesson"; then
        says "lesson$lesson: blocks that wait for no other may be any number" 0 ' 1500 x [0-9]+ .* ok$' \
             env CUDA_CPU_DEVICES=1 "$(program $lesson)" --grid 1500 -b 32 -n 2^16 -s 1 -w 0
        continue
    fi
    says "lesson$lesson: a grid that is too large" 2 \
         "^lesson$lesson: --grid 100000: the blocks of a cooperative launch are all resident at once: [0-9]+ blocks of [0-9]+ threads on each of [0-9]+ SMs, [0-9]+ at most$" \
         "$(program $lesson)" --grid 100000 -n 2^18 -s 1 -w 0
    most=$(sed -n 's/.* SMs, \([0-9]*\) at most$/\1/p' "$tests_tmp/out")
    first=$("$(program $lesson)" --list | sed -n 1p) # others may need more registers
    ok "lesson$lesson: $most blocks are not" "$(program $lesson)" --kernel "$first" --grid "${most:-0}" -n 2^18 -s 1 -w 0
    is "lesson$lesson: one more is" \
       "$("$(program $lesson)" --grid $((${most:-0} + 1)) -n 2^18 -s 1 -w 0 >/dev/null 2>&1; echo $?)" 2
done

says "lesson18 without cooperative launches" 0 'two_launch_fallback .* ok' \
     "$(program 18)" --no-cooperative -n 1000,2^18 -s 1 -w 0
is "runs only what it can" "$(rows)" "two_launch_fallback "
ok "lesson18 with them" "$(program 18)" -n 2^18 -s 1 -w 0
is "runs both" "$(rows)" "cooperative_reduction two_launch_fallback "

if [ "$DEVICE" = cpu ]; then
    for lesson in $(offering grid cooperative); do
        launches_cooperatively "$lesson" || continue
        says "lesson$lesson on a device that has none" 77 \
             '^lesson[0-9]+: needs a device that can launch a grid .*nothing was run$' \
             env CUDA_CPU_COOPERATIVE=0 "$(program $lesson)" -n 1000
        is "says that in one line" "$(grep -c '^lesson.*needs' "$tests_tmp/out")" 1
    done
    says "lesson18 finds its other way by itself" 0 'two_launch_fallback .* ok' \
         env CUDA_CPU_COOPERATIVE=0 "$(program 18)" -n 2^18 -s 1 -w 0
    is "and takes it" "$(rows)" "two_launch_fallback "
    says "any other value is refused" 2 'CUDA_CPU_COOPERATIVE=yes: must be 0 or 1' \
         env CUDA_CPU_COOPERATIVE=yes "$(program 18)" -n 1000
    ok "tests/cpu/cooperative.cu compiles" compile tests/cpu/cooperative.cu "$tests_tmp/cooperative"
    run_quietly env CUDA_CPU_COOPERATIVE=0 "$tests_tmp/cooperative"
    is "a program that does not ask has its launch refused" "$((status != 0))" 1
    says "lesson14 says what it cannot compare with" 0 \
         '^ +cub_segmented_reduce +library +not run: .*CPU device lacks$' "$(program 14)" -n 1000 --batch 4 -s 1
    says "nor does lesson05" 0 '^ +cub_sum +library +not run: .*CPU device lacks$' "$(program 05)" -n 1000 -s 1
    says "nor lesson19" 0 'cub_exclusive_scan .* not run' "$(program 19)" -n 1000 -s 1
else
    says "lesson14 compares with CUB" 0 'cub_segmented_reduce +library .* ok' "$(program 14)" -n 2^20 --batch 4 -s 3
    says "lesson05 too" 0 'cub_sum +2\^20 +library .* ok' "$(program 05)" -n 1,1000,2^20 -s 3
    says "and lesson17, floats" 0 'cub_sum +2\^20 +library .* ok' "$(program 17)" -n 1,1000,2^20 --type float -s 3
    says "and lesson19" 0 'cub_exclusive_scan +library .* ok' "$(program 19)" -n 2^20 -s 3
fi
is "--list names a lesson's own kernels" "$("$(program 14)" --list | grep -c cub_) $("$(program 00)" --list)" "0 reduce0"

says "lesson15: the same order, the same sum" 0 'large_array_reshape, 20 runs: always the same sum, ' \
     "$(program 15)" -n 2^20 --batch 1 -s 1 -w 0
is "and for atomics what came out" "$(grep -Ec 'large_array_atomics, 20 runs: (always the same sum|[0-9]+ different sums)' "$tests_tmp/out")" 1

balance=$tests_tmp/balance.csv
ok "lesson20: what each block did" "$(program 20)" -n 2^18 -s 1 -w 0 --balance "$balance"
is "has a header" "$(sed -n 1p "$balance")" "kernel,block,elements,cycles"
is "and all elements, for each kernel; those that add up chunks add up the chunks' sums, too" \
   "$(awk -F, 'NR > 1 { sum[$1] += $3 } END { for (k in sum) print k, int(sum[k] / 262144), sum[k] % 262144 < 1000 }' "$balance" | sort | tr '\n' ';')" \
   "ragged_queue 1 1;ragged_redistribute 1 1;ragged_static 1 1;"
is "in the report, too" "$(grep -c 'busiest block: [0-9.]* times the mean of' "$tests_tmp/out")" 3
lines=$(wc -l <"$balance")
ok "a second run" "$(program 20)" -n 2^18 -s 1 -w 0 --balance "$balance"
is "takes its place" "$(wc -l <"$balance")" "$lines"
says "not for several sizes" 2 'its rows name neither size nor block' "$(program 20)" -n 100,200 --balance "$balance"
cp "$balance" "$tests_tmp/kept.csv"
says "a run that never starts" 2 'needs .* of device memory' "$(program 20)" -n 2^60 --balance "$balance"
ok "leaves what there was" cmp "$balance" "$tests_tmp/kept.csv"
says "nor in the file of --csv" 2 'is the file of --csv; choose another' \
     "$(program 20)" -n 100 --balance "$tests_tmp/new.csv" --csv "$tests_tmp/new.csv"
says "nor in that of --ratios, by another spelling" 2 '--ratios .*new.csv: is the file of --balance; choose another' \
     "$(program 20)" -n 100 --balance "$tests_tmp/new.csv" --ratios "$tests_tmp/./new.csv"
says "no room for all blocks" 0 '--balance .*File too large' \
     sh -c "{ ulimit -f 1; '$(program 20)' -n 2^18 -b 32 --grid 128 -s 1 -w 0 --balance '$tests_tmp/large.csv'; echo exit \$?; } 2>&1 | cat"
is "ends with usage" "$(tail -n 1 "$tests_tmp/out")" 'exit 2'
is "leaves no half row" "$(cat "$tests_tmp/large.csv")" ""
done_testing
