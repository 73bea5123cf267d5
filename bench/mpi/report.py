"""The tables and the plot of docs/performance/mpi.md, from what isobit_bench_mpi printed.

    mpirun -n 16 --bind-to core isobit_bench_mpi > MACHINE_MPI_16_ranks_RUN.md
    python3 bench/mpi/report.py docs/performance

The tables lie in docs/performance/mpi. MACHINE is zen4, intel or another name, MPI openmpi or mpich, RUN a number: of
several runs the page has ranges.
"""

import pathlib
import re
import sys
from collections import defaultdict

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from bench.page import fill, machine_name, spread, table  # noqa: E402
from common import plot  # noqa: E402

MPIS = {"openmpi": "Open MPI", "mpich": "MPICH"}
COLOURS = ["#2f7d32", "#86b049", "#1d4ed8", "#60a5fa", "#c2410c", "#d19a00"]
LATENCY = {"exact": "`sum`", "whole accumulators by MPI_SUM": "`merge`", "isum, get": "`isum`, then `get()`",
           "binned:3": "`sum<binned<double, 3>>`", "double-sweep:2": "`sum<double_sweep<double, 2>>`"}
SUMS = {"std::reduce + MPI_Allreduce": "std::reduce", "exact": "exact", "binned:3": "binned:3",
        "tree (plan)": "tree (plan)", "tree (one call)": "tree (one call)"}


def measurements(folder):
    """`{(ranks, machine, mpi): {(what, contender): [ratio of each run]}}`, few ranks first."""
    found = defaultdict(lambda: defaultdict(list))
    for path in sorted(folder.glob("*.md")):
        name = re.fullmatch(r"(\w+)_(openmpi|mpich)_(\d+)_ranks_\d+", path.stem)
        if not name:
            raise SystemExit(f"{path}: not named MACHINE_MPI_N_ranks_RUN.md")
        case = (int(name[3]), machine_name(name[1]), MPIS[name[2]])
        rows = re.findall(r"(?m)^\| ([^|]+) \| ([^|]+) \| [\d.]+ \| ([\d.]+) \|", path.read_text())
        for what, contender, ratio in rows:
            found[case][what, contender].append(float(ratio))
    return dict(sorted(found.items()))


def case_name(case):
    ranks, machine, mpi = case
    return f"{machine}, {mpi}, {ranks} ranks"


def latency(found):
    return table(["", *map(case_name, found)],
                 [[title, *(spread([r for each in (1, 16, 100) for r in rows[f"latency, {each} a rank", contender]])
                            for rows in found.values())] for contender, title in LATENCY.items()])


def sums(found):
    rows = []
    for case, ratios in found.items():
        for what in dict.fromkeys(what for what, _ in ratios if what.startswith("sum, N = ")):
            total = int(what.removeprefix("sum, N = "))
            rows.append([case_name(case), f"{total:,}", *(spread(ratios[what, contender]) for contender in SUMS)])
    return table(["", "N", *SUMS.values()], rows)


def drawing(found):
    series = []
    for colour, (case, ratios) in zip(COLOURS, found.items()):
        points = [(int(what.removeprefix("sum, N = ")), sum(values) / len(values))
                  for (what, contender), values in ratios.items()
                  if what.startswith("sum, N = ") and contender == "exact"]
        series.append((case_name(case), colour, points))
    return plot.ratios("exact sum over all ranks: time over a plain loop and MPI_Allreduce", series)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    folder = pathlib.Path(sys.argv[1])
    found = measurements(folder / "mpi")
    (folder / "mpi" / "exact.svg").write_text(drawing(found), encoding="utf-8")
    fill(folder / "mpi.md", {"latency": latency(found), "sums": sums(found)})


if __name__ == "__main__":
    main()
