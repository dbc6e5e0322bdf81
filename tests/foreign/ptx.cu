// Inline PTX as people write it: small functions around one instruction each, then kernels that use them. The results
// are compared with plain C++.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                               \
    do {                                                                                          \
        cudaError_t e = (call);                                                                   \
        if (e != cudaSuccess) {                                                                   \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));            \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

// ---- One instruction each ------------------------------------------------------------------------

__device__ __forceinline__ unsigned lane_id()
{
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

__device__ __forceinline__ unsigned sm_id()
{
    unsigned sm, all;
    asm volatile("mov.u32 %0, %%smid;\n\tmov.u32 %1, %%nsmid;" : "=r"(sm), "=r"(all));
    return sm < all ? 1 : 0;
}

__device__ __forceinline__ unsigned lanes_before()
{
    unsigned mask;
    asm("mov.u32 %0, %lanemask_lt;" : "=r"(mask));
    return mask;
}

__device__ __forceinline__ uint64_t nanoseconds()
{
    uint64_t t;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
    return t;
}

__device__ __forceinline__ uint32_t shared_address(const void *p)
{
    uint32_t address;
    asm("{ .reg .u64 wide;\n"
        "  cvta.to.shared.u64 wide, %1;   // 64 bits\n"
        "  cvt.u32.u64 %0, wide; }\n"
        : "=r"(address) : "l"(p));
    return address;
}

template <class T> __device__ __forceinline__ T load_cg(const T *p)
{
    T x;
    if (sizeof(T) == 4)
        asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(*(uint32_t *)&x) : "l"(p) : "memory");
    else
        asm volatile("ld.global.cg.b64 %0, [%1];" : "=l"(*(uint64_t *)&x) : "l"(p) : "memory");
    return x;
}

__device__ __forceinline__ float4 load_streaming(const float4 *p)
{
    float4 x;
    asm volatile("ld.global.L1::no_allocate.L2::128B.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(x.x), "=f"(x.y), "=f"(x.z), "=f"(x.w) : "l"(p));
    return x;
}

__device__ __forceinline__ void store_streaming(float4 *p, float4 x, bool really)
{
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %5, 0;\n\t"
                 "@p st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};\n\t}"
                 : : "l"(p), "f"(x.x), "f"(x.y), "f"(x.z), "f"(x.w), "r"((int)really) : "memory");
}

__device__ __forceinline__ void set_flag(int *flag, int value)
{
    asm volatile("st.release.gpu.global.s32 [%0], %1;" : : "l"(flag), "r"(value) : "memory");
}

__device__ __forceinline__ int get_flag(const int *flag)
{
    int value;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
    return value;
}

#define CP_ASYNC(to, from, bytes)                                                                 \
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" : : "r"(to), "l"(from), "n"(bytes))
#define CP_ASYNC_COMMIT() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT(n) asm volatile("cp.async.wait_group %0;\n" : : "n"(n))

// ---- Arithmetic: results[i] and what they should be --------------------------------------------

enum { RESULTS = 42 };

__global__ void arithmetic(unsigned a, unsigned b, float f, unsigned *result, unsigned *expected)
{
    const int sa = (int)a, sb = (int)b;
    const uint64_t wide = (uint64_t)a << 32 | b;
    unsigned r, n = 0;
    uint64_t w;
    int s;
    float x;

#define IS(value, should) result[n] = (value), expected[n] = (should), n++
    asm("add.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); IS(r, a + b);
    asm("sub.s32 %0, %1, 7;" : "=r"(r) : "r"(a)); IS(r, a - 7);
    asm("mul.lo.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); IS(r, a * b);
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); IS(r, __umulhi(a, b));
    asm("mul.hi.s32 %0, %1, %2;" : "=r"(s) : "r"(a), "r"(b)); IS((unsigned)s, (unsigned)__mulhi(sa, sb));
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(w) : "r"(a), "r"(b)); IS((unsigned)(w >> 32), __umulhi(a, b));
    asm("mad.lo.s32 %0, %1, %2, %1;" : "=r"(s) : "r"(a), "r"(b)); IS((unsigned)s, a * b + a);
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(w) : "r"(a), "r"(b), "l"(wide)); IS((unsigned)w, a * b + b);
    asm("fma.rn.f32 %0, %1, %1, 0f3F800000;" : "=f"(x) : "f"(f)); IS(__float_as_uint(x), __float_as_uint(fmaf(f, f, 1)));
    asm("add.sat.f32 %0, %1, %1;" : "=f"(x) : "f"(f)); IS(__float_as_uint(x), __float_as_uint(1));
    asm("max.f32 %0, %1, 2.5;" : "=f"(x) : "f"(f)); IS(__float_as_uint(x), __float_as_uint(fmaxf(f, 2.5f)));
    asm("min.s32 %0, %1, %2;" : "=r"(s) : "r"(a), "r"(b)); IS((unsigned)s, (unsigned)(sa < sb ? sa : sb));
    asm("abs.s32 %0, %1;" : "=r"(s) : "r"(b)); IS((unsigned)s, (unsigned)abs(sb));
    asm("and.b32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); IS(r, a & b);
    asm("xor.b32 %0, %1, %2;\n\tnot.b32 %0, %0;" : "=&r"(r) : "r"(a), "r"(b)); IS(r, ~(a ^ b));
    asm("shl.b32 %0, %1, 33;" : "=r"(r) : "r"(a)); IS(r, 0u);
    asm("shr.s32 %0, %1, 40;" : "=r"(s) : "r"(b)); IS((unsigned)s, (unsigned)(sb >> 31));
    asm("shf.l.wrap.b32 %0, %1, %2, 8;" : "=r"(r) : "r"(a), "r"(b)); IS(r, b << 8 | a >> 24);
    asm("shf.r.clamp.b32 %0, %1, %2, 40;" : "=r"(r) : "r"(a), "r"(b)); IS(r, b);
    asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(a)); IS(r, a >> 4 & 0xff);
    asm("bfe.s32 %0, %1, 28, 8;" : "=r"(s) : "r"(b)); IS((unsigned)s, (unsigned)(sb >> 28));
    asm("bfi.b32 %0, %1, %2, 8, 4;" : "=r"(r) : "r"(a), "r"(b)); IS(r, (b & ~0xf00u) | (a & 15) << 8);
    asm("bfind.u32 %0, %1;" : "=r"(r) : "r"(a)); IS(r, 31u - __clz(sa));
    asm("brev.b32 %0, %1;" : "=r"(r) : "r"(a)); IS(r, __brev(a));
    asm("popc.b32 %0, %1;" : "=r"(r) : "r"(a)); IS(r, __popc(a));
    asm("clz.b64 %0, %1;" : "=r"(r) : "l"(wide >> 20)); IS(r, (unsigned)__clzll(wide >> 20));
    asm("prmt.b32 %0, %1, %2, 0x7610;" : "=r"(r) : "r"(a), "r"(b)); IS(r, (b & 0xffff0000u) | (a & 0xffff));
    asm("prmt.b32 %0, %1, %2, 0xf321;" : "=r"(r) : "r"(a), "r"(b)); IS(r, (sb < 0 ? 0xff000000u : 0) | a >> 8);
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(r) : "r"(a), "r"(b), "r"(a + b)); IS(r, (a & b) | (a & (a + b)) | (b & (a + b)));
    asm("sad.u32 %0, %1, %2, 5;" : "=r"(r) : "r"(a), "r"(b)); IS(r, (a < b ? b - a : a - b) + 5);
    asm("dp4a.u32.u32 %0, %1, 0x01010101, 3;" : "=r"(r) : "r"(a));
    IS(r, (a & 0xff) + (a >> 8 & 0xff) + (a >> 16 & 0xff) + (a >> 24) + 3);
    asm("mov.b64 {%0, _}, %1;" : "=r"(r) : "l"(wide)); IS(r, b);
    asm("{\n.reg .b32 lo, hi;\nmov.b64 {lo, hi}, %1;\nmov.b64 %0, {hi, lo};\n}" : "=l"(w) : "l"(wide)); IS((unsigned)w, a);
    asm("cvt.rn.f32.s32 %0, %1;" : "=f"(x) : "r"(b)); IS(__float_as_uint(x), __float_as_uint((float)sb));
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(s) : "f"(f * 3)); IS((unsigned)s, (unsigned)(int)rintf(f * 3));
    asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(r) : "f"(-f)); IS(r, 0u);
    asm("cvt.s32.s8 %0, %1;" : "=r"(s) : "r"(b)); IS((unsigned)s, (unsigned)(int)(signed char)b);
    asm("{\n.reg .f16 h;\ncvt.rn.f16.f32 h, %1;\ncvt.f32.f16 %0, h;\n}" : "=f"(x) : "f"(f * 2)); IS(__float_as_uint(x), __float_as_uint(f * 2));
    asm("{\n.reg .pred p, q;\nsetp.gt.and.u32 p, %1, %2, 1;\nsetp.eq.s32 q, %1, %2;\nor.pred p, p, q;\n"
        "selp.u32 %0, 11, 22, p;\n}" : "=r"(r) : "r"(a), "r"(b));
    IS(r, a >= b ? 11u : 22u);
    asm("{\n.reg .u32 i;\nmov.u32 i, 0;\nmov.u32 %0, 1;\nAGAIN:\nmul.lo.u32 %0, %0, 3;\nadd.u32 i, i, 1;\n"
        "{\n.reg .pred more;\nsetp.lt.u32 more, i, 5;\n@more bra AGAIN;\n}\n}" : "=&r"(r));
    IS(r, 243u);
    asm("{\nadd.cc.u32 %0, %2, %3;\naddc.u32 %1, 0, 0;\n}" : "=&r"(r), "=r"(s) : "r"(a), "r"(b));
    IS(r, a + b);
    IS((unsigned)s, a + b < a ? 1u : 0u);
}

// ---- Memory and barriers ------------------------------------------------------------------------

// Copies tiles through shared memory, and counts what each lane's neighbour had.
__global__ void tiles(const float4 *in, float4 *out, unsigned *ordered, int n)
{
    __shared__ __align__(16) float4 tile[2][64];
    const int i = blockIdx.x * 64 + threadIdx.x;
    const uint32_t mine = shared_address(&tile[0][threadIdx.x]), other = shared_address(&tile[1][63 - threadIdx.x]);
    uint64_t before = nanoseconds();

    CP_ASYNC(mine, in + i, 16);
    CP_ASYNC_COMMIT();
    CP_ASYNC_WAIT(0);
    asm volatile("bar.sync 0;" : : : "memory");

    float4 x;
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(x.x), "=f"(x.y), "=f"(x.z), "=f"(x.w) : "r"(mine));
    asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" : : "r"(other), "f"(x.w), "f"(x.z), "f"(x.y), "f"(x.x));
#ifndef NO_WAIT
    asm volatile("bar.sync 0, 64;" : : : "memory");
#endif
    store_streaming(out + i, tile[1][threadIdx.x], i < n);

    unsigned votes, next, ok;
    asm volatile("{\n.reg .pred p;\nsetp.lt.u32 p, %1, 16;\nvote.sync.ballot.b32 %0, p, -1;\n}" : "=r"(votes) : "r"(lane_id()));
    asm volatile("{\n.reg .pred p;\nshfl.sync.down.b32 %0|p, %2, 1, 31, 0xffffffff;\nselp.u32 %1, 1, 0, p;\n}"
                 : "=r"(next), "=r"(ok) : "r"(lane_id() * 10));
    if (votes == 0xffff && sm_id() && (unsigned)__popc(lanes_before()) == lane_id() && nanoseconds() >= before
        && (lane_id() < 31 ? ok && next == (lane_id() + 1) * 10 : !ok && next == 310))
        asm volatile("red.global.add.u32 [%0], 1;" : : "l"(ordered) : "memory");
}

// Each block adds its part to a word; the last one says so.
__global__ void tickets(unsigned *count, unsigned *sum, int *done)
{
    unsigned ticket, mine = blockIdx.x + 1;

    if (threadIdx.x == 0) {
        asm volatile("{ .reg .u32 old; atom.global.add.u32 old, [%0], %1; }" : : "l"(sum), "r"(mine) : "memory");
        asm volatile("membar.gl;" : : : "memory");
        asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], %2;" : "=r"(ticket) : "l"(count), "r"(gridDim.x - 1) : "memory");
        if (ticket == gridDim.x - 1)
            set_flag(done, (int)load_cg(sum));
    }
}

__global__ void waits(const int *done, int *result)
{
    int seen;

    asm volatile("griddepcontrol.wait;" : : : "memory");
    while ((seen = get_flag(done)) == 0)
        asm volatile("nanosleep.u32 %0;" : : "r"(20));
    asm volatile("prefetch.global.L2 [%0];" : : "l"(done));
    *result = seen;
}

template <class T> T *on_device(size_t n)
{
    T *p;
    CHECK(cudaMalloc(&p, n * sizeof(T)));
    CHECK(cudaMemset(p, 0, n * sizeof(T)));
    return p;
}

int main()
{
    enum { N = 256 };
    unsigned *result = on_device<unsigned>(RESULTS), *expected = on_device<unsigned>(RESULTS), got[RESULTS], should[RESULTS];
    int wrong = 0;

    arithmetic<<<1, 1>>>(0x12345678u, 0xfedcba98u, 0.75f, result, expected);
    CHECK(cudaMemcpy(got, result, sizeof got, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(should, expected, sizeof should, cudaMemcpyDeviceToHost));
    for (int i = 0; i < RESULTS; i++)
        if (got[i] != should[i]) {
            printf("instruction %d: 0x%x, should be 0x%x\n", i, got[i], should[i]);
            wrong++;
        }

    float4 h[N], back[N], *in = on_device<float4>(N), *out = on_device<float4>(N);
    unsigned *ordered = on_device<unsigned>(1), right;
    for (int i = 0; i < N; i++)
        h[i] = make_float4(4.0f * i, 4.0f * i + 1, 4.0f * i + 2, 4.0f * i + 3);
    CHECK(cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice));
    tiles<<<N / 64, 64>>>(in, out, ordered, N);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&right, ordered, sizeof right, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++) {
        const float4 x = h[i / 64 * 64 + 63 - i % 64], y = back[i];
        if (x.x != y.w || x.y != y.z || x.z != y.y || x.w != y.x) {
            printf("element %d is wrong\n", i);
            wrong++;
        }
    }
    if (right != N) {
        printf("%u threads of %d are right\n", right, N);
        wrong++;
    }

    unsigned *count = on_device<unsigned>(1), *sum = on_device<unsigned>(1);
    int *done = on_device<int>(1), *last = on_device<int>(1), seen;
    tickets<<<20, 32>>>(count, sum, done);
    waits<<<1, 1>>>(done, last);
    CHECK(cudaMemcpy(&seen, last, sizeof seen, cudaMemcpyDeviceToHost));
    if (seen != 210) {
        printf("the sum is %d, should be 210\n", seen);
        wrong++;
    }
    printf("%s\n", wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
