"""The times of docs/maths/scaling_model.md: checked against what was simulated, and taken to 2^20 ranks."""

import csv
import math

import plot
from simulator import CORES, RESULTS, write_csv

# The platform, as the simulator sees it: its factors for messages of up to 256 bytes, 16 bytes around each, and the
# 5 % that traffic in one direction takes from the other. Microseconds and bytes.
# docs/maths/scaling_model.md#parameters
ENVELOPE = 16
LATENCY_FACTOR, BANDWIDTH_FACTOR, CROSS_TRAFFIC = 2.01467, 0.812084, 1.05
NEAR_LATENCY, NEAR_GAP = 0.3 * LATENCY_FACTOR, 1 / (10e3 * BANDWIDTH_FACTOR)
FAR_LATENCY, FAR_GAP = 2 * 1.0 * LATENCY_FACTOR, CROSS_TRAFFIC / (12.5e3 * BANDWIDTH_FACTOR)

# The messages of the reductions of a method, in bytes.
BYTES = {"plain": [8], "exact": [64], "binned:3": [64], "single-sweep:2": [59], "single-sweep:3": [67],
         "double-sweep:1": [24, 55], "double-sweep:2": [24, 63], "integer-vector": [16, 32]}
LOCAL = {"double-sweep:1": ["largest", "double-sweep:1"], "double-sweep:2": ["largest", "double-sweep:2"],
         "integer-vector": ["exponents", "integer-vector"]}


def level(near, size):
    """One exchange of every rank with a partner on its own node, or with one on another, all cores at once."""
    size += ENVELOPE
    return NEAR_LATENCY + size * NEAR_GAP if near else FAR_LATENCY + CORES * size * FAR_GAP


def butterfly(ranks, size_at):
    """log2(ranks) exchanges, of size_at(distance) bytes."""
    return sum(level(2 ** k < CORES, size_at(2 ** k)) for k in range(round(math.log2(ranks))))


def nodes_of(first, end, total):
    """How many maximal subtrees elements [first, end) of a tree over `total` consist of."""
    count = 0
    while first < end:
        size = first & -first if first else 1 << total.bit_length()
        while min(first + size, total) > end:
            size //= 2
        first, count = min(first + size, total), count + 1
    return count


def tree_bytes(ranks, total, distance):
    """The mean message at a distance, over at most 64 of the blocks of ranks that send one."""
    share, more = divmod(total, ranks)
    blocks = range(0, ranks // distance, max(1, ranks // distance // 64))
    starts = [(b * distance, (b + 1) * distance) for b in blocks]
    at = lambda rank: rank * share + min(rank, more)
    return 8 * sum(nodes_of(at(a), at(b), total) for a, b in starts) / len(starts)


def messages(method, ranks, total):
    if method == "tree":
        return butterfly(ranks, lambda distance: tree_bytes(ranks, total, distance))
    return sum(butterfly(ranks, lambda _: size) for size in BYTES[method])


class Calibration:
    def __init__(self):
        self.parts = {}
        with open(RESULTS / "calibration.csv") as file:
            for row in csv.DictReader(file):
                self.parts.setdefault(row["part"], []).append((int(row["elements"]), float(row["nanoseconds"]) / 1e3))

    def time(self, part, n):
        """As scale/calibration.hpp interpolates."""
        known = self.parts[part]
        if n >= known[-1][0]:
            return known[-1][1] * n / known[-1][0]
        for (a, before), (b, after) in zip(known, known[1:]):
            if n <= b:
                return before * (after / before) ** (math.log(n / a) / math.log(b / a))

    def local(self, method, n, ranks):
        merging = self.parts.get(method + "/merge", [(1, 0)])[0][1] * math.ceil(math.log2(ranks))
        return sum(self.time(part, n) for part in LOCAL.get(method, [method])) + merging


def compare(calibration):
    """Model and simulation side by side, for every simulated case that the model covers."""
    rows = []
    for name, charged in (("communication", False), ("demmel_figure_5", True), ("arteaga_figure_8", True)):
        with open(RESULTS / f"{name}.csv") as file:
            for row in csv.DictReader(file):
                ranks, total, method = int(row["ranks"]), int(row["elements"]), row["method"]
                if method not in BYTES and method != "tree":
                    continue
                modelled = messages(method, ranks, total)
                if charged:
                    modelled += calibration.local(method, -(-total // ranks), ranks)
                simulated = float(row["microseconds"])
                if simulated > 0:
                    rows.append({"figure": name, "ranks": ranks, "elements": total, "method": method,
                                 "simulated_microseconds": simulated, "modelled_microseconds": round(modelled, 4),
                                 "deviation_percent": round(100 * (modelled / simulated - 1), 3)})
    return rows


def extrapolate(calibration):
    rows = []
    methods = ["plain", "exact", "binned:3", "double-sweep:2", "integer-vector", "tree"]
    for each in (0, 2 ** 10, 2 ** 20):
        for exponent in range(6, 21):
            ranks, plain = 2 ** exponent, None
            for method in methods:
                # The tree's messages depend on N: 10^9 where nothing is charged, and never a round number.
                time = messages(method, ranks, ranks * each + 1 if each else 10 ** 9)
                if each:
                    time += calibration.local(method, each, ranks)
                plain = plain or time
                rows.append({"ranks": ranks, "each": each, "method": method, "microseconds": round(time, 3),
                             "ratio": round(time / plain, 4)})
    return rows


def write():
    calibration = Calibration()
    compared = compare(calibration)
    write_csv("model_deviation.csv", compared)
    rows = extrapolate(calibration)
    write_csv("model.csv", rows)
    series = [plot.named(m, [(r["ranks"], r["microseconds"]) for r in rows if r["method"] == m and not r["each"]],
                         "none") for m in plot.NAMES if any(r["method"] == m for r in rows)]
    dots = [plot.named(m, [(int(r["ranks"]), r["simulated_microseconds"]) for r in compared
                           if r["figure"] == "communication" and r["method"] == m and r["elements"] == 1000000])
            for m in plot.NAMES if any(r["method"] == m for r in rows)]
    (RESULTS / "model.svg").write_text(plot.lines(
        "Messages only: the model (lines) and the simulation (dots)", "ranks", "microseconds", series, y_base=0,
        dots=dots))
    worst = max((abs(row["deviation_percent"]), row["figure"], row["method"], row["ranks"]) for row in compared)
    print("scale: the model deviates by at most {} % ({}, {}, {} ranks)".format(*worst))
    return []
