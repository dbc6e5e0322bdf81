"""run.py LIBRARY.py OPERATION REFERENCE.csv KERNELS OUT.csv: times an operation of a library at the shapes of a reference.

OPERATION is one of operations.py. REFERENCE.csv is what the harness wrote of a row of its own: its rows say the shapes,
how many reductions make a sample, how many rounds and samples there are, and what there is to say about the card.
KERNELS is kernels.cu, compiled. Appends rows with the same columns, and one more: clock. It is "graph", or "calls" for
what could not be captured. A library without the operation has no rows. A shape that fails, or whose result is wrong,
has none, and the others go on.
Exit codes: 0; 1 a wrong result or another failure, in one line; 2 bad arguments; 77 the library is not here."""

import contextlib
import csv
import importlib.util
import sys

import clock
import gpu
import operations

SEED = 42  # the harness' own
NEEDED = ("type", "n", "batch", "bytes", "samples", "repeats", "rounds", "peak_gbps", "error_pct", "call_ms", "kind")


def fail(code, text):
    print(text, file=sys.stderr)
    sys.exit(code)


def in_words(error):
    """In one line, and not a long one."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:400]


def number(text, otherwise):
    return int(text) if text.isdigit() else otherwise


def load(path):
    spec = importlib.util.spec_from_file_location("peer", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Library


def read_reference(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    missing = [name for name in NEEDED if not rows or name not in rows[0]]
    if missing:
        fail(2, f"{path}: no column {missing[0]}; a file written by --csv is needed")
    return rows


def row_of(reference, series, version):
    """A row of the CSV: the reference's, with this library's results. GB/s are of the reference's bytes: what our lesson
    counts for this shape, the input once and its results once, whatever the library reads and writes."""
    median, least, spread, error, samples, call = series.results()
    gbps = float(reference["bytes"]) / median / 1e6
    row = dict(reference)
    row.update(
        lesson="peers", kernel=series.name(), block=0, grid=0, samples=samples, check="ok", kind="library",
        median_ms=f"{median:.6f}", min_ms=f"{least:.6f}", spread_pct=f"{spread:.2f}", gbps=f"{gbps:.5g}",
        toolkit=version, part="", default_shape="no", clock_mhz="unknown", registers="unknown",
        repeats=series.repeats, rounds=len(series.amortised), error_pct=error, call_ms=f"{call:.6f}", clock=series.clock,
    )
    try:
        row["pct_peak"] = f"{100 * gbps / float(reference['peak_gbps']):.2f}"
    except ValueError:
        row["pct_peak"] = "unknown"
    return row


@contextlib.contextmanager
def attempt(series, all_series, failures):
    """What fails takes its series out of all_series, and is told in failures."""
    try:
        yield
    except Exception as error:  # whatever a library does
        given = series.given
        rows = f"{given.batch} x " if given.batch > 1 else ""
        failures.append(f"{rows}{given.n} {given.type}: {in_words(error)}")
        all_series.pop(series, None)
        with contextlib.suppress(Exception):  # what has failed may not be able to give back
            series.close()


def measure(device, library, operation, rows, writer, failures):
    """All series of one type are alive at once, so that every round goes through all of them."""
    all_series = {}  # of each, its row of the reference
    for row in rows:
        repeats = number(row["repeats"], 1)
        given = gpu.Input(int(row["batch"]), int(row["n"]), row["type"], SEED)
        if 4 * gpu.TYPES[given.type][2] * given.batch * given.n * repeats > device.free_memory():
            print(f"{library.name}: n = {given.n} {given.type} is left out: {repeats} copies of it need more than the free memory",
                  file=sys.stderr)
            continue
        series = clock.Series(device, library, operation, given, repeats)
        with attempt(series, all_series, failures):
            series.prepare()
            all_series[series] = row
    rounds = max([number(row["rounds"], 5) for row in all_series.values()] or [1])
    for _ in range(rounds):
        for series, row in list(all_series.items()):
            with attempt(series, all_series, failures):
                series.round(number(row["samples"], 25), rounds)
    for series, row in list(all_series.items()):
        with attempt(series, all_series, failures):
            writer.writerow(row_of(row, series, library.version))
            series.close()


def main(path, operation, reference_path, kernels, out):
    reference = read_reference(reference_path)
    columns = list(reference[0]) + ["clock"]
    try:
        wanted = load(path)
        if operation not in wanted.operations:
            return
        device = gpu.Gpu(kernels)
        library = wanted(device)
    except ImportError as why:
        fail(77, f"not here ({why}): {wanted.install}")
    failures = []
    with open(out, "a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        if file.tell() == 0:
            writer.writeheader()
        for of_type in operations.types(operation):
            # Another type's row says the same of the samples: both have 4 bytes.
            rows = [row for row in reference if row["type"] == of_type] or [dict(row, type=of_type) for row in reference]
            measure(device, library, operation, rows, writer, failures)
            file.flush()
    if failures:
        more = f" (and {len(failures) - 1} more of its shapes failed)" if len(failures) > 1 else ""
        fail(1, failures[0] + more)


if __name__ == "__main__":
    if len(sys.argv) != 6 or sys.argv[2] not in operations.OPERATIONS:
        fail(2, f"usage: run.py LIBRARY.py {'|'.join(operations.OPERATIONS)} REFERENCE.csv KERNELS OUT.csv")
    try:
        main(*sys.argv[1:])
    except Exception as error:  # whatever a library does: one line, and the others go on
        fail(1, in_words(error))
