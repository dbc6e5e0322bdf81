#!/bin/sh
# What the CPU device says of wrong kernels and wrong sources: the message and the exit code.
. tests/lib.sh

if [ "$DEVICE" = gpu ]; then
    skip 'reports of the CPU device' 'this is the GPU'
    done_testing
    exit
fi

dir=$BUILD/test-cpu-errors
mkdir -p "$dir" && rm -f "$dir/mistakes"
cpucc=common/cpu/cpucc
ok 'mistakes.cu compiles' $cpucc --engine="$dir" -Wall -Wextra tests/cpu/mistakes.cu \
    -o "$dir/mistakes"

tested=''

report() # CASE CODE REGEX
{
    tested="$tested$1
"
    says "$1" "$2" "$3" "$dir/mistakes" "$1"
    cp "$tests_tmp/out" "$tests_tmp/report"
}

line() { grep -n -e "$1" tests/cpu/mistakes.cu | head -n 1 | cut -d: -f1; } # of a text in the source

kernel() { echo "^CPU device: [a-z-]+: kernel $1, block"; } # the function, not the pointer that is launched
report divergent_barrier 3 '^CPU device: deadlock: kernel divergent_barrier, .* of its 64 threads 64 wait, 0 ended'
ok 'it says where, and which lanes never came' grep -Eq \
    "mistakes.cu:$(line ' __syncwarp();'): __syncwarp\(\): threads 0, 2, .*mask 0xffffffff, waiting for lanes 1, 3, .*\(16 in all\) of warp 0" \
    "$tests_tmp/report"
ok 'and where the others wait' grep -Eq \
    "mistakes.cu:$(line '__syncthreads();'): __syncthreads\(\): threads 1, 3, .*\(32 in all\)" \
    "$tests_tmp/report"
ok 'what the program printed before is there' grep -q '^before the launch' "$tests_tmp/report"
report 'last_ends<16>' 3 '^CPU device: deadlock: kernel last_ends<16>, .* of its 32 threads 31 wait, 1 ended'
report missing_lanes 3 '__shfl_down_sync\(\): threads 32-39 with mask 0xffffffff, waiting for lanes 8-31 of warp 1'
report foreign_mask 3 "$(kernel foreign_mask) \(0,0,0\), thread \(16,0,0\): tests/cpu/mistakes\.cu:[0-9]+: __shfl_sync\(\) with mask 0x0000ffff, which does not name the calling lane 16"
report two_operations 3 '__any_sync\(\), but other lanes of mask 0xffffffff wait in __syncwarp\(\)'
report two_barriers 3 '__syncthreads_count\(\), but 5 threads of the block wait in __syncthreads\(\)'
report grid_sync_ordinary 3 'grid\.sync\(\) needs a cooperative launch'
report block_leaves 3 'deadlock: kernel block_leaves: of its 4 blocks 3 wait, 1 ended'
ok 'it says where' grep -q "mistakes.cu:[0-9]*: grid\.sync(): every block" "$tests_tmp/report"
report deep_recursion 3 'stack-overflow: .*a CUDA thread has 60 KiB'
report large_frame 3 'stack-overflow: .*a CUDA thread has 60 KiB'
report static_overrun 0 '^result' # into bytes that belong to nothing; inspect reports it
report shallow_recursion 0 '^result 3240, 3240'
report write_beyond 3 "$(kernel write_beyond) \(0,0,0\), thread \(0,0,0\): illegal memory access at address 0x[0-9a-f]+: 256 bytes beyond the end of an allocation of 4000 bytes"
report write_far_beyond 3 'thread \(1,0,0\): illegal memory access at address'
report read_before 3 '4000 bytes before an allocation of 4000 bytes'
report write_just_beyond 3 'wrote just beyond the end of an allocation of 4000 bytes'
report write_just_before 3 '4 bytes before an allocation of 4000 bytes|wrote just before'
report null_pointer 3 'illegal memory access at address .*: a null pointer'
report after_free 3 'in an allocation of 4000 bytes that has been freed'
report no_shared_bytes 3 'access 0 bytes beyond the end of dynamic shared memory; the launch asked for 0 bytes'
report failed_assertion 3 'thread \(5,0,0\): assertion failed'
ok 'the assertion is printed' grep -q "Assertion .*threadIdx.x != 5" "$tests_tmp/report"
report trap 3 'mistakes\.cu:[0-9]+: __trap\(\)'
report launch_in_kernel 3 'kernels cannot launch kernels on the CPU device'
case $(uname -m) in # Arm does not fault
x86_64) report zero_division 3 'integer division by zero|__trap' ;;
*) report zero_division 0 '^result' ;;
esac
# Lanes run one after the other until they wait: races give wrong results, every time.
report missing_syncwarp 0 '^result 63,'
report shuffle_outside_mask 0 '^result 8, 2147146669'
report no_barrier 0 '^result 1,'
for wrong in garbage 0 -3 2x 100000; do
    says "CUDA_CPU_THREADS=$wrong" 3 "CUDA_CPU_THREADS=$wrong: must be a number from 1 to 256" \
        env CUDA_CPU_THREADS=$wrong "$dir/mistakes" no_barrier
done
is 'every case is tested' "$(printf %s "$tested" | sort)" "$("$dir/mistakes" | sort)"

# Workers are OS threads: the reports come from any of them.
for n in 1 2 7; do
    says "a report with $n workers" 3 'illegal memory access' \
        env CUDA_CPU_THREADS=$n "$dir/mistakes" after_free
done

# Errors of the compiler land in the .cu file.
compile() # NAME REGEX: standard input must not compile
{
    cat >"$tests_tmp/wrong.cu"
    says "$1" 1 "$2" $cpucc --engine="$dir" "$tests_tmp/wrong.cu" -o "$tests_tmp/wrong"
}

compile 'a call that is not there is an error, in its line' 'wrong\.cu:5:.*cudaIpcCloseMemHandle' <<'END'
int main(void)
{
    int *p;
    cudaMalloc(&p, 4);
    cudaIpcCloseMemHandle(p);
}
END
compile 'a removed field is an error' 'wrong\.cu:4:.*memoryClockRate' <<'END'
int main(void)
{
    cudaDeviceProp p;
    return p.memoryClockRate;
}
END
compile 'wrong arguments of a kernel' 'wrong\.cu:6:' <<'END'
__global__ void k(int *p) { *p = 1; }
int main(void)
{
    k<<<1,
        1>>>(0);
    int x = k<<<1, 1>>>(nullptr);
}
END
compile 'a launch without an end' 'wrong\.cu:4: error: this <<< has no >>>' <<'END'
__global__ void k(int *p) { *p = 1; }
int main(void)
{
    k<<<1, 1>(0);
}
END
compile 'a syntax error after launches of several lines' 'wrong\.cu:10:' <<'END'
__global__ void k(int *p) { *p = 1; }
int main(void)
{
    int *p = 0; /* a comment
    of two lines */
    k<<<dim3(1),
        dim3(1)
    >>>
    (p);
    this is wrong;
}
END
done_testing
