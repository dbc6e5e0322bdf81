"""cupy.sum."""

from library import Base


class Library(Base):
    name = "cupy"
    install = "pip install cupy-cuda13x (with CUDA 12: cupy-cuda12x)"

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

    def value(self, result):
        return result.item()
