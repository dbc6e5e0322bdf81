#!/bin/sh
# On a GPU, too.
# Every lesson gives the right sum at awkward sizes, at every block it allows, from several seeds.
# (sh tests/30_lessons.t 05 06: only these, which it builds first.)
# Takes about 90 s of processor time.
. tests/lib.sh

small=1,2,3,31,32,33,63,65,255,256,257,511,513,1000,1023,1025,4095,4097
some=1,2,31,33,255,257,1000,1025,4097
anywhere=1,2,3,4,5,7,8,1001,4099
# At the largest sizes the number of blocks decides how many steps there are: one size of block is enough, and
# with another type or grid two sizes are.
large=65535,65536,131073 largest=1000003,1048577 largest_blocks=256 chosen=131073,1048577
if [ "$DEVICE" = gpu ]; then
    large=$large,$largest,65537,131071 largest=1048575,1048576,16777217,100000007 largest_blocks=64,256,1024
    chosen=$large,$largest
fi

entries() # LIST
(
    IFS=,
    # shellcheck disable=SC2086 # a list
    set -- $1
    echo $#
)

# right NAME LESSON BLOCKS SEED SHAPES OPTION...: exit code 0, and a right row for each kernel, at each
# of SHAPES shapes and each block; a function that chooses its block, a library's, or the host's, has one row a
# shape.
right()
{
    name=$1 program=$BUILD/$DEVICE/$2 blocks=$3 seed=$4 shapes=$5 csv=$tests_tmp/rows.csv
    shift 5
    : >"$csv"
    run_quietly "$program" "$@" -b "$blocks" --seed "$seed" -s 1 -w 0 --csv "$csv"
    to_list=$program # sizes do not decide which kernels there are
    for option; do
        case $option in -n | --row | --batch | --grid | --offset | [0-9]*) ;; *) to_list="$to_list $option" ;; esac
    done
    if [ "$to_list" != "$listed" ]; then
        listed=$to_list
        kernels=$("$program" "$@" --list | wc -l)
        functions=$(grep -Ec '^ *lesson_run_(function|one_thread)\(|LESSON_CHOOSES_BLOCK' \
            "lessons/${program##*/lesson}"_*.cu)
    fi
    awk -F, '
        is_csv && ($NF == "library" || $NF == "host") && !seen[$2]++ { others++ }
        is_csv ? $19 == "ok" : / not run: one thread takes too long/ { rows++ }
        END { print rows + 0, others + 0 }' is_csv=1 "$csv" is_csv=0 "$tests_tmp/out" >"$tests_tmp/rows"
    read -r rows others <"$tests_tmp/rows"
    wanted=$((((kernels - functions) * $(entries "$blocks") + functions + others) * shapes))
    if [ "$status" -eq 0 ] && [ "$rows" -eq "$wanted" ] && [ "$kernels" -gt 0 ]; then
        pass "$name ($rows rows)"
    else
        { echo "exit code $status, $rows right rows of $wanted"; tail -n 20 "$tests_tmp/out"; } \
            >"$tests_tmp/why"
        fail "$name" "$tests_tmp/why"
    fi
}

# Batches: rows of awkward lengths, in few and in many.
batches()
{
    # shellcheck disable=SC2086 # blocks
    right "$1: few rows" "$1" $row_blocks 3 $((3 * $(entries $row_lengths))) --batch 1,2,7 --row $row_lengths
    # shellcheck disable=SC2086 # blocks, seed and shapes
    right "$1: many short rows" "$1" $many_rows $((4 * $(entries $short_rows))) --batch $short_rows --row 1,5,32,129
    right "$1: rows that follow from the size" "$1" 512 4 $((3 * $(entries $row_sizes))) --batch 3,100,1025 -n $row_sizes
}

whole_suite=
if [ $# -eq 0 ]; then
    whole_suite=yes
    # shellcheck disable=SC2046 # numbers
    set -- $(sh common/course/declared.sh number)
    ok "there are lessons to test ($#)" test $# -ge 21
else
    # shellcheck disable=SC2046,SC2059 # file names of ours
    ok "$* compile" "$MAKE" --no-print-directory $(printf "$BUILD/$DEVICE/lesson%s " "$@")
    [ "$status" -eq 0 ] || { done_testing; exit 1; }
fi
all=
! everything "more seeds, sizes and offsets of each lesson" || all=yes
[ "$all" ] || [ -z "$whole_suite" ] || TEST_FEWER=yes
export TEST_FEWER
# Which of them are to run at more than 2^31 elements, too
if [ "${TEST_FEWER-}" ]; then largest_of=" $(first_of_each_part | tr '\n' ' ')"; else largest_of=" $* "; fi
if has_lanes; then
    in_lanes "$@"
    # shellcheck disable=SC2086 # numbers
    set -- $largest_of
fi
# Each block at small sizes, with one of the two seeds; other types and grids at some sizes.
few_blocks=32,128,1024 all_blocks=32,64,128,256,512,1024 typed=$small many_rows='64,256 3' batched=31,333,1009
input_blocks=64,256 input_largest=70001 row_sizes=65537,1000003 large_blocks=${all:+64,}256,1024 offsets_anywhere="1${all:+ 2} 3" grids="1 ${all:+2 }7"
if [ "${TEST_FEWER-}" ]; then
    chosen=131073 few_blocks=32,1024 all_blocks=32,256,1024 typed=$some offsets_anywhere=3 grids=7
    large_blocks=1024 many_rows='64 3' batched=31,1009 row_sizes=65537 input_blocks=256
    # A process on a GPU that others use waits for them at each launch.
    [ "$DEVICE" = cpu ] || small=$some all_blocks=256 few_blocks=128 largest=1048575,16777217 largest_blocks=256
fi
[ "$all" ] || [ "$DEVICE" = gpu ] || { largest=300007 input_largest=20011; }
LESSON_GIT=none # asked of git for each row otherwise
export LESSON_GIT
able= # a GPU may be too old for some, which say so
for number; do
    [ "$DEVICE" = gpu ] || { able=$*; break; }
    run_quietly "$BUILD/$DEVICE/lesson$number" -n 1 -s 1 -w 0
    if [ "$status" -eq 77 ]; then skip "lesson$number" "$(tail -n 1 "$tests_tmp/out")"; else able="$able $number"; fi
done
listed='' # the lesson and its options whose `kernels` and `functions` are known
sh common/course/declared.sh number types offers >"$tests_tmp/declared"
declared() # NUMBER: its $types, and its $offers
{
    while read -r declared_number types offers; do
        [ "$declared_number" != "$1" ] || break
    done <"$tests_tmp/declared"
}
# shellcheck disable=SC2086 # numbers
set -- $able
for number; do
    ! has_lanes || break # that was done there
    lesson=lesson$number
    help=$("$BUILD/$DEVICE/$lesson" --help) batch=
    case $help in *--batch*) batch='--batch 1' ;; esac
    # shellcheck disable=SC2086
    {
    # What several devices do is mostly waiting for each other: one large size, and few rows.
    sizes=$small short_rows=$batched large_sizes=$large largest_sizes=$largest row_blocks=$few_blocks row_lengths=1,2,33,1000,40009
    declared "$number"
    case $offers in *cards*)
        sizes=$typed short_rows=${batched%,*}
        [ "$all" ] || [ "$DEVICE" = gpu ] || { large_sizes=131073 largest_sizes='' row_blocks=1024 row_lengths=1,2,33,1000; } ;;
    esac
    right "$lesson: small sizes, blocks $all_blocks" "$lesson" $all_blocks 42 "$(entries $sizes)" -n $sizes $batch
    [ "${TEST_FEWER-}" ] || right "$lesson: small sizes, another seed" "$lesson" 32,1024 4294967295 "$(entries $typed)" -n $typed $batch
    [ -z "$all" ] || right "$lesson: small sizes, and another" "$lesson" 64,256 0 "$(entries $small)" -n $small $batch
    right "$lesson: large sizes" "$lesson" "$large_blocks" 7 "$(entries $large_sizes)" -n $large_sizes $batch
    [ -z "$largest_sizes" ] || right "$lesson: the largest sizes" "$lesson" "$largest_blocks" 7 "$(entries $largest_sizes)" -n $largest_sizes $batch
    }
    case $help in # alignments of 16 bytes
    *', a multiple of '[0-9]*)
        multiple=$(echo "$help" | sed -n 's/^ *--offset .*, a multiple of //p')
        offsets="$multiple $((64 - multiple))"
        says "$lesson: an input that does not begin at a multiple of 16 bytes" 2 "^lesson[0-9]+: --offset 1: .* a multiple of $multiple only\$" \
            "$BUILD/$DEVICE/$lesson" --offset 1 ;;
    *)  offsets=$offsets_anywhere ;;
    esac
    for offset in $offsets; do
        # shellcheck disable=SC2086
        right "$lesson: an input that begins $offset elements later" "$lesson" 64 10 "$(entries $anywhere)" -n $anywhere --offset $offset $batch
    done
    [ -z "$batch" ] || batches "$lesson"
    types=$(echo "$types" | tr , ' ')
    for type in $types; do
        [ "$type" != "${types%% *}" ] || continue # the default
        right "$lesson: $type" "$lesson" $few_blocks 5 "$(entries $typed)" -n $typed $batch --type "$type"
        [ -z "$all" ] || right "$lesson: large sizes, $type" "$lesson" 256 6 "$(entries $chosen)" -n $chosen $batch --type "$type"
    done
    case $help in *--input*)
        for type in $types; do
            for kind in $(echo "$help" | sed -n 's/^ *--input KIND *random, //p' | tr -d ,); do
                # what is special in one type is so in the others, but for the largest numbers and NaN
                case $type,$kind in "${types%% *}",* | *,hostile | *,nan) ;; *) continue ;; esac
                case $type in int*) # integers have no NaN
                    run_quietly "$BUILD/$DEVICE/$lesson" --type "$type" --input "$kind" -n 1 -s 1 -w 0
                    ! grep -q ': int[0-9]* has none' "$tests_tmp/out" || continue ;;
                esac
                right "$lesson: $type, input $kind" "$lesson" $input_blocks 12 6 -n 0,1,33,257,1001,$input_largest \
                    --type "$type" --input "$kind"
            done
        done ;;
    esac
    case $help in *--grid*)
        for grid in $grids; do
            right "$lesson: $grid blocks" "$lesson" 32,256 8 "$(entries $typed)" -n $typed --grid $grid
        done
        right "$lesson: 3 blocks, large sizes" "$lesson" 256 9 "$(entries $chosen)" -n $chosen --grid 3 ;;
    esac
    case $help in *--no-cooperative*)
        right "$lesson: without cooperative launches" "$lesson" 32,256 8 "$(entries $typed)" -n $typed --no-cooperative
        [ "${TEST_FEWER-}" ] || right "$lesson: the same, large sizes" "$lesson" 256 9 "$(entries $chosen)" -n $chosen --no-cooperative ;;
    esac
done

# More than 2^31 elements: indices must be 64 bits wide. 8 GiB or twice that, so only where a GPU has them, one by one.
# A row takes eight seconds, most of them on the host.
if [ "$DEVICE" = gpu ] && [ -z "${TEST_IN_LANE-}" ]; then
    free=$(nvidia-smi --query-gpu=memory.free --format=csv,noheader,nounits | head -n 1)
    for number; do
        case $largest_of in *" $number "*) ;; *) continue ;; esac
        lesson=lesson$number
        if [ "${free:-0}" -gt 24000 ]; then
            # (A warp alone, as in lesson 26, would take minutes for one row.)
            case $("$BUILD/$DEVICE/$lesson" --help) in *--batch*) size='--batch 64 --row 33554447' ;; *) size='-n 2147484649' ;; esac
            # shellcheck disable=SC2086
            right "$lesson: more than 2^31 elements" "$lesson" 256 42 1 $size
        else
            skip "$lesson: more than 2^31 elements" "needs 24 GB of free GPU memory"
        fi
    done
fi
done_testing
