#!/bin/sh
# doctor.sh: what this machine has, and for each thing that is missing, what it is for and how to get it.
# Exits 1 only when no lesson can be built.

export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 1
export PATH="$PATH:/usr/bin/core_perl:/usr/lib/wsl/lib"
cuda() { sh common/setup/cuda.sh "$@" 2>/dev/null; }

row()     { printf '  %-18s %s\n' "$1" "$2"; }
missing() { printf '  %-18s %s\n' "$1" "- missing: $2"; }
version() { "$@" 2>/dev/null </dev/null | head -n 1; }
have()    { command -v "$1" >/dev/null 2>&1; }

if edition=$(sh common/course/version.sh 2>/dev/null); then
    row course "$edition, in results $(sh common/course/version.sh --commit)"
else
    missing course "CITATION.cff, which says the edition: get it again from where the course is from"
fi
echo "For the lessons"
cxx='' inspects=yes way_out="make deps${CXX:+, and leave out CXX=$CXX}"
if found=$(common/cpu/cpucc --compiler 2>/dev/null); then
    text=$(printf '%s\n' "$found" | sed -n 2p)
    case $(printf '%s\n' "$found" | sed -n 3p) in
    inspect) cxx=yes ;;
    build)
        cxx=yes inspects=
        text="$text - cannot inspect, which exercises and make inspect05 need: g++ 11 or clang++ 16, or newer: $way_out" ;;
    *) text="$text - too old: g++ 11 or clang++ 14, or newer, is needed for the CPU device: $way_out" ;;
    esac
    row "C++ compiler" "$text"
else
    missing "C++ compiler" "g++ 11 or clang++ 16, or newer, builds and inspects every lesson: $way_out"
fi
if have make; then row make "$(version make --version)"; else missing make "make deps"; fi
if have awk; then row awk "$(command -v awk)"; else missing awk "used by every script: make deps"; fi

echo "For the GPU (nothing here is needed for the CPU device)"
if nvcc=$(cuda nvcc); then
    row nvcc "$("$nvcc" --version | sed -n 's/.*release \([^,]*\),.*/\1/p') ($nvcc)"
    PATH=$PATH:${nvcc%/*} # ncu and compute-sanitizer are next to it
else
    missing nvcc "compiles for the GPU: the CUDA Toolkit, https://developer.nvidia.com/cuda-downloads"
fi
if have nvidia-smi && smi=$(nvidia-smi --query-gpu=index,name,compute_cap,memory.total,driver_version \
        --format=csv,noheader 2>&1); then
    row driver "$(printf '%s\n' "$smi" | awk -F', ' 'NR == 1 { print $5 }')"
    printf '%s\n' "$smi" | awk -F', ' '{ printf "  %-18s %s, compute capability %s, %s\n", "GPU " $1, $2, $3, $4 }'
elif cuda visible; then
    row GPU "present, but nvidia-smi does not answer${smi:+: $(printf '%s\n' "$smi" | head -n 1)}"
else
    missing GPU "an NVIDIA GPU of compute capability 7.5 or newer, and its driver; the CPU device stands in"
    [ -z "${smi-}" ] || row "" "nvidia-smi: $(printf '%s\n' "$smi" | head -n 1)"
fi
if have ncu; then
    row ncu "$(ncu --version 2>/dev/null | sed -n 's/^Version \([^ ]*\).*/\1/p')"
    if [ "$(id -u)" -eq 0 ]; then
        row "ncu counters" "permitted (root), unless the container forbids it"
    elif grep -q 'RmProfilingAdminOnly: 0' /proc/driver/nvidia/params 2>/dev/null; then
        row "ncu counters" "permitted"
    else
        row "ncu counters" "only for root: sudo ncu, or the driver option NVreg_RestrictProfilingToAdminUsers=0"
    fi
else
    missing ncu "Nsight Compute, the GPU's own counters: part of the CUDA Toolkit"
fi
if nvdisasm=$(cuda nvdisasm); then
    row nvdisasm "$("$nvdisasm" --version | sed -n 's/.*release \([^,]*\),.*/\1/p')"
else
    missing nvdisasm "$(sh common/setup/cuda.sh nvdisasm 2>&1 | sed 's/.*not found: it //')"
fi
if nsys=$(cuda tool nsys); then
    row nsys "$("$nsys" --version 2>/dev/null | sed -n 's/.*version \([^ ]*\).*/\1/p' | head -n 1) ($nsys)"
else
    missing nsys "Nsight Systems, when each launch ran (make timeline05): package nsight-systems or nsight-systems-cli"
fi
if have compute-sanitizer; then
    row compute-sanitizer "$(compute-sanitizer --version 2>/dev/null | sed -n 's/^Version //p')"
else
    missing compute-sanitizer "finds races and stray accesses on the GPU: part of the CUDA Toolkit"
fi

echo "For plots and tests"
if have gnuplot; then
    png=none
    for terminal in png pngcairo; do
        gnuplot -e "set terminal $terminal" >/dev/null 2>&1 && png=$terminal
    done
    row gnuplot "$(version gnuplot --version), png terminal: $png"
else
    missing gnuplot "draws the plots (make plots TEXT=1 does without): make deps"
fi
if have mpirun; then row MPI "$(version mpirun --version)"; else missing MPI "several processes, in part VII: make deps PART=7"; fi
if have prove; then row prove "$(version prove --version)"; else missing prove "runs the tests in parallel: make deps"; fi
if have git; then row git "$(version git --version)"; else missing git "notes the version of the course in results: make deps"; fi

echo
system=$(uname -s)
if [ "$system" != Linux ]; then
    echo "Verdict: no lesson can be built: lessons need Linux, and this is $system." \
        "A Linux container will do (README: Two commands)"
    exit 1
fi
if [ "$(cuda device)" = gpu ]; then
    [ -n "$cxx" ] || { echo "Verdict: nvcc and a GPU are here, but nvcc needs a C++ compiler: make deps"; exit 1; }
    echo "Verdict: lessons will run on: the GPU (DEVICE=cpu: the CPU device)"
elif [ -n "$cxx" ]; then
    why="no GPU is visible"
    cuda visible && why="a GPU is here, but nvcc is missing"
    echo "Verdict: lessons will run on: the CPU device ($why)"
else
    echo "Verdict: no lesson can be built: there is no C++ compiler${found:+ that is new enough}: $way_out"
    exit 1
fi
[ "$inspects" ] || echo "But nothing can be inspected, so no exercise can be checked: $way_out"
