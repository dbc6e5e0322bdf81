#!/bin/sh
# picture.sh: draws what each thread of one block does, step by step. From make picture05, or
#   sh plots/picture.sh 05         runs $BUILD/inspect/lesson05 on the CPU device, block BLOCK (32)
#   sh plots/picture.sh FILE.csv   draws what common/cpu/inspect --steps FILE.csv wrote
# into $BUILD/pictures/, as svg and png.
#   KERNEL=NAME   another kernel of the lesson (plots/kernel.sh)
#   TEXT=1        prints the picture to the terminal instead; needs no gnuplot
#   FIGURES=yes   no argument: draws the pictures that the lessons' pages show, at block 64, into
#                 docs/lessons/figures/; FIGURES=list prints the numbers of those lessons
#   CODE=no       words say what a line does, as in figures, and its code is not shown: exercises ask for it

export LC_ALL=C
. common/course/script.sh
. plots/gnuplot.sh
fail() { one_line "picture: $*" >&2; exit 2; }

: "${BUILD:=build}"
out=$BUILD/pictures
temporary reduction-picture

figures() { sed -n 's/.*(figures\/picture\([0-9][0-9]\)\.png).*/\1/p' docs/lessons/*.md | sort -u; }
case ${FIGURES-} in
list) figures; exit ;;
'' | yes) ;;
*) fail "FIGURES=$FIGURES: must be yes or list, or left out" ;;
esac

[ -n "${FIGURES-}" ] || [ $# -eq 1 ] || fail "which lesson? sh plots/picture.sh 05, or a file of steps"
text='' code=''
! switch TEXT || text=yes
case ${CODE-} in '' | no) code=${CODE-} ;; *) fail "CODE=$CODE: must be no, or left out" ;; esac
if [ -z "$text" ]; then
    command -v gnuplot >/dev/null 2>&1 ||
        fail "gnuplot is missing: make deps installs it; TEXT=1 prints the picture without it"
    find_formats
fi

run() # NN: an inspected run; its steps to $tmp/steps.csv
{
    set -- "$1" "$BUILD/inspect/lesson$1"
    # shellcheck disable=SC2012,SC2046 # the names are ours
    [ -e "$(echo lessons/"$1"_*.cu)" ] ||
        fail "there is no lesson $1; there are:" $(ls lessons | sed -n 's/^\([0-9][0-9]\)_.*\.cu$/\1/p')
    [ -x "$2" ] || fail "$2 is missing; make picture$1 builds it"
    case $BLOCK in
    0* | *[!0-9]* | ?????*) fail "BLOCK=$BLOCK: a number of threads from 32 to 256 is needed" ;;
    esac
    [ "$BLOCK" -le 256 ] || fail "BLOCK=$BLOCK: more than 256 columns cannot be told apart; try 64"
    kernel=${KERNEL:-$(sh plots/kernel.sh "$1" "$2")} || exit 2
    # Enough elements for two full blocks even if each thread begins with two; or two rows.
    rows=
    if "$2" --help | grep -q -e --batch; then rows='--batch 2'; fi
    # shellcheck disable=SC2086
    common/cpu/inspect --steps "$tmp/steps.csv" --blocks 1 "$2" --kernel "$kernel" -n $((4 * BLOCK)) $rows \
        -b "$BLOCK" -s 1 -w 0 >"$tmp/out" 2>"$tmp/errors"
    status=$?
    if [ $status -ne 0 ] || [ ! -s "$tmp/steps.csv" ]; then
        grep -v '^inspect: the program wrote none' "$tmp/errors" >&2
        [ $status -eq 0 ] || fail "the inspected lesson$1 ended with exit code $status"
        fail "the inspected lesson$1 wrote no steps"
    fi
    from="make picture$1"
    [ "$BLOCK" = 32 ] || from="$from BLOCK=$BLOCK"
    [ -z "${KERNEL-}" ] || from="$from KERNEL=$KERNEL"
}

draw() # STEPS NAME: $out/NAME.svg and .png
{
    [ -s "$1" ] || fail "$1: no steps in it"
    [ "$text" ] || mkdir -p "$out" 2>/dev/null || fail "$out: there can be no such folder"
    built steps plots/steps/*.c plots/program.c common/csv/csv.c common/cpu/rewrite/text.c
    mkdir -p "$tmp/data" && rm -f "$tmp"/data/*
    "$program" "$tmp/data" "$from" "$code" "$1" || exit 2
    if [ "$text" ]; then cat "$tmp/data/picture.txt"; return; fi
    render plots/picture.gp "$out/$2" "data=$(for_gnuplot "$tmp/data")"
}

if [ -n "${FIGURES-}" ]; then
    [ $# -eq 0 ] || fail "FIGURES draws all figures; leave out $*"
    [ -z "$text${KERNEL-}" ] || fail "FIGURES draws pictures at block 64; leave out TEXT and KERNEL"
    out=docs/lessons/figures
    BLOCK=64
    code=no
    for number in $(figures); do
        run "$number"
        draw "$tmp/steps.csv" "picture$number"
        cp "$tmp/data/picture.txt" "$out/picture$number.txt" || exit 2
    done
    exit
fi

: "${BLOCK:=32}"
case $1 in
*.csv)
    [ -r "$1" ] || fail "$1: cannot be read"
    from=$(basename "$1")
    draw "$1" "$(basename "$1" .csv)" ;;
*)
    number=$1
    case $number in [0-9]) number=0$number ;; esac
    run "$number"
    draw "$tmp/steps.csv" "picture$number"
    others=$("$BUILD/inspect/lesson$number" --list | grep -vxF -e "$kernel" | tr '\n' ' ')
    [ -n "${KERNEL-}" ] || [ -z "$others" ] ||
        echo "(this is $kernel; make picture$number KERNEL=NAME draws another one: ${others% })" >&2 ;;
esac
