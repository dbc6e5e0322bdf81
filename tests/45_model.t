#!/bin/sh
# Each lesson's kernels ask of memory what its written model says (tests/model.awk), counter by counter, and nothing is
# reported; compiled by g++, with ALL=1 by clang++, too; with one OS thread and with two.
# (sh tests/45_model.t 05 06: only these lessons, at all their sizes and blocks. make test takes every other size, with one
# block each.)
# Takes about 40 s of processor time.
. tests/lib.sh

unset CUDA_CPU_INSPECT_BLOCKS CUDA_CPU_INSPECT_CSV CUDA_CPU_INSPECT_STEPS CUDA_CPU_THREADS CUDA_HOME
if [ "$DEVICE" = gpu ]; then skip "the models" "they say what the CPU device counts"; done_testing; exit; fi

# ---- The model ---------------------------------------------------------------------------------
# Known by other means: ncu's counts on an H200, and the lessons' own comments.
model() { sh tests/model.sh "$@"; } # NAME=VALUE...
one_block() # LESSON N COUNTER...: of one block of 256
{
    model lesson="$1" block=256 n="$2" >"$tests_tmp/model"
    shift 2
    awk -v want="$*" '
        { value[$4] = $5 }
        END {
            n = split(want, name, " ")
            for (i = 1; i <= n; i++)
                printf "%s%s", value[name[i]], i < n ? " " : "\n"
        }' "$tests_tmp/model"
}
shared='shared_load_requests shared_load_wavefronts shared_store_requests shared_store_wavefronts'
is 'the model, reduce0 at block 256' "$(one_block 00 256 "$shared")" '95 95 55 55'
is 'reduce1' "$(one_block 01 256 "$shared")" '25 95 20 55'
is 'reduce2' "$(one_block 02 256 "$shared")" '25 25 20 20'
is 'reduce3: the same shared memory' "$(one_block 03 512 "$shared")" '25 25 20 20'
is 'global loads' "$(one_block 00 256 global_load_requests global_load_sectors global_load_lanes)" '8 32 256'
is 'twice as many in lesson 03' "$(one_block 03 512 global_load_requests global_load_sectors)" '16 64'
is 'nine barriers' "$(one_block 00 256 barriers warp_syncs)" '9 0'
is 'three in lesson 05, and five in a warp' "$(one_block 05 512 barriers warp_syncs)" '3 5'

# ---- Measured ----------------------------------------------------------------------------------
# Prints how the counters of a CSV file differ from the model's lines; the last line says how
# many were compared. The lines of a kernel must add up to its row.
cat >"$tests_tmp/differ.awk" <<'EOF'
BEGIN {
    while ((getline line < model) > 0) {
        split(line, m, " ")
        wanted[m[1], m[2], m[3], m[4]] = m[5]
        missing[m[1] "<<<" m[2] ", " m[3] ">>>"] = 1
    }
}
!split_counters($0) { next }
{
    name = field["kernel"]
    gsub(/ /, "", name)
    launch = name "<<<" field["grid"] ", " field["block"] ">>>"
    own = launch in missing || launch in seen
    for (i = 11; i <= columns; i++)
        if (column[i] != "threads_per_instruction")
            sum[launch, column[i]] += (field["file"] == "" ? 1 : -1) * field[column[i]]
}
field["file"] == "" {
    if (!own) {
        if (!is_harness(name))
            differs(launch " is not in the model")
        next
    }
    if (launch in seen)
        differs(launch " is there twice")
    seen[launch] = 1
    delete missing[launch]
    if (field["blocks"] != field["grid"])
        differs(launch ": " field["blocks"] " blocks observed")
    for (i = 11; i <= columns; i++) {
        expected = wanted[name, field["grid"], field["block"], column[i]]
        if (column[i] == "threads_per_instruction" || expected == "?")
            continue
        compared++
        if (expected == "" || field[column[i]] != expected)
            differs(launch ": " column[i] " is " field[column[i]] ", the model says " expected)
    }
}
END {
    for (launch in missing)
        differs(launch " was not counted")
    for (key in sum)
        if (sum[key] != 0) {
            split(key, k, SUBSEP)
            differs(k[1] ": " k[2] " of the lines and of the kernel differ by " sum[key])
        }
    print compared + 0 " compared"
    exit wrong > 0 || !compared
}
function differs(what) { print what; wrong++ }
EOF
differ() # MODEL CSV
{
    LC_ALL=C awk -v model="$1" -f common/csv/read.awk -f common/cpu/inspector/report/counters.awk -f "$tests_tmp/differ.awk" "$2"
}
as_the_model() # NAME PROGRAM MODEL OPTION...: right, clean, and counts the same, where MODEL is model's output
{
    name=$1 program=$2 model=$3
    shift 3
    rm -f "$tests_tmp/measured.csv"
    run_quietly env CUDA_CPU_INSPECT_BLOCKS=all CUDA_CPU_INSPECT_CSV="$tests_tmp/measured.csv" \
        "$program" "$@" -s 1 -w 0
    found=$(mistakes)
    if [ "$status,$found" = 0,0 ]; then
        ok "$name" differ "$model" "$tests_tmp/measured.csv"
    else
        fail "$name: exit code $status, $found mistakes" "$tests_tmp/out"
    fi
}
clang=
for candidate in clang++ clang++-19 clang++-18 clang++-17 clang++-16; do
    command -v $candidate >/dev/null || continue
    version=$($candidate -dumpversion | cut -d. -f1)
    [ "$version" -ge 16 ] && { clang=$candidate; break; }
done
numbers=$*
if [ $# -eq 0 ]; then
    numbers=$(sh common/course/declared.sh number)
    ok 'there are lessons' test "$(echo "$numbers" | wc -l)" -ge 21
fi
missing=
for number in $numbers; do
    grep -q '^# at n=' tests/model/"$number"_*.awk 2>/dev/null || missing="$missing $number"
done
is 'each has a model, which says at which sizes it is compared' "$missing" ''
# One warp, and as many as can be, in turn: one size with the one, the next with the other. (Named lessons, and ALL=1: each
# size with all.)
blocks=32,64,128,256,512,1024 next_blocks=$blocks compilers="g++ ${clang:-none}"
few=
if [ $# -eq 0 ] && ! everything 'each size with each block, and clang++'; then
    blocks=32 next_blocks=1024 compilers=g++ few=yes
fi
tested=
for compiler in $compilers; do
    case $compiler in
    none)
        skip 'clang++' 'none of version 16 or newer is here'
        continue ;;
    g++)
        command -v g++ >/dev/null || { skip 'g++' 'not here'; continue; }
        # Where make has built them, unless with another compiler. Named, it would be another command than that of the other
        # scripts, and all would be built again while they run.
        build=$BUILD with=
        [ "${CXX:-g++}" = g++ ] || build=$BUILD/test-inspect-gcc with=CXX=g++ ;;
    *)
        build=$BUILD/test-inspect-clang with=CXX=$compiler
        # What clang++ makes differs by the kind of kernel: some of them are enough.
        [ -z "$tested" ] || [ $# -gt 0 ] || numbers=$(echo "$numbers" | awk 'NR % 3 == 1') ;;
    esac
    # shellcheck disable=SC2046,SC2059,SC2086
    ok "$compiler: the lessons, inspected" "$MAKE" BUILD="$build" $with \
        $(printf "$build/inspect/lesson%s " $numbers)
    [ "$status" -eq 0 ] || continue
    [ "$tested" ] || tested=$build
    for number in $numbers; do
        # Sizes that fill all blocks of all block sizes, sizes that do not (the second, which is always compared), one
        # element; for rows: how many, too; the grid or the one kernel, if that is asked for.
        sed -n 's/^# at n=/n=/p' tests/model/"$number"_*.awk | awk -v few="$few" '!few || NR % 2 == 0' >"$tests_tmp/shapes"
        while read -r given; do
            size=-n
            case $given in *batch=*) size=--row ;; esac
            shape=$(echo "$given" | sed "s/^n=/$size /; s/ batch=/ --batch /; s/ asked=/ --grid /; s/ kernel=/ --kernel /")
            given="lesson=$number block=$blocks $given"
            model=$tests_tmp/model.$(echo "$given" | tr -d ' ')
            # shellcheck disable=SC2086
            [ -e "$model" ] || model $given >"$model"
            # shellcheck disable=SC2086
            as_the_model "$compiler: lesson$number $shape -b $blocks: as the model" \
                "$build/inspect/lesson$number" "$model" $shape -b $blocks
            these=$blocks blocks=$next_blocks next_blocks=$these
        done <"$tests_tmp/shapes"
        [ "$build" = "$tested" ] || continue
        rm -f "$tests_tmp"/threads[12].csv
        offers=,$(sh common/course/declared.sh --lesson "$number" offers), waits=''
        # Every fourth lesson is enough, among them some whose devices wait for each other.
        [ "${TEST_ALL-}" ] || [ $((${number#0} % 4)) -eq 0 ] || continue
        rows=70 elements=30000 rows_of_cards=5
        [ -z "$few" ] || rows=21 elements=10000 rows_of_cards=2
        case $offers in
        *,batch,*) shape="--batch $rows --row 1001" ;;
        *) shape="-n $elements" ;;
        esac
        # Cards look at memory as often as it takes. These accesses count for how many blocks are observed: so all are.
        case $offers in *,cards,*batch,* | *batch,*cards,*) waits=yes shape="--batch $rows_of_cards --row 301" ;; *,cards,*) waits=yes shape='-n 3001' ;; esac
        for threads in 1 2; do
            # shellcheck disable=SC2086
            env ${waits:+CUDA_CPU_INSPECT_BLOCKS=all} CUDA_CPU_THREADS=$threads CUDA_CPU_INSPECT_CSV="$tests_tmp/threads$threads.csv" \
                "$build/inspect/lesson$number" $shape -s 1 -w 0 >/dev/null 2>&1
            # Cards wait for each other's words, and look as often as that takes: those loads depend on the schedule.
            [ -z "$waits" ] || {
                LC_ALL=C ${AWK:-awk} -F, '!/,harness::/ { for (i = 32; i <= 34; i++) $(NF - i) = ""; $(NF - 13) = $(NF - 12) = $NF = ""; print }' \
                    "$tests_tmp/threads$threads.csv" >"$tests_tmp/kept" && mv "$tests_tmp/kept" "$tests_tmp/threads$threads.csv"
            }
        done
        ok "$compiler: lesson$number, the same with one OS thread and with two" \
            cmp "$tests_tmp/threads1.csv" "$tests_tmp/threads2.csv"
    done
done
if [ -z "$tested" ] || [ $# -gt 0 ]; then done_testing; exit; fi

# A wrong model is told, whatever is wrong in it.
model lesson=01 block=256 n=2048 >"$tests_tmp/model"
common/cpu/inspect --blocks all --csv "$tests_tmp/measured.csv" "$tested/inspect/lesson01" -n 2048 -s 1 -w 0 >/dev/null 2>&1
ok 'lesson01 again' differ "$tests_tmp/model" "$tests_tmp/measured.csv"
is 'all counters are compared, but for the threads of an instruction' "$(tail -n 1 "$tests_tmp/out")" \
    "$(awk -F, '{ for (i = 1; $i != "line"; i++); print NF - i - 1 " compared"; exit }' "$tests_tmp/measured.csv")"
for counter in shared_load_wavefronts global_store_lanes divergent_ifs shuffles; do
    sed "s/ $counter / $counter 1/" "$tests_tmp/model" >"$tests_tmp/wrong"
    says "a planted wrong $counter" 1 "$counter is [0-9]+, the model says 1[0-9]+$" \
        differ "$tests_tmp/wrong" "$tests_tmp/measured.csv"
done
sed 's/reduce1/reduce9/' "$tests_tmp/model" >"$tests_tmp/wrong"
says 'a kernel that was not counted' 1 'reduce9<<<8, 256>>> was not counted' differ "$tests_tmp/wrong" "$tests_tmp/measured.csv"
says 'one that is not in the model' 1 'reduce1<<<8, 256>>> is not in the model' differ "$tests_tmp/wrong" "$tests_tmp/measured.csv"
done_testing
