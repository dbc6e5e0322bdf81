#!/bin/sh
# draw.sh: draws $BUILD/plots/*.svg and *.png from $BUILD/results/*.csv. From make:
#   COMPARE=FILE,FILE…  draws only this: results of our own or plots/published/*.csv, 9 devices in all
#   TEXT=1              prints the ladders to the terminal instead; needs no gnuplot
#   PROJECTOR=1         draws with larger type and thicker lines, into $BUILD/plots/projector
#   README=yes          draws the recorded results into plots/recorded/, for README.md and docs/
# The CPU device's times say nothing about a GPU and are never drawn: those of the first recorded GPU stand in for them.
# What peers.sh measured on the same card stands beside the first part, in grey: DEVICE-peers.csv of the same folder,
# or else the recorded one.
# All files are read before the first picture is drawn, so a wrong one is told at once, and nothing is drawn.
# Pictures are named after their part, as lessons/parts.csv says: DEVICE-ladder for part I,
# DEVICE-ladder-in-place for part II; DEVICE-beside has libraries and the host. A picture of one lesson has its number: DEVICE-tuning07.

export LC_ALL=C
. common/course/script.sh
. plots/course.sh
. plots/gnuplot.sh
fail() { one_line "plots: $*" >&2; exit 1; }

: "${BUILD:=build}"
out=$BUILD/plots
drawn=0
indent='  '
temporary reduction-plots

text=''
! switch TEXT || text=yes
projector=no marks=12
if switch PROJECTOR; then
    [ -z "$text" ] || fail "PROJECTOR draws pictures only; leave out TEXT"
    ! switch README || fail "PROJECTOR: recorded pictures are as they are; leave it out"
    projector=yes marks=5
    out=$out/projector
fi
mkdir -p "$out" || exit 1
if [ -z "$text" ]; then
    command -v gnuplot >/dev/null 2>&1 ||
        fail "gnuplot is missing: make deps installs it; make plots TEXT=1 prints the ladder without it"
    find_formats
fi

read_course "$tmp"
ids=$(awk -F '\t' '{ print $1 }' "$tmp/parts") # of the parts of the course: I II ...
ending() # PART: what the names of its files end in
{
    awk -F '\t' -v part="$1" '$1 == part && $3 != "-" { print "-" $3 }' "$tmp/parts"
}

draw() # SCRIPT, the file's name without its ending, and more settings for gnuplot
{
    render "plots/$1.gp" "$2" "data=$(for_gnuplot "$data"); note=$(for_gnuplot "$note"); projector='$projector'; ${3-}"
    drawn=$((drawn + 1))
}

prepare() # FILE: to small data files, for each part that has rows in it, under $data/PART
{
    case $(head -n 1 "$1") in lesson,*) ;; *) fail "$1: not a file of results, which begins with lesson," ;; esac
    slug=$(awk -f common/csv/read.awk -f plots/rows.awk -f plots/slug.awk "$1") || exit 1
    prepared=$((prepared + 1))
    data=$tmp/$prepared
    peers=$(dirname -- "$1")/$slug-peers.csv
    [ -s "$peers" ] || peers=plots/recorded/$slug-peers.csv
    [ -s "$peers" ] || peers=
    mkdir -p "$data" || exit 1
    results prepare "$1" out="$data" peers="$peers" latency="plots/recorded/$slug-latency.csv" code=plots/recorded/sass.csv \
        marks=$marks || exit 1
    device=$(setting device)
    cpu=$(setting cpu)
}
value_of() # NAME <FILE: in a file for gnuplot
{
    sed -n "s/^$1 = //p" | sed "s/^'\(.*\)'\$/\1/; s/''/'/g"
}
setting() # NAME: from the first part that has any
{
    cat "$data"/*/meta.gp | value_of "$1" | head -n 1
}

pictures() # FILE: everything there is to draw from one file of a GPU's results, which has been prepared
{
    all=$data
    [ "$text" ] || one_line "$device$note, from $1:"
    for part in $ids; do
        data=$all/$part
        [ -s "$data/meta.gp" ] || continue
        if [ "$text" ]; then
            what=$(value_of what <"$data/meta.gp")
            value_of title <"$data/meta.gp"
            printf '%s\n' "$device$what, kernel and best block size$note"
            cat "$data/ladder.txt"
            echo
            drawn=$((drawn + 1))
            continue
        fi
        draw ladder "$out/$slug-ladder$(ending "$part")" "name='rungs'"
        [ "$(value_of beside <"$data/meta.gp")" = 0 ] || draw ladder "$out/$slug-beside$(ending "$part")" "name='beside'"
        for lines in blocks sizes calls; do
            for points in "$data/$lines.dat" "$data/$lines"-??.dat; do # there are several where lines are many
                [ -s "$points" ] || continue
                name=$(basename "$points" .dat)
                draw lines "$out/$slug-$lines$(ending "$part")${name#"$lines"}" "name=$(for_gnuplot "$name")"
            done
        done
        for points in "$data"/tuning??.dat "$data"/shapes??.dat "$data"/flight??.dat; do
            [ -s "$points" ] || continue
            name=$(basename "$points" .dat)
            case $name in tuning* | flight*) kind=${name%??} ;; *) kind=lines ;; esac
            draw $kind "$out/$slug-$name" "name=$(for_gnuplot "$name")"
        done
    done
    [ -z "$text" ] || return 0
    balances "$1"
    ratios "$1"
    # Plots that miss the same thing share a line
    cat "$all"/*/skipped 2>/dev/null | awk '
        seen[$0]++ { next }
        {
            at = index($0, ": ")
            why = substr($0, at)
            if (!(why in plots)) order[++n] = why
            plots[why] = plots[why] (why in plots && plots[why] != "" ? ", " : "") substr($0, 1, at - 1)
        }
        END { for (i = 1; i <= n; i++) print "  not drawn: " plots[order[i]] order[i] }'
}

balances() # FILE: how evenly lessons spread their work, where the run noted it
{
    for work in "${1%.csv}"-balance[0-9][0-9].csv; do
        [ ! -s "$work" ] || balance "$work"
    done
}
balance() # FILE-balanceNN.csv
{
    name=${1##*-balance}
    name=balance${name%.csv}
    counted=cycles column=5
    [ "$cpu" = 0 ] || { counted=elements column=4; } # the CPU device has no clock that would say anything
    data=$tmp/balance$drawn
    mkdir "$data" || exit 1
    { sed 1q "$1"
      sed 1d "$1" | awk -F, '{ if (!($1 in order)) order[$1] = ++n; print order[$1] "," $0 }' |
          LC_ALL=C sort -t, -k1,1n -k$column,${column}nr | cut -d, -f2-
    } >"$tmp/${1##*/}"
    awk -f common/csv/read.awk -f plots/rows.awk -f plots/balance.awk -v dir="$data" -v counted=$counted "$tmp/${1##*/}" || exit 1
    draw balance "$out/$slug-$name" "lesson=$(for_gnuplot "${name#balance}"); device=$(for_gnuplot "$device$note")"
}

ratios() # FILE: lessons against their first row, where make ratios noted it
{
    for ratios in "${1%.csv}"-ratios[0-9][0-9].csv; do
        [ -s "$ratios" ] || continue
        name=${ratios##*-}
        name=${name%.csv}
        # with columns first that sort by type, cold and hot, and size; which are cut off again
        { sed 1q "$ratios"
          awk -f common/csv/read.awk -f plots/rows.awk -f plots/sort-ratios.awk "$ratios" |
              LC_ALL=C sort -s -t "$(printf '\t')" -k1,1r -k2,2 -k3,3n | cut -f 4-
        } >"$tmp/${ratios##*/}"
        for clock in graph call; do
            data=$tmp/ratios$drawn
            mkdir "$data" || exit 1
            awk -f common/csv/read.awk -f plots/rows.awk -f plots/ratios.awk -v dir="$data" -v clock=$clock "$tmp/${ratios##*/}" || exit 1
            case $clock in graph) ending='' ;; *) ending=-calls ;; esac
            draw ratios "$out/$slug-$name$ending" "lesson='${name#ratios}'; clock='$clock'"
        done
    done
}

# ---- Reading: what is asked for is checked before anything is drawn --------------------------------

note=
cards=$(recorded_cards) || exit # their names have no spaces: slug.awk makes them
if switch README; then
    [ "$cards" ] || fail "no results in plots/recorded; on a machine with a GPU: make record"
    out=plots/recorded
    set --
    for card in $cards; do set -- "$@" "$card"; done
    COMPARE=$(echo plots/published/cuda-mode-a100.csv plots/published/[!c]*.csv | tr ' ' ,)
else
    set -- "$BUILD"/results/*.csv
fi
[ -z "${COMPARE-}" ] || [ -z "$text" ] || fail "COMPARE draws pictures only; leave out TEXT"
# From now on COMPARE is a file a line.
COMPARE=$(one_line "${COMPARE-}" | tr , '\n' | sed '/^$/d' | while IFS= read -r file; do
    if [ ! -r "$file" ] || [ -d "$file" ]; then
        # shellcheck disable=SC2046 # the names are ours
        fail "COMPARE: cannot read $file; there are:" $(recorded_cards) plots/published/*.csv
    fi
    plain_name "$file"
done) || exit

prepared=0
gpus='' gpu_count=0 emulated='' # numbers of what was prepared
for file; do
    [ -e "$file" ] || continue
    case $file in *-balance*.csv | *-ratios*.csv | *-peers.csv) continue ;; esac
    prepare "$file"
    printf '%s\n' "$file" "$slug" >"$data/of"
    if [ "$cpu" = 1 ]; then
        emulated="$emulated $prepared"
    else
        gpus="$gpus $prepared"
        gpu_count=$((gpu_count + 1))
    fi
done
recorded=$(echo "$cards" | head -n 1)
if [ -z "$gpus" ] && [ "$recorded" ]; then
    prepare "$recorded"
    printf '%s\n' "$recorded" "$slug" >"$data/of"
    gpus=$prepared
    gpu_count=1
    note=" (recorded, not measured here)"
fi
file_of() { sed -n 1p "$tmp/$1/of"; }
load() # NUMBER: what was prepared as that
{
    data=$tmp/$1
    slug=$(sed -n 2p "$data/of")
    device=$(setting device)
    cpu=$(setting cpu)
}

files=0
: >"$tmp/names"
named() # NAME FILE: NAME, and the file's own if that name is taken
{
    ! grep -q -x -F -e "$1" "$tmp/names" || set -- "$1, $(basename "$2" .csv)" "$2"
    printf '%s\n' "$1" | tee -a "$tmp/names"
}
steps() # FILE: what $data has of it, or of a published table, to $tmp/stepsN; $name is what it is called
{
    files=$((files + 1))
    case $(head -n 1 "$1") in
    lesson,*)
        for part in $ids; do
            [ ! -s "$data/$part/steps" ] || sed "s/^/$part	/" "$data/$part/steps"
        done >"$tmp/steps$files"
        case $1 in
        "$BUILD"/*) name=$(named "$device (this machine)" "$1") ;;
        plots/recorded/*) name=$(named "$device (recorded)" "$1") ;;
        *) name=$(named "$device" "$1") ;;
        esac ;;
    *)
        results published "$1" >"$tmp/steps$files" || exit 1
        name=$(sed -n 's/^# shown as: *//p' "$1" | head -n 1)
        [ -n "$name" ] || name=$(sed -n '1s/^# source: *//p' "$1" | awk -f plots/device.awk)
        name=$(named "$name" "$1") ;;
    esac
}
if [ -n "${COMPARE-}" ]; then
    others=$(printf '%s\n' "$COMPARE" | while IFS= read -r file; do
        for gpu in $gpus; do [ "$(file_of "$gpu")" != "$file" ] || continue 2; done
        echo "$file"
    done | wc -l)
    [ $((gpu_count + others)) -le 9 ] ||
        fail "COMPARE: $((gpu_count + others)) devices, this machine's included; 9 at most can be told apart"
    set --
    for gpu in $gpus; do # on the CPU device, whose times do not compare, the recorded GPU
        load "$gpu"
        steps "$(file_of "$gpu")"
        set -- "$@" "$name" "$tmp/steps$files"
    done
    ifs=$IFS
    IFS=$newline
    set -f
    for file in $COMPARE; do
        set +f
        IFS=$ifs
        for gpu in $gpus; do [ "$(file_of "$gpu")" != "$file" ] || continue 2; done
        case $(head -n 1 "$file") in
        lesson,*)
            prepare "$file"
            [ "$cpu" = 0 ] || fail "COMPARE: $file has times of the CPU device only" ;;
        esac
        steps "$file"
        set -- "$@" "$name" "$tmp/steps$files"
    done
    IFS=$ifs
    # shellcheck disable=SC2046 # the names are ours
    [ $# -gt 2 ] || fail "COMPARE: there is only $name to compare; name another; there are:" $(recorded_cards) plots/published/*.csv
    results compare out="$tmp" "$@" || fail "COMPARE: these files have no step of the course in common"
fi

# ---- Drawing ---------------------------------------------------------------------------------------

[ "$text" ] || queue_pictures

if switch README; then # pictures that are no longer drawn do not stay
    rm -f "$out"/compare*.svg "$out"/compare*.png
    for card in $cards; do rm -f "${card%.csv}"-*.svg "${card%.csv}"-*.png; done
fi
for emulation in $emulated; do
    load "$emulation"
    file=$(file_of "$emulation")
    echo "not drawn: $file: its times are an emulation's and say nothing about a GPU; make inspectNN counts what lesson NN asks of memory"
    [ "$text" ] || balances "$file"
done
if [ -z "${COMPARE-}" ] || switch README; then
    for gpu in $gpus; do
        load "$gpu"
        pictures "$(file_of "$gpu")"
    done
fi
! switch README || sh plots/cards.sh || exit 1
note=
if [ -n "${COMPARE-}" ]; then
    echo "Compared:"
    for part in $ids; do
        for name in compare compare-peak; do
            share=0
            [ "$name" = compare ] || share=1
            data=$tmp/compare$share/$part
            if [ -d "$data" ]; then
                draw compare "$out/$name$(ending "$part")"
            elif [ -d "$tmp/compare0/$part" ]; then
                echo "  not drawn: $name$(ending "$part"): fewer than two files name a theoretical peak"
            fi
        done
    done
fi
[ -z "$queue" ] || draw_queued
[ "$drawn" -gt 0 ] || [ -n "$emulated" ] || fail "no results in $BUILD/results; on a machine with a GPU, make bench measures them"
