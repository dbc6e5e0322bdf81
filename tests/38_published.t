#!/bin/sh
# On a GPU, too.
# The published kernels that lessons are measured against (tests/published_*.cu) run and are right, at
# the sizes that they are made for.
. tests/lib.sh

for name in in_place batches; do
    ok "published_$name.cu compiles" compile_linked tests/published_$name.cu "$tests_tmp/$name"
done
ok "rows" "$tests_tmp/batches" --batch 7 --row 5000 -s 1 -w 0
ok "one row" "$tests_tmp/batches" --batch 1 --row 2^20 -s 1 -w 0
is "has all four" "$(grep -c ' ok' "$tests_tmp/out")" 4
for kernel in $("$tests_tmp/in_place" --list); do
    case $kernel in
    *warps8 | published_complete_unroll)
        # volatile in place of __syncwarp: lanes happen to run in step on a GPU, and do not here
        if [ "$DEVICE" = gpu ]; then
            ok "$kernel" "$tests_tmp/in_place" --kernel $kernel -n 2^20 -s 1 -w 0
        else
            says "$kernel is wrong where lanes do not run in step" 1 WRONG \
                 "$tests_tmp/in_place" --kernel $kernel -n 2^18 -s 1 -w 0
        fi ;;
    *) ok "$kernel" "$tests_tmp/in_place" --kernel $kernel -n 2^18 -s 1 -w 0 ;;
    esac
done
done_testing
