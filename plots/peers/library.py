"""library.py: what clock.py asks of a library. A file in libraries/ has a class Library(Base), and in it

name, install        of its rows; the command that installs it
__init__(gpu)        imports the library and tells it to work on gpu.stream; sets version
arrays(memories)     the same as its own arrays (gpu.Memory has __cuda_array_interface__)
sum(array)           enqueues a sum and returns it as it lies on the GPU
value(result)        waits for it and returns it as a number of Python
call(array)          the sum as a number, in the way that its users would write it
graph(work)          captures work(); returns a function that launches it, and what work() returned. None: this
                     library cannot be captured"""


class Base:
    def __init__(self, gpu):
        self.gpu = gpu

    def call(self, array):
        return self.value(self.sum(array))

    def graph(self, work):
        return self.gpu.capture(work)
