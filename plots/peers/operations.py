"""operations.py: what libraries are asked to compute, and how their results are checked. plots/peers/operations.csv
says at which shapes. A library that has a method of an operation's name has the operation.

exact(...)                           what is right, from the harness' input
measure(library, result, array)      what a library's result of an array comes to
is_right(measured, exact, ...)       is it?"""

import csv
import math
import os


class Sum:
    """An int to the last bit (it may have wrapped), a float to less than one element, 1/2."""

    is_one_number = True  # and that is what a call returns

    def exact(self, gpu, batch, n, of_type, seed):
        return gpu.exact_sum(batch * n, of_type, seed)

    def measure(self, library, result, array):
        return library.value(result)

    def is_right(self, value, exact, n, of_type):
        if of_type == "int":
            return isinstance(value, int) and (value - exact) % 2**32 == 0
        one_after_another = n / 2**13 + math.log2(n) + 1
        bound = 6 * 2**-24 * 0.75 * math.sqrt(n * one_after_another) + 2**-23 * abs(exact)
        return abs(value - exact) <= min(bound, 0.49)


class Softmax:
    """As many numbers as elements; those of a row add up to 1."""

    is_one_number = False

    def exact(self, gpu, batch, n, of_type, seed):
        return batch

    def measure(self, library, result, array):
        return library.total(result)

    def is_right(self, value, exact, n, of_type):
        return abs(value - exact) <= 1e-5 * exact


class Norm:
    """The same; the mean of their squares is 1, or a little less."""

    is_one_number = False

    def exact(self, gpu, batch, n, of_type, seed):
        return batch * n

    def measure(self, library, result, array):
        return library.squares(result)

    def is_right(self, value, exact, n, of_type):
        return abs(value - exact) <= 2e-3 * exact


class Argmax:
    """No element is larger than the one there. Which of equal ones it is, libraries do not promise."""

    is_one_number = False

    def exact(self, gpu, batch, n, of_type, seed):
        return 0

    def measure(self, library, result, array):
        return library.larger(result, array)

    def is_right(self, value, exact, n, of_type):
        return value == exact


class Variance:
    """Of all elements, divided by their number; as a share of what double precision gives."""

    is_one_number = False

    def exact(self, gpu, batch, n, of_type, seed):
        return 1

    def measure(self, library, result, array):
        return library.value(result) / library.exact_variance(array)

    def is_right(self, value, exact, n, of_type):
        return abs(value - exact) <= 1e-5


class Columns:
    """A sum for each column of a matrix that lies in memory row by row; together the sum of all, but for rounding."""

    is_one_number = False

    def exact(self, gpu, batch, n, of_type, seed):
        return n, gpu.exact_sum(batch * n, of_type, seed), 1e-8 * batch * n

    def measure(self, library, result, array):
        return library.elements(result), library.total(result)

    def is_right(self, value, exact, n, of_type):
        columns, total, bound = exact
        return value[0] == columns and abs(value[1] - total) <= bound


OPERATIONS = {
    "sum": Sum(),
    "softmax": Softmax(),
    "rms_norm": Norm(),
    "layer_norm": Norm(),
    "argmax": Argmax(),
    "variance": Variance(),
    "columns": Columns(),
}


def types(operation):
    """Those of which it is timed."""
    with open(os.path.join(os.path.dirname(__file__), "operations.csv"), newline="", encoding="utf-8") as file:
        return next(row["types"].split() for row in csv.DictReader(file) if row["operation"] == operation)
