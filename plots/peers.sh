#!/bin/sh
# peers.sh: sums of libraries beside ours, timed in one go at the same sizes. From make: BUILD, MAKE, and if given
#   N=2^16,2^29             the sizes
#   PEERS="torch cupy"      only these of plots/peers/libraries, "cub" and "cuda-samples"
#   CUDA_SAMPLES=FOLDER     a copy of https://github.com/NVIDIA/cuda-samples: its sample "reduction", too
#   PYTHON=python3
#   RECORD=yes              writes plots/recorded/CARD-peers.csv, else $BUILD/results/CARD-peers.csv
# A library that is not here is named with the command that installs it; what fails is told in a line, and the others
# go on. plots/peers/clock.py says how times are taken. CUB's sum is timed by the harness, and says by how many copies
# of the input a sample goes through.

export LC_ALL=C
. common/course/script.sh
fail() { one_line "peers: $*" >&2; exit 1; }

: "${BUILD:=build}" "${MAKE:=make}" "${PYTHON:=python3}" "${N:=2^16,2^20,2^24,2^26,2^29}"
row=cub_sum # of the harness, which says how the others are timed
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
set +f
wanted() { case " ${PEERS-$1} " in *" $1 "*) ;; *) return 1 ;; esac; }

mkdir -p "$results" "$BUILD/peers" || exit 1
new=$results/.peers.$$
trap 'rm -f "$new" "$new".*' EXIT
trap 'exit 130' INT TERM

# ---- The harness: a row for each type that a lesson with CUB's sum declares
for type in int float; do
    lesson=$(sh common/course/declared.sh lesson types stem | while read -r lesson types stem; do
        case ,$types, in *,$type,*) ;; *) continue ;; esac
        if grep -q "\"$row\"" "lessons/$stem.cu"; then echo "$lesson"; break; fi
    done)
    if [ -z "$lesson" ]; then
        echo "  cub: not timed for $type: no lesson with a row $row has it"
        continue
    fi
    "$MAKE" -s --no-print-directory "$BUILD/gpu/$lesson" || fail "$lesson could not be built"
    "$BUILD/gpu/$lesson" --kernel "$row" --type "$type" -n "$N" --csv "$new.cub" >"$BUILD/peers/cub.log" 2>&1 </dev/null || {
        cat "$BUILD/peers/cub.log" >&2
        fail "$lesson --kernel $row failed, and it says how the others are timed"
    }
done
[ -s "$new.cub" ] || fail "no lesson has a row $row"
awk -f common/csv/read.awk -f plots/peers/from-harness.awk "$new.cub" >"$new" || exit 1
wanted cub || { sed 1q "$new" >"$new.head" && mv "$new.head" "$new"; }
! wanted cub || echo "  cub: timed by the harness"

# ---- The libraries
kernels=$BUILD/gpu/peers.fatbin
"$MAKE" -s --no-print-directory "$kernels" || fail "plots/peers/kernels.cu could not be compiled"
failures=0
told() # NAME, exit code, file with what it printed
{
    case $2 in
    0)  echo "  $1: timed" && cat "$3" ;;
    77) echo "  $1: $(tail -n 1 "$3")" ;;
    *)  echo "  $1: failed: $(tail -n 1 "$3")"
        failures=$((failures + 1)) ;;
    esac
}
for peer in $known; do
    wanted "$peer" || continue
    log=$BUILD/peers/$peer.log
    : >"$new.row"
    PYTHONDONTWRITEBYTECODE=1 "$PYTHON" plots/peers/run.py "plots/peers/libraries/$peer.py" "$new.cub" "$kernels" "$new.row" >"$log" 2>&1 </dev/null
    status=$?
    if [ "$status" -eq 0 ]; then
        sed 1d "$new.row" >>"$new"
        grep -e '^[a-z_]*: n = .* left out' -e ': no graph (' "$log" | sed 's/^/    /' >"$new.told"
        told "$peer" 0 "$new.told"
    else
        told "$peer" $status "$log"
    fi
done
if [ -n "${CUDA_SAMPLES-}" ] && wanted cuda-samples; then
    NVCC=$BUILD/gpu/flags sh plots/peers/cuda-samples.sh "$CUDA_SAMPLES" "$new.cub" "$BUILD/peers/reduction" "$new" >"$new.told" 2>&1
    told cuda-samples $? "$new.told"
elif [ -z "${PEERS-}" ]; then
    echo "  cuda-samples: not named: git clone https://github.com/NVIDIA/cuda-samples, and make peers CUDA_SAMPLES=FOLDER"
fi

[ "$(wc -l <"$new")" -gt 1 ] || fail "nothing was timed"
slug=$(awk -f common/csv/read.awk -f plots/rows.awk -f plots/slug.awk "$new") || exit 1
file=$results/$slug-peers.csv
echo
awk -f common/csv/read.awk -f plots/rows.awk -f plots/peers/show.awk "$new" || exit 1
mv "$new" "$file" || fail "could not write $file"
echo
echo "results: $file"
[ "$failures" -eq 0 ] || fail "$failures of the libraries failed; what they printed is in $BUILD/peers"
