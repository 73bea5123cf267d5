"""isobit study accuracy: its numbers against data, orderings and sums done again in Python."""
import csv
import itertools
import math
import os
import struct
import unittest
from fractions import Fraction

from certificate import splitmix64
from support import CommandTest, exact_sum, rounded

ORDER_FREE = {"single-sweep:3", "double-sweep:2", "binned:3", "exact"}
FIXED_PLAN = {"tree", "kahan", "knuth", "extended"}
FILES = {"README.md", "orderings.csv", "orderings.svg", "levels.csv", "levels.svg", "parts.csv", "parts.svg"}


def drand48(n):
    state = 0
    for _ in range(n):
        state = (0x5deece66d * state + 0xb) & ((1 << 48) - 1)
        yield state / (1 << 48)


def fractions(seed, n):
    """splitmix64, as odd multiples of 2^-53."""
    for random in itertools.islice(splitmix64(seed), n):
        yield (random >> 11 | 1) * 2.0 ** -53


def left_to_right(values):
    total = 0.0
    for x in values:
        total += x
    return total


class StudyTest(CommandTest):
    def study(self, *arguments, name="study"):
        folder = self.folder / name
        status, _, problem = self.run_command("study", "accuracy", "--quick", "--output", folder, *arguments,
                                              environment={"ISOBIT_TEST_DATA": ""})
        self.assertEqual(status, 0, problem)
        self.assertEqual({path.name for path in folder.iterdir()}, FILES)
        return folder

    def table(self, folder, name):
        with open(folder / name, newline="") as file:
            return list(csv.DictReader(file))

    def test_orderings(self):
        n = 10000
        data = {"drand48()": list(drand48(n)), "drand48() - 0.5": [x - 0.5 for x in drand48(n)],
                "sin(2 pi i / n)": [math.sin(2.0 * math.pi * i / n) for i in range(1, n + 1)]}
        folder = self.study()
        rows = self.table(folder, "orderings.csv")
        self.assertEqual(len(rows), 3 * 10)
        picture = (folder / "orderings.svg").read_text()
        self.assertEqual(picture.count("<circle"), len(rows))
        for name in {row["data"] for row in rows} | {row["method"] for row in rows}:
            self.assertIn(f">{name}</text>", picture)
        for row in rows:
            with self.subTest(data=row["data"], method=row["method"]):
                values = data[row["data"]]
                exact = exact_sum(values)
                results = [float.fromhex(row[key]) for key in ("smallest", "largest")]
                self.assertEqual((row["n"], row["orderings"]), (str(n), "6"))
                if row["method"] in ORDER_FREE:
                    self.assertEqual(row["distinct_results"], "1")
                errors = sorted((Fraction(x) - exact) / Fraction(rounded(exact)) for x in results)
                for key, error in zip(("smallest_relative_error", "largest_relative_error"), errors):
                    self.assertAlmostEqual(float(row[key]), float(error), delta=1e-15 * abs(float(error)))
                largest = Fraction(max(map(abs, values)))
                bounds = {"exact": 0, "binned:3": n * Fraction(2) ** -81 * largest}
                if row["method"] in bounds:
                    self.assertLessEqual(abs(Fraction(results[0]) - exact), bounds[row["method"]] + Fraction(math.ulp(results[0])) / 2)
                if row["method"] == "left-to-right":
                    for ordering in (sorted(values), sorted(values, reverse=True)):
                        self.assertTrue(results[0] <= left_to_right(ordering) <= results[1])
                    self.assertGreater(int(row["distinct_results"]), 1)

    def test_levels(self):
        values = [-math.log(u) / 1e-8 for u in fractions(7, 10000)]
        folder = self.study("--seed", 7)
        rows = self.table(folder, "levels.csv")
        self.assertEqual({int(row["n"]) for row in rows}, {round(10 ** (k / 5)) for k in range(10, 21)})
        for row in rows:
            n = int(row["n"])
            with self.subTest(n=n, method=row["method"]):
                result, right = float.fromhex(row["result"]), math.fsum(values[:n])
                self.assert_same(float.fromhex(row["correctly_rounded"]), right)
                self.assertEqual(float(row["absolute_error"]), abs(result - right))
                distance = abs(Fraction(result) - exact_sum(values[:n]))
                self.assertAlmostEqual(float(row["distance_from_exact"]), float(distance), delta=1e-15 * float(distance))
                if row["method"] == "conventional":
                    self.assert_same(result, left_to_right(values[:n]))
                    continue
                name, levels = row["method"].split(":")
                levels = int(levels) - (name == "single-sweep")
                if levels > 0:
                    epsilon, alpha = Fraction(2) ** -52, Fraction(2) ** n.bit_length()
                    first = alpha * Fraction(2) ** math.frexp(max(values[:n]))[1]
                    bound = n * epsilon / 2 * (alpha * epsilon) ** (levels - 1) * first
                    self.assertLessEqual(distance, bound + Fraction(math.ulp(result)) / 2)
        picture = (folder / "levels.svg").read_text()
        self.assertEqual(picture.count("<circle"), len(rows))
        for method in {row["method"] for row in rows}:
            self.assertIn(f">{method}</text>", picture)

    def test_parts(self):
        measured = [-1 - 14 * self.random.expovariate(1) for _ in range(898)]
        (self.folder / "psllh").mkdir()
        self.file("psllh/prim.binpsllh", struct.pack("<Q898d", 898, *measured))
        folder = self.study("--data", self.folder)
        rows = self.table(folder, "parts.csv")
        shown = ("left-to-right", "plain", "kahan", "tree", "binned:3", "exact")
        self.assertEqual((folder / "parts.svg").read_text().count("<circle"),
                         sum(row["method"] in shown for row in rows))
        self.assertEqual({row["dataset"]: row["source"] for row in rows},
                         {"354": "made up", "multi100": "made up", "prim": "measured", "fusob": "made up"})
        for row in rows:
            n, smallest, largest = int(row["n"]), float.fromhex(row["smallest"]), float.fromhex(row["largest"])
            values = measured if row["dataset"] == "prim" else [14 * math.log(u) - 1 for u in fractions(1 ^ n, n)]
            with self.subTest(dataset=row["dataset"], method=row["method"]):
                self.assertEqual(float(row["difference"]), largest - smallest)
                if row["method"] in ORDER_FREE | FIXED_PLAN:
                    self.assertEqual((row["distinct_results"], smallest), ("1", largest))
                if row["method"] == "exact":
                    self.assert_same(smallest, math.fsum(values))
                if row["method"] == "left-to-right":
                    results = set()
                    for parts in range(1, 242, 16):
                        sizes = [n // parts + (part < n % parts) for part in range(parts)]
                        starts = [sum(sizes[:part]) for part in range(parts)]
                        results.add(left_to_right(left_to_right(values[s:s + c]) for s, c in zip(starts, sizes)))
                    self.assertEqual((min(results), max(results), str(len(results))), (smallest, largest, row["distinct_results"]))

    def test_report(self):
        first, second = self.study(), self.study(name="again")
        for name in FILES:
            self.assertEqual((first / name).read_bytes(), (second / name).read_bytes())
        report = (first / "README.md").read_text()
        self.assertIn("Every method kept its promise", report)
        self.assertIn("--seed 1 --quick", report)
        self.assertNotIn(str(self.folder), report)
        self.assertNotEqual((self.study("--seed", 2, name="other") / "levels.csv").read_bytes(), (first / "levels.csv").read_bytes())

    def test_folder(self):
        kept = self.file("kept.txt", "mine")
        self.assert_fails(2, "study", "accuracy", "--quick", "--output", self.folder, says="--force")
        self.assertEqual(os.listdir(self.folder), ["kept.txt"])
        self.assert_fails(3, "study", "accuracy", "--quick", "--output", kept, says="kept.txt")
        self.study("--force", name="forced")
        self.study("--force", name="forced")
        self.assert_fails(2, "study", says="subcommand")
        self.assert_fails(2, "study", "accuracy", says="--output")

    def test_nothing_is_left_behind(self):
        (self.folder / "psllh").mkdir()
        self.file("psllh/354.binpsllh", struct.pack("<Q2d", 2, 1, 2))
        self.assert_fails(1, "study", "accuracy", "--quick", "--output", self.folder / "new", "--data", self.folder, says="354.binpsllh")
        self.assertFalse((self.folder / "new").exists())
        blocked = self.folder / "blocked"
        (blocked / "parts.csv.partial").mkdir(parents=True)
        self.assert_fails(3, "study", "accuracy", "--quick", "--force", "--output", blocked, "--data", "", says="parts.csv")
        self.assertEqual([path.name for path in blocked.iterdir() if path.is_file()], [])


if __name__ == "__main__":
    unittest.main()
