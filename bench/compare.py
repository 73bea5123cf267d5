#!/usr/bin/env python3
"""compare.py BEFORE AFTER [--rounds 60] [--most 1.03] [--all]: two builds of isobit, measured in turns in one run.

BEFORE and AFTER are build folders in which the benchmarks are built. Each round runs a short form of every benchmark of
both, in changing order, those over MPI on two ranks (of Open MPI). Of every measurement that both have, the shortest
time of all rounds counts, which other programs on the machine disturb least. after/before is printed where it exceeds
--most, with --all everywhere, and a summary of all. A build compared with itself shows what the machine can tell apart. A round of
isobit_bench_linalg takes 40 seconds, one of the others less than one.
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
    """`{name: nanoseconds}` of the results of isobit."""
    results = json.loads(path.read_text())["results"]
    names = ("operation", "class", "data", "size", "threads", "contender")
    return {" ".join(str(r[n]) for n in names if n in r): r[field] for r in results
            if r.get("contender", "isobit").startswith("isobit")}


def of_csv(path):
    times = {}
    for row in csv.DictReader(path.open()):
        for way in ("scalar", "array"):
            times[f"{row['function']} {row['type']} {way}"] = float(row[way + "_ratio"]) * float(row["platform_ns"])
    return times


def of_table(path):
    """`{name: microseconds}` of a Markdown table: names, times whose headings end with us, isobit's last, and more."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in path.read_text().splitlines() if "|" in line]
    times = [i for i, heading in enumerate(rows[0]) if heading.endswith(" us")]
    return {" ".join(row[:times[0]]): float(row[times[-1]]) for row in rows[2:]
            if not row[times[0] - 1].startswith(("plain", "std", "MPI_"))}


BENCHMARKS = {
    "isobit_bench": (["--quick", "--threads", "1", "--class", "uniform", "--sizes", "8,24,100,2048,100000", "--json"],
                     lambda path: of_json(path, "quiet_nanoseconds")),
    "isobit_bench_math": (["--rounds", "3", "--count", "8192", "--csv"], of_csv),
    "isobit_bench_linalg": (["--blas", "none", "--threads", "1", "--rounds", "1", "--data", "normal", "--sizes", "64,200",
                             "--json"], lambda path: of_json(path, "nanoseconds")),
    "isobit_bench_mpi": (["--sizes", "1000,100000", "--elements", "1,100,10000", "--seconds", "0.05"], of_table),
    "isobit_bench_interpose": (["--elements", "1,100,10000", "--seconds", "0.05"], of_table),
}


def measure(build, name):
    options, read = BENCHMARKS[name]
    command = [build / "bench" / name, *options]
    if read is of_table:  # over MPI, and to the standard output
        preload = f"LD_PRELOAD={build / 'interpose/mpi/openmpi/libisobit_mpi_preload.so'}"
        command = ["mpirun", "--allow-run-as-root", "-n", "2", "--bind-to", "core",
                   *(["-x", preload] if "interpose" in name else []), *command]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        if read is of_table:
            out.write_bytes(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        else:
            subprocess.run([*command, out], check=True, stdout=subprocess.DEVNULL)
        return read(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("builds", nargs=2, type=Path, metavar="BUILD")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--most", type=float, default=1.03)
    parser.add_argument("--all", action="store_true", help="print every measurement, not only those above --most")
    parser.add_argument("--only", choices=BENCHMARKS, nargs="+", default=list(BENCHMARKS))
    wanted = parser.parse_args()
    for name in wanted.only:
        shortest = [defaultdict(lambda: math.inf), defaultdict(lambda: math.inf)]
        for number in range(wanted.rounds):
            print(f"\r{name}: round {number + 1} of {wanted.rounds}", end="", file=sys.stderr, flush=True)
            for which in ((0, 1) if number % 2 == 0 else (1, 0)):
                for case, time in measure(wanted.builds[which], name).items():
                    shortest[which][case] = min(shortest[which][case], time)
        print(file=sys.stderr)
        ratios = {case: shortest[1][case] / shortest[0][case] for case in shortest[0].keys() & shortest[1].keys()}
        mean = math.exp(statistics.fmean(map(math.log, ratios.values())))
        sorted_ratios = sorted(((value, case) for case, value in ratios.items()), reverse=True)
        slower = [one for one in sorted_ratios if one[0] > wanted.most]
        print(f"{name}: {len(ratios)} measurements, geometric mean {mean:.3f}, from {min(ratios.values()):.3f} to "
              f"{max(ratios.values()):.3f}, {len(slower)} above {wanted.most}")
        for value, case in sorted_ratios if wanted.all else slower:
            print(f"  {value:.3f}  {case}  ({shortest[0][case]:.4g} to {shortest[1][case]:.4g})")


if __name__ == "__main__":
    main()
