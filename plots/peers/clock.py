"""clock.py: the two clocks of docs/measuring.md, for an operation of a library.

amortised: a sample goes through as many copies of the input as the harness' samples do, back to back in one CUDA
graph, between two events. What cannot be captured in a graph is called that often from the host, and then twice as
often; the difference is the sample. So what it takes to begin and to wait is in neither.
call: from the host's call until the host has the value, or the first one."""

import math
import statistics
import sys
import time

from operations import OPERATIONS

SECONDS = 1.0  # all samples of a series together
WARMUPS = 3
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)


def student(freedom):
    """Two-sided, 95 %: as in common/harness/statistics.h."""
    return STUDENT[freedom - 1] if freedom <= len(STUDENT) else 1.960 + 2.372 / freedom + 2.823 / freedom**2


class Wrong(Exception):
    """A result that is not right."""


class Series:
    """A library's operation at one shape (gpu.Input): its samples, and what they come to."""

    def __init__(self, gpu, library, operation, given, repeats):
        self.gpu, self.library, self.given, self.repeats = gpu, library, given, repeats
        self.operation, self.rule, self.work = operation, OPERATIONS[operation], getattr(library, operation)
        self.amortised, self.calls = [], []  # milliseconds, a list for each round
        self.memories, self.arrays, self.replay, self.captured = [], None, None, None

    def prepare(self):
        """Input, first calls and the graph; before the first round."""
        library = self.library
        self.exact = self.rule.exact(self.gpu, self.given)
        self.memories = self.gpu.copies(self.given, self.repeats)
        self.arrays = library.arrays(self.memories)
        for _ in range(WARMUPS):
            result = self.work(self.arrays[0])
            self.check(result, "first call")
        self.int_type = str(getattr(result, "dtype", ""))
        if library.graph:
            try:
                self.replay, self.captured = library.graph(self.all_copies)
            except Exception as why:  # whatever it is: there is the other way
                print(f"{library.name}: no graph ({why}); timed from the host", file=sys.stderr)
        self.clock = "graph" if self.replay else "calls"
        self.sample()
        began = time.perf_counter()
        self.sample()
        self.call(0)
        self.seconds = time.perf_counter() - began

    def close(self):
        """Gives the input's memory back; nothing can be timed any more."""
        self.arrays = self.replay = self.captured = None
        if self.memories:
            self.gpu.free(self.memories[0].address)
        self.memories = []

    def check(self, result, when):
        self.check_value(self.rule.measure(self.library, result, self.given), when)

    def check_value(self, value, when):
        if not self.rule.is_right(value, self.exact, self.given):
            raise Wrong(f"{when}: {self.rule.difference(value, self.exact)}")

    def name(self):
        """With the type into which ints are added, if it is not int."""
        name = f"{self.library.name}_{self.operation}"
        return name + ("_int64" if self.given.type == "int" and self.int_type.endswith("int64") else "")

    def all_copies(self):
        for array in self.arrays:
            result = self.work(array)
        return result

    def from_host(self, count):
        """The time of so many calls, in milliseconds, and of waiting for the last."""
        self.gpu.flush()
        self.gpu.wait()
        began = time.perf_counter()
        for i in range(count):
            result = self.work(self.arrays[i % len(self.arrays)])
        value = self.library.value(result)
        ms = 1000 * (time.perf_counter() - began)
        if self.rule.is_one_number:
            self.check_value(value, "timed call")
        return ms

    def sample(self):
        """Milliseconds of one call: amortised."""
        if self.replay:
            return self.gpu.milliseconds(self.replay) / self.repeats
        count = max(self.repeats, 8)
        return max(0.0, self.from_host(2 * count) - self.from_host(count)) / count

    def call(self, i):
        """Milliseconds from the host's call until it has the value."""
        self.gpu.flush()
        self.gpu.wait()
        began = time.perf_counter()
        value = self.library.call(self.work, self.arrays[i % len(self.arrays)])
        ms = 1000 * (time.perf_counter() - began)
        if self.rule.is_one_number:
            self.check_value(value, "one call")
        return ms

    def round(self, samples, rounds):
        count = max(1, min(samples // rounds, int(SECONDS / rounds / self.seconds)))
        self.amortised.append([self.sample() for _ in range(count)])
        if self.replay:
            self.check(self.captured, "last timed run")
        self.calls.append([self.call(i) for i in range(count)])

    def results(self):
        """Median, minimum and spread in percent of the amortised time, half its interval in percent, its samples,
        and the median of the calls."""
        ms = sorted(t for one_round in self.amortised for t in one_round)
        medians = [statistics.median(one_round) for one_round in self.amortised]
        median, tenth = statistics.median(ms), (len(ms) - 1) // 10
        if median <= 0:
            raise RuntimeError("the host's times are too noisy; make peers again, with nothing else running")
        error = "unknown"
        if len(medians) > 1:
            half = student(len(medians) - 1) * statistics.stdev(medians) / math.sqrt(len(medians))
            error = f"{100 * half / median:.2f}"
        call = statistics.median(t for one_round in self.calls for t in one_round)
        return median, ms[0], 100 * (ms[-1 - tenth] - ms[tenth]) / median, error, len(ms), call
