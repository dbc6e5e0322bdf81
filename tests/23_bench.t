# make bench, record and go, with pretended lessons that write made-up rows: what is run, what is
# kept, and what happens to older results when something fails.
# Takes about 6 s of processor time.
. tests/lib.sh

repo=$tests_tmp/copy
mkdir -p "$repo/plots"
cp -R Makefile common lessons "$repo"
cp -R plots/*.* plots/results "$repo/plots"
cd "$repo" || exit 1
BUILD=build DEVICE=cpu
export BUILD DEVICE
unset N BLOCKS SAMPLES SHAPES LESSONS ARCH CUDA_VISIBLE_DEVICES

# The program that the pretended compilers make: a row for each block and number of rows, as --csv
# writes it, and two blocks' work, as --balance does.
# FAIL="02 1" lets lesson 02 exit with 1, and so on; that of LIBRARY also has a row of a library.
LIBRARY=14
export LIBRARY
cat >"$tests_tmp/lesson" <<'EOF'
#!/bin/sh
name=${0##*/} n=1000 blocks=256 csv= balance= batches=1 type=int
echo "$name $* git=$LESSON_GIT" >>ran
while [ $# -gt 0 ]; do
    case $1 in -n) n=$2 ;; -b) blocks=$2 ;; --csv) csv=$2 ;; --balance) balance=$2 ;; --batch) batches=$2 ;; --type) type=$2 ;; esac
    shift 2
done
case ${FAIL-} in
"${name#lesson} "*) echo "$name: got 3, expected 4"; exit "${FAIL#* }" ;;
esac
case $0 in *gpu/*) device='"Pretended GPU, 80GB"' backend=gpu ;; *) device='CPU device' backend=cpu ;; esac
if [ "$balance" ]; then
    printf 'kernel,block,elements,cycles\nragged,0,600,70\nragged,1,400,30\n' >"$balance"
    exit
fi
[ -e "$csv" ] || echo lesson,kernel,device,backend,cc,type,n,batch,block,grid,bytes,samples,median_ms,min_ms,spread_pct,gbps,peak_gbps,pct_peak,check,toolkit,git >"$csv"
kernel=${name#lesson} n=${n%%,*} # the first of several sizes is enough here
for batch in $(echo "$batches" | tr , ' '); do
for block in $(echo "$blocks" | tr , ' '); do
    echo "$name,reduce${kernel#0},$device,$backend,9.0,$type,$n,$batch,$block,1,4,20,1.5,1.5,0,$block,1000,12.5,ok,none,$LESSON_GIT" >>"$csv"
done
done
[ "$name" != "lesson$LIBRARY" ] ||
    echo "$name,cub_reduce,$device,$backend,9.0,$type,$n,1,0,0,4,20,1.5,1.5,0,9999,1000,12.5,ok,none,$LESSON_GIT" >>"$csv"
EOF
cat >common/cpu/cpucc <<EOF
#!/bin/sh
case \$#\$1 in 1--engine=*) touch "\${1#--engine=}/engine.a"; exit ;; esac
[ "\$1" = --list-gpu-code ] && { echo sm_90; exit; }
while [ "\$1" != -o ]; do shift; done
cp "$tests_tmp/lesson" "\$2" && chmod +x "\$2"
EOF
cp common/cpu/cpucc "$tests_tmp/nvcc"
chmod +x common/cpu/cpucc "$tests_tmp/nvcc"
mkdir "$tests_tmp/bin"
printf '#!/bin/sh\necho "GPU 0: Pretended"\n' >"$tests_tmp/bin/nvidia-smi"
chmod +x "$tests_tmp/bin/nvidia-smi"
PATH=$tests_tmp/bin:$PATH NVCC=$tests_tmp/nvcc
export PATH NVCC
also() # NAME REGEX: the command before said this, too
{
    if grep -q -e "$2" "$tests_tmp/out"; then pass "$1"; else fail "$1" "$tests_tmp/out"; fi
}
# Lesson 14 has a row of a library; on a GPU 12 shapes and that row again; lesson 17 there two types.
number=$(ls lessons | grep -c '^[0-9][0-9]_.*\.cu$')
rows() { sed 1d "$1" | wc -l | tr -d ' '; }
csv=build/results/cpu-device.csv

# All lessons
says 'make bench' 0 "^\[3/$number\] lesson02 … reduce2, block 256: 1\.5 ms emulated \([0-9]+ s\)$" "$MAKE" -j2 bench
also 'says where the results are' "^results: $csv$"
is 'one row for each lesson, and the library' "$(rows $csv)" $((number + 1))
is 'on the CPU device: block 256, the default n' "$(sed -n 1p ran | sed 's/--csv.*//')" 'lesson00 -b 256 '
is 'neither edition nor commit is known here' "$(sed -n 2p $csv | sed 's/.*,//')" unknown
files='cpu-device-balance20.csv cpu-device.csv'
is 'nothing else is left there, but what the blocks of lesson 20 did' "$(echo $(ls -A build/results))" "$files"
is 'as it wrote it' "$(sed -n 2p build/results/cpu-device-balance20.csv)" ragged,0,600,70
is 'the CPU device runs no lesson for shapes or other types' "$(grep -c -e --batch -e --type ran)" 0

# Some lessons, other numbers: only their rows change
rm ran
ok 'some, with all variables' "$MAKE" bench LESSONS='5,00' N='2^10' BLOCKS=64,512 SAMPLES=3
is 'as the programs want them' "$(sed 's/--csv.*//' ran | tr '\n' ';')" \
    'lesson05 -b 64,512 -n 2^10 -s 3 ;lesson00 -b 64,512 -n 2^10 -s 3 ;'
is 'their rows are new, the others kept, in order' "$(cut -d, -f1,9 $csv | sed 1d | head -n 4 | tr '\n' ' ')" \
    'lesson00,64 lesson00,512 lesson01,256 lesson02,256 '
is 'none is lost' "$(rows $csv)" $((number + 3))
is 'one header' "$(grep -c '^lesson,' $csv)" 1
cp $csv all.csv
cut -d, -f1-20 all.csv >$csv # as if the last column had been added since
ok 'some, where older results have fewer columns' "$MAKE" bench LESSONS=00 BLOCKS=32
is 'none of the others is lost' "$(cut -d, -f1,9,21 $csv | sed 1d | head -n 3 | tr '\n' ' ')$(rows $csv)" \
    "lesson00,32,unknown lesson01,256, lesson02,256, $((number + 2))"
# What is there is from before the columns that follow git.
cp all.csv $csv
sed 's/,git >/,git,part,default_shape,clock_mhz,driver,card,repeats,registers,rounds,error_pct,call_ms,kind >/; s/\$LESSON_GIT" >>/$LESSON_GIT,I,yes,1500,13.0,0123abcd,1,32,5,0.1,1.6,kernel" >>/' \
    "$tests_tmp/lesson" >"$tests_tmp/newer" && cp "$tests_tmp/newer" build/cpu/lesson00
ok 'some, by a harness with more columns' "$MAKE" bench LESSONS=00 BLOCKS=64
is 'the old rows are kept, with nothing in those' "$(sed 1d $csv | cut -d, -f1,9,22- | head -n 2 | tr '\n' ' ')$(rows $csv)" \
    "lesson00,64,I,yes,1500,13.0,0123abcd,1,32,5,0.1,1.6,kernel lesson01,256,,,,,,,,,,, $((number + 2))"
is 'nothing is put aside' "$(ls $csv.before 2>/dev/null)" ''
cp "$tests_tmp/lesson" build/cpu/lesson00
sed 1s/kernel/core/ all.csv >$csv
says 'where they have other columns' 0 'cpu-device.csv has other columns; it is .*cpu-device.csv.before now' "$MAKE" bench LESSONS=00
is 'they are kept aside' "$(rows $csv) $(rows $csv.before)" "1 $((number + 3))"
rm $csv.before
mv all.csv $csv
says 'an unknown lesson' 2 'LESSONS=98: there is no such lesson; there are: (0\.[1-9] )+00 01' "$MAKE" bench LESSONS='00 98'

# A declaration that is wrong
sed -i.kept 's/\.part = "I"/.part = "0"/' lessons/00_divergent_branches.cu
rm ran
says 'a wrong declaration: file and line' 2 '^lessons/00_divergent_branches.cu:[0-9]+: .part "0": no such part' "$MAKE" bench LESSONS=05
is 'nothing is run' "$(cat ran 2>/dev/null)" ''
mv lessons/00_divergent_branches.cu.kept lessons/00_divergent_branches.cu

# Failures
cp $csv before.csv
says 'a failing lesson stops with its output' 2 '^lesson02: got 3, expected 4' env FAIL='02 1' "$MAKE" bench
also 'and says what it was' 'bench: lesson02 ended with exit code 1; nothing was written'
is 'the lessons after it do not run' "$(grep -c '\] lesson03' "$tests_tmp/out")" 0
ok 'the results are those of before' cmp -s before.csv $csv
is 'with nothing beside them' "$(echo $(ls -A build/results))" "$files"
says 'a lesson that this device cannot run is passed over' 0 '\] lesson02 … not run:' env FAIL='02 77' "$MAKE" bench
also 'with its reason' '^    lesson02: got 3'
is 'its older row stays' "$(grep -c '^lesson02,' $csv)" 1
rm -rf build/results
says 'when none can run, that is an error' 2 'no lesson could run on this device' \
    env FAIL='02 77' "$MAKE" bench LESSONS=02
is 'and leaves no file' "$(ls -A build/results)" ''

# A GPU
rm ran
ok 'on a GPU' "$MAKE" DEVICE=gpu bench
is 'the block sizes are swept' "$(sed -n 1p ran | sed 's/--csv.*//')" 'lesson00 -b 64,128,256,512,1024 '
is 'and named after the device, whatever its name' "$(echo $(ls build/results))" \
    'pretended-gpu-80gb-balance20.csv pretended-gpu-80gb.csv'
is 'lesson 14 in several shapes, at two block sizes' "$(grep -c '^lesson14 -b 256,512 --batch 1,4,16,[0-9,]*,524288 --csv' ran)" 1
is 'all of them kept' "$(grep -c '^lesson14,reduce14,' build/results/pretended-gpu-80gb.csv)" $((5 + 2 * 13))
is 'lesson 17 with both types' "$(sed -n 's/^lesson17 \(.*\)--csv.*/\1/p' ran | tr '\n' ';')" \
    '-b 64,128,256,512,1024 ;-b 64,128,256,512,1024 --type float ;'
is 'lesson 20 says what its blocks did' "$(grep -c '^lesson20 -b 256 --balance ' ran)" 1
also 'a library is not the best of a lesson' 'lesson14 … reduce14, block 1024: 1024 GB/s'
ok 'N and SAMPLES' "$MAKE" DEVICE=gpu bench LESSONS='14 20' N=2^10,2^12 SAMPLES=3
is 'are for lesson 14, too, without its shapes, and the largest for the blocks of lesson 20' \
    "$(tail -n 3 ran | sed 's/git=.*//; s/--csv.*//; s/--balance.*/--balance/' | tr '\n' ';')" \
    'lesson14 -b 64,128,256,512,1024 -n 2^10,2^12 -s 3 ;lesson20 -b 64,128,256,512,1024 -n 2^10,2^12 -s 3 ;lesson20 -b 256 -n 2^12 -s 3 --balance;'
ok 'SHAPES' "$MAKE" DEVICE=gpu bench LESSONS=14 N=2^10,2^12 SHAPES=1,8
is 'are those' "$(tail -n 1 ran | sed 's/--csv.*//')" 'lesson14 -b 256,512 --batch 1,8 -n 2^12 '
rm ran
"$MAKE" DEVICE=gpu bench >"$tests_tmp/out" 2>&1
also 'with the best in the progress' 'lesson02 … reduce2, block 1024: 1024 GB/s, 12.5 % of peak'
ok 'git describe, when there is git' sh -c 'git init -q . && git add common/harness/git.h && git -c user.name=t -c user.email=t@t commit -q --allow-empty -m t'
"$MAKE" bench LESSONS=00 >/dev/null 2>&1
is 'is in the rows' "$(sed -n 2p $csv | sed 's/.*,//')" "$(git describe --always --dirty)"
ok 'make record' "$MAKE" DEVICE=gpu record
# Five blocks for each type; the shapes of .bench, of whose sizes the pretended lesson takes the first; a library's row
# each time that lesson 14 runs; five blocks of the pictures' sizes, for lessons without rows or sizes of their own.
declared_rows=$(sh common/course/declared.sh number types offers bench | awk -F '\t' -v library="$LIBRARY" '
    function count(options, name,    value) { # how many values this option has
        return match(" " options, " " name " [^ ]+") ? split(substr(" " options, RSTART, RLENGTH), value, ",") : 1
    }
    {
        runs = $4 == "-" ? 0 : split($4, run, ";")
        rows += 5 * split($2, type, ",") + (runs + 1) * ($1 == library)
        for (i = 1; i <= runs; i++) rows += count(run[i], "-b") * count(run[i], "--batch")
        if ($3 !~ /batch/ && " " $4 !~ / -n /) rows += 5
    }
    END { print rows }')
is 'keeps them with the project, and those of other sizes' "$(rows plots/recorded/pretended-gpu-80gb.csv)" "$declared_rows"
says 'but never emulation times' 2 "only a GPU's results are recorded" "$MAKE" DEVICE=cpu record
ls plots/recorded >"$tests_tmp/recorded"
is 'none is there' "$(echo $(cat "$tests_tmp/recorded"))" 'pretended-gpu-80gb-balance20.csv pretended-gpu-80gb.csv'

# make go on a GPU. (Without one it counts: tests/26_go.t.)
rm -rf build
if command -v gnuplot >/dev/null 2>&1 && sh common/setup/deps.sh >/dev/null 2>&1; then
    says 'make go: where everything is' 0 '^  pictures  build/plots/' "$MAKE" DEVICE=gpu go
    also 'what was done' "^Done, on this machine's GPU"
    says 'a failing lesson is the end of it' 2 'lesson02: got 3' env FAIL='02 1' "$MAKE" DEVICE=gpu go
    is 'not of success' "$(grep -c '^Done' "$tests_tmp/out")" 0
else
    skip 'make go' 'something that make deps would install is missing'
fi
done_testing
