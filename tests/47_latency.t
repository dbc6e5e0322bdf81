#!/bin/sh
# On a GPU, too.
# make latency, make roundtrip and make calibrate: how they are built, what they say without a GPU, and where their
# results go. On a GPU also that they make sense.
# Takes about 7 s of processor time.
. tests/lib.sh

repo=$tests_tmp/copy
if nvcc=$(sh common/setup/cuda.sh nvcc 2>/dev/null); then
    for name in latency roundtrip calibrate; do
        ok "$name compiles without a warning" "$nvcc" -O3 -Icommon -Werror all-warnings \
            -Xcompiler -Wall,-Wextra,-Wno-unknown-pragmas -gencode=arch=compute_75,code=sm_75 \
            -gencode=arch=compute_120,code=sm_120 plots/$name.cu -o "$tests_tmp/$name"
        says 'bad usage' 2 "^$name: too many arguments; usage: $name " "$tests_tmp/$name" a b
    done
else
    skip 'it compiles without a warning' 'no nvcc on this machine'
fi
says 'the CPU device has none' 2 '^latency: only a GPU has a latency to measure; this is DEVICE=cpu$' "$MAKE" -s DEVICE=cpu latency
says 'nor is it recorded' 2 'this is DEVICE=cpu$' "$MAKE" -s DEVICE=cpu RECORD=yes latency
says 'nor a round trip' 2 '^roundtrip: only a GPU has a roundtrip to measure; this is DEVICE=cpu$' "$MAKE" -s DEVICE=cpu roundtrip
says 'nor a row in the table of cards' 2 '^calibrate: only a GPU has a row of plots/cards\.csv to measure; this is DEVICE=cpu$' "$MAKE" -s DEVICE=cpu calibrate

if [ "$DEVICE" = gpu ]; then
    says 'on a GPU' 0 '^Medians of 7 runs' "$MAKE" -s latency
    value() { awk -F, -v level="$1" '$(NF - 4) == level { print $(NF - 2) }' "$BUILD/latency.csv"; }
    ok "L1 $(value L1) ns, L2 $(value L2), memory $(value memory): they are such times" \
        awk -v a="$(value L1)" -v b="$(value L2)" -v c="$(value memory)" 'BEGIN { exit !(5 < a && a < b && a < c && b < 3000 && c < 3000) }'
    says 'a round trip' 0 '^Empty kernels, 200 one after another' "$MAKE" -s roundtrip
    ok 'a kernel of 20 us makes a call at least that long, whatever the way' \
        awk -F, '$(NF - 5) == 20 && $(NF - 8) != "copy_alone" { rows++; short += $(NF - 3) < 20 } END { exit !(rows > 30 && !short) }' "$BUILD/roundtrip.csv"
fi

# With a compiler and a program that only pretend
mkdir -p "$repo/plots"
cp -R Makefile common lessons "$repo"
cp plots/*.* "$repo/plots"
cd "$repo" || exit 1
BUILD=build
export BUILD
cat >"$tests_tmp/program" <<'EOF'
#!/bin/sh
[ -z "${FAIL-}" ] || { echo 'latency: made to fail' >&2; exit 3; }
printf 'device,card,level,bytes,ns,cycles,clock_mhz\n"Pretended GPU, 80GB",0a0b0c0d,L1,16384,23.0,46.0,2000\n' >"$1"
EOF
cat >"$tests_tmp/nvcc" <<EOF
#!/bin/sh
[ "\$1" = --list-gpu-code ] && { echo sm_90; exit; }
while [ "\$1" != -o ]; do shift; done
cp "$tests_tmp/program" "\$2" && chmod +x "\$2"
EOF
chmod +x "$tests_tmp/nvcc"
latency() { "$MAKE" -s DEVICE=gpu ARCH=sm_90 NVCC="$tests_tmp/nvcc" latency "$@"; }
says 'results of one run' 0 '^latency: build/latency\.csv$' latency
ok 'are there' grep -q ',L1,16384,23.0,' build/latency.csv
is 'and not among the recorded ones' "$(ls plots/recorded 2>/dev/null)" ''
says 'recorded' 0 '^latency: plots/recorded/pretended-gpu-80gb-latency\.csv$' latency RECORD=yes
ok 'under the name of the card' cmp build/latency.csv plots/recorded/pretended-gpu-80gb-latency.csv
says 'a round trip is recorded beside it' 0 '^roundtrip: plots/recorded/pretended-gpu-80gb-roundtrip\.csv$' \
    "$MAKE" -s DEVICE=gpu ARCH=sm_90 NVCC="$tests_tmp/nvcc" roundtrip RECORD=yes
says 'a run that fails' 2 'made to fail' env FAIL=yes "$MAKE" -s DEVICE=gpu ARCH=sm_90 NVCC="$tests_tmp/nvcc" latency RECORD=yes
ok 'leaves what there was' test -s plots/recorded/pretended-gpu-80gb-latency.csv
done_testing
