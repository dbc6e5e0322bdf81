"""A reduction of our own in Triton: a few programs for each multiprocessor, each with many sums at once, and an
atomic for each program. For up to 2^30 elements."""

from with_torch import Torch

BLOCK = 4096


class Library(Torch):
    name = "triton"
    install = "pip install triton torch"
    operations = ("sum",)

    def __init__(self, gpu):
        super().__init__(gpu)
        import triton

        import triton_kernel

        self.version = f"triton {triton.__version__}"
        self.kernel = triton_kernel.add_up
        self.most = 4 * self.torch.cuda.get_device_properties(0).multi_processor_count

    def sum(self, array):
        n = array.numel()
        result = self.torch.zeros(1, dtype=array.dtype, device="cuda")
        self.kernel[(min(self.most, (n + BLOCK - 1) // BLOCK),)](array, result, n, BLOCK=BLOCK, num_warps=8)
        return result
