#!/bin/sh
# predict.sh: how fast kernels would be on a card, from what they count: make predict05 CARD=h100, make predict FILE=...
#   sh plots/predict/predict.sh lesson 05      N=2^24 BLOCK=512 KERNEL=NAME choose; from plots/recorded/counts.csv
#   sh plots/predict/predict.sh file           FILE=kernel.cu is inspected as by make inspect; ARGS, INSPECT likewise
#   sh plots/predict/predict.sh exercise NN COUNTERS N...    one line, for the fastest of the runs with so many elements;
#                                              counters of the last are in COUNTERS, of those before in COUNTERS.1, .2 ...
# CARD is a card of plots/cards.csv; without it h100. From make: BUILD.
export LC_ALL=C
. common/course/script.sh
. plots/predict/inputs.sh
: "${CARD:=h100}"
fail() { one_line "predict: $*" >&2; exit 2; }

# 2^24, 16M and 1000 as a number
elements()
{
    case $1 in
    2^*) power=${1#2^}; case $power in '' | *[!0-9]* | ???*) return 1 ;; esac; "$AWK" -v k="$power" 'BEGIN { printf "%.0f", 2 ^ k }' ;;
    '' | *[!0-9]* | ?????????????*) return 1 ;;
    *[1-9]*) echo "$1" ;;
    *) return 1 ;;
    esac
}

temporary reduction-predict
prepare_inputs
# any name; which there are, the model says
CARD=$(one_line "$CARD" | tr 'A-Z\\' 'a-z/')
predict() { model "$@" card="$CARD" results="$(results_of "$CARD")" intervals="$RECORDS/predict-intervals.csv"; }
case ${1-} in
lesson)
    block=${BLOCK-} n=''
    case $block in '' | 64 | 128 | 256 | 512 | 1024) ;; *) fail "BLOCK=$block: one of 64, 128, 256, 512 and 1024 is needed" ;; esac
    [ -z "${N-}" ] || n=$(elements "$N") || fail "N=$N: a number of elements is needed, as 2^24"
    [ -z "${KERNEL-}" ] || case $KERNEL in *[!A-Za-z0-9_]*) fail "KERNEL=$KERNEL: this is no kernel's name" ;; esac
    predict lesson lesson="lesson$2" kernel="${KERNEL-}" elements="$n" threads="$block" ;;
file)
    [ "${FILE-}" ] || fail "which file? make predict FILE=kernel.cu, or for a lesson: make predict00"
    CUDA_CPU_INSPECT_BYTES=$tmp/bytes CUDA_CPU_INSPECT_BLOCKS=${CUDA_CPU_INSPECT_BLOCKS:-4096} sh common/course/inspect.sh file >"$tmp/out" 2>&1 || { status=$?; cat "$tmp/out" >&2; exit $status; }
    predict file bytes="$tmp/bytes" kernels="$RECORDS/predict-kernels.csv" inspected="$BUILD/inspect/files/$(basename -- "$FILE" .cu).csv" ;;
exercise)
    number=$2 file=$3
    shift 2
    [ $# -gt 1 ] || fail "exercise NN COUNTERS N: how many elements were counted is needed"
    shift
    predict exercise lesson="lesson$number" inspected="$file" counted_n="$*" ;;
*) fail "which? lesson NN, file, or exercise NN COUNTERS N..." ;;
esac
