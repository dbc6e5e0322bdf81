"""A sum by Numba's @cuda.reduce."""

import os

from library import Base


class Library(Base):
    name = "numba"
    install = 'pip install "numba-cuda[cu13]" (with CUDA 12: "numba-cuda[cu12]")'

    def __init__(self, gpu):
        os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")  # its grid is small; that is no news
        import numba
        from numba import cuda

        super().__init__(gpu)
        self.cuda = cuda
        self.version = f"numba {numba.__version__}"
        self.stream = cuda.external_stream(gpu.stream)
        self.add = cuda.reduce(lambda a, b: a + b)
        self.kept = cuda.defer_cleanup()  # a graph goes on using what its calls allocated
        self.kept.__enter__()

    def arrays(self, memories):
        return [self.cuda.as_cuda_array(memory) for memory in memories]

    def sum(self, array):
        result = self.cuda.device_array(1, dtype=array.dtype, stream=self.stream)
        self.add(array, res=result, stream=self.stream)
        return result

    def value(self, result):
        self.stream.synchronize()
        return result.copy_to_host()[0].item()

    def call(self, work, array):
        return self.add(array, stream=self.stream).item()
