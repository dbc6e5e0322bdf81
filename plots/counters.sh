#!/bin/sh
# counters.sh: what Nsight Compute (ncu) counts in each lesson's kernel, as CSV on stdout.
#   sh plots/counters.sh LESSON...     e.g. lesson00 lesson05; needs a GPU, ncu and permission
# `make counters` runs it on all lessons and keeps what it says in build/counters.csv.
# One launch of each kernel at n = 2^20 and one at 2^29 (or N="..."), at the lesson's own block and
# rows; where a reduction takes several launches, the first. Counts are sums over the whole grid;
# divide by `grid` for one block. The columns, with ncu's names:
#   instructions           smsp__inst_executed.sum                          (per warp)
#   threads_per_instruction smsp__thread_inst_executed_pred_on_per_inst_executed.ratio  (of 32)
#   global_load_requests, global_load_sectors   l1tex__t_{requests,sectors}_pipe_lsu_mem_global_op_ld
#   shared_{load,store}_requests     smsp__inst_executed_op_shared_{ld,st}_pred_on_any.sum
#   shared_{load,store}_wavefronts   l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st}.sum
#   barrier_stall_pct      smsp__warp_issue_stalled_barrier_per_warp_active.pct
#   issue_pct              smsp__issue_active.avg.pct_of_peak_sustained_active: how busy the
#                          schedulers are; 100 is one instruction per cycle each
#   dram_pct               dram__throughput.avg.pct_of_peak_sustained_elapsed
#   warps_active_pct       sm__warps_active.avg.pct_of_peak_sustained_active (achieved occupancy)
export LC_ALL=C
set -uf
: "${BUILD:=build}" "${N:=1048576 536870912}"
[ $# -gt 0 ] || { echo "counters.sh: which lessons?" >&2; exit 2; }
command -v ncu >/dev/null || { echo "counters.sh: ncu not found; it comes with the CUDA Toolkit" >&2; exit 2; }

metrics=smsp__inst_executed.sum,smsp__thread_inst_executed_pred_on_per_inst_executed.ratio
metrics=$metrics,l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
metrics=$metrics,smsp__inst_executed_op_shared_ld_pred_on_any.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
metrics=$metrics,smsp__inst_executed_op_shared_st_pred_on_any.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum
metrics=$metrics,smsp__warp_issue_stalled_barrier_per_warp_active.pct,smsp__issue_active.avg.pct_of_peak_sustained_active
metrics=$metrics,dram__throughput.avg.pct_of_peak_sustained_elapsed,sm__warps_active.avg.pct_of_peak_sustained_active

echo "lesson,kernel,device,n,block,grid,instructions,threads_per_instruction,global_load_requests,global_load_sectors,shared_load_requests,shared_load_wavefronts,shared_store_requests,shared_store_wavefronts,barrier_stall_pct,issue_pct,dram_pct,warps_active_pct"
device=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)
for n in $N; do
for lesson; do
    for kernel in $("$BUILD/gpu/$lesson" --list); do
        # The first kernel that is not the harness's own
        ncu --clock-control none --launch-count 1 \
            --kernel-name-base demangled --kernel-name 'regex:^(?!.*harness::)' --csv \
            --metrics "$metrics" "$BUILD/gpu/$lesson" --kernel "$kernel" -n "$n" -s 1 -w 0 |
        awk -F '","' -v names="$metrics" -v row="$lesson,$kernel,$device" -v n="$n" '
            $13 ~ /__/ {
                block = $8; grid = $9; value = $15
                gsub(/[",]/, "", value)
                gsub(/[( ]|,.*/, "", block) # from (256, 1, 1)
                gsub(/[( ]|,.*/, "", grid)
                count[$13] = value
            }
            END {
                wanted = split(names, name, ",")
                row = row "," n "," block "," grid
                for (i = 1; i <= wanted; i++) {
                    if (count[name[i]] == "") {
                        print "counters.sh: ncu gave no " name[i] | "cat >&2"
                        exit 1
                    }
                    row = row "," count[name[i]]
                }
                print row
            }' || exit 1
    done
done
done
