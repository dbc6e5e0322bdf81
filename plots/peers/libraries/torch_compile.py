"""torch.sum through torch.compile, compiled for each size."""

from with_torch import Torch


class Library(Torch):
    name = "torch_compile_sum"

    def __init__(self, gpu):
        super().__init__(gpu)
        limits = self.torch._dynamo.config
        for limit in ("recompile_limit", "cache_size_limit"):  # versions differ in its name
            if hasattr(limits, limit):
                setattr(limits, limit, 64)
        self.sum = self.torch.compile(lambda array: array.sum(), dynamic=False)
