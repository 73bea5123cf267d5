#!/usr/bin/env python3
"""compare.py BEFORE AFTER [--rounds 7] [--most 1.03]: two builds of isobit, measured in turns in one run.

BEFORE and AFTER are build folders in which the benchmarks are built. Each round runs a short form of isobit_bench,
isobit_bench_math and isobit_bench_linalg of both, in changing order. A measurement is the ratio to the plain loop or
the platform's function in the same process, a time for linear algebra. Of every one that both have, the median over the
rounds of after/before is printed where it exceeds --most, and a summary of all.
"""
import argparse
import csv
import json
import math
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path


def of_json(path, field):
    """`{name: value of the field}` of the results of isobit."""
    results = json.loads(path.read_text())["results"]
    names = ("operation", "class", "data", "size", "threads", "contender")
    return {" ".join(str(r[n]) for n in names if n in r): r[field] for r in results
            if not r.get("contender", "isobit").startswith(("plain", "standard"))}


def of_csv(path):
    ratios = {}
    for row in csv.DictReader(path.open()):
        for way in ("scalar", "array"):
            ratios[f"{row['function']} {row['type']} {way}"] = float(row[way + "_ratio"])
    return ratios


BENCHMARKS = {
    "isobit_bench": (["--quick", "--threads", "1", "--class", "uniform", "--sizes", "8,24,100,2048,100000", "--json"],
                     lambda path: of_json(path, "quiet_ratio")),
    "isobit_bench_math": (["--rounds", "9", "--count", "262144", "--csv"], of_csv),
    "isobit_bench_linalg": (["--blas", "none", "--threads", "1", "--rounds", "5", "--data", "normal", "--sizes", "64,256",
                             "--json"], lambda path: of_json(path, "nanoseconds")),
}


def measure(build, name):
    options, read = BENCHMARKS[name]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        subprocess.run([build / "bench" / name, *options, out], check=True, stdout=subprocess.DEVNULL)
        return read(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("builds", nargs=2, type=Path, metavar="BUILD")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--most", type=float, default=1.03)
    parser.add_argument("--only", choices=BENCHMARKS, nargs="+", default=list(BENCHMARKS))
    wanted = parser.parse_args()
    for name in wanted.only:
        ratios = defaultdict(list)
        for number in range(wanted.rounds):
            print(f"\r{name}: round {number + 1} of {wanted.rounds}", end="", file=sys.stderr, flush=True)
            order = (0, 1) if number % 2 == 0 else (1, 0)
            times = dict((which, measure(wanted.builds[which], name)) for which in order)
            for case in times[0].keys() & times[1].keys():
                ratios[case].append(times[1][case] / times[0][case])
        print(file=sys.stderr)
        medians = {case: statistics.median(values) for case, values in ratios.items()}
        mean = math.exp(statistics.fmean(map(math.log, medians.values())))
        slower = sorted((value, case) for case, value in medians.items() if value > wanted.most)
        print(f"{name}: {len(medians)} measurements, geometric mean {mean:.3f}, from {min(medians.values()):.3f} to "
              f"{max(medians.values()):.3f}, {len(slower)} above {wanted.most}")
        for value, case in reversed(slower):
            print(f"  {value:.3f}  {case}  ({min(ratios[case]):.3f} to {max(ratios[case]):.3f})")


if __name__ == "__main__":
    main()
