/* ptx_table.c: what the instructions of PTX do, and what its types and registers are. */
#include "ptx.h"

#include <string.h>

/* <a> to <d> are the operands behind the result, as numbers of type <T>, the instruction's last type, or of another:
 * <b:uint32_t>. <D> is its first type, <all> all operands, as 32-bit numbers. */
static const struct instruction instructions[] = {
    { "add", "rn ftz", "(<T>)(cuda_cpu_rounded(<a>) + cuda_cpu_rounded(<b>))", true },
    { "sub", "rn ftz", "(<T>)(cuda_cpu_rounded(<a>) - cuda_cpu_rounded(<b>))", true },
    { "mul", "rn ftz", "(<T>)cuda_cpu_rounded(<a> * <b>)", true },
    { "mul.lo", "", "(<T>)(<a> * <b>)", true },
    { "mul.hi", "", "cuda_cpu_ptx::high(<a>, <b>)", true },
    { "mul.wide", "", "cuda_cpu_ptx::wide(<a>, <b>)", true },
    { "mul24.lo", "", "(<T>)(cuda_cpu_ptx::low24(<a>) * cuda_cpu_ptx::low24(<b>))", true },
    { "mad fma", "rn ftz", "cuda_cpu_ptx::fused(<a>, <b>, <c>)", true },
    { "mad.lo", "", "(<T>)(<a> * <b> + <c>)", true },
    { "mad.hi", "", "(<T>)(cuda_cpu_ptx::high(<a>, <b>) + <c>)", true },
    { "mad.wide", "", "cuda_cpu_ptx::wide_sum(<a>, <b>, <c:cuda_cpu_ptx::twice<<T>>>)", true },
    { "sad", "", "(<T>)(<c> + (<a> < <b> ? <b> - <a> : <a> - <b>))", true },
    { "div", "rn approx full ftz", "(<T>)(<a> / <b>)", true },
    { "rem", "", "(<T>)(<a> % <b>)", true },
    { "neg", "ftz", "(<T>)(-<a>)", true },
    { "abs", "ftz", "cuda_cpu_ptx::absolute(<a>)", true },
    { "min", "ftz", "cuda_cpu_ptx::least(<a>, <b>)", true },
    { "max", "ftz", "cuda_cpu_ptx::most(<a>, <b>)", true },
    { "sqrt", "rn approx ftz", "(<T>)sqrt(<a>)", true },
    { "rsqrt", "approx ftz", "(<T>)(1 / sqrt(<a>))", true },
    { "rcp", "rn approx ftz", "(<T>)(1 / <a>)", true },
    { "sin", "approx ftz", "sinf(<a>)", true },
    { "cos", "approx ftz", "cosf(<a>)", true },
    { "lg2", "approx ftz", "log2f(<a>)", true },
    { "ex2", "approx ftz", "(<T>)exp2f((float)<a>)", true },
    { "tanh", "approx", "(<T>)tanhf((float)<a>)", true },
    { "copysign", "", "(<T>)copysign(<b>, <a>)", true },

    { "and", "", "(<T>)(<a> & <b>)", true },
    { "or", "", "(<T>)(<a> | <b>)", true },
    { "xor", "", "(<T>)(<a> ^ <b>)", true },
    { "not", "", "cuda_cpu_ptx::inverse(<a>)", true },
    { "cnot", "", "(<T>)(<a> == 0)", true },
    { "lop3", "", "cuda_cpu_ptx::lop3(<a>, <b>, <c>, <d>)", true },
    { "shl", "", "cuda_cpu_ptx::left(<a>, <b:uint32_t>)", true },
    { "shr", "", "cuda_cpu_ptx::right(<a>, <b:uint32_t>)", true },
    { "shf.l.wrap", "", "cuda_cpu_ptx::funnel(<a>, <b>, 32 - (<c> & 31))", true },
    { "shf.r.wrap", "", "cuda_cpu_ptx::funnel(<a>, <b>, <c> & 31)", true },
    { "shf.l.clamp", "", "cuda_cpu_ptx::funnel(<a>, <b>, 32 - (<c> < 32 ? <c> : 32))", true },
    { "shf.r.clamp", "", "cuda_cpu_ptx::funnel(<a>, <b>, <c> < 32 ? <c> : 32)", true },
    { "bfe", "", "cuda_cpu_ptx::bits_at(<a>, <b:uint32_t>, <c:uint32_t>)", true },
    { "bfi", "", "cuda_cpu_ptx::bits_into(<a>, <b>, <c:uint32_t>, <d:uint32_t>)", true },
    { "bfind", "", "cuda_cpu_ptx::highest(<a>)", true },
    { "bfind.shiftamt", "", "cuda_cpu_ptx::shift_of_highest(<a>)", true },
    { "brev", "", "cuda_cpu_ptx::reversed(<a>)", true },
    { "popc", "", "(uint32_t)__builtin_popcountll(<a>)", true },
    { "clz", "", "cuda_cpu_ptx::zeros(<a>)", true },
    { "fns", "", "__fns(<a>, <b>, <c:int32_t>)", true },
    { "prmt", "", "cuda_cpu_ptx::permuted(<a>, <b>, <c>)", true },
    { "dp4a", "", "cuda_cpu_ptx::dot4<<D>, <T>>(<a:uint32_t>, <b:uint32_t>, <c:uint32_t>)", true },
    { "vabsdiff4.add", "", "cuda_cpu_ptx::differences<<T>>(<a:uint32_t>, <b:uint32_t>, <c:uint32_t>)", true },

    { "mov", "", "<a>", true },
    { "selp", "", "(<c:bool> ? <a> : <b>)", true },
    { "cvt", "ftz relu", "cuda_cpu_ptx::converted<<D>>(<a>)", true },
    { "cvt.rn", "ftz", "cuda_cpu_ptx::converted<<D>>(<a>)", true },
    { "cvt.rna", "", "cuda_cpu_ptx::converted<<D>>(<a>)", true },
    { "cvt.sat cvt.rn.sat", "ftz", "cuda_cpu_ptx::clamped<<D>>(<a>)", true },
    { "cvt.rni", "ftz sat", "cuda_cpu_ptx::saturated<<D>>(cuda_cpu_ptx::to_even(<a>))", true },
    { "cvt.rzi", "ftz sat", "cuda_cpu_ptx::saturated<<D>>(cuda_cpu_ptx::to_zero(<a>))", true },
    { "cvt.rmi", "ftz sat", "cuda_cpu_ptx::saturated<<D>>(cuda_cpu_ptx::downwards(<a>))", true },
    { "cvt.rpi", "ftz sat", "cuda_cpu_ptx::saturated<<D>>(cuda_cpu_ptx::upwards(<a>))", true },
    { "cvta.to.shared", "", "(<T>)cuda_cpu_shared_address(cuda_cpu_ptx::at(<a>))", true },
    { "cvta.shared", "", "(<T>)cuda_cpu_ptx::shared_at(<a>)", true },
    { "cvta cvta.to.global cvta.to.const cvta.to.local cvta.global cvta.const cvta.local", "", "<a>", true },
    { "isspacep.shared", "cta", "cuda_cpu_is_shared((const void *)<a:uint64_t>)", true },
    { "isspacep.global", "", "!cuda_cpu_is_shared((const void *)<a:uint64_t>)", true },
    { "createpolicy.fractional createpolicy.range createpolicy.cvt", "*", "(uint64_t)0", true },

    { "activemask", "", "__activemask()", true },
    { "vote.sync.ballot", "", "__ballot_sync(<b:uint32_t>, <a:bool>)", true },
    { "vote.sync.any", "", "(bool)__any_sync(<b:uint32_t>, <a:bool>)", true },
    { "vote.sync.all", "", "(bool)__all_sync(<b:uint32_t>, <a:bool>)", true },
    { "vote.sync.uni", "", "cuda_cpu_ptx::all_same(__ballot_sync(<b:uint32_t>, <a:bool>), <b:uint32_t>)", true },
    { "vote.ballot", "", "__ballot_sync(__activemask(), <a:bool>)", true },
    { "vote.any", "", "(bool)__any_sync(__activemask(), <a:bool>)", true },
    { "vote.all", "", "(bool)__all_sync(__activemask(), <a:bool>)", true },
    { "match.any.sync", "", "__match_any_sync(<b:uint32_t>, <a>)", true },
    { "redux.sync.add", "", "__reduce_add_sync(<b:uint32_t>, <a>)", true },
    { "redux.sync.min", "", "__reduce_min_sync(<b:uint32_t>, <a>)", true },
    { "redux.sync.max", "", "__reduce_max_sync(<b:uint32_t>, <a>)", true },
    { "redux.sync.and", "", "__reduce_and_sync(<b:uint32_t>, <a:uint32_t>)", true },
    { "redux.sync.or", "", "__reduce_or_sync(<b:uint32_t>, <a:uint32_t>)", true },
    { "redux.sync.xor", "", "__reduce_xor_sync(<b:uint32_t>, <a:uint32_t>)", true },
    { "bar.red.popc barrier.red.popc", "aligned cta", "(cuda_cpu_ptx::whole_block(<a:uint32_t>), (uint32_t)__syncthreads_count(<b:bool>))", true },
    { "bar.red.and barrier.red.and", "aligned cta", "(cuda_cpu_ptx::whole_block(<a:uint32_t>), (bool)__syncthreads_and(<b:bool>))", true },
    { "bar.red.or barrier.red.or", "aligned cta", "(cuda_cpu_ptx::whole_block(<a:uint32_t>), (bool)__syncthreads_or(<b:bool>))", true },

    /* Those without a result: <a> is the first operand. */
    { "bar.sync barrier.sync", "aligned cta", "cuda_cpu_ptx::whole_block(<all>), __syncthreads()", false },
    { "bar.warp.sync", "", "__syncwarp(<a:uint32_t>)", false },
    { "membar.cta fence.cta", "sc acq_rel acquire release", "__threadfence_block()", false },
    { "membar.gl fence.gpu", "sc acq_rel acquire release", "__threadfence()", false },
    { "membar.sys fence.sys", "sc acq_rel acquire release", "__threadfence_system()", false },
    { "nanosleep", "", "__nanosleep(<a:uint32_t>)", false },
    { "trap brkpt", "", "__trap()", false },
    { "cp.async.commit_group", "", "cuda_cpu_async_commit()", false },
    { "cp.async.wait_group", "", "cuda_cpu_async_wait(<a:uint32_t>)", false },
    { "cp.async.wait_all", "", "cuda_cpu_async_wait(0, true)", false },
    { "prefetch prefetchu discard applypriority griddepcontrol", "*", "(void)0", false },
};

static const struct {
    const char *names, *type;
} types[] = {
    { "s8", "int8_t" },
    { "s16", "int16_t" },
    { "s32", "int32_t" },
    { "s64", "int64_t" },
    { "b8 u8", "uint8_t" },
    { "b16 u16", "uint16_t" },
    { "b32 u32", "uint32_t" },
    { "b64 u64", "uint64_t" },
    { "b128", "uint4" },
    { "f32", "float" },
    { "f64", "double" },
    { "pred", "bool" },
    { "f16", "cuda_cpu_ptx::f16" },
    { "f16x2", "cuda_cpu_ptx::f16x2" },
    { "bf16", "cuda_cpu_ptx::bf16" },
    { "bf16x2", "cuda_cpu_ptx::bf16x2" },
    { "tf32", "cuda_cpu_ptx::tf32" },
};

/* These are functions of ptx.h, of the same name. */
static const char functions[] =
    "laneid warpid smid clock clock_hi clock64 globaltimer globaltimer_lo globaltimer_hi lanemask_eq lanemask_lt "
    "lanemask_le lanemask_gt lanemask_ge nwarpid nsmid gridid dynamic_smem_size total_smem_size";

/* These have .x, .y and .z. */
static const struct {
    const char *name, *variable;
} vectors[] = {
    { "tid", "threadIdx" },
    { "ntid", "blockDim" },
    { "ctaid", "blockIdx" },
    { "nctaid", "gridDim" },
};

const struct instruction *find_instruction(const char *name)
{
    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
        if (one_of(name, instructions[i].names))
            return &instructions[i];
    return NULL;
}

bool begins_instruction(const char *parts)
{
    size_t length = strlen(parts);

    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++) {
        const char *name = instructions[i].names;

        for (; *name; name += strcspn(name, " "), name += *name == ' ')
            if (begins(name, parts) && (!name[length] || strchr(". ", name[length])))
                return true;
    }
    return false;
}

const char *find_type(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (one_of(name, types[i].names))
            return types[i].type;
    return NULL;
}

const char *find_register(const char *name)
{
    if (one_of(name, functions))
        return format("cuda_cpu_ptx::%s()", name);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        size_t length = strlen(vectors[i].name);

        if (begins(name, vectors[i].name) && one_of(name + length, ".x .y .z"))
            return format("%s%s", vectors[i].variable, name + length);
    }
    return !strcmp(name, "warpsize") ? "(uint32_t)32" : NULL;
}
