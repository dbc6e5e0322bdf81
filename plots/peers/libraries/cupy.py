"""cupy.sum and the others."""

from library import Base


class Library(Base):
    name = "cupy"
    install = "pip install cupy-cuda13x (with CUDA 12: cupy-cuda12x)"
    operations = ("sum", "argmax", "variance", "columns")

    def __init__(self, gpu):
        import cupy

        super().__init__(gpu)
        self.cupy = cupy
        self.version = f"cupy {cupy.__version__}"
        self.stream = cupy.cuda.ExternalStream(gpu.stream)
        self.stream.use()

    def arrays(self, memories):
        return [self.cupy.asarray(memory) for memory in memories]

    def sum(self, array):
        return self.cupy.sum(array)

    def argmax(self, array):
        return self.cupy.argmax(array)

    def variance(self, array):
        return self.cupy.var(array)

    def columns(self, array):
        return self.cupy.sum(array, axis=0)

    def value(self, result):
        return (result if result.ndim == 0 else result.ravel()[0]).item()
