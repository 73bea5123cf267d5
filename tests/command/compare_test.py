"""--compare: every method done again in Python, errors and condition numbers from exact rationals."""
import math
import struct
import unittest
from fractions import Fraction

from support import CommandTest, exact_sum, rounded


def left_to_right(terms):
    total = 0.0
    for x in terms:
        total += x
    return total


def pairwise(terms):
    """Runs of 128 from left to right; then a perfect binary tree over as many runs as possible, and so on."""
    runs = [left_to_right(terms[i:i + 128]) for i in range(0, len(terms) // 128 * 128, 128)]
    rest = left_to_right(terms[len(runs) * 128:])
    trees = []
    for level in reversed(range(len(runs).bit_length())):
        if len(runs) >> level & 1:
            row, runs = runs[:1 << level], runs[1 << level:] + [None] * (1 << level)
            while len(row) > 1:
                row = [row[i] + row[i + 1] for i in range(0, len(row), 2)]
            trees.append(row[0])
    for tree in reversed(trees):
        rest = tree + rest
    return rest


def kahan(terms):
    total = correction = 0.0
    for x in terms:
        y = x - correction
        t = total + y
        correction = (t - total) - y
        total = t
    return total


def neumaier(terms):
    total = correction = 0.0
    for x in terms:
        t = total + x
        correction += (total - t) + x if abs(total) >= abs(x) else (x - t) + total
        total = t
    return total + correction


METHODS = {"left-to-right": left_to_right, "pairwise": pairwise, "Kahan": kahan, "Neumaier": neumaier}


class CompareTest(CommandTest):
    def check(self, operation, arguments, stdin, terms, exact, magnitudes, finish=lambda x: x):
        result = self.result(operation, "--compare", *arguments, stdin=stdin)
        right = rounded(exact)
        rows = {row["method"]: row for row in result["methods"]}
        self.assert_same(float.fromhex(rows["exact"]["hex"]), right)
        for name, method in METHODS.items():
            expected = finish(method(terms))
            self.assert_same(float.fromhex(rows[name]["hex"]), expected)
            self.assertEqual(rows[name]["right"], expected.hex() == right.hex())
        if right != 0:
            for row in rows.values():
                error = abs(Fraction(float.fromhex(row["hex"])) - (exact if operation in ("sum", "dot") else Fraction(right)))
                self.assertAlmostEqual(row["error_in_ulp"], float(error / Fraction(math.ulp(right))), delta=1e-9 * (1 + row["error_in_ulp"]))
            self.assertAlmostEqual(result["condition_number"] / float(magnitudes / abs(exact)), 1, places=9)
        return result

    def test_sums(self):
        for count in (1, 2, 127, 128, 129, 1000, 5000):
            for scale in (0, 5, 60):
                values = [math.ldexp(self.random.uniform(-1, 1), self.random.randint(-scale, scale)) for _ in range(count)]
                text = "\n".join(map(repr, values))
                self.check("sum", [], text, values, exact_sum(values), exact_sum(map(abs, values)))
                self.check("mean", [], text, values, exact_sum(values) / count, exact_sum(map(abs, values)) / count, lambda x: x / count)

    def test_dot(self):
        x = [self.random.gauss(0, 1) for _ in range(3000)]
        y = [self.random.gauss(0, 1) for _ in range(3000)]
        products = [Fraction(a) * Fraction(b) for a, b in zip(x, y)]
        self.check("dot", [], "\n".join(f"{a!r} {b!r}" for a, b in zip(x, y)), [a * b for a, b in zip(x, y)], sum(products), sum(map(abs, products)))

    def test_floats(self):
        floats = [struct.unpack("<f", struct.pack("<f", self.random.gauss(0, 1)))[0] for _ in range(3000)]
        path = self.file("x.f32", struct.pack("<3000f", *floats))
        rows = self.result("sum", "--compare", path)["methods"]
        total = 0.0
        for x in floats:
            total = struct.unpack("<f", struct.pack("<f", total + x))[0]  # a double sum of floats is exact enough to round once
        self.assertEqual(float.fromhex(rows[0]["hex"]), total)
        self.assertEqual(rows[-1]["hex"], self.result("sum", path)["hex"])
        self.assertEqual(self.result("sum", "--compare", path, "-r", "f64")["methods"][-1]["hex"], self.result("sum", path, "-r", "f64")["hex"])
        self.assert_fails(2, "sum", "--compare", "-r", "f32", stdin="1", says="--result f64")

    def verdict(self, text, operation="sum"):
        return self.run_command(operation, "--compare", stdin=text)[1].splitlines()[-1]

    def test_words(self):
        self.assertIn("every method happens to be right", self.verdict("1 2 3"))
        self.assertIn("not one of its digits is right", self.verdict("1e16 1 -1e16"))
        self.assertIn("can be wrong in every digit", self.verdict("1e16 1 -1e16"))
        self.assertIn("cancel to exactly zero", self.verdict("1e16 1 -1e16 -1"))
        self.assertIn("overflows", self.verdict("1e308 1e308 -1e308"))
        self.assertIn("is itself inf", self.verdict("1e308 1e308"))
        self.assertIn("nothing to add", self.verdict(""))
        self.assertIn("off by 1.", self.verdict("1 1e-16 1e-16 1e-16"))
        self.assertIn("overflows", self.verdict("3e200 4e200", "norm"))

    def test_excluded(self):
        self.assert_fails(2, "variance", "--compare", stdin="1 2")
        self.assert_fails(2, "norm", "--l1", "--compare", stdin="1 2", says="Euclidean")
        self.assert_fails(2, "sum", "--hex", "--compare", stdin="1 2")


if __name__ == "__main__":
    unittest.main()
