#!/bin/sh
# libraries.sh gpu|cpu FILE: options of the compiler, a line each, for the libraries whose headers a source includes:
# <nccl.h> or "lesson_nccl.h", <mpi.h> or "lesson_mpi.h". Where one is missing, a line says which package has it; exit
# code 77. But "lesson_mpi.h" makes do with one process on the CPU device, which the line then says.
# The CPU device has NCCL of its own. Of MPI: what mpicc says (MPICC names another). NCCL_HOME: a folder with include and lib.

export LC_ALL=C
. common/course/script.sh
device=$1 source=$2

missing() { echo "$source needs $1" >&2; exit 77; }
packages="make deps PART=7 installs it (Debian's packages libopenmpi-dev and openmpi-bin)"

mpi()
{
    : "${MPICC:=mpicc}"
    if ! command -v "$MPICC" >/dev/null; then
        [ "$device" = cpu ] && grep -q '^#include "lesson_mpi\.h"' "$source" || missing "MPI, and there is no $MPICC: $packages"
        echo "$source: for one process only, as there is no MPI ($MPICC): $packages" >&2
        echo -DLESSON_WITHOUT_MPI
        return
    fi
    flags=$("$MPICC" -showme:compile 2>/dev/null && "$MPICC" -showme:link 2>/dev/null) || # Open MPI; MPICH:
        flags=$("$MPICC" -compile_info 2>/dev/null && "$MPICC" -link_info 2>/dev/null) ||
        missing "MPI, and $MPICC does not say how it compiles (-showme:compile); MPICC names another"
    echo -DOMPI_SKIP_MPICXX
    echo -DMPICH_SKIP_MPICXX
    for flag in $flags; do
        case $flag in
        -[ILl]*) echo "$flag" ;;
        -Wl,*) printf '%s\n' -Xlinker "${flag#-Wl,}" ;;
        esac
    done
}

nccl()
{
    [ "$device" = gpu ] || return 0
    temporary nccl
    echo '#include <nccl.h>' >"$tmp/nccl.cu"
    nvcc=$(sh common/setup/cuda.sh nvcc) || exit
    "$nvcc" ${NCCL_HOME:+-I"$NCCL_HOME/include"} -E "$tmp/nccl.cu" >/dev/null 2>&1 ||
        missing "NCCL, and there is no nccl.h: NVIDIA's packages libnccl2 and libnccl-dev have it (https://developer.nvidia.com/nccl); NCCL_HOME=FOLDER names another place"
    [ -z "${NCCL_HOME-}" ] || printf '%s\n' "-I$NCCL_HOME/include" "-L$NCCL_HOME/lib"
    echo -lnccl
}

found=' '
# shellcheck disable=SC2013 # words
for library in $(sed -n 's/^#include [<"]\(lesson_\)*\([a-z]*\)\.h[>"].*/\2/p' "$source"); do
    case $library,$found in
    *" $library "*) ;;
    nccl,* | mpi,*) found="$found$library " && $library ;;
    esac
done
