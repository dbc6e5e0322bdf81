#!/bin/sh
# NCCL between processes, through MPI, on the CPU device. (DEVICE=gpu: there is nothing to test.)
# Takes about 20 s of processor time.
. tests/lib.sh

if [ "$DEVICE" = gpu ]; then
    skip "NCCL between processes" "needs DEVICE=cpu"
    done_testing
    exit
fi

# Libraries that a source uses, found or not
mkdir "$tests_tmp/bin"
printf '#include <mpi.h>\n#include "lesson_nccl.h"\n' >"$tests_tmp/both.cu"
says 'no MPI: the packages are named' 77 'both.cu needs MPI, and there is no nowhere: make deps PART=7 .*libopenmpi-dev' \
    env MPICC=nowhere sh common/setup/libraries.sh cpu "$tests_tmp/both.cu"
printf '#!/bin/sh\nexit 1\n' >"$tests_tmp/bin/nvcc"
chmod +x "$tests_tmp/bin/nvcc"
says 'no NCCL for nvcc: the packages are named' 77 'both.cu needs NCCL, .* libnccl2 and libnccl-dev' \
    env NVCC="$tests_tmp/bin/nvcc" MPICC=true sh common/setup/libraries.sh gpu "$tests_tmp/both.cu"
is 'a source that uses none' "$(sh common/setup/libraries.sh gpu tests/devices/races.cu)" ''
says 'without it, make makes a program that says so' 0 'needs MPI' \
    env MPICC=nowhere sh common/course/compile.sh "$tests_tmp/both" common/cpu/cpucc --engine="$BUILD/cpu" "$tests_tmp/both.cu"
says 'and cannot run' 77 'needs MPI' "$tests_tmp/both"
ok 'which is made again the next time' test "$tests_tmp/both" -ot "$tests_tmp/both.cu"
says 'without MPI, a lesson runs in one process on the CPU device' 0 'for one process only, as there is no MPI .*libopenmpi-dev' \
    env MPICC=nowhere sh common/course/compile.sh "$tests_tmp/lone" common/cpu/cpucc --engine="$BUILD/cpu" -Icommon lessons/46_mpi_nccl.cu
says 'and is right' 0 '^ +two_buffers .* ok$' "$tests_tmp/lone" -n 1000 -s 1
says 'and refuses to be one of several' 77 'built without MPI, for one process, and OMPI_COMM_WORLD_SIZE=2' \
    env OMPI_COMM_WORLD_SIZE=2 "$tests_tmp/lone"

if ! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null; then
    skip "NCCL between processes" "needs MPI: make deps PART=7"
    done_testing
    exit
fi
sh common/setup/libraries.sh cpu "$tests_tmp/both.cu" >"$tests_tmp/flags"
# shellcheck disable=SC2046 # words
set -- $(cat "$tests_tmp/flags")
ok "mpi.cu compiles" common/cpu/cpucc --engine="$BUILD/cpu" tests/devices/mpi.cu "$@" -o "$tests_tmp/mpi"
ok "mpi.cu compiles with --inspect" common/cpu/cpucc --inspect --engine="$BUILD/inspect" tests/devices/mpi.cu "$@" \
    -o "$tests_tmp/mpi.inspected"

on() # PROCESSES DEVICES PROGRAM ARGUMENT...
{
    on_processes=$1
    CUDA_CPU_DEVICES=$2
    export CUDA_CPU_DEVICES
    shift 2
    # shellcheck disable=SC2046 # options of Open MPI, which root must have
    $limit mpirun $([ "$(id -u)" != 0 ] || echo --allow-run-as-root) --oversubscribe -n "$on_processes" "$tests_tmp/$@"
}

ok "one process, without mpirun" "$tests_tmp/mpi"
for shape in '1 2' '2 1' '4 1' '2 2' '2 3'; do
    processes=${shape% *} devices=${shape#* }
    says "$processes processes of $devices devices" 0 "^$((processes * devices)) ranks, .* 0 wrong\$" on $shape mpi
done
says "inspected" 0 "^2 ranks, .* 0 wrong\$" on 2 1 mpi.inspected
is "inspected: no report" "$(grep -c 'race:' "$tests_tmp/out")" 0
for processes in 2 4; do
    run_quietly on "$processes" 1 mpi.inspected bytes
    is "each of $processes processes sends 2(p-1)/p of 1680 bytes, in 2(p-1) steps" \
        "$status $(grep -c "process [0-9], device 0 sent $((2 * (processes - 1) * 1680 / processes)) bytes to others: calls of NCCL: 1, steps of its ring: $((2 * (processes - 1)))\$" "$tests_tmp/out")" \
        "0 $processes"
done

# NAME:PROCESSES DEVICES:REGEX
mistakes='count:2 1:rank 0 calls ncclAllReduce\(420 int32, sum\), rank 1 calls ncclAllReduce\(419 int32, sum\)
count:2 2:calls ncclAllReduce\(419 int32, sum\)
type:2 1:rank 0 calls .*int32.*, rank 1 calls .*float
op:2 1:rank 0 calls .*sum.*, rank 1 calls .*max
root:2 1:rank 0 calls .*root 0.*, rank 1 calls .*root 1
order:4 1:call 1 of this communicator: rank . calls nccl(AllReduce.*, rank . calls ncclBroadcast|Broadcast.*, rank . calls ncclAllReduce)
no-group-end:2 1:ncclGroupEnd\(\) is missing: 1 calls
no-group-end-at-finalize:2 1:ncclGroupEnd\(\) is missing: 1 calls
missing:4 1:ncclAllReduce.* of rank . of 4 waits; missing: rank 1, of a process that has called MPI_Finalize\(\)
missing:2 2:waits; missing: rank 2, 3, of a process that has called MPI_Finalize\(\)
missing-init:2 1:ncclCommInitRank waits; missing of 2 ranks: rank 1;
other-ranks:2 1:ncclCommInitRank: rank [01] says that there are [23] ranks, another rank says [23]
slow:2 1:ncclAllReduce.* of rank 0 of 2 waits; missing: rank 1 \(CUDA_CPU_SECONDS=10\)
short-receive:2 1:rank 0 calls ncclSend\(420 int32, peer 1\), rank 1 calls ncclRecv\(210 int32, peer 0\)'
echo "$mistakes" >"$tests_tmp/mistakes.list"
export CUDA_CPU_SECONDS
while IFS=: read -r name shape regex; do
    # Two wait until this is over. Otherwise a process may be late on a slow machine.
    case $name in slow | missing-init) CUDA_CPU_SECONDS=10 ;; *) CUDA_CPU_SECONDS=300 ;; esac
    # shellcheck disable=SC2086 # two words
    says "$name: $shape" 3 "^CPU device: nccl: .*$regex" on $shape mpi "$name"
done <"$tests_tmp/mistakes.list"
unset CUDA_CPU_SECONDS
run_quietly on 2 1 mpi dies
is "a process that dies ends the other, at once" "$((status > 0)) $(grep -c 'exited on signal' "$tests_tmp/out")" "1 1"
run_quietly on 2 1 mpi exits
is "so does one that leaves" "$((status > 0)) $(grep -c 'not found' "$tests_tmp/out")" "1 0"

# A lesson with a process per card
ok "lesson46 compiles" "$MAKE" -s "$BUILD/cpu/lesson46"
lesson() { l_processes=$1; shift; on "$l_processes" 1 lesson46 "$@"; }
ln -s "$PWD/$BUILD/cpu/lesson46" "$tests_tmp/lesson46" 2>/dev/null || ln -s "$BUILD/cpu/lesson46" "$tests_tmp/lesson46"
for processes in 2 4; do
    run_quietly lesson $processes -n 1,3,1001,5000,1000003 -s 3 --csv "$tests_tmp/$processes.csv"
    is "$processes processes: right sums at awkward sizes" "$status $(grep -c ' ok$' "$tests_tmp/out")" "0 10"
    is "and one of them writes the file" "$(awk -F, 'NR > 1 { print $2 }' "$tests_tmp/$processes.csv" | sort -u | tr '\n' ' ')" \
        "one_buffer_$processes two_buffers_$processes "
done
CUDA_CPU_MEMORY=2M
export CUDA_CPU_MEMORY
says "8 MB on two cards with 2 MB each" 0 '^ +two_buffers .* ok$' lesson 2 -n 2^21 -s 1 -w 0
unset CUDA_CPU_MEMORY
run_quietly lesson 4 --block 7
is "a wrong option is told once" "$status $(grep -c '^lesson46: --block 7: ' "$tests_tmp/out")" "2 1"

# All processes have one card here.
cat >"$tests_tmp/one_card.cu" <<'END'
#include <cuda_runtime.h>
#include <string.h>
static cudaError_t one_card(struct cudaDeviceProp *p, int device)
{
    cudaError_t error = cudaGetDeviceProperties(p, device);
    memset(&p->uuid, 1, sizeof p->uuid);
    return error;
}
#define cudaGetDeviceProperties one_card
#include "lessons/46_mpi_nccl.cu"
END
# shellcheck disable=SC2046 # words
ok "with one card, it compiles" common/cpu/cpucc --engine="$BUILD/cpu" -Icommon -I. "$tests_tmp/one_card.cu" \
    $(cat "$tests_tmp/flags") -o "$tests_tmp/one_card"
says "more processes than cards" 2 ': 2 processes are more than there are cards: ranks 0 and 1 have the same one' on 2 1 one_card
says "one process and one card" 0 '^ +two_buffers .* ok$' on 1 1 one_card -n 1000 -s 1
says "its job script checks where it is" 2 '^lesson46.sbatch: /: not the course' env COURSE=/ bash slurm/lesson46.sbatch
ok "and bash can read it" bash -n slurm/lesson46.sbatch
done_testing
