"""gpu.py: the GPU through the driver's own functions: memory, one stream, events, graphs, and the kernels of
kernels.cu. Every library works in the same context of the driver (the primary one), so memory, stream and events
made here are good for all of them."""

import collections
import ctypes as c

L2_CACHE_SIZE = 38  # of cuDeviceGetAttribute
ADDRESS = c.c_uint64  # CUdeviceptr
NULL = c.c_void_p()
RELAXED = c.c_int(2)  # capture: allocations are allowed meanwhile
TYPES = {  # number in the harness' enum lesson_type, name for __cuda_array_interface__ (which has no bfloat16), bytes,
           # and what of the harness' units is 1 (lesson_unit)
    "int": (0, "<i4", 4, 1), "float": (1, "<f4", 4, 2**23), "bfloat16": (6, "<i2", 2, 2**8),
}

Input = collections.namedtuple("Input", "batch n type seed")  # the harness' own: batch rows of n elements


class Error(Exception):
    """The driver refused something."""


class Memory:
    """Rows of n elements at an address, for the libraries that understand __cuda_array_interface__. One row: an array."""

    def __init__(self, address, given):
        self.address, self.n, self.type = address, given.batch * given.n, given.type
        self.__cuda_array_interface__ = {
            "shape": (given.batch, given.n) if given.batch > 1 else (given.n,), "typestr": TYPES[given.type][1],
            "data": (address, False), "strides": None, "version": 3,
        }


class Gpu:
    """`stream` is the number of the stream on which everything is timed."""

    def __init__(self, kernels):
        try:
            self.cuda = c.CDLL("libcuda.so.1")
        except OSError as why:
            raise Error(f"no driver of NVIDIA: {why}") from None
        device, context, stream = c.c_int(), c.c_void_p(), c.c_void_p()
        self.do("cuInit", c.c_uint(0))
        self.do("cuDeviceGet", c.byref(device), c.c_int(0))
        self.do("cuDevicePrimaryCtxRetain", c.byref(context), device)
        self.do("cuCtxSetCurrent", context)
        self.do("cuStreamCreate", c.byref(stream), c.c_uint(0))
        self.stream = stream.value
        l2, module = c.c_int(), c.c_void_p()
        self.do("cuDeviceGetAttribute", c.byref(l2), c.c_int(L2_CACHE_SIZE), device)
        self.do("cuModuleLoad", c.byref(module), c.c_char_p(kernels.encode()))
        self.kernels = {}
        for name in ("fill", "add_up", "find_largest", "add_up_columns", "count_wrong", "flush"):
            self.kernels[name] = c.c_void_p()
            self.do("cuModuleGetFunction", c.byref(self.kernels[name]), module, c.c_char_p(name.encode()))
        self.start, self.stop = self.event(), self.event()
        self.flush_bytes = 2 * l2.value
        self.flush_buffer = self.allocate(self.flush_bytes)

    def do(self, name, *arguments):
        """Calls a function of the driver."""
        code = getattr(self.cuda, name)(*arguments)
        if code:
            text = c.c_char_p()
            self.cuda.cuGetErrorString(c.c_int(code), c.byref(text))
            raise Error(f"{name}: {text.value.decode() if text.value else code}")

    # ---- Memory

    def free_memory(self):
        free, total = c.c_size_t(), c.c_size_t()
        self.do("cuMemGetInfo_v2", c.byref(free), c.byref(total))
        return free.value

    def allocate(self, size):
        """Returns the address of so many bytes, all zero."""
        address = ADDRESS()
        self.do("cuMemAlloc_v2", c.byref(address), c.c_size_t(size))
        self.do("cuMemsetD8_v2", address, c.c_ubyte(0), c.c_size_t(size))
        return address.value

    def free(self, address):
        self.do("cuMemFree_v2", ADDRESS(address))

    def read(self, address, size):
        """Returns so many bytes of the GPU's memory."""
        data = bytearray(size)
        there = (c.c_ubyte * size).from_buffer(data)
        self.do("cuMemcpyDtoH_v2", there, ADDRESS(address), c.c_size_t(size))
        return data

    def copies(self, given, count):
        """The input, `count` times, each as well aligned as an array of its own."""
        n = given.batch * given.n
        number, _, size, _ = TYPES[given.type]
        pitch = size * n if count == 1 else (size * n + 255) // 256 * 256
        address = self.allocate(pitch * count)
        for i in range(count):
            self.launch("fill", ADDRESS(address + i * pitch), c.c_uint(given.seed), c.c_size_t(n), c.c_int(number))
        self.wait()
        return [Memory(address + i * pitch, given) for i in range(count)]

    # ---- What is right

    def numbers(self, kernel, count, *arguments):
        """What a kernel leaves in `count` numbers of 64 bits, its first argument."""
        address = self.allocate(8 * count)
        try:
            self.launch(kernel, ADDRESS(address), *arguments)
            self.wait()
            data = self.read(address, 8 * count)
        finally:
            self.free(address)
        return [int.from_bytes(data[i : i + 8], "little", signed=True) for i in range(0, 8 * count, 8)]

    def of_elements(self, kernel, count, given):
        return self.numbers(kernel, count, c.c_uint(given.seed), c.c_size_t(given.batch * given.n),
                            c.c_int(TYPES[given.type][0]))

    def exact_sum(self, given):
        """Of all elements; an int's is an int."""
        units = TYPES[given.type][3]
        total = self.of_elements("add_up", 3, given)[0]
        return total if units == 1 else total / units

    def exact_variance(self, given):
        """Of all elements, divided by their number. Of whole numbers up to the last division."""
        n, units = given.batch * given.n, TYPES[given.type][3]
        total, low, high = self.of_elements("add_up", 3, given)
        return (n * (low + high * 2**23) - total**2) / (n * units) ** 2

    def exact_argmax(self, given):
        """The index of the first of the largest elements."""
        return 2**38 - 1 - self.of_elements("find_largest", 1, given)[0] % 2**38

    def wrong_columns(self, result, given, bound):
        """How many of the sums of columns are off by more than `bound`. result: floats with __cuda_array_interface__."""
        about = result.__cuda_array_interface__
        if tuple(about["shape"]) != (given.n,) or about["typestr"] != "<f4" or about.get("strides") not in (None, (4,)):
            raise Error(f"no array of {given.n} floats: shape {about['shape']}, type {about['typestr']}, "
                        f"strides {about.get('strides')}")
        number, _, _, units = TYPES[given.type]
        sums = self.allocate(8 * given.n)
        try:
            self.launch("add_up_columns", ADDRESS(sums), c.c_uint(given.seed), c.c_size_t(given.batch),
                        c.c_size_t(given.n), c.c_int(number))
            return self.numbers("count_wrong", 1, ADDRESS(sums), ADDRESS(about["data"][0]), c.c_size_t(given.n),
                                c.c_double(units), c.c_double(bound))[0]
        finally:
            self.free(sums)

    # ---- Work

    def launch(self, kernel, *arguments):
        pointers = (c.c_void_p * len(arguments))(*(c.cast(c.pointer(a), c.c_void_p) for a in arguments))
        one = c.c_uint(1)
        self.do("cuLaunchKernel", self.kernels[kernel], c.c_uint(1024), one, one, c.c_uint(256), one, one, c.c_uint(0),
                c.c_void_p(self.stream), pointers, NULL)

    def flush(self):
        """Pushes the input out of the L2 cache."""
        self.launch("flush", ADDRESS(self.flush_buffer), c.c_size_t(self.flush_bytes // 16))

    def wait(self):
        self.do("cuStreamSynchronize", c.c_void_p(self.stream))

    def capture(self, work):
        """What work() puts on the stream, as a graph. Returns a function that launches it, and work()'s result."""
        graph, executable = c.c_void_p(), c.c_void_p()
        self.do("cuStreamBeginCapture_v2", c.c_void_p(self.stream), RELAXED)
        try:
            result = work()
        finally:  # an error must not leave the stream in capture
            self.cuda.cuStreamEndCapture(c.c_void_p(self.stream), c.byref(graph))
        if not graph:
            raise Error("the graph could not be captured")
        self.do("cuGraphInstantiateWithFlags", c.byref(executable), graph, c.c_ulonglong(0))
        self.do("cuGraphDestroy", graph)
        return lambda: self.do("cuGraphLaunch", executable, c.c_void_p(self.stream)), result

    # ---- Time

    def event(self):
        event = c.c_void_p()
        self.do("cuEventCreate", c.byref(event), c.c_uint(0))
        return event

    def milliseconds(self, work):
        """The time that work() takes on the stream, flushed before."""
        ms = c.c_float()
        self.flush()
        self.do("cuEventRecord", self.start, c.c_void_p(self.stream))
        work()
        self.do("cuEventRecord", self.stop, c.c_void_p(self.stream))
        self.do("cuEventSynchronize", self.stop)
        self.do("cuEventElapsedTime", c.byref(ms), self.start, self.stop)
        return ms.value
