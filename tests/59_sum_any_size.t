#!/bin/sh
# On a GPU, too.
# lessons/31_sum_any_size.cuh in a program of its own: awkward sizes and addresses, repeatable bits, launches that
# need each other's results, errors. The same and lessons/35_exact_bins.cuh in two source files of one program.
# Takes about 12 s of processor time.
. tests/lib.sh

program=$tests_tmp/sum_any_size
function=lessons/31_sum_any_size.cuh
is "it includes nothing but CUDA and C" "$(sed -n 's/^#include //p' $function | tr '\n' ' ')" \
    '<atomic> <cuda/annotated_ptr> <cuda/atomic> <cuda_runtime.h> <stddef.h> <stdint.h> <string.h> <type_traits> '
cp "$function" "$tests_tmp" && sed 's|"\.\./lessons/|"|' tests/sum_any_size.cu >"$tests_tmp/sum_any_size.cu"
ok "a program with it compiles in another folder" compile "$tests_tmp/sum_any_size.cu" "$program"
for what in sums bits chain errors; do
    says "$what" 0 ' ok$' "$program" $what
    [ "$DEVICE" != cpu ] || ok "$what, on one worker" env CUDA_CPU_THREADS=1 "$program" $what
done
choice() { type=$1; shift; for n; do "$program" choice "$n" 132 "$type"; done | sed 's/ loads//' | tr '\n' ';'; }
for type in int float; do
    is "$type: one block as long as 1024 threads have all of it in flight" "$(choice $type 0 1 512 513 16384)" \
        "1 x 32, 4;1 x 32, 4;1 x 32, 4;1 x 64, 4;1 x 1024, 4;"
    is "$type: then as many as there are pieces, up to 4 for each SM" "$(choice $type 1081345 4325376 4325377 1000000000000)" \
        "133 x 512, 4;528 x 512, 4;528 x 512, 4;528 x 512, 4;"
done
is "ints: a vector for each thread, as long as an SM has one block" "$(choice int 16385 270336 270337 540672 540673)" \
    "9 x 512, 1;132 x 512, 1;67 x 512, 2;132 x 512, 2;67 x 512, 4;"
is "floats: as long as a warp has a lane for each block" "$(choice float 16385 65536 65537 131072 131073 262144 262145)" \
    "9 x 512, 1;32 x 512, 1;17 x 512, 2;32 x 512, 2;17 x 512, 4;32 x 512, 4;33 x 512, 4;"
is "a small card" "$("$program" choice 65536 4 float)" "16 x 512, 2 loads"
is "and no more than the workspace has slots for" "$("$program" choice 1000000000000 5000 int)" "4096 x 512, 4 loads"

# ---- Two source files, which may be for two architectures --------------------------------------------
if [ "$DEVICE" = gpu ]; then compiler=$(sh common/setup/cuda.sh nvcc); else compiler=common/cpu/cpucc; fi
ok "one source file" "$compiler" -O2 -arch=compute_75 -DUNIT=1 -c tests/two_units.cu -o "$tests_tmp/unit1.o"
ok "and another" "$compiler" -O2 -arch=native -DUNIT=2 -c tests/two_units.cu -o "$tests_tmp/unit2.o"
ok "linked" "$compiler" "$tests_tmp/unit1.o" "$tests_tmp/unit2.o" -o "$tests_tmp/units"
ok "both get the right sums" "$tests_tmp/units"
early=$(sed -n 's/^unit //p' "$tests_tmp/out" | tr '\n' ';')
if [ "$DEVICE" = cpu ]; then is "launches begin early" "$early" '1: early 1 1;2: early 1 1;'
else is "launches begin early unless compiled for a card that cannot" "${early%%;*}" '1: early 0 0'; fi
if ! nvcc=$(sh common/setup/cuda.sh nvcc 2>/dev/null); then
    skip "two units for two architectures" "no nvcc on this machine"
elif everything_of "two units for two architectures" lessons tests/two_units.cu; then
    for unit in 1 2; do
        ok "nvcc, for sm_$((60 + 15 * unit))" "$nvcc" -O0 -Werror all-warnings -Xcompiler -Wall,-Wextra -arch=sm_$((60 + 15 * unit)) \
            -DUNIT=$unit -c tests/two_units.cu -o "$tests_tmp/nvcc$unit.o"
    done
    ok "linked" "$nvcc" "$tests_tmp"/nvcc[12].o -o "$tests_tmp/nvcc"
    is "they share no function or variable of the two headers" \
        "$(nm -C "$tests_tmp"/nvcc[12].o | grep -E ' [A-TV-Zuvw] ([a-z]+ )*(any_size|exact_bins)::[a-z_]+[(<]')" ''
fi
says "more elements at once than 32 bits hold" 1 'takes up to 1023 elements at once; add more in several calls' \
    common/cpu/cpucc --engine="$BUILD/cpu" -DUNIT=2 -DELEMENTS=1024 -fsyntax-only -c tests/two_units.cu

if [ "$DEVICE" = cpu ]; then
    ok "inspected" "$MAKE" -s BUILD="$BUILD" "$BUILD/inspect/engine-inspect.a"
    ok "it compiles" common/cpu/cpucc --inspect --engine="$BUILD/inspect" "$tests_tmp/sum_any_size.cu" -o "$program-inspected"
    for what in sums chain errors; do
        says "$what: no mistake" 0 ' ok$' common/cpu/inspect "$program-inspected" $what
    done
    # What each part is for: without it the same runs fail.
    broken() # NAME REGEX SED WHAT
    {
        sed "$3" "$function" >"$tests_tmp/31_sum_any_size.cuh"
        ok "$1: it differs" sh -c '! cmp -s "$1" "$2"' - "$function" "$tests_tmp/31_sum_any_size.cuh"
        ok "$1: it compiles" common/cpu/cpucc --inspect --engine="$BUILD/inspect" "$tests_tmp/sum_any_size.cu" -o "$program-broken"
        run_quietly env CUDA_CPU_SECONDS=2 common/cpu/inspect "$program-broken" "$4"
        { echo "exit code $status"; cat "$tests_tmp/out"; } >"$tests_tmp/said"
        is "$1: it fails, and says why" "$(sed -n 1p "$tests_tmp/said" | grep -c ' 0$') $(grep -Ec -e "$2" "$tests_tmp/said" | sed 's/[1-9][0-9]*/some/')" "0 some"
    }
    broken "vectors at any address" 'misaligned address' 's/size_t head = .*/size_t head = 0;/; s/__ldcs(\(vector_at([^)]*)\))/*\1/' sums
    if everything_of 'four more flaws' "$function" tests/sum_any_size.cu; then
        broken "no end" 'must be' 's/end < n ?/end + 1 < n ?/' sums
        broken "the count is not reset" 'must be' '/atomicExch(&w->count_and_sum, 0)/d' sums
        broken "the sum in the low half" 'must be' 's/(unsigned long long)sum << 32 | 1/sum + (1ull << 32)/; s/(unsigned)all == gridDim.x/(unsigned)(all >> 32) == gridDim.x/; s/(all >> 32);/all;/' sums
        broken "the first block waits" 'waits|endless' 's/ticket == gridDim.x - 1/ticket == 0/' sums
    fi
fi
done_testing
