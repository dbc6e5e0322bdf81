#!/bin/sh
# draw.sh: draws $BUILD/plots/*.svg and *.png from $BUILD/results/*.csv. From make:
#   COMPARE=FILE,FILE…  overlays other devices: results of our own or plots/published/*.csv
#   TEXT=1              prints the ladders to the terminal instead; needs no gnuplot
#   README=yes          draws the recorded results into plots/recorded/, for README.md and docs/
# Pictures are named after their part, as lessons/parts.csv says: DEVICE-ladder for part I,
# DEVICE-ladder-in-place for part II. A picture of one lesson has its number: DEVICE-tuning07.

. plots/course.sh
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

read_course "$tmp"
ids=$(awk -F '\t' '{ print $1 }' "$tmp/parts") # of the parts of the course: I II ...
ending() # PART: what the names of its files end in
{
    awk -F '\t' -v part="$1" '$1 == part && $3 != "-" { print "-" $3 }' "$tmp/parts"
}

draw() # SCRIPT, the file's name without its ending, and more settings for gnuplot
{
    for format in $formats; do
        picture=$2.${format%cairo}
        # Drawn beside its place, so that a failure leaves no half a picture.
        gnuplot -e "out='$tmp/drawn'; format='$format'; data='$data'; note='$note'; ${3-}" \
            "plots/$1.gp" || fail "gnuplot could not draw $picture"
        [ -s "$tmp/drawn" ] || fail "gnuplot drew nothing for $picture"
        cp "$tmp/drawn" "$picture" || exit 1
        echo "  $picture"
        drawn=$((drawn + 1))
    done
}

prepare() # FILE: to small data files, for each part that has rows in it, under $tmp/$slug/PART
{
    slug=$(awk -f common/csv/read.awk -f plots/rows.awk -f plots/slug.awk "$1") || exit 1
    rm -rf "${tmp:?}/$slug"
    for part in $ids; do
        mkdir -p "$tmp/$slug/$part" || exit 1
        course -f plots/headline.awk -f plots/prepare.awk -v only="$part" -v dir="$tmp/$slug/$part" "$1" || exit 1
    done
    device=$(setting device)
    cpu=$(setting cpu)
}
setting() # NAME: from the first part that has any
{
    cat "$tmp/$slug"/*/meta.gp | sed -n "s/^$1 = \"\\{0,1\\}\\([^\"]*\\)\"\\{0,1\\}\$/\\1/p" | head -n 1
}

pictures() # FILE: everything there is to draw from one results file
{
    prepare "$1"
    [ -n "${TEXT-}" ] || echo "$device$note, from $1:"
    for part in $ids; do
        data=$tmp/$slug/$part
        [ -s "$data/meta.gp" ] || continue
        if [ -n "${TEXT-}" ]; then
            what=$(sed -n 's/^what = "\(.*\)"$/\1/p' "$data/meta.gp")
            title=$(sed -n 's/^title = "\(.*\)"$/\1/p' "$data/meta.gp")
            heading="$device$what, kernel and best block size$note"
            [ "$cpu" = 0 ] || heading="CPU device: emulation time, not GPU bandwidth ($(echo "$what" | sed 's/^, //'))"
            echo "$title"
            awk -f plots/text.awk -v heading="$heading" "$data/ladder.dat" "$data/ladder.dat"
            echo
            drawn=$((drawn + 1))
            continue
        fi
        draw ladder "$out/$slug-ladder$(ending "$part")"
        for lines in blocks sizes; do
            [ -s "$data/$lines.dat" ] && draw lines "$out/$slug-$lines$(ending "$part")" "name='$lines'"
        done
        for points in "$data"/tuning??.dat "$data"/shapes??.dat; do
            [ -s "$points" ] || continue
            name=$(basename "$points" .dat)
            case $name in tuning*) kind=tuning ;; *) kind=lines ;; esac
            draw $kind "$out/$slug-$name" "name='$name'"
        done
    done
    [ -z "${TEXT-}" ] || return 0
    for work in "${1%.csv}"-balance[0-9][0-9].csv; do
        [ ! -s "$work" ] || balance "$work"
    done
    # Plots that miss the same thing share a line
    cat "$tmp/$slug"/*/skipped 2>/dev/null | awk '
        seen[$0]++ { next }
        {
            at = index($0, ": ")
            why = substr($0, at)
            if (!(why in plots)) order[++n] = why
            plots[why] = plots[why] (why in plots && plots[why] != "" ? ", " : "") substr($0, 1, at - 1)
        }
        END { for (i = 1; i <= n; i++) print "  not drawn: " plots[order[i]] order[i] }'
}

balance() # FILE-balanceNN.csv: how evenly that lesson spread its work
{
    name=${1##*-balance}
    name=balance${name%.csv}
    counted=cycles column=5
    [ "$cpu" = 0 ] || { counted=elements column=4; } # the CPU device has no clock that would say anything
    data=$tmp/$slug
    { sed 1q "$1"
      sed 1d "$1" | awk -F, '{ if (!($1 in order)) order[$1] = ++n; print order[$1] "," $0 }' |
          LC_ALL=C sort -t, -k1,1n -k$column,${column}nr | cut -d, -f2-
    } >"$tmp/${1##*/}"
    awk -f common/csv/read.awk -f plots/rows.awk -f plots/balance.awk -v dir="$data" -v counted=$counted "$tmp/${1##*/}" || exit 1
    draw balance "$out/$slug-$name" "lesson='${name#balance}'; device='$(echo "$device" | sed "s/'/''/g")$note'"
}

note=
if [ -n "${README-}" ]; then
    [ -s "$recorded" ] || fail "$recorded is missing; on an H200: make record"
    out=plots/recorded
    set -- "$recorded"
    COMPARE=$(echo plots/published/cuda-mode-a100.csv plots/published/[!c]*.csv | tr ' ' ,)
else
    set -- "$BUILD"/results/*.csv
fi

gpus=
for file; do
    [ -e "$file" ] || fail "no results in $BUILD/results; make bench measures them"
    case $file in *-balance*.csv) continue ;; esac
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
    files=0
    add() # FILE, as named by COMPARE or from this machine: its steps to $tmp/stepsN, by part
    {
        files=$((files + 1))
        [ -r "$1" ] || fail "COMPARE: cannot read $1; there are: $(echo plots/recorded/*.csv plots/published/*.csv)"
        case $(head -n 1 "$1") in
        lesson,*)
            prepare "$1"
            cat "$tmp/$slug"/*/steps >/dev/null 2>&1 || fail "COMPARE: $1 has times of the CPU device only"
            for part in $ids; do
                [ ! -s "$tmp/$slug/$part/steps" ] || sed "s/^/$part	/" "$tmp/$slug/$part/steps"
            done >"$tmp/steps$files"
            from="this machine"
            case $1 in "$BUILD"/*) ;; plots/recorded/*) from=recorded ;; *) from=$(basename "$1" .csv) ;; esac ;;
        *)
            course -f plots/published.awk "$1" >"$tmp/steps$files" || exit 1
            device=$(sed -n '1s/^# source: *//p' "$1" | awk -f plots/device.awk)
            from=$(basename "$1" .csv) ;;
        esac
    }
    for file in $gpus; do # on the CPU device, whose times do not compare, the recorded GPU
        add "$file"
        set -- "$@" "NAME=$device ($from)" "$tmp/steps$files"
    done
    ifs=$IFS
    IFS=,
    for file in $COMPARE; do
        IFS=$ifs
        case " $gpus " in *" $file "*) continue ;; esac
        add "$file"
        set -- "$@" "NAME=$device ($from)" "$tmp/steps$files"
    done
    IFS=$ifs
    [ "$files" -le 9 ] || fail "COMPARE: $files devices; 9 at most can be told apart"
    echo "Compared:"
    before=$drawn
    data=$tmp/compare
    for part in $ids; do
        for name in compare compare-peak; do
            share=0
            [ "$name" = compare ] || share=1
            rm -rf "$data"
            mkdir "$data"
            if course -f plots/compare.awk -v dir="$data" -v share="$share" -v only="$part" "$@"; then
                draw compare "$out/$name$(ending "$part")"
            elif [ "$share" = 1 ] && [ -n "$had" ]; then
                echo "  not drawn: $name$(ending "$part"): fewer than two files name a theoretical peak"
            fi
            had=
            [ "$name" = compare ] && [ -s "$data/compare.gp" ] && had=yes
        done
    done
    [ "$drawn" -gt "$before" ] || fail "COMPARE: these files have no step of the course in common"
fi
[ "$drawn" -gt 0 ] || fail "nothing was drawn"
