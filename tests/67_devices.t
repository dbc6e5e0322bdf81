#!/bin/sh
# Several devices of the CPU device: CUDA_CPU_DEVICES. (DEVICE=gpu: there is nothing to test.)
# Takes about 20 s of processor time.
. tests/lib.sh

if [ "$DEVICE" = gpu ]; then
    skip "several CPU devices" "needs DEVICE=cpu"
    done_testing
    exit
fi
for program in api races mistakes flags nccl; do
    ok "$program.cu compiles" common/cpu/cpucc --engine="$BUILD/cpu" "tests/devices/$program.cu" -o "$tests_tmp/$program"
    ok "$program.cu compiles with --inspect" common/cpu/cpucc --inspect --engine="$BUILD/inspect" \
        "tests/devices/$program.cu" -o "$tests_tmp/$program.inspected"
done
if ! nvcc=$(sh common/setup/cuda.sh nvcc 2>/dev/null); then
    skip "the programs compile with nvcc" "not installed"
elif everything_of "the programs with nvcc" tests/devices; then
    for program in api races mistakes flags; do
        ok "$program.cu compiles with nvcc" "$nvcc" -std=c++17 -ptx "tests/devices/$program.cu" -o "$tests_tmp/$program.ptx"
    done
fi

on() # DEVICES PROGRAM ARGUMENT...
{
    on_devices=$1 on_program=$tests_tmp/$2
    shift 2
    CUDA_CPU_DEVICES=$on_devices "$on_program" "$@"
}

# The setting
says "as many devices as are possible" 0 '^16 devices' on 16 api
for value in 0 17 -1 two 1.5 4x; do
    says "CUDA_CPU_DEVICES=$value is refused" 2 \
        "^CPU device: CUDA_CPU_DEVICES=$value: must be a number of devices from 1 to 16; or leave it out\$" on "$value" api
done
says "without it, there is one" 0 '^1 devices' "$tests_tmp/api"

# What CUDA says of devices, memory, variables, streams, events and peers
for devices in 1 2 3 4 7; do
    says "$devices devices" 0 "^$devices devices, .* 0 wrong\$" on "$devices" api
    says "$devices devices, inspected" 0 "^$devices devices, .* 0 wrong\$" on "$devices" api.inspected
done
says "peer access" 0 '^can 1$' on 2 mistakes none
says "CUDA_CPU_PEER_ACCESS=no" 0 '^can 0$' env CUDA_CPU_PEER_ACCESS=no CUDA_CPU_DEVICES=2 "$tests_tmp/mistakes" none
says "CUDA_CPU_PEER_ACCESS has one value" 2 '^CPU device: CUDA_CPU_PEER_ACCESS=maybe: must be no; or leave it out$' \
    env CUDA_CPU_PEER_ACCESS=maybe CUDA_CPU_DEVICES=2 "$tests_tmp/mistakes" none
for name in write read disabled other-way; do
    for build in mistakes mistakes.inspected; do
        says "$build $name: no peer access" 3 \
            'CPU device: peer-access: kernel .*memory of device 0, to which device 1 has no peer access' on 2 $build $name
    done
done

# Kernels that wait for each other's flags
for devices in 1 2 3 4 7; do
    for build in flags flags.inspected; do
        says "$build: $devices devices" 0 "^$devices devices, right\$" on "$devices" $build
    done
done
for name in flag loop mutual; do
    says "a flag that never comes: $name" 3 'CPU device: endless-loop: kernel (await|loop), .* for 1 seconds no thread' \
        env CUDA_CPU_SECONDS=1 CUDA_CPU_DEVICES=2 "$tests_tmp/mistakes" "$name"
done
says "a flag that never comes, inspected" 3 'CPU device: endless-loop: kernel await' \
    env CUDA_CPU_SECONDS=1 CUDA_CPU_DEVICES=2 "$tests_tmp/mistakes.inspected" flag

# Races, each with a twin that is ordered: NAME:the number that comes out:REGEX
races='write-read:5:kernel take,.*on device 1: two devices use element
event-too-early:5:kernel take,.*on device 1: two devices use element
read-write:0:kernel put,.*on device 0: two devices use element
atomics-device:128:kernel add_device,.*two devices use element
flag-device-fence:5:kernel receive,.*two devices use element
release-device:5:kernel (acquire|release)<.*two devices use element
flag-too-early:5:kernel take,.*two devices use element
copy-read:5:kernel take,.*two devices use element
write-copy:5:kernel put,.*two devices use element
streams:5:kernel put,.*two streams use element'
echo "$races" >"$tests_tmp/races.list"
while IFS=: read -r name number regex; do
    says "race: $name" 3 "^CPU device: race: $regex" on 2 races.inspected "$name"
    says "race: $name, plain" 0 "^$number " on 2 races "$name"
done <"$tests_tmp/races.list"
for name in write-event-read:5 write-sync-read:5 read-event-write:0 atomics-system:128 flag:5 release-system:5 \
    flag-of-other-kernels:5 copy-event-read:5 write-event-copy:5 streams-event:5 default-stream:5; do
    says "no race: ${name%:*}" 0 "^${name#*:} " on 2 races.inspected "${name%:*}"
    is "no race: ${name%:*}: no report" "$(grep -c 'race:' "$tests_tmp/out")" 0
done
says "a race names both sides" 3 'of kernel put on device 0 has written the same' on 2 races.inspected write-read
says "a race with a copy names the copy" 3 'a copy, fill or call of NCCL in a stream of device 0 has written the same' \
    on 2 races.inspected copy-read

# NCCL
for devices in 1 2 3 4 7; do
    says "NCCL, $devices ranks" 0 "^$devices ranks, .* 0 wrong\$" on "$devices" nccl
done
says "NCCL, inspected" 0 '^3 ranks, .* 0 wrong$' on 3 nccl.inspected
is "NCCL, inspected: no report" "$(grep -c 'race:' "$tests_tmp/out")" 0
for devices in 2 3 4 7; do
    run_quietly on "$devices" nccl.inspected bytes 420
    is "an all-reduce of 1680 bytes by $devices ranks sends 2(p-1)/p of them, in 2(p-1) steps" \
        "$status $(grep -c "sent $((2 * (devices - 1) * 1680 / devices)) bytes to others: calls of NCCL: 1, steps of its ring: $((2 * (devices - 1)))\$" "$tests_tmp/out")" \
        "0 $devices"
    run_quietly on "$devices" nccl.inspected bytes 419
    is "419 elements by $devices ranks: all together send 2(p-1) times as many bytes" \
        "$(awk '/sent .* bytes to others: calls/ { all += $6 } END { print all }' "$tests_tmp/out")" \
        "$((2 * (devices - 1) * 4 * 419))"
done
mistakes='no-group:one thread calls ncclAllReduce for rank 0 and for rank 1 without a group
no-group-end:ncclGroupEnd\(\) is missing: 3 calls
no-group-end-at-exit:ncclGroupEnd\(\) is missing: 3 calls
count:rank 0 calls ncclAllReduce\(420 float, sum\), rank 1 calls ncclAllReduce\(419 float, sum\)
type:rank 0 calls .*float.*, rank 1 calls .*int32
op:rank 0 calls .*sum.*, rank 1 calls .*max
root:rank 0 calls .*root 0.*, rank 1 calls .*root 1
order:call 1 of this communicator: rank 0 calls ncclAllReduce.*, rank 1 calls ncclBroadcast
missing:ncclAllReduce.* of rank 0 of 3 waits; missing: rank 2;
missing-at-exit:ncclAllReduce.* of rank 0 of 3 waits; missing: rank 2;
missing-init:ncclCommInitRank waits; missing of 3 ranks: rank 1, 2;
no-receive:ncclSend.* of rank 0 of 3 waits; missing: rank 1;
short-receive:rank 0 calls ncclSend\(420 float, peer 1\), rank 1 calls ncclRecv\(210 float, peer 0\)'
echo "$mistakes" >"$tests_tmp/mistakes.list"
while IFS=: read -r name regex; do
    says "NCCL: $name" 3 "^CPU device: nccl: .*$regex" on 3 nccl "$name"
done <"$tests_tmp/mistakes.list"
says "NCCL: a rank whose thread does not call" 3 '^CPU device: nccl: .* waits; missing: rank 1;' \
    env CUDA_CPU_SECONDS=1 CUDA_CPU_DEVICES=3 "$tests_tmp/nccl" missing-thread
says "NCCL: a kernel in another stream uses the result too early" 3 \
    'race: kernel twice,.*two streams use' on 3 nccl.inspected race
says "NCCL: the same after a wait" 0 '^not found$' on 3 nccl.inspected race-sync
done_testing
