#!/usr/bin/env python3
"""The tables and plots of docs/performance/sums.md, dots.md and command.md.

    isobit_bench --json docs/performance/sums/MACHINE.json
    isobit_bench --operation method_f64,method_f32 --json docs/performance/methods/MACHINE.json
    python3 bench/command.py build/release/tools/isobit/isobit --json docs/performance/command/MACHINE.json
    python3 bench/report.py docs/performance
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from bench.page import documents, figure, fill, setting, size_name, table  # noqa: E402
from common import plot  # noqa: E402

TITLES = {"sum_f64": "sum of doubles", "sum_f32": "sum of floats", "dot_f64": "dot product of doubles"}
CLASSES = {"uniform": "#2f7d32", "normal": "#0f7b8a", "cancelling": "#6d4bc3", "wide": "#c2410c",
           "wide_cancelling": "#b0327a"}
RIVALS = {"sum_f64": ("standard", "std::accumulate"), "sum_f32": ("standard", "std::accumulate"),
          "dot_f64": ("openblas", "OpenBLAS")}
SIZES = [16, 64, 256, 1000, 10_000, 100_000, 1_000_000, 30_000_000]
EXACT_COLOURS = {("Zen 4", "uniform"): "#2f7d32", ("Zen 4", "wide"): "#86b049", ("Intel", "uniform"): "#1d4ed8",
                 ("Intel", "wide"): "#60a5fa"}


class Results:
    def __init__(self, document):
        self.document = document
        self.all_threads = document["hardware_threads"]
        self.by_case = {}
        for row in document["results"]:
            if not row["correct"]:
                raise SystemExit(f"wrong bits: {row}")
            key = (row["operation"], row["class"], row["size"], row["threads"])
            self.by_case.setdefault(key, {})[row["contender"]] = row

    def find(self, operation, kind, size, threads=1, contender="isobit"):
        return self.by_case.get((operation, kind, size, threads), {}).get(contender)

    def ratio(self, *case, **more):
        row = self.find(*case, **more)
        return row and row["quiet_ratio"]

    def sizes(self, operation, kind="normal", threads=1):
        return sorted(n for (o, c, n, t) in self.by_case if (o, c, t) == (operation, kind, threads))


def nanoseconds(row):
    time = row["quiet_nanoseconds"]
    return f"{time:.3g} ns" if time < 1000 else f"{time / 1000:.3g} µs" if time < 1e6 else f"{time / 1e6:.3g} ms"


def exact_sums(machines, operation):
    """The exact sum among the methods: the same case on every machine."""
    sizes = sorted({n for results in machines.values() for n in results.sizes(operation, "uniform")})
    rows = []
    for machine, results in machines.items():
        for kind in ("uniform", "wide"):
            rows.append([f"{machine}, {kind}"]
                        + [figure(results.ratio(operation, kind, n, contender="exact")) for n in sizes])
        rows.append([f"{machine}, uniform, time"]
                    + [nanoseconds(results.find(operation, "uniform", n, contender="exact")) for n in sizes])
    return table(["n"] + [size_name(n) for n in sizes], rows)


def exact_plot(machines):
    series = []
    for machine, results in machines.items():
        for kind in ("uniform", "wide"):
            points = [(n, results.ratio("method_f64", kind, n, contender="exact"))
                      for n in results.sizes("method_f64", kind)]
            series.append((f"{machine}, {kind}", EXACT_COLOURS.get((machine, kind), "#6b7280"), points))
    return plot.ratios("exact sum of doubles, one thread: time over a plain vector loop", series)


def class_table(results, operation, threads):
    sizes = [n for n in results.sizes(operation, "normal", threads) if n in SIZES]
    others = [] if threads > 1 else [RIVALS[operation]]
    others = [(c, title) for c, title in others if results.find(operation, "normal", sizes[0], contender=c)]
    header = ["n", *(kind.replace("_", " and ") for kind in CLASSES), "time, normal", *(title for _, title in others)]
    return table(header, [[size_name(n)] + [figure(results.ratio(operation, kind, n, threads)) for kind in CLASSES]
                          + [nanoseconds(results.find(operation, "normal", n, threads))]
                          + [figure(results.ratio(operation, "normal", n, contender=c)) for c, _ in others]
                          for n in sizes])


def class_plot(results, operation, machine):
    series = [(f"isobit, {kind.replace('_', ' and ')}", colour,
               [(n, results.ratio(operation, kind, n)) for n in results.sizes(operation, kind)])
              for kind, colour in CLASSES.items()]
    rival, title = RIVALS[operation]
    points = [(n, results.ratio(operation, "normal", n, contender=rival)) for n in results.sizes(operation)]
    if all(value for _, value in points):
        series.append((title, "#7a7f87", points))
    return plot.ratios(f"{TITLES[operation]}, one thread, {machine}: time over a plain vector loop",
                       [s for s in series if s[2]])


def kinds(machines, operation, folder):
    """For every machine a plot, which is written beside the measurements, and tables on one thread and on all."""
    text = []
    for machine, results in machines.items():
        if not results.sizes(operation):
            continue
        picture = folder / f"{operation}_{machine.lower().replace(' ', '')}.svg"
        picture.write_text(class_plot(results, operation, machine), encoding="utf-8")
        text += [f"![{TITLES[operation]}, {machine}](sums/{picture.name})\n", f"{machine}, one thread:\n",
                 class_table(results, operation, 1)]
        if results.sizes(operation, "normal", results.all_threads) and results.all_threads > 1:
            text += [f"{machine}, {results.all_threads} threads, against the plain loop on as many:\n",
                     class_table(results, operation, results.all_threads)]
        text.append(f"`{results.document['command']}`; {setting(results.document)}.\n")
    return "\n".join(text)


def by_key(machines):
    def milliseconds(results, n, contender):
        return f"{results.find('sum_by_key', 'normal', n, contender=contender)['quiet_nanoseconds'] / 1e6:.1f}"

    return table(["values", "machine", "ratio", "unordered_map, ms", "isobit, ms"],
                 [[size_name(n), machine, figure(results.ratio("sum_by_key", "normal", n)),
                   milliseconds(results, n, "unordered_map"), milliseconds(results, n, "isobit")]
                  for machine, results in machines.items() for n in results.sizes("sum_by_key")])


def files(machines):
    return table(["input", "machine", "MB", "MB/s", "cat, MB/s", "speed over cat"],
                 [[row["input"], machine, f"{row['megabytes']:.0f}", f"{row['megabytes_per_second']:.0f}",
                   f"{row['megabytes'] / row['cat_seconds']:.0f}", figure(row["speed_over_cat"])]
                  for machine, rows in machines.items() for row in rows])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    folder = pathlib.Path(sys.argv[1])
    reductions = {machine: Results(document) for machine, document in documents(folder / "sums").items()}
    methods = {machine: Results(document) for machine, document in documents(folder / "methods").items()}
    # Of machines whose sums are measured as they are now: the methods of others are from before short sums.
    exact = {machine: results for machine, results in methods.items() if machine in reductions}
    (folder / "sums" / "exact.svg").write_text(exact_plot(exact), encoding="utf-8")
    fill(folder / "sums.md", {
        "doubles": exact_sums(exact, "method_f64"), "floats": exact_sums(exact, "method_f32"),
        "kinds of doubles": kinds(reductions, "sum_f64", folder / "sums"),
        "kinds of floats": kinds(reductions, "sum_f32", folder / "sums"), "by key": by_key(reductions)})
    fill(folder / "dots.md", {"kinds": kinds(reductions, "dot_f64", folder / "sums")})
    fill(folder / "command.md", {"files": files(documents(folder / "command"))})


if __name__ == "__main__":
    main()
