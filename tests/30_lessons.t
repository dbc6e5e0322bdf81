#!/bin/sh
# Every lesson gives the right sum at awkward sizes, at every block it allows, from several seeds.
. tests/lib.sh

small=1,2,3,31,32,33,63,65,255,256,257,511,513,1000,1023,1025,4095,4097
large=65535,65537,131071,131073,1048575,1048576,1048577,1000003
if [ "$DEVICE" = gpu ]; then large=$large,16777217,100000007; fi

# right NAME LESSON SIZES BLOCKS SEED: exit code 0, and a right row for each kernel, size and block
right()
{
    name=$1 program=$BUILD/$DEVICE/$2 csv=$tests_tmp/rows.csv
    rm -f "$csv"
    run_quietly "$program" -n "$3" -b "$4" --seed "$5" -s 1 -w 0 --csv "$csv"
    wanted=$(($("$program" --list | wc -l) * $(echo "$3" | tr , '\n' | wc -l) \
              * $(echo "$4" | tr , '\n' | wc -l)))
    rows=$(awk -F, '$19 == "ok"' "$csv" 2>/dev/null | wc -l)
    if [ "$status" -eq 0 ] && [ "$rows" -eq "$wanted" ]; then
        pass "$name ($rows rows)"
    else
        { echo "exit code $status, $rows right rows of $wanted"; tail -n 20 "$tests_tmp/out"; } \
            >"$tests_tmp/why"
        fail "$name" "$tests_tmp/why"
    fi
}

found=0
for source in lessons/[0-9][0-9]_*.cu; do
    lesson=lesson$(basename "$source" | cut -c1-2)
    found=$((found + 1))
    right "$lesson: small sizes, all blocks" "$lesson" "$small" 32,64,128,256,512,1024 42
    right "$lesson: small sizes, other seeds" "$lesson" "$small" 64,256 0
    right "$lesson: small sizes, other seeds" "$lesson" "$small" 32,1024 4294967295
    right "$lesson: large sizes" "$lesson" "$large" 64,256,1024 7
done
ok "there are lessons to test ($found)" test "$found" -ge 8

# More than 2^31 elements: indices must be 64 bits wide. 8 GiB, so only where a GPU has them.
if [ "$DEVICE" = gpu ]; then
    free=$(nvidia-smi --query-gpu=memory.free --format=csv,noheader,nounits | head -n 1)
    for source in lessons/[0-9][0-9]_*.cu; do
        lesson=lesson$(basename "$source" | cut -c1-2)
        if [ "${free:-0}" -gt 12000 ]; then
            right "$lesson: 2^31 + 1001 elements" "$lesson" 2147484649 256 42
        else
            skip "$lesson: 2^31 + 1001 elements" "needs 12 GB of free GPU memory"
        fi
    done
fi
done_testing
