"""Numbers in text: every one must be the nearest double (or float), however nasty."""
import math
import struct
import unittest
from fractions import Fraction

from certificate import F32, F64
from support import CommandTest, number, rounded


class NumberTest(CommandTest):
    def nasty_decimals(self):
        random = self.random
        yield from ("0", "-0", "+0", "0.0", "00001.5000", "1.", ".5", "+.5e1", "1e0", "1E+05", "1e-5", "0e999999999999", "0.000e-99999",
                    "9007199254740993", "9007199254740993.00000000000000000000000000001", "179769313486231570814527423731704356798e270",
                    "2.2250738585072011e-308", "2.2250738585072014e-308", "4.9406564584124654e-324", "2.4703282292062327208e-324",
                    "2.4703282292062328e-324", "1e-400", "-1e-99999999999999999999", "1.7976931348623157e308",
                    "1.7976931348623158e308", "123456789012345678901234567890", "0." + "0" * 400 + "1", "1" + "0" * 300,
                    "1." + "0" * 2000 + "1", "7.2057594037927933e16", "1448997445238699", "6929495644600919.5", "1e22", "1e23")
        for _ in range(3000):
            yield repr(struct.unpack("<d", struct.pack("<Q", random.getrandbits(64)))[0])
            yield f"{random.getrandbits(random.randrange(1, 80))}e{random.randrange(-340, 290)}"
            yield f"{random.uniform(-1e6, 1e6):.{random.randrange(0, 25)}f}"
        for _ in range(1000):
            # Half-way between two doubles, written out in full, and a digit beside it.
            bits = random.randrange(1 << 52, 0x7FE << 52)
            middle = (Fraction(number(F64, bits)) + Fraction(number(F64, bits + 1))) / 2
            digits = str(middle.numerator * 10 ** 1100 // middle.denominator) if middle.denominator > 1 else str(middle.numerator)
            exponent = "e-1100" if middle.denominator > 1 else ""
            yield digits + exponent
            yield digits + "1e-1101" if exponent else digits + ".0001"
            yield str(int(digits) - 1) + exponent

    def test_nearest(self):
        """A number and the negated number it should be, in hexadecimal: all of them must cancel."""
        tokens = [token for token in self.nasty_decimals() if token != "nan" and math.isfinite(float(token))]
        for start in range(0, len(tokens), 100):
            part = tokens[start:start + 100]
            text = "".join(f"{token} {(-float(token)).hex()}\n" for token in part)
            result = self.result("sum", "--threads", 1, stdin=text)
            self.assertEqual((result["decimal"], result["count"]), ("0", 2 * len(part)), text)

    def test_nearest_float(self):
        """Decimals go to float in one rounding, not by way of double."""
        tokens = ["1.00000017881393432617187499", "1.00000017881393432617187500", "1.00000017881393432617187501", "1e-50", "1.4e-45",
                  "7.006492321624085e-46", "7.006492321624086e-46", "3.4028235e38"]
        for _ in range(2000):
            bits = self.random.randrange(1 << 23, 0xFE << 23)
            middle = (Fraction(number(F32, bits)) + Fraction(number(F32, bits + 1))) / 2
            tokens += [f"{middle.numerator * 10 ** 200 // middle.denominator + delta}e-200" for delta in (0, 1, -1)]
        lines = []
        for token in tokens:
            expected = rounded(Fraction(token), F32)
            lines.append(f"{token} {(-expected).hex()}\n")
        result = self.result("sum", "--type", "f32", stdin="".join(lines))
        self.assertEqual((result["decimal"], result["type"]), ("0", "f32"))

    def test_accepted(self):
        for token, expected in (("+1", 1.0), ("inf", math.inf), ("INF", math.inf), ("+Infinity", math.inf), ("-inf", -math.inf),
                                ("0x1p0", 1.0), ("-0X1.8P+1", -3.0), ("0x.8", 0.5), ("0x1p-1074", 5e-324), ("0x1p-2000", 0.0),
                                ("0x10000000000000000001p-76", 1 / 2**0), ("1e-500", 0.0), ("-1e-500", -0.0)):
            with self.subTest(token):
                self.assert_same(self.value("sum", stdin=token), expected)
        self.assertEqual(self.result("sum", stdin="-NaN")["decimal"], "nan")

    def test_refused(self):
        for token in ("x", "1x", "1.2.3", "--1", "+-1", "-+1", "+", "-", ".", "e5", "1e", "1e+", "1_000", "1,5", "0x", "0xg", "0x-1", "0xinf",
                      "1d5", "infin", "nanx", "1\x002", "\x80", "0x1p", "1e5.5", "$3", "(1)"):
            with self.subTest(token):
                self.assert_fails(1, "sum", "--format", "text", stdin=f"1 2\n 3 {token} 4\n".encode("latin-1"), says="standard input:2:4: ")
        for token in ("1e309", "-1e400", "0x1p1024", "1e99999999999999999999", "1" + "0" * 400, "0x1p99999999999999999999"):
            with self.subTest(token):
                self.assert_fails(1, "sum", stdin=token, says="too large")
        self.assert_fails(1, "sum", "--type", "f32", stdin="1e39", says="too large")

    def test_decimal_comma(self):
        options = ("sum", "--decimal-comma")
        for token, expected in (("1,5", 1.5), ("-0,25e1", -2.5), (",5", 0.5), ("3,", 3.0), ("+7", 7.0), ("inf", math.inf), ("0x10", 16.0)):
            with self.subTest(token):
                self.assert_same(self.value(*options, stdin=token), expected)
        for token in ("1.5", "1,5,5", "1,5.5", ",", "0x1.8p1", "1_000,5"):
            self.assert_fails(1, *options, stdin=token, says=f"'{token}' is not a number")
        self.assertEqual(self.value("sum", "--decimal-comma", "--type", "f32", stdin="0,1"), rounded(Fraction("0.1"), F32))

    def test_thousands(self):
        characters = {"comma": ",", "point": ".", "apostrophe": "'", "underscore": "_"}
        for name, character in characters.items():
            options = ("sum", "--thousands", name, *(["--decimal-comma"] if name == "point" else []))
            point = "," if name == "point" else "."
            for number, expected in (("1 234", 1234.0), ("-12 345 678#5", -12345678.5), ("123", 123.0), ("1234567#25", 1234567.25), ("1 000e2", 1e5)):
                with self.subTest(number, name=name):
                    self.assert_same(self.value(*options, stdin=number.replace(" ", character).replace("#", point)), expected)
            for number in ("1 23", "1 2345", "1234 567", " 123", "123 ", "1  234", "1#234 567", "1 234#5#5", "12 34 567", "1e1 000"):
                token = number.replace(" ", character).replace("#", point)
                with self.subTest(token):
                    self.assert_fails(1, *options, "--format", "text", stdin=token, says="is not a number")
        self.assert_fails(2, "sum", "--thousands", "point", stdin="1", says="decimal point")
        self.assert_fails(2, "sum", "--thousands", "comma", "--decimal-comma", stdin="1", says="decimal comma")
        self.assert_fails(2, "sum", "--thousands", "space", stdin="1", says="for tables")
        self.assert_fails(2, "sum", "--thousands", "x", stdin="1", says="none of")

    def test_advice(self):
        for token, advice in (("1,5", "--decimal-comma would"), ("1,234.50", "--thousands comma would"), ("1,234", "--decimal-comma or --thousands comma would"),
                              ("1.234,50", "--decimal-comma --thousands point would"), ("1'234", "--thousands apostrophe would"), ("1,2,3", "a table?")):
            self.assert_fails(1, "sum", "--format", "text", stdin=token, says=advice)
            table = self.assert_fails(1, "sum", "-c", "x", "-s", "semicolon", stdin=f"x;y\n{token};2\n", says="" if "table" in advice else advice)
            self.assertNotIn("a table?", table)
        self.assert_fails(1, "sum", stdin="1 NA", says="--skip-na would")
        self.assert_fails(1, "sum", stdin="1 two", says="--skip-bad would")

    def test_skip_na(self):
        words = ["NA", "na", "N/A", "n/a", "#N/A", "<NA>", "null", "NULL", "None", "nan", "NaN", "-nan", "+NaN"]
        text = " 1.5\n".join(words[:1] + words[:4] + words[5:]) + " 1"  # a token that starts with # is a comment
        for options in ((), ("-m", "binned"), ("-m", "tree"), ("--skip-bad",), ("--type", "f32")):
            result = self.result("sum", "--skip-na", *options, stdin=text)
            self.assertEqual((result["value"], result["count"], result["skipped"], result["missing"]), (19, 13, 0, 13))
        result = self.result("sum", "--skip-na", "--skip-bad", stdin="1 NA x 2")
        self.assertEqual((result["value"], result["skipped"], result["missing"]), (3, 1, 1))
        status, output, problem = self.run_command("sum", "--skip-na", stdin="NA nan")
        self.assertEqual((status, output, problem), (0, "0  0x0p+0\n", "isobit: left out 2 missing values\nisobit: the input holds no numbers\n"))
        self.assert_fails(1, "mean", "--skip-na", stdin="NA", says="the mean of no numbers")
        self.assert_fails(1, "sum", "--skip-na", stdin="NA x", says="'x' is not a number")
        self.assertEqual(self.result("sum", "--skip-na", "--compare", stdin="1 NA 2")["missing"], 1)
        self.assert_fails(2, "dot", "--skip-na", self.file("x", "1 NA"), self.file("y", "1 2"), says="pair the others wrongly")

    def test_skip_bad(self):
        status, output, problem = self.run_command("sum", "--skip-bad", stdin="1 two 3 1e999 4,5\n-")
        self.assertEqual((status, output), (0, "4  0x1p+2\n"))
        self.assertIn("skipped 4 bad entries", problem)
        result = self.result("sum", "--skip-bad", stdin="1 two 3")
        self.assertEqual((result["skipped"], result["count"]), (1, 2))
        self.assertEqual(self.run_command("sum", "--skip-bad", "--quiet", stdin="1 two")[2], "")


if __name__ == "__main__":
    unittest.main()
