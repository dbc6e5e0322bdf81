#!/bin/sh
# make peers, without a GPU: its Python runs over a driver that does all on the host (tests/fixtures/peers), with a
# library that adds up, rightly or not; and the whole command with pretended lessons.
# Takes about 8 s of processor time.
. tests/lib.sh

PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
unset CUDA_VISIBLE_DEVICES N PEERS CUDA_SAMPLES CCCL PYTHON RECORD LESSONS
if ! command -v python3 >/dev/null 2>&1 || ! command -v g++ >/dev/null 2>&1; then
    skip 'make peers' 'needs python3 and g++'
    done_testing
    exit
fi

# ---- One library
mkdir "$tests_tmp/driver" "$tests_tmp/include"
: >"$tests_tmp/include/cuda_runtime.h"
ok 'the driver on the host' g++ -std=c++17 -shared -fPIC -D__host__= -D__device__= -I"$tests_tmp/include" -Icommon \
    tests/fixtures/peers/libcuda.cc -o "$tests_tmp/driver/libcuda.so.1"
reference=$tests_tmp/reference.csv
awk -F, -v OFS=, 'NR == 1 || $2 == "cub_sum" && /,1048576,/' tests/fixtures/kinds-gpu.csv |
    sed 's/,1048576,/,1000,/; s/,4194308,/,4004,/' | sed 3,99d >"$reference"
library() # VARIANT [OPERATION [REFERENCE]]: the library of the fixtures, which makes this mistake
{
    rm -f "$tests_tmp/rows.csv"
    env VARIANT="$1" LD_LIBRARY_PATH="$tests_tmp/driver" python3 plots/peers/run.py tests/fixtures/peers/standin.py "${2-sum}" \
        "${3-$reference}" "$reference" "$tests_tmp/rows.csv"
}
row() { sed 1d "$tests_tmp/rows.csv" | cut -d, -f"$1" | tr '\n' ' '; } # the device has a comma in its name
ok 'right sums' library ''
is 'the columns of --csv, and the clock' "$(sed 1q "$tests_tmp/rows.csv")" "$(sed 1q "$reference"),clock"
is 'those of the harness' "$(sed 1q "$reference")" "$(sed -n '/define LESSON_CSV_COLUMNS/,/"$/p' common/harness/csv.h |
    sed -n 's/.*"\(.*\)".*/\1/p' | tr -d '\n')"
is 'both types; what an int is added into stands in the name' "$(row 2,7,8)" 'standin_sum_int64,int,1000 standin_sum,float,1000 '
is 'of no lesson, block or part; by the library, and its version' "$(row 1,10,11,20,21,23,24)" \
    "$(printf 'peers,0,0,ok,standin 1.0,,no %.0s' 1 2)"
is 'as many reductions in a sample, and rounds, as the harness has' "$(row 28,30)" "$(sed -n '2p;2p' "$reference" | cut -d, -f28,30 | tr '\n' ' ')"
is 'in a graph' "$(row 33,34)" 'library,graph library,graph '
is 'times are numbers' "$(sed 1d "$tests_tmp/rows.csv" | cut -d, -f14,15,16,17,31,32 | tr ',' '\n' | grep -vc '^[0-9.e+]*$')" 0
ok 'an int that has wrapped' library wraps
is 'is right, too, and is called an int' "$(row 2)" 'standin_sum standin_sum '
says 'a wrong sum' 1 '^1000 int: Wrong: first call: got -?[0-9]+, expected -?[0-9]+ \(and 1 more of its shapes failed\)$' library wrong
says 'one that is wrong only later' 1 '^1000 int: Wrong: one call: .* \(and 1 more of its shapes failed\)$' library 'wrong later'
says 'one that is no number' 1 '^1000 float: Wrong: first call: got nan, expected [-0-9.]+$' library nan
is 'has no row, and the others have' "$(row 2)" 'standin_sum_int64 '
says 'a library that fails' 1 '^1000 int: RuntimeError: out of luck in two lines \(and 1 more of its shapes failed\)$' library broken
is 'in one line' "$(wc -l <"$tests_tmp/out" | tr -d ' ')" 1
says 'one that is not here: how to get it' 77 "^not here \(No module named 'no_such_library_anywhere'\): pip install standin\$" library missing
library 'no graph' >"$tests_tmp/said" 2>&1 # the host's clock may be too noisy on a busy machine; then it says so
ok 'one that cannot be captured is timed from the host' grep -q 'no graph (not on this stream); timed from the host' "$tests_tmp/said"
mkdir "$tests_tmp/none"
: >"$tests_tmp/none/libcuda.so.1" # an empty file hides the one that may be here
says 'without a driver' 1 '^Error: no driver of NVIDIA: ' env LD_LIBRARY_PATH="$tests_tmp/none" python3 plots/peers/run.py \
    tests/fixtures/peers/standin.py sum "$reference" "$reference" "$tests_tmp/rows.csv"
cut -d, -f1-20 "$reference" >"$tests_tmp/old.csv"
says 'a reference from before the columns' 2 'old.csv: no column repeats; a file written by --csv is needed' \
    python3 plots/peers/run.py tests/fixtures/peers/standin.py sum "$tests_tmp/old.csv" x "$tests_tmp/rows.csv"
env PYTHONPATH=plots/peers LD_LIBRARY_PATH="$tests_tmp/driver" python3 tests/fixtures/peers/rules.py "$reference" >"$tests_tmp/rules" 2>&1
is 'what is exactly right: sum, variance, argmax' "$(grep '^exact ' "$tests_tmp/rules" | cut -d' ' -f2- | tr '\n' ';')" \
    "$(for type in int float bfloat16; do printf "$type %s True True True;" 1 1000; done)"
is 'argmax: the first of the largest, no other, and an index' "$(grep '^argmax' "$tests_tmp/rules")" 'argmax True False False False False'
is 'variance: divided by n, not by n - 1' "$(grep '^variance' "$tests_tmp/rules")" 'variance True True False False'
is 'columns: each in its place, to less than an element' "$(grep '^columns .* ' "$tests_tmp/rules")" 'columns True False False False'
is 'and as many floats, one after the other' "$(tail -n 4 "$tests_tmp/rules" | tr '\n' ';')" \
    "$(printf 'no array of 7 floats: shape (%s,), type <f%s, strides %s;' 8 4 None 7 8 None 7 4 '(8,)')columns True;"

# Other operations
matrix=$tests_tmp/matrix.csv
awk -F, -v OFS=, 'NR == 1 { print; next } { $8 = 250; $9 = 4; print; $8 = 9; $9 = 100; print }' "$reference" >"$matrix"
ok 'argmax' library '' argmax
ok 'variance' library '' variance
is 'has a row' "$(row 2,7,8)" 'standin_variance,float,1000 '
ok 'columns' library '' columns "$matrix"
is 'of two shapes' "$(row 2,8,9)" 'standin_columns,250,4 standin_columns,9,100 '
is 'the bytes are those that the lesson counts' "$(row 12)" "$(sed 1d "$matrix" | cut -d, -f12 | tr '\n' ' ')"
is 'and GB/s are of them' "$(row 12,14,17 | tr ' ' '\n' | awk -F, 'NF { r = $1 / $2 / 1e6 / $3; print (r > 0.98 && r < 1.02) }' | tr '\n' ' ')" '1 1 '
says 'a wrong argmax' 1 '^1000 float: Wrong: first call: got [0-9]+, expected [0-9]+$' library wrong argmax
says 'a wrong variance' 1 '^1000 float: Wrong: first call: got 0\.[0-9]+, expected 0\.[0-9]+$' library wrong variance
says 'wrong columns' 1 '^4 x 250 float: Wrong: first call: 249 columns are wrong \(and 1 more of its shapes failed\)$' library wrong columns "$matrix"
awk -F, -v OFS=, '{ print } NR > 1 { $8 = 500; print }' "$reference" >"$tests_tmp/two.csv"
says 'an argmax that is wrong if there are many' 1 '^1000 float: Wrong: first call: got [0-9]+, expected [0-9]+$' \
    library 'wrong large' argmax "$tests_tmp/two.csv"
is 'the other shape has a row all the same' "$(row 2,8)" 'standin_argmax,500 '
for file in plots/peers/*.py plots/peers/libraries/*.py; do
    ok "it compiles: $file" python3 -c 'import ast, sys; ast.parse(open(sys.argv[1], encoding="utf-8").read())' "$file"
done
for file in plots/peers/libraries/*.py; do
    ok "it says how to install it: $file" grep -q '^    install = \|^class Library(Torch)' "$file"
done
if nvcc=$(sh common/setup/cuda.sh nvcc 2>/dev/null); then
    ok 'the kernels compile' "$nvcc" -Icommon -gencode arch=compute_75,code=sm_75 -fatbin plots/peers/kernels.cu -o "$tests_tmp/k.fatbin"
else
    skip 'the kernels compile' 'no nvcc'
fi

shown=$(awk -f common/csv/read.awk -f plots/rows.awk -f plots/peers/show.awk tests/fixtures/peers-gpu.csv)
is 'operations with another result have a table of their own' \
    "$(echo "$shown" | awk -v RS= '/torch_argmax/ { print (/torch_sum/ ? "mixed" : "apart") }' | tr '\n' ' ')" 'apart apart '

# ---- The whole command
says 'without a GPU' 2 '^peers: no GPU is visible here' env CUDA_VISIBLE_DEVICES= "$MAKE" -s peers
repo=$tests_tmp/copy
mkdir -p "$repo/plots/peers/libraries" "$tests_tmp/bin"
cp -R Makefile common lessons "$repo"
cp plots/*.* "$repo/plots"
cp plots/peers/*.* "$repo/plots/peers"
for name in right wrong missing; do # of sums
    sed "s/os.environ.get(\"VARIANT\", \"\")/\"$name\"/; s/^    name = .*/    name = \"$name\"/" tests/fixtures/peers/standin.py |
        sed 's/^    operations = .*/    operations = ("sum", "argmax")/' >"$repo/plots/peers/libraries/$name.py"
done
cat >"$tests_tmp/lesson" <<END
#!/bin/sh
echo "\${0##*/} \$*" >>ran
case " \$* " in *" \${LESSON_FAILS-nothing} "*) echo "out of memory"; exit 1 ;; esac
while [ "\$1" != --csv ]; do [ "\$1" != --type ] || type=\$2; shift; done
[ -e "\$2" ] || sed 1q "$reference" >"\$2"
sed "1d; s/,int,/,\$type,/" "$reference" >>"\$2"
END
cat >"$tests_tmp/nvcc" <<END
#!/bin/sh
[ "\$1" = --list-gpu-code ] && { echo sm_90; exit; }
while [ "\$1" != -o ]; do case \$1 in *reduction.cpp) sample=yes ;; esac; shift; done
case \${sample-}\$2 in
yes*) printf '#!/bin/sh\n%s\n' 'case \$* in *--kernel=6*float*|*float*--kernel=6*) echo "Test failed!" ;; *) echo "Reduction, Throughput = 123.4000 GB/s, Time = 0.1 s"; echo "Test passed" ;; esac' >"\$2" ;;
*) cp "$tests_tmp/lesson" "\$2" ;;
esac
chmod +x "\$2"
END
printf '#!/bin/sh\necho "GPU 0: Pretended"\n' >"$tests_tmp/bin/nvidia-smi"
chmod +x "$tests_tmp/nvcc" "$tests_tmp/bin/nvidia-smi"
cd "$repo" || exit 1
BUILD=build
export BUILD
peers() { env PATH="$tests_tmp/bin:$PATH" NVCC="$tests_tmp/nvcc" LD_LIBRARY_PATH="$tests_tmp/driver" "$MAKE" -s DEVICE=gpu peers "$@"; }
also() { if grep -Eq -e "$2" "$tests_tmp/out"; then pass "$1"; else fail "$1" "$tests_tmp/out"; fi; }
says 'a library that is wrong, one that is not here: the command fails' 2 "^peers: 2 operations failed, at some shape" peers N=1000
also 'wrong: told' "^  wrong_sum: failed: 1000 int: Wrong: first call"
also 'and of the other operation' "^  wrong_argmax: failed: 1000 float: Wrong: first call"
also 'the others: timed' "^  right_argmax: timed"
also 'not here: how to get it' '^  missing: not here .*: pip install standin$'
is 'once' "$(grep -c '^  missing:' "$tests_tmp/out")" 1
also 'the sample: where it comes from' '^  cuda-samples: not named: git clone https://github.com/NVIDIA/cuda-samples'
also 'the others go on: a table' '^right_sum_int64 +1000 +[0-9]+ .* graph +standin 1\.0$'
also 'with the row of the harness' '^cub_sum +1000 +560 .* graph '
file=build/results/fixture-gpu-not-measured-peers.csv
also 'and a file' "^results: $file\$"
is 'which has them' "$(sed 1d $file | cut -d, -f1,2,7 | tr '\n' ' ')" \
    'peers,cub_sum,int peers,cub_sum,float peers,right_sum_int64,int peers,right_sum,float peers,cub_sum,float peers,cub_sum,bfloat16 peers,cub_sum,bfloat16 peers,cub_sum,float peers,right_argmax,float peers,cub_sum,float peers,cub_sum,float '
is 'the harness is asked for a row of each operation at these sizes, by a lesson of each type' \
    "$(sed 's/ --csv.*//; s/^lesson[0-9]*/lesson/; s/ --[rb][oa][wt].*//' ran | tr '\n' ';')" \
    'lesson --kernel cub_sum --type int -n 1000;lesson --kernel cub_sum --type float -n 1000;lesson --kernel in_registers --type float -n 1000;lesson --kernel rms_norm --type bfloat16 -n 1000;lesson --kernel layer_norm --type bfloat16 -n 1000;lesson --kernel argmax_packed --type float -n 1000;lesson --kernel welford_chan --type float -n 1000;lesson --kernel by_shape --type float -n 1000;'
is 'a library without an operation has no row of it' "$(grep -c softmax $file)" 0
is 'nothing else is left there' "$(ls -A build/results)" "${file##*/}"
: >ran
ok 'one operation only' peers N=1000 OPERATIONS=sum PEERS=right
is 'is all that the harness is asked for' "$(grep -c -e '--kernel cub_sum' ran) $(wc -l <ran | tr -d ' ')" '2 2'
says 'an unknown one' 2 '^peers: OPERATIONS=nonsense: there are: sum softmax ' peers OPERATIONS=nonsense
ok 'some of them only' peers N=1000 PEERS=right
is 'replace their rows, and keep the others' "$(sed 1d $file | cut -d, -f2 | sort | uniq -c | awk '{ printf "%s %s ", $1, $2 }')" \
    '8 cub_sum 1 right_argmax 1 right_sum 1 right_sum_int64 '
says 'an operation that our own row cannot do' 2 '^  argmax by lesson[0-9]+, which says how the others are timed: failed: out of memory$' \
    env LESSON_FAILS=argmax_packed PEERS=right OPERATIONS='argmax sum' N=1000 PATH="$tests_tmp/bin:$PATH" NVCC="$tests_tmp/nvcc" \
    LD_LIBRARY_PATH="$tests_tmp/driver" "$MAKE" -s DEVICE=gpu peers
also 'does not stop the others' '^  right_sum: timed'
says 'if there are no others, nothing is timed' 2 '^peers: nothing was timed$' \
    env LESSON_FAILS=argmax_packed PEERS=right OPERATIONS=argmax N=1000 PATH="$tests_tmp/bin:$PATH" NVCC="$tests_tmp/nvcc" \
    LD_LIBRARY_PATH="$tests_tmp/driver" "$MAKE" -s DEVICE=gpu peers
is 'and no line is the shell'\''s own' "$(grep -c 'sh: ' "$tests_tmp/out")" 0
says 'an unknown one' 2 '^peers: PEERS=nonsense: there are: cub cuda-samples missing right wrong$' peers PEERS=nonsense
says 'a Python that is not here' 2 '^peers: python9 is not here; PYTHON= names another' peers PYTHON=python9
says 'a folder of samples that is not there' 2 '^  cuda-samples: failed: CUDA_SAMPLES=/nowhere: there is no such folder' \
    peers N=1000 PEERS=cuda-samples CUDA_SAMPLES=/nowhere
says 'a folder of CUB that is none' 2 '^CCCL=/nowhere: no cub/cub/version.cuh in it; git clone' peers N=1000 PEERS=cub CCCL=/nowhere
mkdir -p "$tests_tmp/my cccl/cub/cub"
echo '#define CUB_VERSION 300601 // text' >"$tests_tmp/my cccl/cub/cub/version.cuh"
says 'another CUB' 0 'cub_sum .* graph  CUB 3\.6\.1$' peers N=1000 PEERS=cub CCCL="$tests_tmp/my cccl"
ok 'is what nvcc is told' grep -q -x -F -e "$tests_tmp/my cccl/libcudacxx/include" "$BUILD/gpu/flags"
samples="$tests_tmp/cuda samples"
mkdir -p "$samples/Common" "$samples/Samples/2_Concepts_and_Techniques/reduction"
: >"$samples/Common/helper_cuda.h"
: >"$samples/Samples/2_Concepts_and_Techniques/reduction/reduction.cpp"
sed 's/,1000,/,1024,/' "$reference" >"$reference.2" && mv "$reference.2" "$reference"
says 'the sample; where it fails its own test, that is told' 2 '^  cuda-samples: failed: kernel 6, 1024 float: it did not pass its own test' \
    peers N=1024 PEERS='cub cuda-samples' CUDA_SAMPLES="$samples"
is 'the others are there, with their own clock' "$(sed 1d $file | grep cuda_samples | cut -d, -f2,7,17,34 | tr '\n' ' ')" \
    'cuda_samples_reduce6,int,123.4000,own cuda_samples_reduce7,int,123.4000,own cuda_samples_reduce7,float,123.4000,own '
also 'which is explained' '^clock own: what the program itself prints'
mkdir -p plots/recorded
ok 'record-peers' env PATH="$tests_tmp/bin:$PATH" NVCC="$tests_tmp/nvcc" LD_LIBRARY_PATH="$tests_tmp/driver" "$MAKE" -s DEVICE=gpu record-peers N=1024 PEERS=right
is 'keeps them with the project' "$(ls plots/recorded)" fixture-gpu-not-measured-peers.csv
rm lessons/*.cu && cp "$OLDPWD"/lessons/00_*.cu lessons
says 'no lesson with that row' 2 '^peers: no lesson has a row cub_sum' peers
done_testing
