#!/bin/sh
# draw.sh: draws $BUILD/plots/*.svg and *.png from $BUILD/results/*.csv. From make:
#   COMPARE=FILE,FILE…  overlays other devices: results of our own or plots/published/*.csv
#   TEXT=1              prints the ladder to the terminal instead; needs no gnuplot
#   README=yes          draws the recorded results into plots/recorded/, for README.md and docs/

fail() { echo "plots: $*" >&2; exit 1; }

: "${BUILD:=build}"
out=$BUILD/plots
recorded=plots/recorded/nvidia-h200.csv
drawn=0
mkdir -p "$out" || exit 1
tmp=$(mktemp -d "${TMPDIR:-/tmp}/reduction-plots.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

formats=
if [ -z "${TEXT-}" ]; then
    command -v gnuplot >/dev/null 2>&1 ||
        fail "gnuplot is missing: make deps installs it; make plots TEXT=1 prints the ladder without it"
    for format in pngcairo png; do
        [ -n "$formats" ] || { gnuplot -e "set terminal $format" >/dev/null 2>&1 && formats="svg $format"; }
    done
    : "${formats:=svg}" # a gnuplot without any png terminal
fi

titles=$(for file in lessons/[0-9][0-9]_*.cu; do basename "$file" .cu; done | tr '_\n' ' ;')

draw() # SCRIPT, the file's name without its ending, and more settings for gnuplot
{
    for format in $formats; do
        picture=$2.${format%cairo}
        # Drawn beside its place, so that a failure leaves no half a picture.
        gnuplot -e "out='$tmp/drawn'; format='$format'; data='$tmp/$slug'; note='$note'; ${3-}" \
            "plots/$1.gp" || fail "gnuplot could not draw $picture"
        [ -s "$tmp/drawn" ] || fail "gnuplot drew nothing for $picture"
        cp "$tmp/drawn" "$picture" || exit 1
        echo "  $picture"
        drawn=$((drawn + 1))
    done
}

prepare() # FILE: to small data files under $tmp/$slug
{
    slug=$(awk -f plots/csv.awk -f plots/slug.awk "$1") || exit 1
    rm -rf "${tmp:?}/$slug"
    mkdir "$tmp/$slug" || exit 1
    awk -f plots/csv.awk -f plots/prepare.awk -v dir="$tmp/$slug" -v titles="$titles" "$1" || exit 1
    device=$(sed -n 's/^device = "\(.*\)"$/\1/p' "$tmp/$slug/meta.gp")
    n=$(sed -n 's/^n = "\(.*\)"$/\1/p' "$tmp/$slug/meta.gp")
    cpu=$(sed -n 's/^cpu = //p' "$tmp/$slug/meta.gp")
}

pictures() # FILE: everything there is to draw from one results file
{
    prepare "$1"
    if [ -n "${TEXT-}" ]; then
        heading="$device, n = $n, kernel and best block size$note"
        [ "$cpu" = 0 ] || heading="CPU device: emulation time, not GPU bandwidth (n = $n)"
        awk -f plots/text.awk -v heading="$heading" "$tmp/$slug/ladder.dat"
        echo
        drawn=$((drawn + 1))
        return
    fi
    echo "$device$note, from $1:"
    draw ladder "$out/$slug-ladder"
    [ -s "$tmp/$slug/tuning.dat" ] && draw tuning "$out/$slug-tuning"
    for lines in blocks sizes; do
        [ -s "$tmp/$slug/$lines.dat" ] && draw lines "$out/$slug-$lines" "name='$lines'"
    done
    if [ -s "$tmp/$slug/skipped" ]; then sed 's/^/  not drawn: /' "$tmp/$slug/skipped"; fi
}

note=
if [ -n "${README-}" ]; then
    [ -s "$recorded" ] || fail "$recorded is missing; on an H200: make record"
    out=plots/recorded
    set -- "$recorded"
    COMPARE=plots/published/cuda-mode-a100.csv,plots/published/harris-g80.csv
else
    set -- "$BUILD"/results/*.csv
fi

gpus=
for file; do
    [ -e "$file" ] || fail "no results in $BUILD/results; make bench measures them"
    pictures "$file"
    [ "$cpu" = 1 ] || gpus="$gpus $file"
done
# The CPU device's times say nothing about a GPU, so show what one did.
if [ -z "$gpus" ] && [ -s "$recorded" ]; then
    note=" (recorded, not measured here)"
    pictures "$recorded"
    note=
    gpus=$recorded
fi

if [ -n "${COMPARE-}" ]; then
    [ -z "${TEXT-}" ] || fail "COMPARE draws pictures only; leave out TEXT"
    set --
    number=0
    add() # FILE, as named by COMPARE or from this machine
    {
        number=$((number + 1))
        [ -r "$1" ] || fail "COMPARE: cannot read $1; there are: $(echo plots/recorded/*.csv plots/published/*.csv)"
        case $(head -n 1 "$1") in
        lesson,*)
            prepare "$1"
            [ -s "$tmp/$slug/steps" ] || fail "COMPARE: $1 has times of the CPU device only"
            cp "$tmp/$slug/steps" "$tmp/steps$number"
            from="this machine"
            case $1 in "$BUILD"/*) ;; plots/recorded/*) from=recorded ;; *) from=$(basename "$1" .csv) ;; esac ;;
        *)
            awk -f plots/published.awk "$1" >"$tmp/steps$number" || exit 1
            device=$(sed -n '1s/^# source: *//p' "$1" | awk -f plots/device.awk)
            from=$(basename "$1" .csv) ;;
        esac
    }
    for file in $gpus; do # on the CPU device, whose times do not compare, the recorded GPU
        add "$file"
        set -- "$@" "NAME=$device ($from)" "$tmp/steps$number"
    done
    ifs=$IFS
    IFS=,
    for file in $COMPARE; do
        IFS=$ifs
        case " $gpus " in *" $file "*) continue ;; esac
        add "$file"
        set -- "$@" "NAME=$device ($from)" "$tmp/steps$number"
    done
    IFS=$ifs
    [ "$number" -le 9 ] || fail "COMPARE: $number devices; 9 at most can be told apart"
    echo "Compared:"
    slug=compare
    for share in 0 1; do
        rm -rf "$tmp/compare"
        mkdir "$tmp/compare"
        name=compare
        [ "$share" = 0 ] || name=compare-peak
        if awk -f plots/compare.awk -v dir="$tmp/compare" -v share="$share" "$@"; then
            draw compare "$out/$name"
        else
            echo "  not drawn: $name: no file names a theoretical peak"
        fi
    done
fi
[ "$drawn" -gt 0 ] || fail "nothing was drawn"
