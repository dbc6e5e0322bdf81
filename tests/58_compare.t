#!/bin/sh
# make compare: lessons or two builds in turns, with pretended programs whose times are made up.
. tests/lib.sh

unset N BLOCKS SAMPLES LESSONS ROUNDS A B KERNEL
says 'on the CPU device' 2 "^compare: only a GPU's times mean anything; this is DEVICE=cpu\$" "$MAKE" -s DEVICE=cpu compare
repo=$tests_tmp/copy
mkdir -p "$repo/plots" "$tests_tmp/bin"
cp -R Makefile common lessons "$repo"
cp plots/*.* "$repo/plots"
cd "$repo" || exit 1
BUILD=build
export BUILD

# A program whose kernel is as fast as $SPEED_OF its name says, with a drift that all share, and a library's row.
cat >"$tests_tmp/lesson" <<'EOF2'
#!/bin/sh
name=${0##*/}
echo "$name $*" >>ran
calls=$(grep -c "^$name " ran)
while [ "$1" != --csv ]; do case $1 in --kernel) only=$2 ;; -b) blocks=$2 ;; esac; shift; done
case $name in lesson06 | a) base=1000 jitter=0 ;; lesson07) base=1500 jitter=2 ;; *) base=1001 jitter=9 ;; esac
[ "${FAIL-}" != "$name" ] || { echo "$name: got 3, expected 4"; exit 1; }
echo lesson,kernel,device,backend,cc,type,n,batch,block,grid,bytes,samples,median_ms,min_ms,spread_pct,gbps,peak_gbps,pct_peak,check,toolkit,git,part,default_shape,kind >"$2"
for kernel in fast slow $([ "$name" != b ] || echo "$name"); do
    for block in $(echo "$blocks" | tr , ' '); do
        [ "${only:-$kernel}" = "$kernel" ] || continue
        speed=$(awk -v base=$base -v jitter=$jitter -v calls="$calls" -v kernel=$kernel -v block="$block" 'BEGIN {
            print (base + (calls % 2 ? jitter : -jitter)) * (kernel == "slow" ? 0.5 : 1) * (block == 256 ? 1 : 0.9) * (1 + calls / 100) }')
        echo "$name,$kernel,GPU,${BACKEND:-gpu},9.0,int,1048576,1,$block,9,4,20,1.5,1.5,0,$speed,unknown,unknown,ok,none,x,I,yes,kernel" >>"$2"
    done
done
echo "$name,cub_sum,GPU,${BACKEND:-gpu},9.0,int,1048576,1,0,0,4,20,1.5,1.5,0,9999,unknown,unknown,ok,none,x,I,yes,library" >>"$2"
EOF2
cat >"$tests_tmp/nvcc" <<END
#!/bin/sh
[ "\$1" = --list-gpu-code ] && { echo sm_90; exit; }
while [ "\$1" != -o ]; do shift; done
cp "$tests_tmp/lesson" "\$2" && chmod +x "\$2"
END
printf '#!/bin/sh\necho "GPU 0: Pretended"\n' >"$tests_tmp/bin/nvidia-smi"
chmod +x "$tests_tmp/nvcc" "$tests_tmp/bin/nvidia-smi"
PATH=$tests_tmp/bin:$PATH NVCC=$tests_tmp/nvcc
export PATH NVCC
compare() { rm -f ran; "$MAKE" -s DEVICE=gpu compare "$@"; }
also() { if grep -Eq -e "$2" "$tests_tmp/out"; then pass "$1"; else fail "$1" "$tests_tmp/out"; fi; }

says 'lessons' 0 '^lesson06 +fast, block 256, 2\^20 int +1030\.0 GB/s' compare LESSONS='06 07 08'
also 'one that is faster: the ratio and its interval' '^lesson07 +fast, block 256, 2\^20 int .* GB/s +1\.500× \[1\.49[0-9], 1\.50[0-9]\]$'
also 'one that is not' '^lesson08 +fast, .* 1\.00[0-9]× \[0\.9[0-9]+, 1\.0[0-9]+\]  no difference$'
is 'a library is no row of a lesson' "$(grep -c cub "$tests_tmp/out")" 0
is 'five rounds, the lessons in turns' "$(cut -d ' ' -f 1 ran | tr '\n' ' ')" \
    "$(for i in 1 2 3 4 5; do printf 'lesson06 lesson07 lesson08 '; done)"
is 'at their own shape, at all block sizes' "$(sed 's/ --csv.*//' ran | sed 's/^[^ ]* //' | sort -u)" '-b 64,128,256,512,1024'
ok 'all variables' compare LESSONS='06 07' N=2^10 BLOCKS=128 SAMPLES=3 ROUNDS=3 KERNEL=slow
is 'as the programs want them' "$(sed 's/ --csv.*//' ran | sort | uniq -c | tr -s ' ' | tr '\n' ';')" \
    ' 3 lesson06 -b 128 -n 2^10 -s 3 --kernel slow; 3 lesson07 -b 128 -n 2^10 -s 3 --kernel slow;'
for name in a b; do cp "$tests_tmp/lesson" "$tests_tmp/$name"; chmod +x "$tests_tmp/$name"; done
mkdir "$tests_tmp/a build"
mv "$tests_tmp/a" "$tests_tmp/a build"
says 'two builds, row by row' 0 '^fast, block 256, 2\^20 int +1030\.0 +10[0-9.]+ +1\.00[0-9]× \[.*  no difference$' \
    compare A="$tests_tmp/a build/a" B="$tests_tmp/b" BLOCKS=128,256
is 'each row' "$(grep -c '^\(fast\|slow\), block' "$tests_tmp/out")" 4
also 'a library, too' '^cub_sum, 2\^20 int +9999\.0 +9999\.0 +1\.000× \[1\.000, 1\.000\]  no difference$'
also 'what only one has' '^only in B:$'
ok 'one kernel' compare A="$tests_tmp/a build/a" B="$tests_tmp/b" KERNEL=slow BLOCKS=256
is 'is one row, and the library' "$(grep -c ' \[' "$tests_tmp/out")" 2
says 'one lesson' 2 '^compare: which lessons\? LESSONS names two or more, or A and B two programs$' compare LESSONS=06
says 'none' 2 '^compare: which lessons' compare
says 'one program' 2 '^compare: A and B are two programs; only one is named' compare A="$tests_tmp/b"
says 'no program' 2 '^compare: nowhere is no program' compare A="$tests_tmp/b" B=nowhere
says 'two rounds' 2 '^compare: ROUNDS=2: at least 3' compare LESSONS='06 07' ROUNDS=2
says 'no number of rounds' 2 '^compare: ROUNDS=many: a number' compare LESSONS='06 07' ROUNDS=many
says 'a lesson that fails' 2 '^lesson07: got 3, expected 4' env FAIL=lesson07 "$MAKE" -s DEVICE=gpu compare LESSONS='06 07'
also 'in which round' '^compare: build/gpu/lesson07 failed in round 1'
says 'programs of the CPU device' 2 'times of the cpu device mean nothing' env BACKEND=cpu "$MAKE" -s DEVICE=gpu compare LESSONS='06 07'
done_testing
