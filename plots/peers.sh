#!/bin/sh
# peers.sh: sums and other operations of libraries beside ours, timed in one go at the same shapes. From make: BUILD,
# MAKE, and if given
#   OPERATIONS="sum softmax"  only these of plots/peers/operations.csv
#   N=2^16,2^29             the sizes, in elements
#   PEERS="torch cupy"      only these of plots/peers/libraries, "cub" and "cuda-samples"
#   CUDA_SAMPLES=FOLDER     a copy of https://github.com/NVIDIA/cuda-samples: its sample "reduction", too
#   CCCL=FOLDER             a copy of https://github.com/NVIDIA/cccl: its CUB in place of the Toolkit's
#   PYTHON=python3
#   RECORD=yes              writes plots/recorded/CARD-peers.csv, else $BUILD/results/CARD-peers.csv
# A library that is not here is named with the command that installs it; what fails is told in a line, and the others
# go on. plots/peers/clock.py says how times are taken. One row of each operation is timed by the harness, of sums CUB's,
# and says by how many copies of the input a sample goes through.

export LC_ALL=C
. common/course/script.sh
. plots/other-rows.sh
fail() { one_line "peers: $*" >&2; exit 1; }

: "${BUILD:=build}" "${MAKE:=make}" "${PYTHON:=python3}" "${N=}"
results=$BUILD/results
! switch RECORD || results=plots/recorded
sh common/setup/cuda.sh visible || fail "no GPU is visible here, and only a GPU's times mean anything"
[ "${DEVICE-gpu}" = gpu ] || fail "only a GPU's times mean anything; this is DEVICE=$DEVICE"
command -v "$PYTHON" >/dev/null 2>&1 || fail "$PYTHON is not here; PYTHON= names another"
known=$(for file in plots/peers/libraries/*.py; do basename "$file" .py; done)
set -f
for peer in ${PEERS-}; do
    printf '%s\n' cub cuda-samples "$known" | grep -q -x -F -e "$peer" ||
        fail "PEERS=$peer: there are:" cub cuda-samples $known
done
operations=$(awk -f common/csv/read.awk -f plots/peers/operations.awk -v n="$N" plots/peers/operations.csv) || exit 1
for operation in ${OPERATIONS-}; do
    echo "$operations" | cut -f1 | grep -q -x -F -e "$operation" ||
        fail "OPERATIONS=$operation: there are:" $(echo "$operations" | cut -f1)
done
set +f
wanted_operation() { case " ${OPERATIONS-$1} " in *" $1 "*) ;; *) return 1 ;; esac; }
wanted() { case " ${PEERS-$1} " in *" $1 "*) ;; *) return 1 ;; esac; }

cub=
[ -z "${CCCL-}" ] || cub=$(sh common/setup/cuda.sh cub) || exit 1

mkdir -p "$results" "$BUILD/peers" || exit 1
new=$results/.peers.$$
trap 'rm -f "$new" "$new".*' EXIT
trap 'exit 130' INT TERM
: >"$new" || exit 1

kernels=$BUILD/gpu/peers.fatbin
"$MAKE" -s --no-print-directory "$kernels" || fail "plots/peers/kernels.cu could not be compiled"
failures=0 missing=
told() # NAME, exit code, file with what it printed
{
    case $2 in
    0)  echo "  $1: timed" ;;
    77) echo "  $1: $(tail -n 1 "$3")" ;;
    *)  echo "  $1: failed: $(tail -n 1 "$3")" >&2
        failures=$((failures + 1)) ;;
    esac
}
# ---- One operation: the harness, by a lesson that declares the type and has the row; then the libraries
time_operation() # OPERATION ROW TYPES SHAPES
{
    operation=$1 row=$2 shapes=$4
    reference=$new.$operation
    set -f
    for type in $3; do
        lesson=$(sh common/course/declared.sh lesson types stem | while read -r lesson types stem; do
            case ,$types, in *,$type,*) ;; *) continue ;; esac
            if grep -q "\"$row\"" "lessons/$stem.cu"; then echo "$lesson"; break; fi
        done)
        if [ -z "$lesson" ]; then
            echo "  $row: not timed for $type: no lesson with such a row has it"
            continue
        fi
        "$MAKE" -s --no-print-directory "$BUILD/gpu/$lesson" || fail "$lesson could not be built"
        # shellcheck disable=SC2086 # options
        "$BUILD/gpu/$lesson" --kernel "$row" --type "$type" $shapes --csv "$reference" >"$BUILD/peers/$row.log" 2>&1 </dev/null || {
            cat "$BUILD/peers/$row.log" >&2
            told "$operation by $lesson, which says how the others are timed" 1 "$BUILD/peers/$row.log"
            set +f
            return
        }
    done
    set +f
    [ -s "$reference" ] || fail "no lesson has a row $row"
    awk -f common/csv/read.awk -v version="$cub" -f plots/peers/from-harness.awk "$reference" >"$new.row" || exit 1
    [ -s "$new" ] || sed 1q "$new.row" >"$new"
    ! wanted cub || sed 1d "$new.row" >>"$new"
    ! wanted cub || echo "  $row: timed by the harness"
    for peer in $known; do
        wanted "$peer" || continue
        case " $missing " in *" $peer "*) continue ;; esac
        log=$BUILD/peers/${peer}_$operation.log
        : >"$new.row"
        PYTHONDONTWRITEBYTECODE=1 "$PYTHON" plots/peers/run.py "plots/peers/libraries/$peer.py" "$operation" "$reference" "$kernels" "$new.row" >"$log" 2>&1 </dev/null
        status=$?
        if [ "$status" -eq 77 ]; then
            missing="$missing $peer"
            told "$peer" 77 "$log"
        elif [ "$status" -ne 0 ] || [ -s "$new.row" ]; then # it has the operation
            sed 1d "$new.row" >>"$new" # of the shapes that it could do
            told "${peer}_$operation" "$status" "$log"
            grep -e '^[a-z_]*: n = .* left out' -e ': no graph (' "$log" | sed 's/^/    /'
        fi
    done
}
tab=$(printf '\t')
while IFS=$tab read -r operation row types shapes <&3; do
    ! wanted_operation "$operation" || time_operation "$operation" "$row" "$types" "$shapes"
done 3<<END
$operations
END
if [ -n "${CUDA_SAMPLES-}" ] && wanted cuda-samples && wanted_operation sum; then
    NVCC=$BUILD/gpu/flags sh plots/peers/cuda-samples.sh "$CUDA_SAMPLES" "$new.sum" "$BUILD/peers/reduction" "$new" >"$new.told" 2>&1
    told cuda-samples $? "$new.told"
elif [ -z "${PEERS-}" ]; then
    echo "  cuda-samples: not named: git clone https://github.com/NVIDIA/cuda-samples, and make peers CUDA_SAMPLES=FOLDER"
fi

[ "$(wc -l <"$new")" -gt 1 ] || fail "nothing was timed"
slug=$(awk -f common/csv/read.awk -f plots/rows.awk -f plots/slug.awk "$new") || exit 1
file=$results/$slug-peers.csv
echo
awk -f common/csv/read.awk -f plots/rows.awk -f plots/peers/show.awk "$new" || exit 1
keep_other_rows 2 "$new" "$file" # what was not timed now
mv "$new" "$file" || fail "could not write $file"
echo
echo "results: $file"
[ "$failures" -eq 0 ] || fail "$failures operations failed, at some shape; what they printed is in $BUILD/peers"
