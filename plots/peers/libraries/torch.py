"""torch.sum, torch.softmax and the others; eager."""

from with_torch import Torch


class Library(Torch):
    name = "torch"

    def sum(self, array):
        return self.torch.sum(array)

    def softmax(self, array):
        return self.torch.softmax(array, -1)

    def rms_norm(self, array):
        return self.torch.nn.functional.rms_norm(array, array.shape[-1:], self.weights(array)[0], self.epsilon)

    def layer_norm(self, array):
        return self.torch.nn.functional.layer_norm(array, array.shape[-1:], *self.weights(array), self.epsilon)

    def argmax(self, array):
        return self.torch.argmax(array)

    def variance(self, array):
        return self.torch.var(array, correction=0)

    def columns(self, array):
        return self.torch.sum(array, 0)
