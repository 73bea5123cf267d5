"""The tables and the plot of docs/performance/functions.md.

    ISOBIT_FORCE_ISA=avx512 isobit_bench_math --rounds 5 --csv docs/performance/functions/zen4_avx512.csv
    ISOBIT_FORCE_ISA=avx512 isobit_bench_libmvec --csv docs/performance/functions/zen4_libmvec_avx512.csv
    python3 bench/math/report.py docs/performance

functions/ has zen4_avx512.csv, zen4_avx2.csv, zen4_sse2.csv, intel_avx512.csv and zen5_avx512.csv; zen4_libmvec_avx512.csv,
zen4_libmvec_avx2.csv and the same of Zen 5.
"""

import csv
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from bench.page import fill, table  # noqa: E402
from common import plot  # noqa: E402

HEADER = ["glibc, ns", "array, AVX-512", "array, AVX2", "array, SSE2", "scalar", "Intel: array", "Intel: scalar",
          "Zen 5: array", "Zen 5: scalar"]


def read(path):
    with open(path) as file:
        return {(row["function"], row["type"]): row for row in csv.DictReader(file)}


def libmvec_table(folder, machine, kind, sizes):
    """Arrays of these sizes, and loops with libisobit_mvec, as ratios to loops with libmvec."""
    columns = {}
    for name in ("avx512", "avx2"):
        with open(folder / f"{machine}_libmvec_{name}.csv") as file:
            for row in csv.DictReader(file):
                if row["type"] == kind and row["size"] in sizes:
                    columns.setdefault(row["function"], []).append(row)
    rows = {function: [float(row[f"{what}_ratio"]) for row in measured for what in ("array", "loop")]
            for function, measured in columns.items()}
    header = [kind, *(f"{name}, {sizes[size]}: {what}" for name in ("AVX-512", "AVX2") for size in sizes
                      for what in ("array", "loop"))]
    means = [mean(column) for column in zip(*rows.values())]
    return table(header, [[name, *(f"{r:.2f}" for r in row)] for name, row in [*rows.items(), ("geometric mean", means)]])


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    folder = pathlib.Path(sys.argv[1])
    wide, middle, narrow, intel, zen5 = (read(folder / "functions" / f"{name}.csv") for name in (
        "zen4_avx512", "zen4_avx2", "zen4_sse2", "intel_avx512", "zen5_avx512"))
    columns = [(wide, "array_ratio"), (middle, "array_ratio"), (narrow, "array_ratio"), (wide, "scalar_ratio"),
               (intel, "array_ratio"), (intel, "scalar_ratio"), (zen5, "array_ratio"), (zen5, "scalar_ratio")]
    tables, means = {}, []
    for kind in ("double", "float"):
        names = [name for name, other in middle if other == kind]
        ratios = [[float(rows[name, kind][column]) for rows, column in columns] for name in names]
        tables[f"{kind}s"] = table([kind, *HEADER],
                                   [[name, f"{float(wide[name, kind]['platform_ns']):.1f}", *(f"{r:.2f}" for r in row)]
                                    for name, row in zip(names, ratios)])
        means.append([f"{kind}s", *(f"{mean(column):.2f}" for column in zip(*ratios))])
    means = table(["geometric mean", *HEADER[1:]], means)

    names = sorted((name for name, kind in middle if kind == "double"),
                   key=lambda name: float(wide[name, "double"]["scalar_ratio"]))
    series = [(title, colour, [float(rows[name, "double"][column]) for name in names])
              for title, colour, rows, column in (("Zen 4, one by one", "#86b049", wide, "scalar_ratio"),
                                                  ("Intel, one by one", "#60a5fa", intel, "scalar_ratio"),
                                                  ("Zen 4, array", "#2f7d32", wide, "array_ratio"),
                                                  ("Intel, array", "#1d4ed8", intel, "array_ratio"))]
    picture = plot.named_ratios("functions of doubles, AVX-512, one thread: time over glibc's", names, series)
    (folder / "functions" / "doubles.svg").write_text(picture, encoding="utf-8")
    fill(folder / "functions.md", {"means": means, **tables,
                                   **{f"libmvec {kind}s, {machine}": libmvec_table(folder / "functions", machine, kind, sizes)
                                      for kind in ("double", "float")
                                      for machine, sizes in (("zen5", {"1000": "1000", "1048576": "2^20"}), ("zen4", {"1000": "1000"}))}})


if __name__ == "__main__":
    main()
