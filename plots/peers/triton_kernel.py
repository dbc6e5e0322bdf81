"""triton_kernel.py: the kernel of libraries/triton.py. Triton wants its names at the top of a file."""

import triton
import triton.language as tl


@triton.jit
def add_up(x, result, n, BLOCK: tl.constexpr):
    sums = tl.zeros((BLOCK,), dtype=x.dtype.element_ty)
    for start in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
        i = start + tl.arange(0, BLOCK)
        sums += tl.load(x + i, mask=i < n, other=0)
    tl.atomic_add(result, tl.sum(sums, axis=0))
