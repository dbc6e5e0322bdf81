#!/bin/sh
# sass.sh: what the machine code of a lesson says: registers, spills, barriers, loads and where it waits for them.
#   sh plots/sass.sh 05           prints it (make sass05); docs/measuring.md explains the table
#       ARCH="sm_80 sm_90"        for these architectures (default: the GPU's own, or sm_90 where there is none)
#       KERNEL=NAME               the kernel whose lines are listed; SASS=full: with all its instructions
#   sh plots/sass.sh record       all lessons for all recorded architectures: plots/recorded/sass.csv, or SASS_CSV=FILE
#   sh plots/sass.sh rows [NN...]      the same rows on stdout, of these lessons
#   sh plots/sass.sh compiled [NN...]  lesson,kernel,arch,registers,spill_bytes of each kernel: what the compiler says
#                                      of it, without nvdisasm
# Needs nvcc and nvdisasm, no GPU. NVCC and NVDISASM name tools outside PATH.
# SASS_DUMPS=DIR has STEM.sm_90.sass, which nvdisasm -g -c -hex printed, and perhaps STEM.sm_90.ptxas, which
# nvcc -Xptxas -v said: these are read instead of running the tools, and lessons without are left out.

export LC_ALL=C
. common/course/script.sh
: "${BUILD:=build}" "${SASS_CSV:=plots/recorded/sass.csv}"
recorded_archs='sm_75 sm_80 sm_90 sm_100 sm_120'
columns=lesson,kernel,arch,toolkit,instructions,registers,spill_bytes,barriers,warp_barriers,loads,loads_in
columns=$columns,most_loads_in_flight,most_bytes_in_flight,other_loads,shuffles,redux
cuda() { sh common/setup/cuda.sh "$@"; }
fail() { one_line "sass: $*" >&2; exit 2; }

# ---- One lesson for one architecture: $work/STEM.ARCH.cubin, .ptxas, .sass --------------------------
compile() # STEM ARCH
{
    libraries=$(sh common/setup/libraries.sh gpu "lessons/$1.cu" 2>"$work/$1.$2.lacks") || fail "$(cat "$work/$1.$2.lacks")"
    # shellcheck disable=SC2086 # options are words
    "$nvcc" -O3 -Icommon -cubin -lineinfo -Xptxas -v "-arch=$2" $libraries "lessons/$1.cu" -o "$work/$1.$2.cubin" \
        >"$work/$1.$2.ptxas" 2>&1 && return
    grep -v '^ptxas info' "$work/$1.$2.ptxas" >&2
    fail "nvcc cannot compile lessons/$1.cu for $2"
}

resources() # STEM ARCH: what the compiler says
{
    if [ -e "${SASS_DUMPS-}/$1.$2.ptxas" ]; then
        cat "$SASS_DUMPS/$1.$2.ptxas" >"$work/$1.$2.ptxas"
    else
        compile "$1" "$2"
    fi
}

code() # STEM ARCH: and the machine code; fails where SASS_DUMPS has none
{
    [ -z "${SASS_DUMPS-}" ] || [ -e "$SASS_DUMPS/$1.$2.sass" ] || return
    resources "$1" "$2"
    if [ "${SASS_DUMPS-}" ]; then
        cat "$SASS_DUMPS/$1.$2.sass" >"$work/$1.$2.sass"
    else
        "$nvdisasm" -g -c -hex "$work/$1.$2.cubin" >"$work/$1.$2.sass" ||
            fail "$nvdisasm cannot read what nvcc made of lessons/$1.cu"
    fi
}

read_code() # WHAT STEM ARCH [KERNEL FULL]: what the program says of it
{
    what=$1 stem=$2 arch=$3
    shift 3
    "$program" "$what" "$stem" "$arch" "$toolkit" "$work/$stem.$arch.ptxas" "$work/$stem.$arch.sass" "$@"
}

# What `each` runs, in processes of their own: WORK NVCC NVDISASM TOOLKIT WHAT STEM ARCH; rows into WORK/STEM.ARCH.rows
if [ "${1-}" = one ]; then
    work=$2 nvcc=$3 nvdisasm=$4 toolkit=$5 program=$BUILD/programs/sass # that is there by now
    if [ "$6" = compiled ]; then
        resources "$7" "$8"
        "$program" compiled "$7" "$8" "$toolkit" "$work/$7.$8.ptxas" >"$work/$7.$8.rows"
    elif code "$7" "$8"; then
        read_code rows "$7" "$8" >"$work/$7.$8.rows"
    fi
    exit
fi

# ---- The tools --------------------------------------------------------------------------------------
temporary reduction-sass
work=$tmp
nvcc=none toolkit=unknown
if [ -z "${SASS_DUMPS-}" ] || cuda nvcc >/dev/null 2>&1; then
    nvcc=$(cuda nvcc) || exit
    toolkit=$("$nvcc" --version | sed -n 's/.*, V\([0-9.]*\)$/\1/p')
fi
nvdisasm=none
[ "${1-}" = compiled ] || [ "${SASS_DUMPS-}" ] || nvdisasm=$(cuda nvdisasm) || exit

built sass plots/sass/*.c common/csv/csv.c common/cpu/rewrite/text.c common/cpu/base/kernel_name.c -lstdc++
set -f

stems_of() # NN...: the names of the lessons' files; of all without an argument
{
    [ $# -gt 0 ] || { sh common/course/declared.sh stem; return; }
    for number; do sh common/course/declared.sh --lesson "$number" stem || return; done
}

# Each of these lessons for all recorded architectures, as many at once as there are processors.
each() # WHAT NN...
{
    what=$1
    shift
    stems=$(stems_of "$@") || exit
    for stem in $stems; do for arch in $recorded_archs; do echo "$stem $arch"; done; done >"$work/jobs"
    xargs -P "$(nproc 2>/dev/null || echo 2)" -n 2 \
        sh "$0" one "$work" "$nvcc" "$nvdisasm" "$toolkit" "$what" <"$work/jobs" ||
        fail "not all lessons could be read"
    while read -r stem arch; do
        if [ -e "$work/$stem.$arch.rows" ]; then
            cat "$work/$stem.$arch.rows"
        else
            echo "sass: $SASS_DUMPS has no $stem.$arch.sass; left out" >&2
        fi
    done <"$work/jobs"
}

known() # ARCH...: as the compiler names them
{
    [ "$nvcc" != none ] || return 0
    for arch; do
        # shellcheck disable=SC2046 # a list of words
        case $arch in
        sm_*) "$nvcc" --list-gpu-code | grep -qx "${arch%[af]}" ;;
        *) false ;;
        esac || fail "ARCH=$arch: one or more of:" $("$nvcc" --list-gpu-code)
    done
}

case ${1-} in
record)
    each rows >"$work/rows" || exit
    { echo "$columns" && cat "$work/rows"; } >"$work/csv" && cat "$work/csv" >"$SASS_CSV" || exit
    echo "sass: $SASS_CSV: $(wc -l <"$work/rows" | tr -d ' ') kernels" ;;
rows | compiled)
    each "$@" ;;
*)
    stem=$(stems_of "${1:?sass.sh: which lesson? sh plots/sass.sh 05}") || exit
    case ${SASS-} in '' | full) ;; *) fail "SASS=$SASS: full prints every instruction; else leave it out" ;; esac
    archs=$(printf '%s' "${ARCH-}" | tr ',' ' ')
    [ "$archs" ] || if [ -z "${SASS_DUMPS-}" ] && cuda visible; then archs=native; else archs=sm_90; fi
    # shellcheck disable=SC2086 # a list of words
    [ "$archs" = native ] || known $archs
    for arch in $archs; do
        code "$stem" "$arch" || fail "$SASS_DUMPS has no $stem.$arch.sass"
        read_code table "$stem" "$arch" "${KERNEL-}" "${SASS-}" || exit
    done ;;
esac
