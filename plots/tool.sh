# tool.sh: the beginning of a command that runs lesson NN under one of the CUDA Toolkit's tools; for
# scripts that are called as `profile.sh NN`, or `profile.sh check NN`: can it? If not: why, and what to do.
#   command=profile tool=ncu package=nsight-compute    what it is called, what it runs, and where that is from
#   without="counts the same ..."                      what make inspectNN does instead
#   . plots/tool.sh
# Sets number, lesson, program, and $tool to the tool's path. From make: BUILD, N, BLOCK, ARCH is the build's.

: "${BUILD:=build}" "${AWK:=awk}"
fail() # WHY: one message, and the way without
{
    echo "$command$number: $*" >&2
    echo "$command$number: make inspect$number $without" >&2
    exit 2
}

only_check=''
if [ "${1-}" = check ]; then only_check=yes; shift; fi
number=${1-}
lesson=lesson$number
program=$BUILD/gpu/$lesson

sh common/setup/cuda.sh visible || fail "no GPU is visible on this machine"
wanted=$tool
tool=$(sh common/setup/cuda.sh tool "$wanted") || fail "$wanted not found; it comes with the CUDA Toolkit (package $package)"
if [ "$only_check" ]; then
    sh common/setup/cuda.sh nvcc >/dev/null 2>&1 || fail "nvcc not found; it comes with the CUDA Toolkit"
    exit 0
fi
[ -x "$program" ] || fail "$program is not built: make DEVICE=gpu $lesson"
