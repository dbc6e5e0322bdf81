#!/bin/sh
# nvcc compiles every lesson, without a warning, for every architecture that the course supports.
. tests/lib.sh

architectures="75 80 90 100 120"
if ! command -v nvcc >/dev/null 2>&1; then
    skip "nvcc compiles every lesson" "no nvcc on this machine"
    done_testing
    exit
fi
codes=
for a in $architectures; do codes="$codes -gencode=arch=compute_$a,code=sm_$a"; done
for source in lessons/*.cu tests/planted.cu; do
    # shellcheck disable=SC2086
    ok "$source for sm_75, 80, 90, 100, 120" nvcc -O3 -Icommon -Werror all-warnings \
        -Xcompiler -Wall,-Wextra,-Wno-unknown-pragmas $codes "$source" -o "$tests_tmp/program"
done
ok "the command that README gives for one file" \
   nvcc -O3 -Icommon lessons/05_unroll_last_warp.cu -o "$tests_tmp/lesson05"
done_testing
