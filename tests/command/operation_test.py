"""Every operation against exact rational arithmetic."""
import math
import struct
import unittest
from fractions import Fraction

from certificate import F32
from support import CommandTest, exact_sum, rounded


def square_root(value):
    """The nearest float to the square root of a Fraction."""
    scale = 1 << 1200
    root = math.isqrt(value.numerator * scale * scale // value.denominator)
    exact = Fraction(root, scale) ** 2 == value
    return rounded(Fraction(2 * root + (0 if exact else 1), 2 * scale))


class OperationTest(CommandTest):
    def numbers(self, kind, count):
        random = self.random
        if kind == "uniform":
            return [random.random() for _ in range(count)]
        if kind == "normal":
            return [random.gauss(0, 1) for _ in range(count)]
        if kind == "wide":
            return [math.ldexp(random.uniform(-1, 1), random.randrange(-300, 300)) for _ in range(count)]
        if kind == "tiny":
            return [math.ldexp(random.randrange(-2**40, 2**40), -1074) for _ in range(count)]
        half = [math.ldexp(random.uniform(-1, 1), random.randrange(-40, 40)) for _ in range(count // 2)]
        both = half + [-x for x in half] + [math.ldexp(1, -60)]
        random.shuffle(both)
        return both

    def cases(self):
        for kind in ("uniform", "normal", "wide", "tiny", "cancelling"):
            for count in (1, 2, 17, 1000):
                yield kind, count, self.numbers(kind, count)

    def text(self, values):
        return "\n".join(map(repr, values)) + "\n"

    def test_sum(self):
        for kind, count, values in self.cases():
            with self.subTest(kind=kind, count=count):
                actual = self.value("sum", stdin=self.text(values))
                self.assert_same(actual, math.fsum(values))
                self.assert_same(actual, rounded(exact_sum(values)))

    def test_mean(self):
        for kind, count, values in self.cases():
            with self.subTest(kind=kind, count=count):
                self.assert_same(self.value("mean", stdin=self.text(values)), rounded(exact_sum(values) / len(values)))

    def test_norm(self):
        for kind, count, values in self.cases():
            with self.subTest(kind=kind, count=count):
                squares = sum(Fraction(x) ** 2 for x in values)
                stdin = self.text(values)
                self.assert_same(self.value("norm", stdin=stdin), square_root(squares))
                self.assert_same(self.value("norm", "--squared", stdin=stdin), rounded(squares))
                self.assert_same(self.value("norm", "--l1", stdin=stdin), rounded(exact_sum(map(abs, values))))

    def test_variance(self):
        for kind, count, values in self.cases():
            with self.subTest(kind=kind, count=count):
                n = len(values)
                deviations = sum(Fraction(x) ** 2 for x in values) - exact_sum(values) ** 2 / n
                self.assert_same(self.value("variance", "--population", stdin=self.text(values)), rounded(deviations / n))
                if n > 1:
                    self.assert_same(self.value("variance", stdin=self.text(values)), rounded(deviations / (n - 1)))

    def test_dot(self):
        for kind, count, values in self.cases():
            with self.subTest(kind=kind, count=count):
                others = values[::-1]
                expected = rounded(sum(Fraction(x) * Fraction(y) for x, y in zip(values, others)))
                x, y = self.file("x.txt", self.text(values)), self.file("y.f64", struct.pack(f"<{len(others)}d", *others))
                self.assert_same(self.value("dot", x, y), expected)
                table = self.file("t.csv", "x,y\n" + "".join(f"{a!r},{b!r}\n" for a, b in zip(values, others)))
                self.assert_same(self.value("dot", table, "-c", "x", "-c", "y"), expected)
                lines = "".join(f"{a!r} {b!r}\n" for a, b in zip(values, others))
                self.assert_same(self.value("dot", stdin=lines), expected)

    def test_floats_are_rounded_once(self):
        floats = [struct.unpack("<f", struct.pack("<f", self.random.gauss(0, 1e3)))[0] for _ in range(5000)]
        data = self.file("x.f32", struct.pack("<5000f", *floats))
        exact = exact_sum(floats)
        result = self.result("sum", data)
        self.assertEqual(result["type"], "f32")
        self.assert_same(float.fromhex(result["hex"]), rounded(exact, F32))
        self.assertEqual(struct.unpack(">f", bytes.fromhex(result["bits"]))[0], rounded(exact, F32))
        self.assert_same(self.value("sum", data, "--result", "f64"), rounded(exact))
        self.assert_same(self.value("mean", data), rounded(exact / 5000, F32))
        squares = sum(Fraction(x) ** 2 for x in floats)
        self.assert_same(self.value("dot", data, data), rounded(squares, F32))
        self.assert_same(self.value("dot", data, data, "--result", "f64"), rounded(squares))
        doubles = self.file("y.f64", struct.pack("<d", 0.1))
        self.assertEqual(self.result("sum", data, doubles)["type"], "f64")

    def test_special_values(self):
        for text, expected in (("inf 1", "inf"), ("inf -inf", "nan"), ("nan", "nan"), ("1 -Infinity", "-inf"), ("-0 -0", "-0"),
                               ("-0 0", "0"), ("1e308 1e308 -1e308 -1e308", "0"), ("1e308 1e308", "inf")):
            with self.subTest(text):
                result = self.result("sum", stdin=text)
                self.assertEqual(result["decimal"], expected)
                self.assertEqual(result["value"], None if expected.strip("-") in ("inf", "nan") else float(expected))

    def test_nothing_to_work_on(self):
        status, output, problem = self.run_command("sum", stdin="\n")
        self.assertEqual((status, output), (0, "0  0x0p+0\n"))
        self.assertIn("no numbers", problem)
        self.assert_fails(1, "mean", stdin="", says="the mean of no numbers")
        self.assert_fails(1, "mean", "--compare", stdin="", says="the mean of no numbers")
        self.assert_fails(1, "variance", stdin="", says="the variance of 0 numbers")
        self.assert_fails(1, "variance", stdin="1", says="--population")
        self.assert_fails(1, "variance", "--population", stdin="", says="the variance of 0 numbers")

    def test_inputs_of_a_dot_product(self):
        three, two = self.file("3.txt", "1 2 3"), self.file("2.txt", "1 2")
        self.assert_fails(1, "dot", three, two, says="2.txt ends after 2 numbers")
        self.assert_fails(1, "dot", two, three, says="2.txt ends after 2 numbers")
        self.assert_fails(2, "dot", two, two, two, says="two inputs")
        self.assert_fails(2, "dot", "-", "-", says="one of the two")
        self.assert_fails(2, "dot", self.file("t.csv", "a,b\n1,2\n"), "-c", "a", says="two columns")
        self.assert_fails(2, "dot", self.file("x.f64", bytes(16)), says="two inputs")
        self.assertEqual(self.value("dot", two, "-", stdin="5 7"), 19)

    def test_output(self):
        for arguments, expected in (((), "0.1  0x1.999999999999ap-4"), (("--hex",), "0x1.999999999999ap-4"), (("-d",), "0.1")):
            self.assertEqual(self.run_command("sum", *arguments, stdin="0.1")[1], expected + "\n")
        for _ in range(200):
            x = struct.unpack("<d", struct.pack("<Q", self.random.getrandbits(64)))[0]
            if math.isfinite(x):
                result = self.result("sum", stdin=repr(x))
                self.assert_same(float(result["decimal"]), x)
                self.assert_same(float.fromhex(result["hex"]), x)
                self.assertEqual(result["bits"], struct.pack(">d", x).hex())
                self.assertEqual(self.value("sum", stdin=result["hex"]), x)


if __name__ == "__main__":
    unittest.main()
