"""--method: every method against its definition in Python, every input, pipes as files, any number of threads."""
import math
import struct
import unittest
from fractions import Fraction

from certificate import F32, F64
from support import CommandTest, exact_sum, rounded

LANES, BLOCK = 64, 16384
ORDER_FREE = [f"{name}:{k}" for name in ("binned", "single-sweep", "double-sweep") for k in (1, 2, 3, 4)]
FIXED_PLAN = ["tree", "kahan", "knuth", "extended"]
METHODS = ["exact", *ORDER_FREE, *FIXED_PLAN, "plain"]


def tree(values):
    row = list(values) or [0.0]
    while len(row) > 1:
        row = [row[i] + row[i + 1] if i + 1 < len(row) else row[i] for i in range(0, len(row), 2)]
    return row[0]


def kahan_step(state, x):
    total, correction = state
    y = x - correction
    t = total + y
    return t, (t - total) - y


def two_sum(a, b):
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


def knuth_step(state, x):
    total, correction = state
    return two_sum(total, x + correction)


def fixed_lanes(values, step, sign):
    """docs/maths/compensated.md#lanes, of doubles: a state takes in another by adding its sum, then what its correction says is missing."""
    total = (0.0, 0.0)
    take_in = lambda state, other: step(step(state, other[0]), sign * other[1])
    for first in range(0, len(values), BLOCK):
        lanes = [(0.0, 0.0)] * LANES
        for j, x in enumerate(values[first:first + BLOCK]):
            lanes[j % LANES] = step(lanes[j % LANES], x)
        while len(lanes) > 1:
            half = len(lanes) // 2
            lanes = [take_in(lanes[k], lanes[k + half]) for k in range(half)]
        total = take_in(total, lanes[0])
    return total[0]


def plain(values):
    lanes, chains = 4, 8
    sums = [0.0] * (lanes * chains)
    whole = len(values) // (lanes * chains) * (lanes * chains)
    for i in range(whole):
        sums[i % (lanes * chains)] += values[i]
    row = [sums[k * lanes:(k + 1) * lanes] for k in range(chains)]
    add = lambda a, b: [x + y for x, y in zip(a, b)]
    total = add(add(add(row[0], row[4]), add(row[1], row[5])), add(add(row[2], row[6]), add(row[3], row[7])))
    result = total[0]
    for x in total[1:] + values[whole:]:
        result += x
    return result


def binned(values, kept, width=40, f=F64):
    """The K highest bins, each of which takes the multiples of 2^(i*width) nearest to what is left, ties away from 0."""
    top = max(math.frexp(x)[1] // width for x in values if x != 0)
    total = Fraction(0)
    for x in values:
        rest = Fraction(x)
        for k in range(kept):
            unit = Fraction(2) ** ((top - k) * width)
            taken = (1 if rest > 0 else -1) * math.floor(abs(rest) / unit + Fraction(1, 2)) * unit
            total += taken
            rest -= taken
    return rounded(total, f)


class MethodTest(CommandTest):
    def numbers(self, count, scale=12):
        return [math.ldexp(self.random.uniform(-1, 1), self.random.randint(-scale, scale)) for _ in range(count)]

    def raw(self, values, name="x.f64", code="d"):
        return self.file(name, struct.pack(f"<{len(values)}{code}", *values))

    def test_definitions(self):
        for count in (0, 1, 2, 31, 33, 1000, 16384, 40001):
            values = self.numbers(count)
            path = self.raw(values)
            for method, expected in (("tree", tree(values)), ("kahan", fixed_lanes(values, kahan_step, -1)),
                                     ("knuth", fixed_lanes(values, knuth_step, 1)), ("exact", math.fsum(values))):
                with self.subTest(count=count, method=method):
                    self.assert_same(self.value("sum", path, "-m", method), expected)
            with self.subTest(count=count, method="plain"):
                self.assert_same(self.value("sum", path, "-m", "plain", "-j", 1), plain(values))
            for kept in (1, 2, 3, 4) if 0 < count <= 1000 else ():
                with self.subTest(count=count, bins=kept):
                    self.assert_same(self.value("sum", path, "-m", f"binned:{kept}"), binned(values, kept))

    def test_error_bounds(self):
        """Of doubles: docs/maths/binned.md and docs/maths/prerounded.md, and half a unit for the last rounding."""
        values = self.numbers(5000, 30)
        exact, n = exact_sum(values), len(values)
        largest = Fraction(max(map(abs, values)))
        path = self.raw(values)
        epsilon = Fraction(2) ** -52
        alpha = Fraction(2) ** n.bit_length()
        first = alpha * Fraction(2) ** math.frexp(float(largest))[1]
        for k in (1, 2, 3, 4):
            bounds = {f"binned:{k}": n * Fraction(2) ** ((1 - k) * 40 - 1) * largest * (1 if k > 1 else Fraction(2) ** 41)}
            bounds[f"double-sweep:{k}"] = n * epsilon / 2 * (alpha * epsilon) ** (k - 1) * first
            if k > 1:
                bounds[f"single-sweep:{k}"] = n * epsilon / 2 * (alpha * epsilon) ** (k - 2) * first
            for method, bound in bounds.items():
                result = self.value("sum", path, "-m", method)
                with self.subTest(method=method):
                    self.assertLessEqual(abs(Fraction(result) - exact), bound + Fraction(math.ulp(result)) / 2)

    def test_order_threads_and_pipes(self):
        values = self.numbers(60000)
        shuffled = values[:]
        self.random.shuffle(shuffled)
        text = "\n".join(map(repr, values))
        files = [self.raw(values), self.file("x.txt", text), self.file("x.csv", "a,b\n" + "".join(f"{x!r},1\n" for x in values))]
        for method in METHODS:
            with self.subTest(method=method):
                expected = self.value("sum", files[0], "-m", method, "-j", 2)
                for path in files:
                    column = ["-c", "a"] if path.endswith("csv") else []
                    self.assert_same(self.value("sum", path, *column, "-m", method, "-j", 2), expected)
                self.assert_same(self.value("sum", "-m", method, "-j", 2, stdin=text), expected)
                if method == "plain":
                    continue
                for threads in (1, 3, 8):
                    self.assert_same(self.value("sum", files[0], "-m", method, "-j", threads), expected)
                if method in ORDER_FREE:
                    self.assert_same(self.value("sum", self.raw(shuffled, "y.f64"), "-m", method), expected)

    def test_floats(self):
        floats = [struct.unpack("<f", struct.pack("<f", x))[0] for x in self.numbers(3000, 3)]
        path, wide = self.raw(floats, "x.f32", "f"), self.raw(floats, "x.f64")
        for method in METHODS:
            with self.subTest(method=method):
                result = self.result("sum", path, "-m", method)
                self.assertEqual(result["type"], "f32")
                self.assertEqual(len(result["bits"]), 8)
                widened = self.result("sum", path, "-m", method, "-r", "f64", "-j", 1)
                self.assertEqual(widened["type"], "f64")
                self.assertEqual(widened["bits"], self.result("sum", wide, "-m", method, "-j", 1)["bits"])
                self.assertEqual(self.result("sum", path, wide, "-m", method, "-r", "f64")["count"], 6000)
                if method != "exact":
                    self.assert_fails(2, "sum", wide, "-m", method, "-r", "f32", says="--result f64")
                    self.assert_fails(2, "sum", path, wide, "-m", method, says="--result f64")
        self.assert_same(self.value("sum", path, "-m", "binned:2"), binned(floats, 2, 13, F32))

    def test_complex(self):
        real, imaginary = self.numbers(20000), self.numbers(20000)
        header = "{'descr': '<c16', 'fortran_order': False, 'shape': (20000,), }"
        header += " " * (117 - len(header)) + "\n"
        data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
        data += struct.pack("<40000d", *(x for pair in zip(real, imaginary) for x in pair))
        path = self.file("x.npy", data)
        for method in METHODS:
            with self.subTest(method=method):
                result = self.result("sum", path, "-m", method, "-j", 1)
                for key, values in (("bits", real), ("imaginary_bits", imaginary)):
                    self.assertEqual(result[key], self.result("sum", self.raw(values), "-m", method, "-j", 1)["bits"])

    def test_json(self):
        for method, promise, size in (("exact", "correctly-rounded", 584), ("binned", "order-free", 48), ("kahan", "fixed-plan", 16), ("plain", "none", 8)):
            result = self.result("sum", "-m", method, stdin="1 2")
            self.assertEqual((result["promise"], result["state_bytes"], result["value"]), (promise, size, 3))
        names = {"binned": "binned:3", "single-sweep": "single-sweep:3", "double-sweep": "double-sweep:2"}
        for method in METHODS + list(names):
            self.assertEqual(self.result("sum", "-m", method, stdin="1 2")["method"], names.get(method, method))
        self.assertNotIn("method", self.result("sum", stdin="1"))

    def test_refusals(self):
        for bad in ("", "bins", "binned:", "binned:0", "binned:5", "binned:33", "binned:x", "tree:2", "exact:1", "left-to-right", "Kahan"):
            problem = self.assert_fails(2, "sum", "--method", bad, stdin="1")
            for word in ("exact", "binned[:K]", "single-sweep[:K]", "double-sweep[:K]", "tree", "kahan", "knuth", "extended", "plain"):
                self.assertIn(word, problem)
        self.assert_fails(2, "sum", "--method", "tree", "--compare", stdin="1")
        self.assert_fails(2, "mean", "--method", "tree", stdin="1")
        self.assert_fails(1, "sum", "-m", "single-sweep", stdin="1e308", says="cannot take this input")
        self.assert_fails(1, "sum", "-m", "double-sweep", stdin="1.5e308 1", says="cannot take this input")
        for method in METHODS:
            self.assert_fails(1, "sum", "-m", method, stdin="1 x", says="standard input:1:3: 'x'")
            self.assertEqual(self.result("sum", "-m", method, "--skip-bad", stdin="1 x 2")["skipped"], 1)

    def test_not_finite(self):
        for method in METHODS:
            with self.subTest(method=method):
                self.assertEqual(self.result("sum", "-m", method, stdin="1 inf 2")["decimal"], "inf")
                self.assertEqual(self.result("sum", "-m", method, stdin="inf -inf")["decimal"], "nan")

    def test_compare(self):
        values = self.numbers(20000)
        path = self.raw(values)
        result = self.result("sum", "--compare", path)
        choices = [row for row in result["methods"] if row["choice"]]
        self.assertEqual([row["method"] for row in choices],
                         ["plain", *FIXED_PLAN, "single-sweep:3", "double-sweep:2", "binned:3", "exact"])
        for row in choices:
            alone = self.result("sum", path, "-m", row["method"], "-j", 1)
            for key in ("bits", "promise", "state_bytes"):
                self.assertEqual(row[key], alone[key], row["method"])
        self.assertTrue(all(row["relative_time"] > 0 for row in result["methods"]))
        few = self.result("sum", "--compare", stdin="1e308 1")
        self.assertTrue(all(row["relative_time"] is None for row in few["methods"]))
        refused = {row["method"] for row in few["methods"] if "refused" in row}
        self.assertEqual(refused, {"single-sweep:3", "double-sweep:2"})
        self.assertIn("refused", self.run_command("sum", "--compare", stdin="1e308 1")[1])
        self.assertIn("order-free", self.run_command("sum", "--compare", path)[1])


if __name__ == "__main__":
    unittest.main()
