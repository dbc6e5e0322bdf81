#!/bin/sh
# On a GPU, too.
# The counters: common/cpu/inspect and its tables, make inspectNN and make profileNN. That the counts are
# right is for 40_inspect.t and 45_model.t.
# Takes about 8 s of processor time.
. tests/lib.sh

unset CUDA_CPU_INSPECT_BLOCKS CUDA_CPU_INSPECT_CSV CUDA_CPU_INSPECT_STEPS CUDA_CPU_THREADS CUDA_HOME
unset INSPECT ARGS FILE N BLOCK
inspect=common/cpu/inspect report=common/cpu/inspector/report
columns=program,device,kernel,grid,block,shared_bytes,launches,blocks,file,line
columns=$columns,global_load_requests,global_load_sectors,global_load_lanes
columns=$columns,global_store_requests,global_store_sectors,global_store_lanes
columns=$columns,shared_load_requests,shared_load_wavefronts,shared_load_excess,shared_load_lanes
columns=$columns,shared_store_requests,shared_store_wavefronts,shared_store_excess,shared_store_lanes
columns=$columns,global_atomic_requests,global_atomic_lanes,shared_atomic_requests,shared_atomic_lanes
columns=$columns,barriers,warp_syncs,shuffles,divergent_ifs,global_load_bytes,global_store_bytes,threads_per_instruction
also() # NAME REGEX: the command before said this, too
{
    if grep -Eq -e "$2" "$tests_tmp/out"; then pass "$1"; else fail "$1" "$tests_tmp/out"; fi
}
never() # NAME REGEX
{
    if grep -Eq -e "$2" "$tests_tmp/out"; then fail "$1" "$tests_tmp/out"; else pass "$1"; fi
}
narrow() { is 'within 100 columns' "$(LC_ALL=C awk 'length($0) > 100' "$tests_tmp/out")" ''; }

# ---- A GPU ------------------------------------------------------------------------------------
if [ "$DEVICE" = gpu ]; then
    run_quietly "$MAKE" profile01
    if [ "$status" -eq 2 ] && grep -Eq 'ncu not found|ERR_NVGPUCTRPERM' "$tests_tmp/out"; then
        skip 'make profile01' "$(grep -Eo 'ncu not found|ERR_NVGPUCTRPERM' "$tests_tmp/out" | head -n 1)"
    else
        is 'make profile01' "$status" 0
        also 'counts what the model says' '^  global loads +8 +32 +4\.0 +-$'
        also 'and the stores' '^  global stores +1 +1 +1\.0 +-$'
        also 'bank conflicts' '^  shared loads +2[5-7][.0-9]* +9[5-9][.0-9]* +3\.[678]'
    fi
    done_testing
    exit
fi

# ---- The table ---------------------------------------------------------------------------------
# Two blocks of reduce1, with lines, and other kernels that are made up.
cat >"$tests_tmp/cpu.csv" <<EOF
$columns
lesson01,CPU device,harness::count<int>,4,256,0,2,2,,0,0,0,0,64,256,2048,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,8192,
lesson01,CPU device,harness::count<int>,4,256,0,2,2,common/harness/input.h,61,0,0,0,64,256,2048,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,8192,
lesson01,CPU device,reduce1,4096,256,1024,3,2,,0,16,64,512,2,2,2,50,190,140,1022,40,110,70,1022,0,0,0,0,18,0,0,12,2048,8,
lesson01,CPU device,reduce1,4096,256,1024,3,2,lessons/01_bank_conflicts.cu,21,16,64,512,0,0,0,0,0,0,0,16,16,0,512,0,0,0,0,0,0,0,0,2048,0,
lesson01,CPU device,reduce1,4096,256,1024,3,2,lessons/01_bank_conflicts.cu,22,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,0,0,0,0,0,
lesson01,CPU device,reduce1,4096,256,1024,3,2,lessons/01_bank_conflicts.cu,27,0,0,0,0,0,0,48,188,140,1020,24,94,70,510,0,0,0,0,16,0,0,10,0,0,
lesson01,CPU device,reduce1,4096,256,1024,3,2,lessons/01_bank_conflicts.cu,31,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,0,0,
lesson01,CPU device,reduce1,4096,256,1024,3,2,nowhere.cu,38,0,0,0,2,2,2,2,2,0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,8,
lesson01,CPU device,reduce1,16,256,1024,1,2,,0,16,64,512,2,2,2,50,190,140,1022,40,110,70,1022,0,0,0,0,18,0,0,13,2048,8,
lesson01,CPU device,reduce1,16,256,1024,1,2,nowhere.cu,38,16,64,512,2,2,2,50,190,140,1022,40,110,70,1022,0,0,0,0,18,0,0,13,2048,8,
lesson01,CPU device,harness::fill,4,256,0,1,2,,0,0,0,0,64,256,2048,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,8192,
lesson01,CPU device,reduce1<harness::observed>,4,256,0,1,2,,0,0,0,0,64,256,2048,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,8192,
lesson01,CPU device,"sum<int, 8, true>",2x4x1,64x2x1,0,1,8,,0,8,200,256,8,32,256,0,0,0,0,0,0,0,0,8,8,16,512,0,0,24,0,1024,1024,
lesson01,CPU device,reduce6<64>,1,64,0,1,1,,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
EOF
# Clusters and bulk copies. The programs are right, so nothing is reported, but for the launches that they expect to fail.
counted() # FILE KERNEL COLUMN...: over all blocks of its first launch
{
    awk -F, -v kernel="$2" -v names="$(shift 2; echo "$@")" '
        NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) column[$i] = i }
        $3 == kernel && $10 == 0 && !seen++ { for (i = 1; i <= n; i++) printf "%d%s", $column[name[i]], i < n ? " " : "\n" }' "$1"
}
for p in bulk clusters; do
    ok "$p.cu compiles" common/cpu/cpucc --inspect --engine="$BUILD/inspect" "tests/cpu/$p.cu" -o "$tests_tmp/$p"
    run_quietly $inspect --blocks all --csv "$tests_tmp/$p.csv" "$tests_tmp/$p"
    is "$p.cu: what is reported" "$(grep '^CPU device:' "$tests_tmp/out" | cut -d: -f2 | tr -d '\n')" \
        "$(case $p in clusters) echo ' launch launch' ;; esac)"
done
is 'bulk copies and their bytes; all lanes of a warp read a stage together' \
    "$(counted "$tests_tmp/bulk.csv" pipeline bulk_copies bulk_copy_bytes shared_load_requests shared_load_lanes)" \
    "$((5 * 8)) $((5 * 8 * 1024)) $((5 * 8 * 8)) $((5 * 8 * 256))"
is 'atomics in the shared memory of another block, and in that of the first itself' \
    "$(counted "$tests_tmp/clusters.csv" count_threads remote_atomic_requests remote_atomic_lanes shared_atomic_requests)" \
    "$((3 * 7 * 8)) $((3 * 7 * 256)) $((3 * 8))"
is 'stores there, and their wavefronts' \
    "$(counted "$tests_tmp/clusters.csv" instances remote_store_requests remote_store_wavefronts remote_store_lanes)" \
    "$((16 * 6 * 4)) $((16 * 6 * 4)) $((16 * 6 * 97))"

cat >"$tests_tmp/gpu.csv" <<EOF
$columns
lesson01,Pretended GPU,reduce1,4096,256,,1,4096,,0,32768,131072,,4096,4096,,104740,394959,,,83553,225280,,,,,,,,,,,,,19.98
lesson06,Pretended GPU,reduce6<256>,2048,256,,1,2048,,0,32768,131072,,,2048,,47208,47985,,,39008,38912,,,,,,,,,,,,,26.63
lesson06,Pretended GPU,"sum<8, true>",1,256,,1,1,,0,1,32,,,,,,,,,,,,,,,,,,,,,,,
EOF
table() # SCRIPT FILE [-v all=yes]
{
    table_script=$1 table_file=$2
    shift 2
    [ "$table_script" = print-lines.awk ] || set -- "$@" -f $report/table-rows.awk -f $report/table-remarks.awk
    # shellcheck disable=SC2086
    LC_ALL=C ${AWK:-awk} -f common/csv/read.awk -f $report/counters.awk "$@" -f "$report/$table_script" "$table_file"
}
says 'the table: one heading per launch' 0 '^reduce1<<<4096, 256, 1024>>>$' table print-table.awk "$tests_tmp/cpu.csv"
also 'how much was observed' '^  CPU device, per block; 2 of 4096 blocks observed; the first of 3 launches$'
also 'global loads per block' '^  global loads +8 +32 +4\.0 +32\.0$'
also 'global stores, one lane' '^  global stores +1 +1 +1\.0 +1\.0$'
also 'shared loads, with excess' '^  shared loads +25 +95 +3\.8 +70 +20\.4$'
also 'shared stores' '^  shared stores +20 +55 +2\.8 +35 +25\.6$'
also 'barriers' '^  barriers +9$'
also 'divergent ifs' '^  divergent ifs +6$'
also 'in words: coalesced' '^  global loads: coalesced: 4 bytes move for each lane$'
also 'in words: bank conflicts' '^  shared loads: 3\.8 wavefronts per request; without bank conflicts 1\.0$'
also 'in words: not coalesced' '^  global loads: 25 bytes move for each lane: not coalesced$'
also 'another grid of the same kernel: only what differs, with a decimal' '^  divergent ifs +6\.5$'
also 'says so' 'other rows are those of the launch above'
also 'three dimensions; arguments of a template' '^sum<int, 8, true><<<2x4x1, 64x2x1>>>$'
also 'all blocks' '^  CPU device, per block; all 8 blocks observed$'
also 'atomics' '^  shared atomics +2 +32\.0$'
also 'shuffles' '^  shuffles +3$'
also 'a kernel that counted nothing says so' '^  it accessed no memory'
also 'the harness in one line' '^Also ran, from lesson\.h: harness::count<int> \(2 launches\), harness::fill'
also 'and an instance that is for the harness' 'reduce1<harness::observed>'
never 'but not as a kernel of the lesson' '^reduce1<harness'
also "where ncu's names are" 'docs/measuring\.md says what ncu calls them$'
never 'rows that are all zero are left out' 'warp syncs'
is 'the legend comes once' "$(grep -c '^request: ' "$tests_tmp/out")" 1
narrow
ok "ncu's names are there" grep -q 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld' docs/measuring.md
says '--columns: only these' 0 '^ +requests  lanes of 32$' \
    table print-table.awk "$tests_tmp/cpu.csv" -v only=requests,lanes
also 'each cell under its heading' '^  shared loads +25 +20\.4$'
also 'a row that has one number' '^  barriers +9$'
never 'and nothing is said about the others' 'wavefront|sector|coalesced|conflict|excess'
says '--columns: per request, of what is shown' 0 '^  shared loads +95 +3\.8$' \
    table print-table.awk "$tests_tmp/cpu.csv" -v only=wavefronts,per-request
never 'but not of what is not' '^  global loads .*4\.0'
cat >"$tests_tmp/zero.csv" <<EOF
$columns
l,CPU device,k,64,256,0,1,2,,0,16,64,512,2,2,2,50,190,140,1022,0,0,0,0,4,4,0,0,18,0,6,12,2048,8,
l,CPU device,k,1,256,0,1,1,,0,8,32,256,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,9,0,0,6,1024,4,
l,CPU device,k,2,256,0,1,2,,0,16,64,512,2,2,2,0,0,0,0,0,0,0,0,0,0,0,0,18,0,0,0,2048,8,
l,CPU device,k,4,256,0,1,1,,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
l,CPU device,k,8,256,0,1,1,,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,0,0,0,
EOF
zero() # GRID: the rows of that launch
{
    awk -v launch="k<<<$1, 256>>>" '
        /^k<<</ { on = $0 == launch; next }
        /^request:/ { on = 0 }
        on && /^  [a-z][a-z ]*   *[0-9]/ { $1 = $1; print }' "$tests_tmp/out"
}
says 'rows that a later launch has no more' 0 '^k<<<1, 256>>>$' table print-table.awk "$tests_tmp/zero.csv"
is 'are 0' "$(zero 1)" 'shared loads 0 0 - 0 -
global atomics 0 -
shuffles 0'
is 'once' "$(zero 2)" 'divergent ifs 0'
is 'but not where nothing was before' "$(zero 64 | grep -c ' 0 *$')" 0
is 'a launch that counted nothing has none' "$(zero 4)" ''
is 'one after it' "$(zero 8)" 'shuffles 3'
narrow
# What the lanes ask for decides what is coalesced: int4s; int4s and some ints; int4s far apart; every other
# double; and a device that does not count it, with 16 bytes a lane and with 32.
cat >"$tests_tmp/wide.csv" <<EOF
$columns
l,CPU device,a,1,32,0,1,1,,0,1,16,32,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,512,0,
l,CPU device,b,1,32,0,1,1,,0,3,18,36,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,528,0,
l,CPU device,c,1,32,0,1,1,,0,1,32,32,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,512,0,
l,CPU device,d,1,32,0,1,1,,0,1,16,32,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,256,0,
l,Pretended GPU,e,1,32,0,1,1,,0,1,16,,,,,,,,,,,,,,,,,,,,,,,
l,Pretended GPU,f,1,32,0,1,1,,0,1,32,,,,,,,,,,,,,,,,,,,,,,,
EOF
says 'in words: wide loads' 0 '^  global loads: coalesced: 16 bytes move for each lane$' \
    table print-table.awk "$tests_tmp/wide.csv"
is 'all of them' "$(awk '/^[a-f]<<</ { kernel = substr($0, 1, 1) } /move for/ { print kernel ":" $0 }' "$tests_tmp/out")" \
    'a:  global loads: coalesced: 16 bytes move for each lane
b:  global loads: 16 bytes move for each lane; it asks for 14.7
c:  global loads: 32 bytes move for each lane: not coalesced
d:  global loads: 16 bytes move for each lane; the least for 8-byte elements is 8
f:  global loads: 32 bytes move for each lane: not coalesced'
narrow
says 'all=yes shows the harness, too' 0 '^harness::fill<<<4, 256>>>$' table print-table.awk "$tests_tmp/cpu.csv" -v all=yes
also 'by its name' '^harness::count<int><<<4, 256>>>$'
never 'and does not name it at the end' '^Also ran'

says "ncu's counters: the same table" 0 '^reduce1<<<4096, 256>>>$' table print-table.awk "$tests_tmp/gpu.csv"
also 'the GPU' '^  Pretended GPU, per block; all 4096 blocks observed$'
also 'what it cannot tell is a -' '^  shared loads +25\.6 +96\.4 +3\.8 +- +-$'
also 'threads per instruction' '^  threads per instruction +20\.0$'
also 'an instance of a template' '^reduce6<256><<<2048, 256>>>$'
also 'what is not counted' 'not counted on this device: .*barriers, warp syncs, shuffles'
also 'no certainty about bank conflicts' '3\.8 wavefronts per request: bank conflicts, unless lanes access 8 or 16 bytes$'
also 'requests that were not counted' '^  global stores +- +1 +- +-$'
never '1.02 wavefronts per request are no bank conflicts' '^  shared loads: 1'
narrow

says '--lines: the source beside the counters' 0 '^ +8 +32 +8 +8 +32\.0 +21 \|     sums\[tid\] = i < n \? in\[i\] : 0;$' \
    table print-lines.awk "$tests_tmp/cpu.csv"
also 'loads and stores of a line together' '^ +36 +141 +21\.2 +27 \|             sums\[at\] \+= sums\[at \+ s\];$'
also 'what does not fit beside a line is below it' '^ +105 excess wavefronts, 8 barriers, 5 divergent ifs$'
also 'what is not an access stands at the right' '^ +22 \|     __syncthreads\(\); +1 barrier$'
also 'with a little context' '^ +25 \|         unsigned at = 2 \* s \* tid;$'
never 'and no more' ' 18 \|'
also 'a file that is not here' '^nowhere\.cu \(cannot be read here\)$'
also 'its counters are shown all the same' '^ +1 +1 +1 +1 +1\.0 +38 \|'
also 'other grids are named' '^not shown, --all does: reduce1 at grid 16$'
never 'no line of the harness' 'harness/input'
narrow
says 'all=yes: the harness, too' 0 '^common/harness/input\.h$' table print-lines.awk "$tests_tmp/cpu.csv" -v all=yes

# Every awk gives the same, and tells what it cannot read.
for awk in mawk gawk original-awk 'busybox awk'; do
    command -v "${awk%% *}" >/dev/null || continue
    AWK=$awk
    for script in print-table.awk print-lines.awk; do
        for file in cpu gpu; do
            table $script "$tests_tmp/$file.csv" >"$tests_tmp/$file.$script.now" 2>&1
            [ -e "$tests_tmp/$file.$script" ] || cp "$tests_tmp/$file.$script.now" "$tests_tmp/$file.$script"
            ok "$awk: $script $file" cmp "$tests_tmp/$file.$script" "$tests_tmp/$file.$script.now"
        done
    done
    sed 's/,grid//' "$tests_tmp/cpu.csv" >"$tests_tmp/bad.csv"
    says "$awk: a file without a column" 2 'bad\.csv:1: no column grid; counters as common/cpu/inspect' \
        table print-table.awk "$tests_tmp/bad.csv"
    sed '4s/,$//' "$tests_tmp/cpu.csv" >"$tests_tmp/bad.csv"
    says "$awk: a short row" 2 'bad\.csv:4: 34 fields where the header has 35, so this row was cut off; delete this line$' table print-table.awk "$tests_tmp/bad.csv"
    sed '4s/,3,2,,0/,3,0,,0/' "$tests_tmp/cpu.csv" >"$tests_tmp/bad.csv"
    says "$awk: no blocks" 2 'bad\.csv:4: blocks is 0; a number from 1' table print-table.awk "$tests_tmp/bad.csv"
done
unset AWK

# ---- inspect, with a program that only pretends ------------------------------------------------
cat >"$tests_tmp/fake" <<'EOF'
#!/bin/sh
echo "fake: $#, $* (blocks ${CUDA_CPU_INSPECT_BLOCKS-as it likes})"
[ -z "${FAKE-}" ] || cp "$FAKE" "$CUDA_CPU_INSPECT_CSV"
[ -z "${CUDA_CPU_INSPECT_STEPS-}" ] || echo steps >"$CUDA_CPU_INSPECT_STEPS"
[ "${1-}" != die ] || kill -9 $$
exit ${FAKE_STATUS-0}
EOF
chmod +x "$tests_tmp/fake"
FAKE=$tests_tmp/cpu.csv
export FAKE
says 'inspect: the program with its arguments' 0 '^fake: 2, a b c \(blocks as it likes\)$' $inspect "$tests_tmp/fake" 'a b' c
also 'then the table' '^reduce1<<<4096, 256, 1024>>>$'
is 'in this order' "$(sed -n 1p "$tests_tmp/out" | cut -c1-5)" fake:
never 'no lines unless asked for' 'line by line'
says 'options of the program are its own' 0 '^fake: 2, --lines --blocks' $inspect "$tests_tmp/fake" --lines --blocks
says '--lines' 0 'line by line' $inspect --lines "$tests_tmp/fake"
says '--all' 0 '^harness::fill<<<' $inspect --all "$tests_tmp/fake"
says '--blocks 8' 0 'blocks 8' $inspect --blocks 8 "$tests_tmp/fake"
says '--blocks=all' 0 'blocks all' $inspect --blocks=all "$tests_tmp/fake"
for code in 1 3 77; do
    says "the program's exit code, $code, with the table" $code '^reduce1<<<' \
        env FAKE_STATUS=$code $inspect "$tests_tmp/fake"
done
says 'a program that is killed' 137 '^fake: 1, die' $inspect "$tests_tmp/fake" die
says 'a program in this folder' 0 '^fake: 0,' sh -c "cd '$tests_tmp' && '$PWD/$inspect' fake"

echo old >"$tests_tmp/kept.csv"
ok '--csv' $inspect --csv "$tests_tmp/kept.csv" --steps "$tests_tmp/steps.csv" "$tests_tmp/fake"
ok 'has the counters, anew' cmp "$FAKE" "$tests_tmp/kept.csv"
is '--steps' "$(cat "$tests_tmp/steps.csv")" steps
ok '--csv to no file' $inspect --csv /dev/null "$tests_tmp/fake"
ok 'which is still there' test -c /dev/null
says 'a program that counted nothing' 0 'no kernel was launched' env FAKE= $inspect --csv "$tests_tmp/kept.csv" "$tests_tmp/fake"
also 'leaves the file' 'the program wrote none; --csv .*kept.csv is unchanged'
ok 'as it was' cmp "$FAKE" "$tests_tmp/kept.csv"
ok 'and makes none' env FAKE= $inspect --csv "$tests_tmp/none.csv" "$tests_tmp/fake"
ok 'where there was none' test ! -e "$tests_tmp/none.csv"

refused() # NAME REGEX OPTION...: exit code 2, one line, and the program does not run
{
    refused_name=$1 refused_regex="^inspect: $2"
    shift 2
    says "$refused_name" 2 "$refused_regex" $inspect "$@"
    is 'in one line, and nothing runs' "$(grep -vc '^inspect: ' "$tests_tmp/out") $(wc -l <"$tests_tmp/out" | tr -d ' ')" '0 1'
}
mkdir "$tests_tmp/folder"
echo 'int main(){}' >"$tests_tmp/plain"
refused 'no program' 'no program named'
refused 'a program that is not there' '.*nowhere: there is no such program' "$tests_tmp/nowhere"
refused 'a folder' '.*folder: there is no such program' "$tests_tmp/folder"
refused 'a file that is no program' '.*plain: cannot be executed' "$tests_tmp/plain"
chmod +x "$tests_tmp/plain"
refused 'a program that is not inspected' '.*plain: not an inspected program; common/cpu/cpucc --inspect' "$tests_tmp/plain"
refused 'one of the system' '.*: not an inspected program' ls
refused '--blocks 0' '--blocks 0: at least one block' --blocks 0 "$tests_tmp/fake"
refused '--blocks 000' '--blocks 000: at least one block' --blocks 000 "$tests_tmp/fake"
for k in -1 1.5 many 8x '' ' ' 12345678901; do
    refused "--blocks '$k'" '--blocks .*(a number from 1|needs a value)' --blocks "$k" "$tests_tmp/fake"
done
refused '--blocks at the end' '--blocks needs a value' --blocks
refused 'an unknown option' 'unknown option --line;' --line "$tests_tmp/fake"
refused '--csv in a folder that is not there' '--csv nowhere/x.csv: there is no such folder' --csv nowhere/x.csv "$tests_tmp/fake"
refused '--csv that is a folder' '--csv .*folder: that is a folder' --csv "$tests_tmp/folder" "$tests_tmp/fake"
refused '--trace in a folder that is not there' '--trace nowhere/x: there is no such folder' --trace nowhere/x "$tests_tmp/fake"
refused '--steps in a folder that is not there' '--steps nowhere/x.csv: there is no such folder' --steps nowhere/x.csv "$tests_tmp/fake"
refused '--csv that cannot be written' '--csv /proc/x.csv: cannot be written' --csv /proc/x.csv "$tests_tmp/fake"
refused 'a wrong --steps leaves no new --csv' '--steps' --csv "$tests_tmp/new.csv" --steps /proc/x.csv "$tests_tmp/fake"
ok 'it is not there' test ! -e "$tests_tmp/new.csv"
says 'inspect --help' 0 '^usage: inspect ' $inspect --help
unset FAKE

# ---- make profileNN, where everything is pretended ------------------------------------------------
mkdir "$tests_tmp/bin" "$tests_tmp/gpu-build"
cat >"$tests_tmp/bin/nvcc" <<'EOF'
#!/bin/sh
[ "$1" = --list-gpu-code ] && { echo sm_90; exit; }
while [ $# -gt 0 ]; do
    case $1 in -MF) shift; echo >"$1" ;; -o) shift; out=$1 ;; esac
    shift
done
printf '#!/bin/sh\n[ "$1" = --list ] && { echo reduce4_second_launch; echo reduce7_128; exit; }\necho ran "$@"\n' >"$out"
chmod +x "$out"
EOF
cat >"$tests_tmp/bin/nvidia-smi" <<'EOF'
#!/bin/sh
case $1 in -L) [ -z "${NO_GPU-}" ] && echo 'GPU 0: Pretended (UUID: x)' ;; *) echo 'Pretended GPU, 80GB' ;; esac
EOF
cat >"$tests_tmp/bin/ncu" <<'EOF'
#!/bin/sh
echo "$*" >>"$NCU_RAN"
case ${NCU-} in
permission)
    echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters'
    exit 1 ;;
broken) echo '==ERROR== it broke'; exit 9 ;;
nothing) echo '==WARNING== No kernels were profiled.'; exit 0 ;;
esac
echo '==PROF== Profiling "reduce": 0%....100% - 3 passes'
echo 'a "table", and its text'
echo '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"'
metric()
{
    echo "\"0\",\"77\",\"lesson\",\"127.0.0.1\",\"void reduce7<(unsigned int)256>(const int *, int *, unsigned long, unsigned int)\",\"1\",\"7\",\"(256, 1, 1)\",\"(64, 2, 1)\",\"0\",\"9.0\",\"Command line profiler metrics\",\"$1\",\"\",\"$2\""
}
metric l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum 12,288
metric l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum 7,040
metric l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 1,024
metric l1tex__t_requests_pipe_lsu_mem_global_op_st.sum 128
metric l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum 4,096
metric l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum 128
metric smsp__inst_executed_op_shared_ld_pred_on_any.sum 3,200
metric smsp__inst_executed_op_shared_st_pred_on_any.sum n/a
metric smsp__thread_inst_executed_pred_on_per_inst_executed.ratio 24.18
EOF
chmod +x "$tests_tmp/bin/nvcc" "$tests_tmp/bin/nvidia-smi" "$tests_tmp/bin/ncu"
NCU_RAN=$tests_tmp/ncu-ran
export NCU_RAN
profile() # [VARIABLE=...]...: make profile04, without any CUDA of this machine
{
    env PATH="$tests_tmp/bin:$PATH" NVCC="$tests_tmp/bin/nvcc" CUDA_VISIBLE_DEVICES=0 "$@" \
        "$MAKE" BUILD="$tests_tmp/gpu-build" profile04
}
says 'make profile04: the table' 0 '^reduce7<256><<<64x2x1, 256>>>$' profile
also 'per block' '^  shared loads +25 +96 +3\.8 +- +-$'
also 'n/a is no number' '^  shared stores +- +55 +- +- +-$'
csv=$tests_tmp/gpu-build/profile/lesson04.csv
is 'a row for each kernel of the lesson' "$(sed 1d "$csv" | wc -l | tr -d ' ')" 2
is 'in the columns of the counters' "$(sed -n 1p "$csv")" "$columns"
is 'the row' "$(sed -n 2p "$csv")" \
    'lesson04,"Pretended GPU, 80GB",reduce7<256>,64x2x1,256,,1,128,,0,1024,4096,,128,128,,3200,12288,,,,7040,,,,,,,,,,,,,24.18'
is 'ncu gets one launch of each at 2^20' \
    "$(grep -c -e '--launch-count 1 --kernel-name-base demangled --kernel-name regex:^(?!\.\*harness::) .*--kernel reduce[47]_[a-z0-9_]* -n 2^20 -s 1 -w 0$' "$NCU_RAN")" 2
rm "$NCU_RAN"
ok 'N and BLOCK' profile N=2^12 BLOCK=64
is 'are passed on' "$(grep -c -e '-n 2^12 -b 64 -s 1 -w 0$' "$NCU_RAN")" 2
cp "$csv" "$tests_tmp/kept.csv"
says 'no permission: what to do' 2 'ERR_NVGPUCTRPERM' profile NCU=permission
also 'the option of the driver' 'NVreg_RestrictProfilingToAdminUsers=0'
also 'root or the capability' 'as root, or with CAP_SYS_ADMIN'
also 'where to read on' 'https://developer.nvidia.com/ERR_NVGPUCTRPERM'
also 'and the way without' 'make inspect04 counts the same on the CPU device'
says 'ncu that fails' 2 'ncu ended with exit code 9 at kernel reduce4_second_launch' profile NCU=broken
also 'with what it said' 'it broke'
says 'ncu that counts nothing' 2 'ncu counted nothing for kernel reduce4' profile NCU=nothing
ok 'what was counted before is kept' cmp "$csv" "$tests_tmp/kept.csv"
says 'no GPU' 2 'profile04: no GPU is visible' profile NO_GPU=yes
also 'the way without' 'make inspect04'
says 'no nvcc' 2 'profile04: nvcc not found' profile NVCC=/nowhere/nvcc
if [ -x /usr/local/cuda/bin/ncu ] || [ -x /opt/cuda/bin/ncu ]; then
    skip 'no ncu' 'this machine has one'
else
    mkdir "$tests_tmp/no-ncu"
    cp "$tests_tmp/bin/nvcc" "$tests_tmp/bin/nvidia-smi" "$tests_tmp/no-ncu"
    says 'no ncu' 2 'profile04: ncu not found; it comes with' \
        env PATH="$tests_tmp/no-ncu:$PATH" NVCC="$tests_tmp/no-ncu/nvcc" CUDA_VISIBLE_DEVICES=0 \
        "$MAKE" BUILD="$tests_tmp/gpu-build" profile04
fi
says 'an unknown lesson' 2 'profile99: there is no lesson 99 to profile; ' "$MAKE" profile99
says 'likewise' 2 'inspect99: there is no lesson 99( to inspect)?; ' "$MAKE" inspect99

# ---- Both devices beside each other ---------------------------------------------------------------
out=$tests_tmp/compared.csv
compare='sh plots/compare-counters.sh'
says 'compare-counters' 0 '^Per block, CPU device and Pretended GPU$' $compare --csv "$out" "$tests_tmp/gpu.csv" "$tests_tmp/cpu.csv"
also 'a row per counter' '^reduce1 +4096 +256  shared_load_wavefronts +95 +96\.43 +1\.50%$'
also 'equal ones' '^reduce1 +4096 +256  global_load_sectors +32 +32 +0\.00%$'
also 'what only one device has' '^only on the CPU device: reduce1 \(grid 16, block 256\)'
also 'the other one' '^only on the GPU: reduce6<256> \(grid 2048, block 256\)'
is 'its CSV' "$(sed -n '1p;7p' "$out")" "kernel,grid,block,counter,ncu_name,cpu_per_block,gpu_per_block,difference_pct
reduce1,4096,256,shared_load_wavefronts,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,95,96.43,1.50"
is 'eight counters of one kernel' "$(wc -l <"$out" | tr -d ' ')" 9
for awk in mawk gawk original-awk; do
    command -v $awk >/dev/null || continue
    env AWK=$awk $compare --csv "$out.$awk" "$tests_tmp/cpu.csv" "$tests_tmp/gpu.csv" >/dev/null
    ok "$awk: the same, whatever the order of the files" cmp "$out" "$out.$awk"
done
says 'nothing in common' 2 'no kernel was counted on both devices' $compare "$tests_tmp/cpu.csv"
says 'no files' 2 'compare-counters: which files' $compare
says 'a file that is not there' 2 'nowhere.csv cannot be read; make inspectNN' $compare nowhere.csv
says 'a file that is something else' 2 'no column program' $compare plots/recorded/nvidia-h200.csv

# ---- make inspectNN ----------------------------------------------------------------------------
own=$BUILD/test-counters
make_inspect() { "$MAKE" BUILD="$own" "$@"; }
says 'make inspect00 inspect01 inspect02' 0 '^  shared loads +95 +95 +1\.0 +0 ' \
    make_inspect INSPECT='--blocks 2 --lines' N=2^12 inspect00 inspect01 inspect02
also 'lesson 01' '^  shared loads +25 +95 +3\.8 +70 '
also 'lesson 02' '^  shared loads +25 +25 +1\.0 +0 '
also 'INSPECT: some blocks' '^  CPU device, per block; 2 of 16 blocks observed'
also 'INSPECT: the source' 'sums\[tid\] \+= sums\[tid \+ s\];'
also "and the lessons' own output" '^  reduce2 +16 x 256 .* ok'
ok 'their counters' test -s "$own/inspect/lesson00.csv" -a -s "$own/inspect/lesson01.csv" -a \
    -s "$own/inspect/lesson02.csv"
make_inspect N=100 inspect06 >/dev/null 2>&1
says 'BLOCK' 0 '^reduce6<64><<<1, 64>>>$' make_inspect N=100 BLOCK=64 ARGS='--seed 7' inspect06
also 'ARGS' 'seed 7'
never 'built once' 'cpucc'
says 'a wrong option of the lesson' 2 'lesson06: --size 0: must be from 1' make_inspect N=0 inspect06

says 'two instances of one template: the first' 0 '^grid_scan<256, false><<<6, 256>>>$' make_inspect N=2^14 inspect19
also 'and the second' '^grid_scan<256, true><<<6, 256>>>$'

cat >"$tests_tmp/my kernel.cu" <<'EOF'
#include <stdio.h>
__global__ void far_apart(const int *in, int *out)
{
    __shared__ int column[32 * 32];
    unsigned t = threadIdx.x;
    column[32 * t] = in[8 * t];
    __syncthreads();
    out[t] = column[32 * t];
}
int main(int argc, char **argv)
{
    int *in, *out;
    cudaMalloc(&in, 1024);
    cudaMalloc(&out, 128);
    cudaMemset(in, 0, 1024);
    far_apart<<<1, 32>>>(in, out);
    return puts(argc > 1 ? argv[1] : "none") < 0;
}
EOF
says 'make inspect FILE=, a name with a space' 0 '^far_apart<<<1, 32>>>$' \
    make_inspect FILE="$tests_tmp/my kernel.cu" ARGS=hello inspect
also 'each lane a sector' '^  global loads +1 +32 +32\.0 +32\.0$'
also 'in words' '^  global loads: 32 bytes move for each lane: not coalesced$'
also 'all in one bank' '^  shared stores +1 +32 +32\.0 +31 +32\.0$'
also 'in words' '^  shared stores: 32\.0 wavefronts per request; without bank conflicts 1\.0$'
also 'ARGS' '^hello$'
ok 'its counters' test -s "$own/inspect/files/my kernel.csv"
says 'make inspect alone' 2 'inspect: which file\? make inspect FILE=kernel\.cu' make_inspect inspect
says 'a file that is not there' 2 'cpucc: cannot read nowhere.cu' make_inspect FILE=nowhere.cu inspect
done_testing
