#!/bin/sh
# profile.sh NN: what Nsight Compute (ncu) counts in the kernels of lesson NN, as the table that
# `make inspectNN` prints, and in build/profile/lessonNN.csv. One launch of each, at N (2^20) and BLOCK (256).
#   profile.sh check NN     can it? If not: why, and what to do
# From make: BUILD, N, BLOCK, ARCH is the build's. Counters are sums over the whole grid.

export LC_ALL=C
command=profile tool=ncu package=nsight-compute
without="counts the same on the CPU device, without a GPU or permission"
. common/course/script.sh
. plots/tool.sh

global=l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
global=$global,l1tex__t_requests_pipe_lsu_mem_global_op_st.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
shared=smsp__inst_executed_op_shared_ld_pred_on_any.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
shared=$shared,smsp__inst_executed_op_shared_st_pred_on_any.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum
metrics=$global,$shared,smsp__thread_inst_executed_pred_on_per_inst_executed.ratio

temporary profile
kernels=$("$program" --list) || fail "$program --list failed"
device=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1)

header=yes
# ncu has each launch wait for its end, whatever kernels it counts. The program must know, or kernels of several cards wait for
# each other forever.
export CUDA_LAUNCH_BLOCKING=1
for kernel in $kernels; do
    # The first kernel that is not the harness's own. Its name in the lesson would not find it:
    # reduce7_128 is a launch of reduce7.
    LC_ALL=C "$tool" --clock-control none --launch-count 1 \
        --kernel-name-base demangled --kernel-name 'regex:^(?!.*harness::)' --csv \
        --print-units base --metrics "$metrics" \
        "$program" --kernel "$kernel" -n "${N:-2^20}" ${BLOCK:+-b "$BLOCK"} -s 1 -w 0 >"$tmp/out" 2>&1
    status=$?
    if grep -q ERR_NVGPUCTRPERM "$tmp/out"; then
        fail "ncu may not read the GPU's counters (ERR_NVGPUCTRPERM). Any of these helps:
    run it as root, or with CAP_SYS_ADMIN;
    for all users: options nvidia NVreg_RestrictProfilingToAdminUsers=0 in a file in /etc/modprobe.d,
    then reboot: https://developer.nvidia.com/ERR_NVGPUCTRPERM"
    fi
    if [ $status -ne 0 ]; then
        sed 's/^/    /' "$tmp/out" >&2
        fail "ncu ended with exit code $status at kernel $kernel"
    fi
    if grep -q 'not run: kernels of several cards' "$tmp/out"; then
        echo "profile$number: $kernel is left out: $(sed -n 's/.* not run: //p' "$tmp/out" | head -n 1)" >&2
        continue
    fi
    if ! LC_ALL=C "$AWK" -v program="$lesson" -v device="${device:-GPU}" -v header=$header \
            -f common/csv/read.awk -f common/cpu/inspector/report/counters.awk -f plots/profile.awk "$tmp/out" >>"$tmp/csv"; then
        sed 's/^/    /' "$tmp/out" >&2
        fail "ncu counted nothing for kernel $kernel"
    fi
    header=no
done
[ -s "$tmp/csv" ] || fail "$program names no kernel"

csv=$BUILD/profile/$lesson.csv
mkdir -p "$BUILD/profile" && cat "$tmp/csv" >"$csv" || fail "$csv cannot be written"
report=common/cpu/inspector/report
LC_ALL=C "$AWK" -f common/csv/read.awk -f $report/counters.awk -f $report/table-rows.awk -f $report/table-remarks.awk \
    -f $report/print-table.awk "$csv"
