"""Tables of docs/performance/functions.md from the CSV files of isobit_bench_math.

    python3 bench/math/report.py FOLDER

FOLDER has zen4_avx512.csv, zen4_avx2.csv, zen4_sse2.csv and intel_avx512.csv.
"""

import csv
import math
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])


def read(name):
    with open(folder / f"{name}.csv") as file:
        return {(row["function"], row["type"]): row for row in csv.DictReader(file)}


zen_wide, zen, zen_narrow, intel = (read(name) for name in ("zen4_avx512", "zen4_avx2", "zen4_sse2", "intel_avx512"))


def mean(rows, kind, column):
    ratios = [float(row[column]) for (_, other), row in rows.items() if other == kind]
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


columns = [(zen_wide, "array_ratio"), (zen, "array_ratio"), (zen_narrow, "array_ratio"), (zen_wide, "scalar_ratio"),
           (intel, "array_ratio"), (intel, "scalar_ratio")]
for kind in ("double", "float"):
    print(f"| {kind} | glibc, ns | array, AVX-512 | array, AVX2 | array, SSE2 | scalar | Intel: array | Intel: scalar |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for name, other in zen:
        if other == kind:
            cells = [f"{float(rows[name, kind][column]):.2f}" for rows, column in columns]
            print(f"| {name} | {float(zen_wide[name, kind]['platform_ns']):.1f} | " + " | ".join(cells) + " |")
    print("| **geometric mean** | | " + " | ".join(f"**{mean(rows, kind, column):.2f}**" for rows, column in columns) + " |")
    print()
