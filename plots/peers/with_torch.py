"""with_torch.py: what the libraries have in common whose arrays are torch's."""

from library import Base


class Torch(Base):
    install = "pip install torch"
    operations = ("sum", "softmax", "rms_norm", "layer_norm", "argmax", "variance", "columns")
    epsilon = 1e-5

    def __init__(self, gpu):
        import torch

        super().__init__(gpu)
        self.torch = torch
        self.version = f"torch {torch.__version__}"
        self.stream = torch.cuda.ExternalStream(gpu.stream)
        torch.cuda.set_stream(self.stream)
        self.of_length = {}

    def arrays(self, memories):
        arrays = [self.torch.as_tensor(memory, device="cuda") for memory in memories]
        if memories[0].type == "bfloat16":
            arrays = [array.view(self.torch.bfloat16) for array in arrays]
        return arrays

    def weights(self, array):
        """Weights and biases for norms. A graph goes on using them, so they are made once for each length of rows."""
        n = array.shape[-1]
        if n not in self.of_length:
            self.of_length[n] = array.new_ones(n), array.new_zeros(n)
        return self.of_length[n]

    def value(self, result):
        return result.flatten()[0].item()

    def total(self, result):
        return result.sum(dtype=self.torch.float64).item()

    def squares(self, result):
        return sum((part.double() ** 2).sum().item() for part in result.flatten().split(2**26))

    def graph(self, work):  # torch's own: its allocator must know of it
        graph = self.torch.cuda.CUDAGraph()
        with self.torch.cuda.graph(graph, stream=self.stream, capture_error_mode="relaxed"):
            result = work()
        return graph.replay, result
