"""The same through torch.compile, compiled for each shape."""

from with_torch import Torch


class Library(Torch):
    name = "torch_compile"

    def __init__(self, gpu):
        super().__init__(gpu)
        limits = self.torch._dynamo.config
        for limit in ("recompile_limit", "cache_size_limit"):  # versions differ in its name
            if hasattr(limits, limit):
                setattr(limits, limit, 64)
        self.sum = self.compiled(lambda array: array.sum())
        self.softmax = self.compiled(lambda array: array.softmax(-1))
        self.argmax = self.compiled(lambda array: array.argmax())
        self.variance = self.compiled(lambda array: array.var(correction=0))
        self.columns = self.compiled(lambda array: array.sum(0))
        norms = self.torch.nn.functional
        rms_norm = self.compiled(lambda x, weight: norms.rms_norm(x, x.shape[-1:], weight, self.epsilon))
        layer_norm = self.compiled(lambda x, weight, bias: norms.layer_norm(x, x.shape[-1:], weight, bias, self.epsilon))
        self.rms_norm = lambda array: rms_norm(array, self.weights(array)[0])
        self.layer_norm = lambda array: layer_norm(array, *self.weights(array))

    def compiled(self, function):
        return self.torch.compile(function, dynamic=False)
