"""report_methods.py FILE.json: the methods side by side, as FILE.md beside it.

FILE.json comes from `isobit_bench --operation method_f64,method_f32 --json FILE.json`.
"""

import json
import pathlib
import sys

# Ratios to a plain loop that the methods were built to reach, on doubles.
L1 = {"binned:2": 4.5, "binned:3": 6.5, "double-sweep:2": 5.5, "single-sweep:3": 9.0, "tree": 2.0, "kahan": 3.5,
      "knuth": 5.0}
GOALS = {
    1000: L1, 2048: L1, 4096: L1,
    1_000_000: {"binned:1": 1.6, "binned:2": 1.6, "binned:3": 1.6, "double-sweep:1": 1.6, "double-sweep:2": 1.6,
                "single-sweep:2": 2.2, "single-sweep:3": 2.2},
    30_000_000: dict.fromkeys(["binned:1", "binned:2", "binned:3", "binned:4", "double-sweep:1", "double-sweep:2",
                               "single-sweep:2", "single-sweep:3", "tree", "kahan", "knuth"], 1.15),
}
TITLES = {"method_f64": "doubles", "method_f32": "floats"}
BASELINES = {"plain_avx2", "plain_portable"}


def size_name(n):
    exponent = len(str(n)) - 1
    return str(n) if n < 10_000 else f"10^{exponent}" if n == 10 ** exponent else f"{n // 10 ** exponent}·10^{exponent}"


def cell(ratio, goal):
    if goal is None:
        return f"{ratio:.2f}"
    return f"{ratio:.2f} (≤ {goal:g})" if ratio <= goal else f"**{ratio:.2f} (≤ {goal:g})**"


def table(rows, operation, values, threads):
    chosen = [r for r in rows if (r["operation"], r["class"], r["threads"]) == (operation, values, threads)]
    sizes = sorted({r["size"] for r in chosen})
    methods = list(dict.fromkeys(r["contender"] for r in chosen if r["contender"] not in BASELINES))
    ratio = {(r["contender"], r["size"]): r["quiet_ratio"] for r in chosen}
    with_goals = operation == "method_f64" and values == "uniform" and threads == 1
    lines = ["| | " + " | ".join(size_name(n) for n in sizes) + " |", "|---" * (len(sizes) + 1) + "|"]
    for method in methods:
        cells = [cell(ratio[method, n], GOALS.get(n, {}).get(method) if with_goals else None)
                 if (method, n) in ratio else "refused" for n in sizes]
        lines.append(f"| {method} | " + " | ".join(cells) + " |")
    plain = {r["size"]: r["quiet_nanoseconds"] for r in chosen if r["contender"] in BASELINES}
    lines.append("| plain, ns | " + " | ".join(f"{plain[n]:.3g}" for n in sizes) + " |")
    return "\n".join(lines)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    path = pathlib.Path(sys.argv[1])
    data = json.loads(path.read_text())
    rows = data["results"]
    if not all(r["correct"] for r in rows):
        sys.exit("a method gave other bits on several threads: no report is written")
    out = ["# The methods side by side", "",
           "Time of a call over the time of a plain vector loop (eight AVX2 accumulators) on the same data in the same "
           "process; the median over the quietest quarter of the rounds. Goals in brackets, in bold where missed. Every "
           "method gave the same bits on one thread and on three.", "",
           f"- processor: {data['processor']}, {data['hardware_threads']} hardware threads",
           f"- compiler: {data['compiler']}", f"- kernels: {data['instruction_set']}",
           f"- data start {data['start_offset']} bytes past a cache line",
           f"- command: `{data['command']}`; then `python3 bench/report_methods.py FILE`", ""]
    cases = sorted({(r["operation"], r["class"], r["threads"]) for r in rows}, key=lambda c: (c[0] != "method_f64", c))
    for operation, values, threads in cases:
        on = "one thread" if threads == 1 else f"{threads} threads, against the plain loop on as many"
        out += [f"## {TITLES[operation].capitalize()}, {values}, {on}", "", table(rows, operation, values, threads), ""]
    path.with_suffix(".md").write_text("\n".join(out))


if __name__ == "__main__":
    main()
