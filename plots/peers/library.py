"""library.py: what clock.py asks of a library. A file in libraries/ has a class Library(Base), and in it

name, install        of its rows, NAME_OPERATION; the command that installs it
operations           those of operations.py that it has: a method for each
__init__(gpu)        imports the library and tells it to work on gpu.stream; sets version
arrays(memories)     the same as its own arrays (gpu.Memory has __cuda_array_interface__), of rows where there are rows
sum(array), ...      enqueues an operation of operations.py and returns its result as it lies on the GPU
value(result)        waits for it and returns it as a number of Python, or its first element
total(result), squares(result)   what all elements of a result add up to, or their squares; of softmax and norms
call(work, array)    work(array) as such a number, in the way that its users would write it
graph(work)          captures work(); returns a function that launches it, and what work() returned. None: this
                     library cannot be captured"""


class Base:
    operations = ("sum",)

    def __init__(self, gpu):
        self.gpu = gpu

    def call(self, work, array):
        return self.value(work(array))

    def graph(self, work):
        return self.gpu.capture(work)
