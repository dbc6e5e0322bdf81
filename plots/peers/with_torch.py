"""with_torch.py: what the libraries have in common whose arrays are torch's."""

from library import Base


class Torch(Base):
    install = "pip install torch"

    def __init__(self, gpu):
        import torch

        super().__init__(gpu)
        self.torch = torch
        self.version = f"torch {torch.__version__}"
        self.stream = torch.cuda.ExternalStream(gpu.stream)
        torch.cuda.set_stream(self.stream)

    def arrays(self, memories):
        return [self.torch.as_tensor(memory, device="cuda") for memory in memories]

    def value(self, result):
        return result.item()

    def graph(self, work):  # torch's own: its allocator must know of it
        graph = self.torch.cuda.CUDAGraph()
        with self.torch.cuda.graph(graph, stream=self.stream, capture_error_mode="relaxed"):
            result = work()
        return graph.replay, result
