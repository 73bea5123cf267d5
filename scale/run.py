#!/usr/bin/env python3
"""Thousands of simulated ranks: the figures of docs/performance/scale.

    python3 scale/run.py PROGRAMS               all figures, about half an hour; PROGRAMS is what scale/build.sh filled
    python3 scale/run.py PROGRAMS --only NAME   one of communication, largest (16,384 ranks, only where asked
                                                for), overhead, bits, iterations, demmel, arteaga, stelz,
                                                integer_vectors, model
    python3 scale/run.py PROGRAMS --test        p = 256 and 1024; exit status 1 where bits or a goal are missed
    python3 scale/run.py PROGRAMS --calibrate   measures the local parts again before that

Simulated times are the same in every run: local work is charged from calibration.csv.
"""

import argparse
import csv
import sys

import model
import plot
from simulator import RESULTS, Simulator, write_csv

CALIBRATION = RESULTS / "calibration.csv"
ORDER_FREE = ["exact", "binned:3", "single-sweep:3", "double-sweep:2"]
TREES = ["tree", "tree-direct"]
GOALS = {"exact": 1.05, "binned:3": 1.05, "tree": 1.5}
THESIS_SIZES = [460, 767, 898, 1602, 239763, 504850, 1327505, 1806035, 3011099, 21410970]
LARGEST_THESIS = THESIS_SIZES[-1]
MILLION = 1000000


def save(name, svg):
    (RESULTS / name).write_text(svg)


def by(rows, *keys):
    return {tuple(row[key] for key in keys): row for row in rows}


def ratios(rows):
    """Adds to every row its time over the plain sum's on as many ranks and, where there is one, as many elements."""
    plain = by([row for row in rows if row["method"] == "plain"], "ranks", "elements")
    some = by(plain.values(), "ranks")
    for row in rows:
        base = plain.get((row["ranks"], row["elements"])) or some[(row["ranks"],)]
        row["ratio"] = round(row["microseconds"] / base["microseconds"], 4)
    return rows


def lines_of(rows, methods, x, y):
    return [plot.named(m, [(row[x], row[y]) for row in rows if row["method"] == m]) for m in methods]


def communicate(simulator, sizes):
    """Nothing is charged: what messages alone take. All methods on 10^6 elements, the trees on more sizes."""
    rows = []
    for ranks in sizes:
        rows += simulator.run(ranks, methods=["plain", "reduce+bcast", *ORDER_FREE, *TREES], total=MILLION)
        rows += simulator.run(ranks, methods=TREES, total=[504850, LARGEST_THESIS])
    return ratios(rows)


def overhead(simulator):
    """The same where every message also keeps its sender and its receiver busy for 0.2 microseconds, which the
    simulator leaves out unless told."""
    busy = {"smpi/os": "0:2e-7:0", "smpi/or": "0:2e-7:0"}
    rows = []
    for ranks in (256, 1024, 4096):
        rows += simulator.run(ranks, busy, methods=["plain", "exact", "binned:3", *TREES], total=LARGEST_THESIS)
    write_csv("overhead.csv", ratios(rows))
    return []


def communication(simulator, sizes=(256, 1024, 4096)):
    rows = communicate(simulator, sizes)
    write_csv("communication.csv", rows)
    methods = ["exact", "binned:3", "single-sweep:3", "tree", "reduce+bcast", "double-sweep:2", "tree-direct"]
    groups = {ranks: {} for ranks in sizes}
    for row in rows:
        if row["elements"] == (LARGEST_THESIS if row["method"] in TREES else MILLION):
            groups[row["ranks"]][row["method"]] = (0, row["ratio"])
    save("communication.svg", plot.bars(
        "Messages only: time over a one-double MPI_Allreduce (trees: N = 21,410,970)", "ranks", "ratio",
        list(groups.items()), methods))
    return missed_goals(rows)


def largest(simulator):
    """As many ranks as the platform has cores: minutes, so only where asked for."""
    rows = ratios(simulator.run(16384, methods=["plain", "exact", "tree"], total=MILLION))
    write_csv("largest.csv", rows)
    return missed_goals(rows)


def missed_goals(rows):
    return [f"{row['method']} on {row['ranks']} ranks, N = {row['elements']}: {row['ratio']} times a one-double "
            f"MPI_Allreduce, goal {GOALS[row['method']]}"
            for row in rows if row["method"] in GOALS and row["ratio"] > GOALS[row["method"]]]


def sum_everywhere(simulator, sizes):
    """Every method on every number of ranks, the plain sum also with other algorithms of MPI_Allreduce."""
    rows = []
    for ranks in sizes:
        for algorithm in ["rdb", "default", "rab1", "ompi_ring_segmented"] if ranks == 256 else ["rdb"]:
            methods = ["plain", *ORDER_FREE, *TREES] if algorithm == "rdb" else ["plain", *ORDER_FREE]
            rows += [{"ranks": ranks, "algorithm": algorithm, "method": row["method"], "bits": row["bits"]}
                     for row in simulator.run(ranks, {"smpi/allreduce": algorithm}, methods=methods, total=MILLION)]
    return rows


def differing(rows):
    """Methods that gave more than one set of bits, and whether the plain sum, as it should, did."""
    bits = {}
    for row in rows:
        bits.setdefault(row["method"], set()).add(row["bits"])
    plain = bits.pop("plain")
    problems = [f"{method} gave {len(found)} sets of bits: {', '.join(sorted(found))}"
                for method, found in bits.items() if len(found) > 1]
    if len(plain) == 1:
        problems.append("the plain sum gave the same bits everywhere: these data show nothing")
    return problems


def bits(simulator, sizes=(1, 256, 1024, 4096)):
    rows = sum_everywhere(simulator, sizes)
    write_csv("bits.csv", rows)
    return differing(rows)


def iterate(simulator, ranks, total, count, **charged):
    """Iterations of conjugate gradients on total^3 points. One process has no messages to compare."""
    rows = simulator.run(ranks, program="iterate", methods=["plain", "exact"], total=total, iterations=count, **charged)
    return rows if ranks == 1 else ratios(rows)


def missed_iterations(rows):
    """Goals of messages alone, and histories that differ from those of one process."""
    return missed_goals([row for row in rows if row["ranks"] > 1]) + [
        problem for elements in {row["elements"] for row in rows}
        for problem in differing([row for row in rows if row["elements"] == elements])]


def iterations(simulator):
    """Conjugate gradients on grids of fixed size. Local work is the same on all ranks, so the rest are messages."""
    rows = []
    totals = (64, 128, 256)
    for total in totals:
        for ranks in (256, 1024, 4096):
            rows += iterate(simulator, ranks, total, 2, calibration=str(CALIBRATION))
    alone = ratios([{**row, "microseconds": row["microseconds"] - row["local_microseconds"]} for row in rows])
    for row, messages in zip(rows, alone):
        row["messages_ratio"] = messages["ratio"]
    here = [row for total in totals for row in iterate(simulator, 1, total, 2)]
    write_csv("iterations.csv", rows + here)
    return missed_iterations(alone + here)


def demmel(simulator):
    """Demmel and Nguyen's Figure 5."""
    methods = ["plain", "double-sweep:2", "binned:3", "exact"]
    rows = []
    for exponent in range(11):
        rows += simulator.run(2 ** exponent, methods=methods, total=MILLION, calibration=str(CALIBRATION))
    ratios(rows)
    write_csv("demmel_figure_5.csv", rows)
    groups = {}
    for row in rows:
        local = row["ratio"] * row["local_microseconds"] / row["microseconds"]
        groups.setdefault(row["ranks"], {})[row["method"]] = (local, row["ratio"] - local)
    save("demmel_figure_5.svg", plot.bars("10^6 summands: time over the plain sum's (Demmel & Nguyen, Figure 5)",
                                          "ranks", "time, plain = 1", list(groups.items()), methods))
    return []


def arteaga(simulator):
    """Arteaga, Fuhrer and Hoefler's Figures 8 and 9."""
    methods = ["plain", "single-sweep:2", "single-sweep:3", "double-sweep:1", "exact"]
    charged = {"methods": methods, "held": 64, "calibration": str(CALIBRATION)}
    at_4096 = simulator.run(4096, each=[2 ** e for e in range(8, 25, 2)], **charged)
    for row in at_4096:
        row["each"] = row["elements"] // row["ranks"]
    rows = []
    for exponent in range(0, 11, 2):
        rows += simulator.run(2 ** exponent, each=[2 ** 10, 2 ** 20, 2 ** 24], **charged)
    for row in rows:
        row["each"] = row["elements"] // row["ranks"]
    rows += [row for row in at_4096 if row["each"] in (2 ** 10, 2 ** 20, 2 ** 24)]
    write_csv("arteaga_figure_8.csv", ratios(rows))
    for each, where in ((2 ** 10, "in L1"), (2 ** 20, "in L3"), (2 ** 24, "out of cache")):
        shown = [row for row in rows if row["each"] == each]
        name = f"2^{each.bit_length() - 1}"
        save(f"arteaga_figure_8_{each.bit_length() - 1}.svg", plot.lines(
            f"{name} doubles a rank ({where}): time over the plain sum's (Arteaga et al., Figure 8)", "ranks", "ratio",
            lines_of(shown, methods, "ranks", "ratio"), y_base=0))

    rows = ratios(at_4096)
    for row in rows:
        row["communication_microseconds"] = round(row["microseconds"] - row["local_microseconds"], 4)
    write_csv("arteaga_figure_9.csv", rows)
    save("arteaga_figure_9.svg", plot.lines(
        "4096 ranks: time over the plain sum's (Arteaga et al., Figure 9)",
        "doubles a rank (L2 up to 2^17, L3 to 2^22)", "ratio",
        lines_of(rows, methods, "each", "ratio"), y_base=0))
    return []


def stelz(simulator):
    """Stelz's Figures 2.3, 4.1 and 4.4."""
    counts = list(csv.DictReader(simulator.program("messages", "--ranks", 256).splitlines()))
    write_csv("stelz_figure_2_3.csv", counts)
    colours = {"lower": "#c2410c", "upper": "#0f7b8a", "optimised": "#2f7d32", "bound": "#6b7280"}
    save("stelz_figure_2_3.svg", plot.lines(
        "Values sent between 256 ranks (Stelz, Figure 2.3)", "elements", "messages",
        [("equation 2.5" if kind == "bound" else kind, colour, [(int(r["elements"]), float(r[kind])) for r in counts],
          "dashed" if kind == "bound" else "none") for kind, colour in colours.items()], y_base=0))

    methods = ["plain", "binned:3", "exact", *TREES]
    charged = {"methods": methods, "calibration": str(CALIBRATION), "distribution": "optimised"}
    rows = []
    for ranks in (256, 1280):
        rows += ratios(simulator.run(ranks, total=THESIS_SIZES, **charged))
        save(f"stelz_figure_4_1_{ranks}.svg", plot.lines(
            f"{ranks} ranks: time of a sum (Stelz, Figure 4.1)", "elements", "microseconds",
            lines_of([r for r in rows if r["ranks"] == ranks], methods, "elements", "microseconds"), x_base=10))
    write_csv("stelz_figure_4_1.csv", rows)

    rows = []
    for ranks in (1, 20, 40, 80, 160, 320, 480, 640, 800, 960, 1120, 1280):
        rows += ratios(simulator.run(ranks, total=LARGEST_THESIS, **charged))
    alone = by(rows, "ranks", "method")
    for row in rows:
        row["speedup"] = round(alone[(1, row["method"])]["microseconds"] / row["microseconds"], 2)
    write_csv("stelz_figure_4_4.csv", rows)
    save("stelz_figure_4_4.svg", plot.lines(
        "N = 21,410,970: time of a sum (Stelz, Figure 4.4)", "ranks", "microseconds",
        lines_of(rows, methods, "ranks", "microseconds")))
    save("stelz_figure_4_4_speedup.svg", plot.lines(
        "N = 21,410,970: speed-up over one rank (Stelz, Figure 4.4)", "ranks", "speed-up",
        lines_of(rows, methods, "ranks", "speedup"), y_base=2))
    return []


def integer_vectors(simulator):
    """The sums of climate models: so many numbers a rank, of which it holds a thousand and is charged for all."""
    methods = ["plain", "exact", "integer-vector"]
    rows = []
    for ranks in (16, 64, 256, 1024, 4096):
        rows += simulator.run(ranks, methods=methods, each=[10, 1000, 30000], held=1000, calibration=str(CALIBRATION))
    theirs = by([row for row in rows if row["method"] == "integer-vector"], "ranks", "elements")
    for row in ratios(rows):
        row["over_integer_vector"] = round(
            row["microseconds"] / theirs[(row["ranks"], row["elements"])]["microseconds"], 4)
    write_csv("integer_vectors.csv", rows)
    shown = [row for row in rows if row["elements"] == 1000 * row["ranks"]]
    save("integer_vectors.svg", plot.lines("1000 numbers a rank: time of a sum", "ranks", "microseconds",
                                           lines_of(shown, methods, "ranks", "microseconds"), y_base=0))
    return [f"exact is {row['over_integer_vector']} of the integer-vector method's time on {row['ranks']} ranks, goal 0.6"
            for row in rows if row["method"] == "exact" and row["over_integer_vector"] > 0.6]


FIGURES = {"communication": communication, "largest": largest, "overhead": overhead, "bits": bits,
           "iterations": iterations, "demmel": demmel, "arteaga": arteaga, "stelz": stelz, "integer_vectors": integer_vectors,
           "model": lambda simulator: model.write()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("--only", choices=FIGURES)
    parser.add_argument("--test", action="store_true")
    parser.add_argument("--calibrate", action="store_true")
    given = parser.parse_args()
    simulator = Simulator(given.programs)
    if given.calibrate:
        CALIBRATION.write_text(simulator.program("calibrate"))
    if given.test:
        problems = missed_goals(communicate(simulator, [256, 1024]))
        problems += differing(sum_everywhere(simulator, [1, 256, 1024]))
        problems += missed_iterations([row for ranks in (1, 256, 1024) for row in iterate(simulator, ranks, 32, 3)])
    else:
        problems = []
        for name in [given.only] if given.only else [name for name in FIGURES if name != "largest"]:
            print(f"scale: {name}", flush=True)
            problems += FIGURES[name](simulator)
    for problem in problems:
        print(f"scale: {problem}", file=sys.stderr)
    if given.test and not problems:
        print("scale: one set of bits of sums and iterations, and the messages within their goals, on 256 and 1024 ranks")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
