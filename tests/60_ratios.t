#!/bin/sh
# make ratios: which runs it makes, and where their rows go; the pictures of such a file. With a program that only
# pretends to be a lesson.
. tests/lib.sh

says 'the CPU device has no times to compare' 2 "only a GPU's times can be compared; this is DEVICE=cpu" "$MAKE" -s DEVICE=cpu ratios LESSONS=05
last=$(sh common/course/declared.sh lesson types | awk '$2 == "int,float" { print $1 }' | tail -n 1)
mkdir -p "$tests_tmp/build/gpu"
BUILD=$tests_tmp/build
DEVICE=gpu
export BUILD DEVICE
cat >"$BUILD/gpu/$last" <<'END_OF_PROGRAM'
#!/bin/sh
echo "$*" >>"$BUILD/ran"
[ -z "${FAIL-}" ] || { echo 'made to fail' >&2; exit 3; }
type=int hot=no
while [ "$1" != --ratios ]; do
    case $1 in --type) type=$2; shift ;; --hot) hot=yes ;; esac
    shift
done
[ -s "$2" ] || echo lesson,kernel,than,device,backend,card,toolkit,git,type,n,batch,block,grid,hot,rounds,ratio,ratio_half,call_ratio,call_half >"$2"
for row in 1024,1.50,0.01,1.1,0.1 256,1.25,0.02,unknown,unknown; do
    echo "$row" | awk -F, -v type=$type -v hot=$hot '{ print "lesson31,mine,theirs,Pretended GPU,gpu,x,13.0,x," type "," $1 ",1,64,1," hot ",5," $2 "," $3 "," $4 "," $5
        print "lesson31,another,theirs,Pretended GPU,gpu,x,13.0,x," type "," $1 ",1,64,1," hot ",5,9.5,0.1,9.5,0.1" }' >>"$2"
done
END_OF_PROGRAM
chmod +x "$BUILD/gpu/$last"
ratios() { sh plots/ratios.sh "$@"; }
says 'no lesson' 2 'of which lesson\? make ratios LESSONS=NN' ratios
says 'a run' 0 "^ratios: $BUILD/results/pretended-gpu-ratios${last#lesson}\.csv\$" env N=256,1024 SAMPLES=7 sh plots/ratios.sh "$last"
is 'each type, cold and hot' "$(sed 's/ --ratios .*//' "$BUILD/ran" | tr '\n' ';')" \
    '--type int -b 512 -n 256,1024 -s 7;--type int --hot -b 512 -n 256,1024 -s 7;--type float -b 512 -n 256,1024 -s 7;--type float --hot -b 512 -n 256,1024 -s 7;'
is 'all rows' "$(wc -l <"$BUILD/results/pretended-gpu-ratios${last#lesson}.csv" | tr -d ' ')" 17
says 'a run that fails' 2 "$last ended with exit code 3; nothing was written" env FAIL=yes N=256 sh plots/ratios.sh "$last"
is 'leaves what there was' "$(ls -A "$BUILD/results")" "pretended-gpu-ratios${last#lesson}.csv"
rm "$BUILD/ran"
ok 'without N' ratios "$last"
sizes=$(sed -n '1s/.* -n \([^ ]*\) .*/\1/p' "$BUILD/ran" | tr , '\n')
is 'every power of two up to 2^31, and 40 other sizes' "$(echo "$sizes" | grep -c '\^') $(echo "$sizes" | grep -vc '\^') $(echo "$sizes" | grep -c '^2^31$')" '32 40 1'

if command -v gnuplot >/dev/null 2>&1; then
    sed 's/NVIDIA H200/Pretended GPU/' plots/recorded/nvidia-h200.csv | awk -F, 'NR <= 3' >"$BUILD/results/pretended-gpu.csv"
    ok 'the pictures' sh plots/draw.sh
    picture=$BUILD/plots/pretended-gpu-ratios${last#lesson}
    ok 'of its first kernel' grep -q '>mine against theirs: in a CUDA graph<' "$picture.svg"
    ok 'and for one call' grep -q '>mine against theirs: one call<' "$picture-calls.svg"
    ok 'a line for each type, cold and hot' sh -c 'for l in "int, cold" "int, hot" "float, cold" "float, hot"; do grep -q ">$l<" "$1" || exit; done' - "$picture.svg"
    sed 's/,1024,1,64/,many,1,64/' "$BUILD/results/pretended-gpu-ratios${last#lesson}.csv" >"$tests_tmp/bad.csv"
    cp "$tests_tmp/bad.csv" "$BUILD/results/pretended-gpu-ratios${last#lesson}.csv"
    says 'a size that is no number' 1 "ratios${last#lesson}\.csv:[0-9]+: n many must be a whole number" sh plots/draw.sh
else
    skip 'the pictures' 'gnuplot is missing'
fi
done_testing
