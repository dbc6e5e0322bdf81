#!/bin/sh
# make timelineNN and make sanitizeNN, with tools that only pretend: no GPU is needed. On a GPU,
# tests/36_races.t runs the real compute-sanitizer.
. tests/lib.sh

# What nvcc "compiles": a lesson of three kernels.
mkdir "$tests_tmp/bin" "$tests_tmp/build"
cat >"$tests_tmp/bin/nvcc" <<'EOF'
#!/bin/sh
[ "$1" = --list-gpu-code ] && { echo sm_90; exit; }
while [ $# -gt 0 ]; do
    case $1 in -MF) shift; echo >"$1" ;; -o) shift; out=$1 ;; esac
    shift
done
cat >"$out" <<'LESSON'
#!/bin/sh
case $1 in
--list) printf '%s\n' reduce_a reduce_b batched_reduce_sum_v2_128 two_shot ;;
--help) echo "      --batch LIST" ;;
esac
LESSON
chmod +x "$out"
EOF
cat >"$tests_tmp/bin/nvidia-smi" <<'EOF'
#!/bin/sh
[ -n "${NO_GPU-}" ] || echo 'GPU 0: Pretended (UUID: x)'
EOF
# TOLD: what compute-sanitizer's tools print, as TOOL=KERNEL=COUNT
cat >"$tests_tmp/bin/compute-sanitizer" <<'EOF'
#!/bin/sh
echo "$*" >>"$RAN"
tool=$2
shift
while [ $# -gt 0 ]; do [ "$1" != --kernel ] || kernel=$2; shift; done
echo '========= COMPUTE-SANITIZER'
count=0 status=0
for told in $TOLD; do
    case $told in "$tool=$kernel="*) count=${told##*=} ;; esac
done
case $count in broken) echo '========= Error: no device'; exit 9 ;; esac
case $tool in
racecheck) # hazards inside a warp are warnings: exit code 0
    [ $count = 0 ] || echo '========= Warning: Race reported between Write access and Read access'
    echo "========= RACECHECK SUMMARY: $count hazards displayed (0 errors, $count warnings)" ;;
*)
    [ $count = 0 ] || { echo '========= Invalid __global__ read of size 4 bytes'; status=1; }
    [ $tool != memcheck ] || echo '========= LEAK SUMMARY: 0 bytes leaked in 0 allocations'
    echo "========= ERROR SUMMARY: $count errors" ;;
esac
exit $status
EOF
# What nsys prints: notes, an empty line, then CSV. Times are not in order where streams meet.
cat >"$tests_tmp/bin/nsys" <<'EOF'
#!/bin/sh
echo "$*" >>"$RAN"
case "$1 ${NSYS-}" in
'--version '*) echo 'NVIDIA Nsight Systems version 2025.3.2.474-253236389321v0'; exit ;;
'profile broken') echo 'The target application terminated.'; exit 1 ;;
'profile '*)
    for o; do case $o in --output=*) echo report >"${o#--output=}.nsys-rep" ;; esac; done
    echo 'Generated: a report'; exit ;;
'stats old') echo 'ERROR: Report could not be found.'; exit 1 ;;
esac
echo
echo 'NOTICE: Existing SQLite export found: x.sqlite'
echo
gpu=',,,,,"Pretended GPU, 80GB (0)",1,,7'
case "$*" in
*cuda_gpu_kern_sum*)
    echo 'Processing [x.sqlite] with [cuda_gpu_kern_sum.py]... '
    echo 'Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name'
    echo '90.0,30000,10,3000.0,3100.0,2900,3200,10.5,"void full_reduce<int, (int)4>(const T1 *, T1 *, unsigned long)"'
    echo '10.0,3000,3,1000.0,1000.0,900,1100,1.5,"harness::flush(const uint4 *, unsigned long, uint4 *)"' ;;
*)
    echo 'Processing [x.sqlite] with [cuda_gpu_trace.py]... '
    echo 'Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,GreenCtx,Strm,Name'
    launch() { echo "$1,$2,9,64,1,1,256,1,1,32,0.000,0.001$gpu,$3"; }
    flush='"harness::flush(const uint4 *, unsigned long, uint4 *)"'
    kernel='"void full_reduce<int, (int)4>(const T1 *, T1 *, unsigned long)"'
    launch 100 50 "$kernel"                    # tried
    launch 200 50 '[CUDA memcpy Device-to-Host]'
    launch 1000 500 '[CUDA memset]'            # the first call
    launch 2000 900 "$flush"
    launch 3000 777 "$kernel"
    launch 4000 800 '[CUDA memcpy Device-to-Host]'
    launch 5000 500 '[CUDA memset]'            # the second
    [ "${NSYS-}" = short ] && exit
    launch 6000 900 "$flush"
    launch 14250 1000 '"harness::finish<int>(const T1 *, T1 *, unsigned long)"'
    launch 10000 3500 "$kernel"
    launch 16000 1250 '[CUDA memcpy Device-to-Host]'
    launch 18000 500 '[CUDA memset]'
    launch 19000 900 "$flush"                  # a sample
    launch 21000 999 "$kernel" ;;
esac
EOF
chmod +x "$tests_tmp"/bin/*
RAN=$tests_tmp/ran TOLD=''
export RAN TOLD
tool() # COMMAND [VARIABLE=...]...: make COMMAND, without any CUDA of this machine
{
    command=$1
    shift
    env PATH="$tests_tmp/bin:$PATH" NVCC="$tests_tmp/bin/nvcc" CUDA_VISIBLE_DEVICES=0 "$@" \
        "$MAKE" -s BUILD="$tests_tmp/build" "$command"
}
also() # NAME REGEX: so does the last command's output, which stays there
{
    if grep -Eq -e "$2" "$tests_tmp/out"; then pass "$1"; else fail "$1: $2" "$tests_tmp/out"; fi
}

# ---- make timelineNN ----------------------------------------------------------------------------
says 'make timeline17: what it shows' 0 '^lesson17: reduce_a at n = 2\^20: one reduction' tool timeline17
is 'the second call, in order, with gaps, to the copy of the result' "$(sed -n '/begins us/,/in all/p' "$tests_tmp/out")" \
'    begins us      takes us        gap us   what
         0.00          3.50             -   full_reduce<int, (int)4>
         4.25          1.00          0.75   harness::finish<int>
         6.00          1.25          0.75   [CUDA memcpy Device-to-Host]
         7.25 in all, of which 1.50 are gaps'
also 'the kernels of the whole run' '^ +10 +3\.10   full_reduce<int, \(int\)4>$'
also 'where the recording is' "^all of it: $tests_tmp/build/timeline/lesson17.nsys-rep "
also 'what else there is' '^\(make timeline17 KERNEL=NAME shows another one: reduce_b batched'
ok 'it is there' test -s "$tests_tmp/build/timeline/lesson17.nsys-rep"
is 'nsys gets one kernel, one sample' "$(grep -c -e '^profile .*--kernel reduce_a -n 2^20 -s 1 -w 0$' "$RAN")" 1
says 'N, BLOCK and KERNEL' 0 '^lesson17: reduce_b at n = 2\^14, block 64: ' tool timeline17 KERNEL=reduce_b N=2^14 BLOCK=64
is 'reach it' "$(grep -c -e '--kernel reduce_b -n 2^14 -b 64 ' "$RAN")" 1
says 'a kernel that it has not' 2 'KERNEL=none: lesson17 has no such kernel; it has reduce_a reduce_b' tool timeline17 KERNEL=none
says 'an nsys that fails: why' 2 '^    The target application terminated' tool timeline17 NSYS=broken
says 'one without that report' 2 'has no report cuda_gpu_trace .*2023 or newer' tool timeline17 NSYS=old
says 'no such reduction in it' 2 '^timeline17: the reduction was not found' tool timeline17 NSYS=short
says 'no GPU: the way without' 2 '^timeline17: make inspect17 shows how often' tool timeline17 NO_GPU=1
says 'make timeline5 is make timeline05' 0 '^lesson05: reduce_a' tool timeline5
says 'a lesson that there is not' 2 '^timeline99: there is no lesson 99 to timeline' tool timeline99

# ---- make sanitizeNN ----------------------------------------------------------------------------
: >"$RAN"
says 'make sanitize05: nothing found' 0 '^  reduce_a +memcheck +0 errors$' tool sanitize05
also 'racecheck counts hazards' '^  reduce_b +racecheck +0 hazards$'
also 'the known false alarm is named' '^  batched_reduce_sum_v2_128 +racecheck +not run: it takes the barrier of a tile larger than a warp for a race$'
also 'the other tools run it' '^  batched_reduce_sum_v2_128 +synccheck +0 errors$'
also 'kernels that wait for another card are named' "^  two_shot +racecheck +not run: it loses launches of kernels that wait for another card's; make inspect05 finds races\$"
is 'each kernel under each tool but these two' "$(wc -l <"$RAN" | tr -d ' ')" 14
is 'at small sizes, in rows where it has rows' \
    "$(grep -c -e '--kernel [a-z0-9_]* -n 1,33,1000,40009 -b 32,256 --batch 3 -s 1 -w 0$' "$RAN")" 14
is 'hazards of any severity' "$(grep -c -e '--tool racecheck --racecheck-report all ' "$RAN")" 2
says 'a warning, with exit code 0: it fails' 2 '^  reduce_b +racecheck +2 hazards$' tool sanitize05 TOLD=racecheck=reduce_b=2
also 'and shows the report' '^    =+ Warning: Race reported'
also 'the other kernels and tools ran' '^  batched_reduce_sum_v2_128 +synccheck +0 errors$'
says 'an error' 2 '^  reduce_a +memcheck +3 errors, exit code 1$' tool sanitize05 TOLD=memcheck=reduce_a=3
says 'a tool that does not work is no clean run' 2 '^  reduce_a +initcheck +no summary, errors unknown, exit code 9$' \
    tool sanitize05 TOLD=initcheck=reduce_a=broken
says 'no GPU: the way without' 2 '^sanitize05: make inspect05 finds such mistakes on the CPU device' tool sanitize05 NO_GPU=1
says 'any program' 1 '^  racy +racecheck +4 hazards$' env PATH="$tests_tmp/bin:$PATH" TOLD='racecheck==4' \
    sh plots/sanitize.sh program "$tests_tmp/racy"

# ---- A machine without the tools ------------------------------------------------------------------
if PATH=$PATH sh common/setup/cuda.sh tool nsys >/dev/null; then
    skip 'no nsys' 'it is installed here'
else
    rm "$tests_tmp/bin/nsys"
    says 'no nsys: its package' 2 '^timeline17: nsys not found; .*\(package nsight-systems or nsight-systems-cli\)$' tool timeline17
fi
if sh common/setup/cuda.sh tool compute-sanitizer >/dev/null; then
    skip 'no compute-sanitizer' 'it is installed here'
else
    rm "$tests_tmp/bin/compute-sanitizer"
    says 'no compute-sanitizer' 2 '^sanitize05: compute-sanitizer not found; it comes with the CUDA Toolkit' tool sanitize05
fi
done_testing
