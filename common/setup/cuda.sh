#!/bin/sh
# cuda.sh: what the Makefile asks about CUDA on this machine. One question, one line of answer.
#   cuda.sh nvcc         the path of nvcc, or an error with the way out
#   cuda.sh nvdisasm     the path of nvdisasm, or an error with the way out, and exit code 77
#   cuda.sh visible      exits 0 when a GPU can be used
#   cuda.sh device       "gpu" when both are there, else "cpu"
#   cuda.sh command FILE nvcc and the options that all programs of the course are compiled with, a line each. FILE has
#                        what it said the last time. ARCH in the environment may be empty, one architecture or a list.
#                        CCCL names a copy of https://github.com/NVIDIA/cccl, whose CUB then takes the Toolkit's place.
#   cuda.sh cub          the version of CCCL's CUB, or an error
#   cuda.sh tool NAME    the path of another tool of the Toolkit (ncu, nsys, compute-sanitizer ...), or exits 1
# NVCC and NVDISASM name tools outside PATH.

export LC_ALL=C
newline='
'

find_nvcc()
{
    if [ -n "${NVCC-}" ]; then
        command -v "$NVCC"
        return
    fi
    for nvcc in nvcc ${CUDA_HOME:+"$CUDA_HOME/bin/nvcc"} ${CUDA_PATH:+"$CUDA_PATH/bin/nvcc"} \
                /usr/local/cuda/bin/nvcc /opt/cuda/bin/nvcc; do
        command -v "$nvcc" && return
    done
    return 1
}

# Next to nvcc, or where NVIDIA's packages put it.
find_tool() # NAME
{
    nvcc=$(find_nvcc)
    for folder in "" ${nvcc:+"${nvcc%/*}/"} ${CUDA_HOME:+"$CUDA_HOME/bin/"} /usr/local/cuda/bin/ /opt/cuda/bin/ \
                  /opt/nvidia/nsight-systems*/*/bin/ /opt/nvidia/nsight-systems*/bin/; do
        command -v "$folder$1" && return
    done
    return 1
}

# Of the same toolkit as nvcc, or whichever there is
find_nvdisasm()
{
    if [ -n "${NVDISASM-}" ]; then
        command -v "$NVDISASM"
        return
    fi
    beside=$(readlink -f "$(find_nvcc)" 2>/dev/null)
    command -v "${beside%/*}/nvdisasm" || find_tool nvdisasm
}

# Where nvidia-smi exists, it has the last word: a container can have the device files of a GPU
# that it may not use. CUDA_VISIBLE_DEVICES, empty or -1, hides every GPU from a CUDA program.
visible()
{
    case ${CUDA_VISIBLE_DEVICES-0} in ''|-*) return 1 ;; esac
    for smi in nvidia-smi /usr/lib/wsl/lib/nvidia-smi; do
        if command -v "$smi" >/dev/null 2>&1; then
            "$smi" -L 2>/dev/null | grep -q '^GPU '
            return
        fi
    done
    for node in /dev/nvidia[0-9]*; do
        [ -c "$node" ] && return 0
    done
    [ -c /dev/dxg ] && [ -e /usr/lib/wsl/lib/libcuda.so.1 ]
}

command_lines() # FILE
{
    nvcc=$(need_nvcc) && arch=$(architectures) || exit
    lines=$(printf '%s\n' "$nvcc" -O3 -Icommon "$arch")
    if [ "${CCCL-}" ]; then
        cub_version >/dev/null || exit
        lines=$(printf '%s\n' "$lines" -I "$CCCL/cub" -I "$CCCL/thrust" -I "$CCCL/libcudacxx/include")
    fi
    # Asking nvcc for OpenMP takes a moment. It is asked again until it has it.
    openmp=$(printf '%s\n' "$lines" -Xcompiler -fopenmp)
    if [ "$(cat "$1" 2>/dev/null)" = "$openmp" ] || has_openmp; then lines=$openmp; fi
    printf '%s\n' "$lines"
}

cub_version()
{
    version=$(sed -n 's/^#define CUB_VERSION \([0-9]*\).*/\1/p' "$CCCL/cub/cub/version.cuh" 2>/dev/null)
    [ "$version" ] || die "CCCL=$CCCL: no cub/cub/version.cuh in it; git clone https://github.com/NVIDIA/cccl makes such a folder"
    echo "CUB $((version / 100000)).$((version / 100 % 1000)).$((version % 100))"
}

architectures() # what nvcc is to compile for, a line each word
{
    set -f
    listed=$("$nvcc" --list-gpu-code | tr '\n' ' ')
    wanted=$(printf '%s' "${ARCH-}" | tr ',' ' ')
    case $wanted in
    native)
        visible || die "ARCH=native needs a GPU, and none is visible here; name it: ARCH=sm_90"
        wanted= ;;
    all|all-major)
        echo "-arch=$wanted"
        return ;;
    esac
    if [ -z "$wanted" ] && visible; then
        echo -arch=native
        return
    fi
    # No GPU to ask: the oldest architecture that CUDA 12 and 13 share. Its PTX runs on newer ones.
    if [ -z "$wanted" ]; then
        case " $listed" in *' sm_75 '*) wanted=sm_75 ;; *) wanted=${listed%% *} ;; esac
    fi
    number=
    for arch in $wanted; do
        number=${arch#sm_}
        number=${number#compute_}
        case " $listed" in                      # 90a and 100f are variants of the listed ones
        *" sm_${number%[af]} "*) printf '%s\n' -gencode "arch=compute_$number,code=sm_$number" ;;
        *) die "ARCH=$arch: $nvcc does not know it; it knows: $listed(nvcc --list-gpu-code)" ;;
        esac
    done
    [ "$number" ] || die "ARCH=$(printf '%s' "$wanted" | tr '\n' ' '): no architecture; leave it out, or name some: ARCH=\"sm_80 sm_90\""
    printf '%s\n' -gencode "arch=compute_$number,code=compute_$number"
}

# A program is linked, as headers and library may be two packages.
has_openmp()
(
    . common/course/script.sh
    temporary openmp
    echo '#include <omp.h>
int main() { return omp_get_max_threads() < 1; }' >"$tmp/openmp.cpp"
    cd "$tmp" && "$nvcc" -Xcompiler -fopenmp openmp.cpp -o openmp >/dev/null 2>&1
)

need_nvcc()
{
    found=$(find_nvcc) || die "nvcc ${NVCC:+($NVCC) }not found: DEVICE=gpu needs the CUDA Toolkit" \
        "(https://developer.nvidia.com/cuda-downloads), or NVCC=/path/to/nvcc; DEVICE=cpu needs neither"
    case $found in *"$newline"*) die "nvcc lies in a folder with a line end in its name, which make cannot have; NVCC names another" ;; esac
    printf '%s\n' "$found"
}

need_nvdisasm()
{
    find_nvdisasm && return
    release=$("$(find_nvcc)" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\)\.\([0-9]*\),.*/\1-\2/p')
    echo "nvdisasm ${NVDISASM:+($NVDISASM) }not found: it prints machine code (make sass05) and is part of" \
        "the CUDA Toolkit. From NVIDIA's repository: apt-get install cuda-nvdisasm-${release:-13-0}; or conda install -c nvidia cuda-nvdisasm." \
        "NVDISASM=/path/to/nvdisasm names one outside PATH" >&2
    exit 77
}

die() { printf '%s\n' "$*" | tr '\n' ' ' | sed 's/ *$//' >&2; echo >&2; exit 2; }

case ${1-} in
nvcc)    need_nvcc ;;
nvdisasm) need_nvdisasm ;;
visible) visible ;;
device)  if find_nvcc >/dev/null && visible; then echo gpu; else echo cpu; fi ;;
command) command_lines "${2-}" ;;
cub)     cub_version ;;
tool)    find_tool "${2-}" ;;
*)       die "usage: cuda.sh nvcc|nvdisasm|visible|device|command FILE|cub|tool NAME" ;;
esac
