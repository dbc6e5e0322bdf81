#!/bin/sh
# report.sh: writes reports/NAME.csv, what one learner has done, for the teacher: make class and make scores read it.
# columns.awk says what is in it. From make: NAME, HOST=yes (the machine's name, too), BUILD, PROGRESS; REPORTS=FOLDER, another
# folder than reports, which must be there; REPORT=auto: after each check again (again.sh), until REPORT=no.
# report.sh again: as the last REPORT=auto has said, which $PROGRESS/report remembers: name, folder, HOST, a line each.

export LC_ALL=C
. common/course/script.sh
. common/learn/lib.sh
need_folder
. plots/course.sh
fail() { one_line "report: $*" >&2; exit 2; }

settings=$PROGRESS/report
if [ "${1-}" = again ]; then
    { IFS= read -r NAME && IFS= read -r REPORTS && read -r HOST; } <"$settings" || fail "$settings cannot be read"
    REPORT=again
fi
case ${REPORT-} in
'' | auto | again) ;;
no)
    rm -f "$settings" || fail "$settings could not be removed"
    echo "No report is written after a check."
    exit ;;
*) fail "REPORT=$REPORT: must be auto, which writes one after each check, or no, which ends that" ;;
esac
folder=${REPORTS:-reports}
case $folder in *"$newline"*) fail "REPORTS=$folder: has a line end in it; choose another folder" ;; esac
folder=$(plain_name "$folder")
[ "$folder" != reports ] || mkdir -p reports
[ -d "$folder" ] || fail "REPORTS=$folder: there is no such folder"
[ -w "$folder" ] || fail "REPORTS=$folder: you may not write into this folder"

name=$(printf '%s' "${NAME-}" | sed 's/^ *//; s/ *$//')
[ "$name" ] || fail "whose? make report NAME='Ada Lovelace', a name that your teacher knows"
[ "$(printf %s "$name" | tr -d '\000-\037\177')" = "$name" ] ||
    fail "NAME=$(printf %s "$name" | tr '\000-\037\177' ' '): has a line end or another byte in it that is no text; leave that out"
case $name in [-=+@]*) fail "NAME=$name: a spreadsheet takes what begins with = + - or @ for a formula; begin with a letter" ;; esac
[ ${#name} -le 100 ] || fail "NAME: has ${#name} bytes, of at most 100; a shorter one will do"
# Some shells have a variable HOST of their own.
if [ "${HOST-}" = "$(uname -n)" ] || [ "${HOST-}" = "$(uname -n | sed 's/\..*//')" ]; then HOST=; fi
host=
! switch HOST || host=$(uname -n)
version=$(sh common/course/version.sh) || exit

temporary reduction-report

# What the card of this machine did, if make bench has measured it: steps are those of the plots.
card='CPU device'
case ${DEVICE:-$(sh common/setup/cuda.sh device)} in
gpu) card=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | sed 1q)
    card=${card:-GPU} ;;
esac
read_course "$tmp"
: >"$tmp/bandwidths"
for results in "$BUILD"/results/*.csv; do
    case $(sed -n '1{/^lesson,.*,median_ms,/p;q;}' "$results" 2>/dev/null) in '') continue ;; esac
    case $results in *-peers.csv | *-ratios*.csv | *-balance*.csv) continue ;; esac
    rm -rf "$tmp/drawn" && mkdir "$tmp/drawn" && results prepare "$results" out="$tmp/drawn" marks=12 ||
        fail "$results cannot be read; make bench writes it anew, or remove it"
    for part in $(cut -f 1 "$tmp/parts"); do
        [ ! -s "$tmp/drawn/$part/steps" ] ||
            PART=$part CARD=$(sed -n "s/^device = '\(.*\)'\$/\1/p" "$tmp/drawn/$part/meta.gp" | sed "s/''/'/g") awk -F '\t' '
                { print ENVIRON["PART"] "\t" ENVIRON["CARD"] "\t" $0 }' "$tmp/drawn/$part/steps" >>"$tmp/bandwidths"
    done
done

file=$(printf %s "$name" | tr ' ' -)
if [ "$(printf %s "$file" | tr -d 'A-Za-z0-9._-')" ] || [ "${file#[A-Za-z0-9]}" = "$file" ]; then
    file=report-$(printf %s "$name" | cksum | cut -d ' ' -f 1) # such a name is none for a file
fi
file=$folder/$file.csv
# Two of one name would write over each other's without an end.
if [ "${REPORT-}" = auto ] && [ "$folder" != reports ] && [ -e "$file" ] &&
    ! { [ -r "$settings" ] && [ "$(sed -n 1,2p "$settings")" = "$name$newline$folder" ]; }; then
    fail "$file is there already. If it is yours, remove it; if not, choose another NAME"
fi
STUDENT=$name EDITION=$version WRITTEN=$(date -u +%Y-%m-%dT%H:%M:%SZ) NOTED=$(date +%Y-%m-%dT%H:%M:%S) \
    HOST_NAME=$host CARD=$card LC_ALL=C $AWK -v log_file="$log" -v checks_file="$PROGRESS/checks.csv" \
    -v counts_file="$PROGRESS/counts.csv" -v bandwidths_file="$tmp/bandwidths" -v summary="$tmp/summary" -f common/csv/read.awk \
    -f common/learn/log.awk -f common/class/columns.awk -f common/class/report.awk solutions/[0-9]*_*.cu >"$tmp/rows" || exit 2
{ cat "$tmp/rows" && echo "end$(sed '1s/[^,]//g;1q' "$tmp/rows")$(cksum <"$tmp/rows")"; } >"$file.$$" &&
    mv -f "$file.$$" "$file" || { rm -f "$file.$$"; fail "$file could not be written"; }

if [ "${REPORT-}" = auto ]; then
    mkdir -p "$PROGRESS" && printf '%s\n%s\n%s\n' "$name" "$folder" "${host:+yes}" >"$settings" ||
        fail "$settings could not be written"
fi
one_line "$file: $(cat "$tmp/summary")"
[ "${REPORT-}" != auto ] || echo "It is written again after each check, until make report REPORT=no."
if [ "$host" ]; then
    one_line "No source is in it, but the name of this machine: $host."
else
    echo "No source is in it, and not the name of this machine."
fi
