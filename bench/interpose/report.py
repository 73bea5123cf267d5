"""The tables and the plot of docs/performance/interposer.md, from the tables of bench/interpose/run.py.

    python3 bench/interpose/run.py build/release --ranks 2 --machine zen4 --out docs/performance/interposer
    python3 bench/interpose/report.py docs/performance

A cell of a table may hold the figures of several runs, `1.11, 1.21`; then the page has their range.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from bench.page import fill, machine_name, spread, table  # noqa: E402
from common import plot  # noqa: E402

MPIS = {"openmpi": "Open MPI", "mpich": "MPICH"}
COLOURS = ["#2f7d32", "#1d4ed8", "#86b049", "#60a5fa", "#c2410c", "#d19a00"]
MODES = {"exact": 2, "order": 3, "audit": 4}  # and their columns


def measurements(folder):
    """`{(ranks, machine, mpi): {call: {mode: [ratio of each run]}}}`, few ranks first."""
    found = {}
    for path in folder.glob("*.md"):
        name = re.fullmatch(r"(\w+)_(openmpi|mpich)_(\d+)_ranks", path.stem)
        if not name:
            raise SystemExit(f"{path}: not named MACHINE_MPI_N_ranks.md")
        calls = {}
        for line in path.read_text().splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if re.match(r"\w+ of \d+", cells[0]):
                calls[cells[0]] = {mode: [float(x) for x in cells[column].split(",")] for mode, column in MODES.items()}
        found[int(name[3]), machine_name(name[1]), MPIS[name[2]]] = calls
    return dict(sorted(found.items()))


def case_name(case):
    ranks, machine, mpi = case
    return f"{machine}, {mpi}, {ranks} ranks"


def call_name(call):
    name, _, count = call.partition(" of ")
    count, _, rest = count.partition(" ")
    return f"`MPI_{name}` of {int(count):,}" + (f" {rest.lower()}" if rest else "")


def ratios(found, mode, base=None):
    # The audits on record of nonblocking reductions still waited for the MPI's own, which they no longer do.
    calls = dict.fromkeys(call for rows in found.values() for call in rows
                          if mode != "audit" or not call.startswith("I"))

    def cell(rows, call):
        if call not in rows:
            return "–"
        values = rows[call][mode]
        return spread([a / b for a, b in zip(values, rows[call][base])] if base else values)

    return table(["", *map(case_name, found)],
                 [[call_name(call), *(cell(rows, call) for rows in found.values())] for call in calls])


def drawing(found):
    series = []
    for colour, (case, rows) in zip(COLOURS, found.items()):
        points = [(int(call.removeprefix("Allreduce of ")), sum(values["exact"]) / len(values["exact"]))
                  for call, values in rows.items() if call.startswith("Allreduce of ")]
        series.append((case_name(case), colour, points))
    return plot.ratios("MPI_Allreduce of doubles, exact mode: time over the MPI's own", series)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    folder = pathlib.Path(sys.argv[1])
    found = measurements(folder / "interposer")
    (folder / "interposer" / "exact.svg").write_text(drawing(found), encoding="utf-8")
    fill(folder / "interposer.md", {"exact": ratios(found, "exact"), "audit": ratios(found, "audit", "exact")})


if __name__ == "__main__":
    main()
