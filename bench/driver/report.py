"""The tables and the plot of docs/performance/threads.md, from what isobit_bench_driver printed.

    isobit_bench_driver --threads 2 > docs/performance/threads/MACHINE.txt
    python3 bench/driver/report.py docs/performance
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from bench.page import MACHINES, fill, machine_name, table  # noqa: E402
from common import plot  # noqa: E402

DRIVERS = {"one thread": "#6b7280", "started": "#c2410c", "kept": "#2f7d32"}
ROWS = [("sum", 2 ** log) for log in (14, 16, 18, 20, 22)] + [("gemm", n) for n in (128, 256, 512)]


def measurements(path):
    """`{(what, n, asleep): [shortest time of each driver]}`"""
    found = {}
    for line in path.read_text().splitlines():
        row = re.match(r"(gemm|sum) +(\d+) +\d+ +(yes|no) +([\d. ]+)$", line)
        if row:
            found[row[1], int(row[2]), row[3] == "yes"] = [float(time) for time in row[4].split()[::2]]
    return found


def short(time):
    return f"{time:.1f}" if time < 10 else f"{time:.0f}"


def name(what, n):
    return f"sum of 2^{n.bit_length() - 1}" if what == "sum" else f"gemm of {n}"


def times(found):
    header = ["", *DRIVERS, "after 200 µs asleep: one thread", "started", "kept"]
    return table(header, [[name(what, n), *(short(t) for asleep in (False, True) for t in found[what, n, asleep])]
                          for what, n in ROWS])


def drawing(machine, found):
    sizes = sorted(n for what, n, asleep in found if what == "sum" and not asleep)
    series = [(driver, colour, [(n, found["sum", n, False][i]) for n in sizes], "dots")
              for i, (driver, colour) in enumerate(DRIVERS.items())]
    asleep = [(n, found["sum", n, True][2]) for n in sizes]
    return plot.lines(f"a sum on two threads, {machine}: µs", "elements", "",
                      [*series, ("kept, asleep before", DRIVERS["kept"], asleep, "dashed")])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    folder = pathlib.Path(sys.argv[1])
    parts = []
    files = sorted((folder / "threads").glob("*.txt"), key=lambda path: [*MACHINES, path.stem].index(path.stem))
    for path in files:
        machine, found = machine_name(path.stem), measurements(path)
        (folder / "threads" / f"{path.stem}.svg").write_text(drawing(machine, found), encoding="utf-8")
        parts.append(f"### {machine}\n\n![a sum on two threads, {machine}](threads/{path.stem}.svg)\n\n{times(found)}")
    fill(folder / "threads.md", {"times": "\n".join(parts)})


if __name__ == "__main__":
    main()
