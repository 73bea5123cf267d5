#!/usr/bin/env python3
"""Turns the JSON of isobit_bench into Markdown tables and SVG plots.

    isobit_bench --json docs/performance/foundation.json
    python3 bench/report.py docs/performance/foundation.json

writes foundation.md and foundation_<operation>.svg beside the JSON; takes in the command.json of
bench/command.py where there is one. Python's standard library only.
Exit status 0; 1 with --strict where a goal is missed; 2 for a file that is not a result of isobit_bench.
"""

import argparse
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common import plot  # noqa: E402

DRAM = 30_000_000

# The speed to reach: ratio to the plain loop, normal data; (size, threads) per column.
COLUMNS = [("n = 16", 16, 1), ("1000 (L1)", 1000, 1), ("10^4 (L2)", 10_000, 1), ("10^6 (L3)", 1_000_000, 1),
           ("DRAM, 1 thread", DRAM, 1), ("DRAM, all cores", DRAM, "all")]
GOALS = {
    "sum_f64": [3, 2.3, 1.20, 1.05, 0.90, 1.00],
    "dot_f64": [4, 2.2, 1.25, 1.10, 1.05, 1.02],
    "sum_f32": [4, 1.8, 1.9, 1.2, 1.1, 1.05],
}
TITLES = {"sum_f64": "sum of doubles", "sum_f32": "sum of floats", "dot_f64": "dot product of doubles",
          "sum_by_key": "sum by key"}
CLASSES = {"uniform": "#2f7d32", "normal": "#0f7b8a", "cancelling": "#6d4bc3", "wide": "#c2410c",
           "wide_cancelling": "#b0327a"}
RIVALS = {"sum_f64": ("standard", "std::accumulate"), "sum_f32": ("standard", "std::accumulate"),
          "dot_f64": ("openblas", "OpenBLAS")}


class Results:
    def __init__(self, document):
        self.document = document
        self.all_threads = document["hardware_threads"]
        self.by_case = {}
        for row in document["results"]:
            key = (row["operation"], row["class"], row["size"], row["threads"])
            self.by_case.setdefault(key, {})[row["contender"]] = row

    def find(self, operation, kind, size, threads=1, contender="isobit"):
        threads = self.all_threads if threads == "all" else threads
        return self.by_case.get((operation, kind, size, threads), {}).get(contender)

    def ratio(self, *case, **more):
        row = self.find(*case, **more)
        return row and row["quiet_ratio"]

    def sizes(self, operation, kind="normal", threads=1):
        threads = self.all_threads if threads == "all" else threads
        return sorted(n for (o, c, n, t) in self.by_case if (o, c, t) == (operation, kind, threads))

    def operations(self):
        return [o for o in TITLES if any(key[0] == o for key in self.by_case)]


def worst(pairs):
    """The largest of (value, where), ignoring what was not measured."""
    measured = [(value, where) for value, where in pairs if value is not None]
    return max(measured, default=None)


def other_goals(results):
    """(what, goal, measured or None, where): the goals that are not in the main table. Smaller is better."""
    rows = []

    def add(what, goal, pairs):
        found = worst(pairs)
        rows.append((what, goal, found and found[0], found and found[1]))

    def own(operation, kind, n, contender="isobit"):
        row = results.find(operation, kind, n, contender=contender)
        return row and row["quiet_nanoseconds"]

    def quotient(a, b):
        return a / b if a is not None and b is not None else None

    for operation in ("sum_f64", "sum_f32"):
        add(f"{operation}, against `std::accumulate`, n ≥ 64", 1.0,
            [(quotient(own(operation, "normal", n), own(operation, "normal", n, "standard")), f"n = {n}")
             for n in results.sizes(operation) if n >= 64])
    for operation in GOALS:
        add(f"{operation}, cancelling against normal data", 1.10,
            [(quotient(results.ratio(operation, "cancelling", n), results.ratio(operation, "normal", n)), f"n = {n}")
             for n in results.sizes(operation)])
    sizes = results.sizes("sum_f64", "wide")
    add("sum_f64, exponents ±100, n ≥ 10^5", 3.0,
        [(results.ratio("sum_f64", "wide", n), f"n = {n}") for n in sizes if n >= 100_000])
    add("sum_f64, exponents ±100, n = 10^4", 6.0,
        [(results.ratio("sum_f64", "wide", n), f"n = {n}") for n in sizes if n == 10_000])
    add("sum_f64, exponents ±100 cancelling totally, n ≥ 10^5: ns an element", 1.5,
        [(quotient(own("sum_f64", "wide_cancelling", n), n), f"n = {n}")
         for n in results.sizes("sum_f64", "wide_cancelling") if n >= 100_000])
    add("sum_by_key, 10^7 values, 10^5 keys, against `unordered_map`", 3.0,
        [(results.ratio("sum_by_key", "normal", 10_000_000), "n = 10^7")])
    return rows


def verdict(measured, goal):
    if measured is None:
        return "not measured"
    return "reached" if round(measured, 2) <= goal else "**missed**"


def size_name(n):
    exponent = round(math.log10(n))
    lead = n / 10 ** (len(str(n)) - 1)
    if n < 10_000:
        return str(n)
    if n == 10 ** exponent:
        return f"10^{exponent}"
    return f"{lead:g}·10^{len(str(n)) - 1}"


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def figure(value):
    return "–" if value is None else f"{value:.2f}"


def goal_table(results):
    rows = []
    for operation, goals in GOALS.items():
        cells = []
        for (_, size, threads), goal in zip(COLUMNS, goals):
            measured = results.ratio(operation, "normal", size, threads)
            text = f"{figure(measured)} (≤ {goal:.2f})"
            cells.append(f"**{text}**" if measured is not None and round(measured, 2) > goal else text)
        rows.append([operation] + cells)
    return table([""] + [name for name, _, _ in COLUMNS], rows)


def other_table(results):
    return table(["", "goal", "worst measured", "where", ""],
                 [[what, f"≤ {goal:g}", figure(value), where or "–", verdict(value, goal)]
                  for what, goal, value, where in other_goals(results)])


def class_table(results, operation, threads):
    sizes = results.sizes(operation, "normal", threads)
    if not sizes:
        return ""
    header = ["n"] + list(CLASSES)
    others = [] if threads == "all" else [("standard", "std::accumulate"), ("openblas", "OpenBLAS"),
                                          ("plain_avx512", "plain AVX-512")]
    others = [(c, title) for c, title in others if results.find(operation, "normal", sizes[0], contender=c)]
    header += ["ns (normal)"] + [title for _, title in others]
    rows = []
    for n in sizes:
        row = results.find(operation, "normal", n, threads)
        rows.append([size_name(n)] + [figure(results.ratio(operation, kind, n, threads)) for kind in CLASSES]
                    + [f"{row['quiet_nanoseconds']:.3g}" if row["quiet_nanoseconds"] < 1000
                       else f"{row['quiet_nanoseconds']:.0f}"]
                    + [figure(results.ratio(operation, "normal", n, threads, contender=c)) for c, _ in others])
    return table(header, rows)


def plots(results, stem, folder):
    written = {}
    for operation in (o for o in GOALS if results.sizes(o)):
        series = []
        for kind, colour in CLASSES.items():
            points = [(n, results.ratio(operation, kind, n)) for n in results.sizes(operation, kind)]
            series.append((f"isobit, {kind.replace('_', ' and ')}", colour, points))
        rival, title = RIVALS[operation]
        points = [(n, results.ratio(operation, "normal", n, contender=rival)) for n in results.sizes(operation)]
        if all(value for _, value in points):
            series.append((title, "#7a7f87", points))
        goals = [(size, goal) for (_, size, threads), goal in zip(COLUMNS, GOALS[operation]) if threads == 1]
        path = folder / f"{stem}_{operation}.svg"
        path.write_text(plot.ratios(f"{TITLES[operation]}, one thread: time over a plain vector loop",
                                    [s for s in series if s[2]], goals), encoding="utf-8")
        written[operation] = path.name
    return written


def markdown(results, pictures, command):
    document = results.document
    wrong = sorted({key for key, rows in results.by_case.items() if not all(r["correct"] for r in rows.values())})
    text = ["# Measured speed\n",
            "Time of an isobit call over the time of a plain vector loop (eight AVX2 accumulators; FMA for the dot "
            "product) on the same data in the same process. The contenders take turns; a ratio is taken within a "
            "turn; the figure is the median over the quietest quarter of the turns. Every isobit result was compared "
            "with an exact value computed apart from the library: "
            + ("all bits were right.\n" if not wrong else f"**{len(wrong)} cases had wrong bits.**\n"),
            f"- processor: {document['processor']}, {document['hardware_threads']} hardware threads\n"
            f"- compiler: {document['compiler']}\n- kernels: {document['instruction_set']}\n"
            f"- data start {document['start_offset']} bytes past a cache line\n"
            f"- command: `{document['command']}`; then `python3 bench/report.py FILE`\n",
            "## Goals\n",
            "Ratio on normal data, the goal in brackets, in bold where it was missed.\n", goal_table(results),
            other_table(results)]
    for operation in results.operations():
        if operation not in GOALS:
            continue
        text.append(f"## {operation}: {TITLES[operation]}\n")
        if operation in pictures:
            text.append(f"![{TITLES[operation]}: ratio over the number of elements]({pictures[operation]})\n")
        text += ["One thread:\n", class_table(results, operation, 1)]
        many = class_table(results, operation, "all") if results.all_threads > 1 else ""
        if many:
            text += [f"{results.all_threads} threads, against the plain loop on as many threads:\n", many]
    if results.sizes("sum_by_key"):
        text += ["## sum_by_key\n", "Against a loop over `std::unordered_map<std::uint64_t, double>`; a hundred values "
                 "a key.\n",
                 table(["values", "ratio", "unordered_map, ms", "isobit, ms"],
                       [[size_name(n), figure(results.ratio("sum_by_key", "normal", n))]
                        + [f"{results.find('sum_by_key', 'normal', n, contender=c)['quiet_nanoseconds'] / 1e6:.1f}"
                           for c in ("unordered_map", "isobit")] for n in results.sizes("sum_by_key")])]
    if command:
        text += ["## The command\n", "`isobit sum` on files in the page cache, taking turns with `cat file > "
                 "/dev/null`; goals: raw ≥ 0.80 of the speed of cat, text ≥ 150 MB/s.\n",
                 table(["input", "MB", "MB/s", "speed over cat", "cat, MB/s"],
                       [[row["input"], f"{row['megabytes']:.0f}", f"{row['megabytes_per_second']:.0f}",
                         figure(row["speed_over_cat"]), f"{row['megabytes'] / row['cat_seconds']:.0f}"]
                        for row in command])]
    text += ["## The data\n",
             "- **uniform**: in [0, 1), 53 bits. **normal**: mean 0, variance 1.\n"
             "- **cancelling**: normal values and their negatives, a fifth of these one last place higher: the "
             "condition number is about 10^17 for doubles.\n"
             "- **wide**: binary exponents from −100 to 100. **wide_cancelling**: the same with all negatives: the "
             "sum is 0. For the dot product each factor has exponents from −50 to 50.\n"
             "- Up to 1024 elements in all, several vectors take turns. Data come from an integer generator and are "
             "the same everywhere.\n"]
    return "\n".join(text)


def missed(results, command):
    found = [f"{operation} {name}: {measured:.2f} > {goal}" for operation, goals in GOALS.items()
             for (name, size, threads), goal in zip(COLUMNS, goals)
             if (measured := results.ratio(operation, "normal", size, threads)) is not None
             and round(measured, 2) > goal]
    found += [f"{what}: {value:.2f} > {goal} at {where}" for what, goal, value, where in other_goals(results)
              if value is not None and round(value, 2) > goal]
    for row in command:
        if row["input"] == "text" and row["megabytes_per_second"] < 150:
            found.append(f"isobit sum on text: {row['megabytes_per_second']:.0f} MB/s < 150")
        if row["input"] != "text" and round(row["speed_over_cat"], 2) < 0.8:
            found.append(f"isobit sum on {row['input']}: {row['speed_over_cat']:.2f} of the speed of cat < 0.80")
    return found


def main():
    parser = argparse.ArgumentParser(description="Markdown tables and SVG plots from the JSON of isobit_bench")
    parser.add_argument("json", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, help="folder to write into (default: beside the JSON)")
    parser.add_argument("--strict", action="store_true", help="exit 1 where a goal is missed")
    arguments = parser.parse_args()
    try:
        results = Results(json.loads(arguments.json.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError) as problem:
        print(f"report.py: {arguments.json}: {problem!r}: not a result of isobit_bench", file=sys.stderr)
        return 2
    folder = arguments.out or arguments.json.parent
    beside = arguments.json.with_name("command.json")
    command = json.loads(beside.read_text(encoding="utf-8")) if beside.exists() else []
    folder.mkdir(parents=True, exist_ok=True)
    pictures = plots(results, arguments.json.stem, folder)
    target = folder / f"{arguments.json.stem}.md"
    target.write_text(markdown(results, pictures, command), encoding="utf-8")
    print(f"wrote {target} and {len(pictures)} plots")
    misses = missed(results, command)
    for line in misses:
        print(f"missed: {line}")
    return 1 if misses and arguments.strict else 0


if __name__ == "__main__":
    sys.exit(main())
