"""isobit eval: values and distances against decimal arithmetic with hundreds of digits."""
import json
import math
import struct
import unittest
from decimal import Context, Decimal, localcontext
from fractions import Fraction

from certificate import F32, F64
from support import CommandTest, rounded

DIGITS = Context(prec=150, Emax=10**12, Emin=-10**12)

# Each as a decimal function of Decimals.
ORACLES = {
    "exp": lambda x: x.exp(),
    "expm1": lambda x: x.exp() - 1,
    "exp2": lambda x: (x * Decimal(2).ln()).exp(),
    "log": lambda x: x.ln(),
    "log10": lambda x: x.log10(),
    "log1p": lambda x: (1 + x).ln(),
    "sinh": lambda x: (x.exp() - (-x).exp()) / 2,
    "tanh": lambda x: (x.exp() - (-x).exp()) / (x.exp() + (-x).exp()),
    "rsqrt": lambda x: 1 / x.sqrt(),
    "hypot": lambda x, y: (x * x + y * y).sqrt(),
}


def next_float(x, towards, single):
    if not single:
        return math.nextafter(x, towards)
    bits = struct.unpack("<i", struct.pack("<f", x))[0]
    if x == 0:
        return math.copysign(2.0**-149, towards)
    outwards = (towards > x) == (x > 0)
    return struct.unpack("<f", struct.pack("<i", bits + (1 if outwards else -1)))[0]


class EvalTest(CommandTest):
    def evaluate(self, name, *arguments, single=False):
        status, output, problem = self.run_command("eval", name, "--json", *(["--float"] if single else []), "--", *arguments)
        self.assertEqual(status, 0, problem)
        report = json.loads(output)
        self.assertEqual((report["function"], report["type"]), (name, "f32" if single else "f64"))
        return report["results"]

    def check(self, name, result, single):
        with localcontext(DIGITS):
            x = [float.fromhex(result[key]) for key in ("x_hex", "y_hex") if key in result]
            exact = Fraction(ORACLES[name](*map(Decimal, x)))
            value = float.fromhex(result["hex"])
            self.assert_same(value, rounded(exact, F32 if single else F64))
            if exact == value:
                self.assertEqual(result["exact_value"], "exact")
                return
            self.assertEqual((result["exact_value"], result["above"]), ("between", exact > value))
            neighbour = next_float(value, math.inf if exact > value else -math.inf, single)
            self.assert_same(float.fromhex(result["neighbour_hex"]), neighbour)
            gap = abs(Fraction(neighbour) - Fraction(value))
            distance = abs(exact - Fraction(value)) / gap
            from_midpoint = abs(Fraction(1, 2) - distance)
            for key, expected in (("distance_log2_ulp", distance), ("midpoint_log2_ulp", from_midpoint)):
                log2 = Decimal(expected.numerator).ln() - Decimal(expected.denominator).ln()
                self.assertAlmostEqual(result[key], float(log2 / Decimal(2).ln()), places=6)
            self.assertFalse(result["is_midpoint"])

    def test_values(self):
        for name in ORACLES:
            for single in (False, True):
                positive = name in ("log", "log10", "rsqrt", "log1p")
                count = 8 if name != "hypot" else 16
                arguments = [self.random.choice((1, 1 if positive else -1)) * 10**self.random.uniform(-6, 1.3)
                             for _ in range(count)]
                for result in self.evaluate(name, *map(repr, arguments), single=single):
                    with self.subTest(name=name, single=single, result=result):
                        self.check(name, result, single)

    def test_hard_cases(self):
        """Published worst cases: the exact value is next to a midpoint, or next to a number."""
        for name, x in (("exp", "0x1.9e9cbbfd6080bp-31"), ("exp", "0x1.83d4bcdebb3f4p+2"), ("exp2", "0x1.e4596526bf94dp-10"),
                        ("log", "0x1.452c8337ad7d3p-664"), ("log10", "0x1.365116686b078p-765")):
            result, = self.evaluate(name, x)
            self.check(name, result, False)
            self.assertLess(min(result["midpoint_log2_ulp"], result["distance_log2_ulp"]), -40)

    def test_special_cases(self):
        for name, arguments, hexadecimal, standing in (
                ("exp", ["0"], "0x1p+0", "exact"), ("exp", ["1000"], "inf", "overflow"), ("exp", ["-inf"], "0x0p+0", "exact"),
                ("exp", ["nan"], "nan", "undefined"), ("log", ["0"], "-inf", "pole"), ("log", ["-1"], "nan", "undefined"),
                ("log2", ["0x1p-1074"], "-0x1.0c8p+10", "exact"), ("log10", ["1e22"], "0x1.6p+4", "exact"),
                ("cbrt", ["-27"], "-0x1.8p+1", "exact"), ("hypot", ["3", "4"], "0x1.4p+2", "exact"),
                ("sinpi", ["2.5"], "0x1p+0", "exact"), ("tanh", ["1e300"], "0x1p+0", "too_close"),
                ("exp2", ["-1074"], "0x1p-1074", "exact"), ("atanh", ["1"], "inf", "pole"), ("sin", ["0"], "0x0p+0", "exact"),
                ("hypot", ["1", "1e-310"], "0x1p+0", "between"), ("sin", ["1e-320"], "0x1.fap-1064", "between"),
                ("erf", ["7"], "0x1p+0", "too_close"), ("tgamma", ["5"], "0x1.8p+4", "exact"), ("lgamma", ["1"], "0x0p+0", "exact"),
                ("tgamma", ["180"], "inf", "overflow"), ("tgamma", ["0.5"], "0x1.c5bf891b4ef6bp+0", "between"),
                ("atan2", ["0", "1"], "0x0p+0", "exact"), ("atan2", ["0", "-1"], "0x1.921fb54442d18p+1", "between")):
            with self.subTest(name=name, arguments=arguments):
                result, = self.evaluate(name, *arguments)
                self.assertEqual((result["hex"], result["exact_value"]), (hexadecimal, standing))
        for name, x, hexadecimal, standing in (("tgamma", "5", "0x1.8p+4", "exact"), ("lgamma", "2", "0x0p+0", "exact"),
                                               ("tgamma", "0", "inf", "pole"), ("tgamma", "40", "inf", "overflow"),
                                               ("tgamma", "-60.5", "-0x0p+0", "between"), ("lgamma", "-1", "inf", "pole")):
            with self.subTest(name=name, x=x):
                result, = self.evaluate(name, x, single=True)
                self.assertEqual((result["hex"], result["exact_value"]), (hexadecimal, standing))
        tie, = self.evaluate("exp2", "-1075")
        self.assertEqual((tie["hex"], tie["exact_value"], tie["is_midpoint"], tie["midpoint_log2_ulp"]),
                         ("0x0p+0", "between", True, None))

    def test_arguments(self):
        """Rounded correctly to the type; pairs in either form."""
        x, = self.evaluate("exp", "0.1", single=True)
        self.assertEqual(x["x_hex"], "0x1.99999ap-4")
        one = self.evaluate("pow", "2", "0.5", "3,2")
        self.assertEqual([each["hex"] for each in one], ["0x1.6a09e667f3bcdp+0", "0x1.2p+3"])
        self.assertEqual(one, self.evaluate("pow", "2,0.5", "3", "2"))
        self.assertEqual(self.run_command("eval", "exp", "-1", "--decimal")[1], "0.36787944117144233\n")
        self.assertEqual(self.run_command("eval", "exp", "0", "1", "--hex")[1], "0x1p+0\n0x1.5bf0a8b145769p+1\n")
        status, output, _ = self.run_command("eval", "log", "1", "2")
        self.assertEqual((status, len(output.splitlines())), (0, 3))

    def test_errors(self):
        self.assert_fails(2, "eval")
        self.assert_fails(2, "eval", "exp")
        self.assert_fails(2, "eval", "exp2f", "1", says="there is no function 'exp2f'; there are exp exp2")
        self.assert_fails(2, "eval", "exp", "one", says="'one' is not a number")
        self.assert_fails(2, "eval", "exp", "1,", says="'' is not a number")
        self.assert_fails(2, "eval", "exp", "1e400", says="too large for a double")
        self.assert_fails(2, "eval", "exp", "1e40", "--float", says="too large for a float")
        self.assert_fails(2, "eval", "pow", "1", "2", "3", says="takes pairs")
        self.assert_fails(2, "eval", "exp", "1", "--hex", "--json")


if __name__ == "__main__":
    unittest.main()
