"""overhead.py: calls the functions of library.cu from PyTorch, checks their results, and says how long a call takes on the
host: 10,000 calls in a row, of arrays so small that the GPU is never what is waited for. Needs reductions.so (docs/pytorch.md)."""

import ctypes
import sys
import time

import torch

library = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else "./reductions.so")
pointer, size = ctypes.c_void_p, ctypes.c_size_t
library.reductions_workspace.restype = size
library.reductions_sum.argtypes = pointer, size, pointer, pointer, pointer
library.reductions_softmax.argtypes = pointer, pointer, size, size, pointer
library.reductions_layer_norm.argtypes = pointer, pointer, size, size, pointer, pointer, pointer
workspace = torch.zeros(library.reductions_workspace(), dtype=torch.uint8, device="cuda")
result = torch.zeros((), device="cuda")


def checked(error):
    if error:
        raise RuntimeError(f"CUDA error {error}")


def total(x):
    checked(library.reductions_sum(x.data_ptr(), x.numel(), result.data_ptr(), workspace.data_ptr(), torch.cuda.current_stream().cuda_stream))
    return result


def softmax(x):
    y = torch.empty_like(x)
    checked(library.reductions_softmax(x.data_ptr(), y.data_ptr(), *x.shape, torch.cuda.current_stream().cuda_stream))
    return y


def layer_norm(x, weight, bias):
    y = torch.empty_like(x)
    checked(library.reductions_layer_norm(x.data_ptr(), y.data_ptr(), *x.shape, weight.data_ptr(), bias.data_ptr(),
                                          torch.cuda.current_stream().cuda_stream))
    return y


def microseconds(call):
    for _ in range(100):
        call()
    best = float("inf")
    for _ in range(5):
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(2000):
            call()
        best = min(best, (time.perf_counter() - start) / 2000)
    torch.cuda.synchronize()
    return 1e6 * best


def compare(name, ours, theirs, *shapes):
    for shape in shapes:
        mine, reference = ours(shape).float(), theirs(shape).float()
        apart = ((mine - reference).abs() / (reference.abs() + 1)).max().item()
        if not apart < 0.01:
            sys.exit(f"{name}: shape {shape}: off by {apart}")
    print(f"{name:12} {len(shapes)} shapes right; a call takes {microseconds(lambda: ours(shapes[0])):.1f} us,"
          f" torch's {microseconds(lambda: theirs(shapes[0])):.1f} us")


inputs = {}


def rows(shape, dtype=torch.float32):
    key = shape, dtype
    if key not in inputs:
        inputs[key] = torch.randn(shape, device="cuda").to(dtype)
    return inputs[key]


def bfloat16(shape):
    return rows(shape, torch.bfloat16)


def weights(shape):
    return bfloat16(shape[1:]), bfloat16((shape[1] + 8,))[8:]


compare("sum", lambda s: total(rows(s)), lambda s: rows(s).sum(), (4096,), (1,), (1000003,))
compare("softmax", lambda s: softmax(rows(s)), lambda s: rows(s).softmax(1), (16, 256), (3, 1001), (2, 50257), (5, 131072))
compare("layer norm", lambda s: layer_norm(bfloat16(s), *weights(s)),
        lambda s: torch.nn.functional.layer_norm(bfloat16(s), s[1:], *weights(s)), (16, 256), (3, 1001), (2, 50257), (5, 131072))
