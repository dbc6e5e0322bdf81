"""jax.numpy.sum through jax.jit. JAX has streams of its own, so no graph can be captured from outside."""

import os

from library import Base


class Library(Base):
    name = "jax"
    install = 'pip install "jax[cuda13]" (with CUDA 12: "jax[cuda12]")'
    graph = None

    def __init__(self, gpu):
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # else it takes most of the memory
        import jax
        import numpy

        super().__init__(gpu)
        if jax.default_backend() != "gpu":
            raise ImportError("jax is here, but without a GPU")
        self.jax, self.numpy = jax, numpy
        self.version = f"jax {jax.__version__}"
        self.sum = jax.jit(jax.numpy.sum)

    def arrays(self, memories):
        first = memories[0]
        data = self.gpu.read(first.address, 4 * first.n)
        array = self.jax.device_put(self.numpy.frombuffer(data, dtype=first.__cuda_array_interface__["typestr"]))
        copies = [array] + [self.jax.numpy.copy(array) for _ in memories[1:]]
        self.jax.block_until_ready(copies)
        return copies

    def value(self, result):
        return result.item()
