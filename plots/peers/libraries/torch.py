"""torch.sum, eager."""

from with_torch import Torch


class Library(Torch):
    name = "torch_sum"

    def sum(self, array):
        return self.torch.sum(array)
