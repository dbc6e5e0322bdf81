#!/bin/sh
# inspect.sh NN lesson|plain, or inspect.sh file: runs a program on the inspected CPU device, for make inspect05 and make
# inspect. Its counts stay in $BUILD/inspect/lesson05.csv, or of a file in $BUILD/inspect/files. From make:
#   BUILD
#   INSPECT="--lines"     options of common/cpu/inspect
#   ARGS="..."            the program's own arguments
#   N, BLOCK              a lesson's size and block; of a plain program, N is its argument
#   FILE=kernel.cu        any CUDA program of one file, which is compiled each time

export LC_ALL=C
. common/course/script.sh
: "${BUILD:=build}"
fail() { one_line "inspect: $*" >&2; exit 2; }

# FILE, compiled. Its name says nothing about other files of $BUILD, so it has a folder of its own there.
compile_file()
{
    case ${FILE-} in
    *.cu) ;;
    '') fail "which file? make inspect FILE=kernel.cu, or for a lesson: make inspect00" ;;
    *) fail "FILE=$(one_line "$FILE"): a .cu file is needed: make inspect FILE=kernel.cu, or for a lesson: make inspect00" ;;
    esac
    program=$BUILD/inspect/files/$(basename -- "$FILE" .cu; echo .)
    program=${program%?.}
    mkdir -p "$BUILD/inspect/files" || exit
    new=$program.$$
    trap 'rm -f "$new"' EXIT
    trap 'exit 130' INT TERM
    common/cpu/cpucc --inspect --engine="$BUILD/inspect" -Icommon "$(plain_name "$FILE")" -o "$new" && mv -f "$new" "$program"
}

kind=${2-$1}
case $kind in
file) compile_file || exit ;;
*) program=$BUILD/inspect/lesson$1 ;;
esac

options=$(words INSPECT) && arguments=$(words ARGS) || exit
set -f
IFS=$newline
set --
for word in $options; do set -- "$@" "${word#.}"; done
set -- "$@" "$program"
case $kind in
lesson)
    set -- "$@" -s 1 -w 0
    [ -z "${N-}" ] || set -- "$@" -n "$N"
    [ -z "${BLOCK-}" ] || set -- "$@" -b "$BLOCK" ;;
plain) [ -z "${N-}" ] || set -- "$@" "$N" ;;
esac
for word in $arguments; do set -- "$@" "${word#.}"; done
common/cpu/inspect --csv "$program.csv" "$@"
