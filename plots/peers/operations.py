"""operations.py: what libraries are asked to compute, and how their results are checked. plots/peers/operations.csv
says at which shapes. A library that has a method of an operation's name has the operation.

exact(gpu, given)                    what is right of the harness' input (gpu.Input)
measure(library, result, given)      what a library's result comes to
is_right(measured, exact, given)     is it?
is_one_number                        a call returns that number, so every timed call is checked; else what the graph leaves"""

import csv
import math
import os


def bound_of_sum(n, one_after_another):
    """How far a float's sum of n elements of random signs may be off, but for 2^-23 of itself: as lesson_sum_bound of
    common/harness/rounding.h. All elements are between 1/2 and 1 in size, 0.75 in the mean."""
    return 6 * 2**-24 * 0.75 * math.sqrt(n * (one_after_another + math.log2(n) + 1))


class Rule:
    is_one_number = True

    def measure(self, library, result, given):
        return library.value(result)

    def difference(self, value, exact):
        """In words."""
        return f"got {value}, expected {exact}"


class Sum(Rule):
    """An int to the last bit (it may have wrapped), a float to less than one element, 1/2."""

    def exact(self, gpu, given):
        return gpu.exact_sum(given)

    def is_right(self, value, exact, given):
        if given.type == "int":
            return isinstance(value, int) and (value - exact) % 2**32 == 0
        n = given.batch * given.n
        return abs(value - exact) <= min(bound_of_sum(n, n / 2**13) + 2**-23 * abs(exact), 0.49)


class Softmax(Rule):
    """As many numbers as elements; those of a row add up to 1."""

    is_one_number = False

    def exact(self, gpu, given):
        return given.batch

    def measure(self, library, result, given):
        return library.total(result)

    def is_right(self, value, exact, given):
        return abs(value - exact) <= 1e-5 * exact


class Norm(Rule):
    """The same; the mean of their squares is 1, or a little less."""

    is_one_number = False

    def exact(self, gpu, given):
        return given.batch * given.n

    def measure(self, library, result, given):
        return library.squares(result)

    def is_right(self, value, exact, given):
        return abs(value - exact) <= 2e-3 * exact


class Argmax(Rule):
    """The index of the largest element, and of equal ones of the first, as torch's and NumPy's documentation have it:
    among 2^29 random floats there are some 64 of them."""

    def exact(self, gpu, given):
        return gpu.exact_argmax(given)

    def is_right(self, value, exact, given):
        return isinstance(value, int) and value == exact


class Variance(Rule):
    """Of all elements, divided by their number n. Four roundings for each element, and as many one after the other as in
    a sum; but never more than 1e-5. With n - 1 in place of n it is 1 / n larger: more than that up to 2^17."""

    def exact(self, gpu, given):
        return gpu.exact_variance(given)

    def is_right(self, value, exact, given):
        n = given.batch * given.n
        roundings = 4 * (n / 2**13 + math.log2(n) + 1)
        return abs(value - exact) <= min(6 * 2**-24 * math.sqrt(roundings) + 2**-22, 1e-5) * exact


class Columns(Rule):
    """A sum for each column of a matrix that lies in memory row by row; each is checked, as if its rows were added one
    after the other: like common/harness/check_columns.h, and to less than one element."""

    is_one_number = False

    def exact(self, gpu, given):
        return 0

    def measure(self, library, result, given):
        return library.gpu.wrong_columns(result, given, bound_of_sum(given.batch, given.batch))

    def is_right(self, value, exact, given):
        return value == exact

    def difference(self, value, exact):
        return f"{value} columns are wrong"


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
