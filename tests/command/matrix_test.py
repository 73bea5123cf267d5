"""isobit matrix: files against exact fractions, the same bytes for every number of threads, and errors that change nothing."""
import bz2
import gzip
import json
import subprocess
import unittest
import xml.etree.ElementTree as xml
from collections import defaultdict
from fractions import Fraction
from math import fsum, ulp

import market
from support import COMMAND, CommandTest, exact_sum, rounded

SVG = "{http://www.w3.org/2000/svg}"


class MatrixTest(CommandTest):
    def wide(self, count):
        return [self.random.uniform(-1, 1) * 2.0**self.random.randrange(-300, 300) for _ in range(count)]

    def contributions(self, rows, columns, count):
        """Few places, many contributions, and much that cancels."""
        entries = []
        for value in self.wide(count):
            place = self.random.randrange(rows), self.random.randrange(columns)
            entries.append((*place, value))
            if self.random.random() < 0.5:
                entries.append((*place, -value))
        self.random.shuffle(entries)
        return entries

    def expected_sums(self, entries):
        places = defaultdict(list)
        for i, j, value in entries:
            places[i, j].append(value)
        return {place: (rounded(exact_sum(values)),) for place, values in places.items()}

    def poisson(self, side):
        """A grid of side * side, by triplets in any order, the lower triangle; and a right-hand side."""
        n = side * side
        entries = [(i, i, 4.0) for i in range(n)]
        entries += [(i, i - 1, -1.0) for i in range(n) if i % side]
        entries += [(i, i - side, -1.0) for i in range(side, n)]
        self.random.shuffle(entries)
        return (self.file("a.mtx", market.coordinate(n, n, entries, "real symmetric")),
                self.file("b.mtx", market.array(n, 1, [self.random.gauss(0, 1) for _ in range(n)])))

    def assert_same_places(self, found, expected):
        self.assertEqual({place: [x.hex() for x in value] for place, value in found.items()},
                         {place: [x.hex() for x in value] for place, value in expected.items()})

    # assemble

    def test_assemble(self):
        entries = self.contributions(20, 30, 4000)
        expected = self.expected_sums(entries)
        out = self.folder / "a.mtx"
        results = set()
        for threads in (1, 2, 3, 4):
            self.random.shuffle(entries)
            result = self.result("matrix", "assemble", self.file("t.mtx", market.coordinate(20, 30, entries)), "--output", out,
                                 "--threads", threads)
            self.assertEqual((result["rows"], result["columns"], result["contributions"], result["entries"]),
                             (20, 30, len(entries), len(expected)))
            results.add(out.read_bytes())
        self.assertEqual(len(results), 1)
        self.assertEqual(market.read(out)[:2], ("coordinate real general", (20, 30, len(expected))))
        self.assert_same_places(market.places(out), expected)
        places = list(market.places(out))
        self.assertEqual(places, sorted(places))
        # What it wrote, it reads as the same bits.
        again = self.folder / "again.mtx"
        self.result("matrix", "assemble", out, "--output", again)
        self.assertEqual(again.read_bytes(), out.read_bytes())

    def test_assemble_by_fsum(self):
        values = [self.random.gauss(0, 10.0**self.random.randrange(-8, 8)) for _ in range(5000)]
        path = self.file("t.mtx", market.coordinate(1, 1, [(0, 0, x) for x in values]))
        out = self.folder / "a.mtx"
        self.result("matrix", "assemble", path, "--output", out)
        self.assert_same_places(market.places(out), {(0, 0): (fsum(values),)})

    def test_compressed(self):
        text = market.coordinate(20, 30, self.contributions(20, 30, 300))
        plain = self.folder / "plain.mtx"
        self.result("matrix", "assemble", self.file("t.mtx", text), "--output", plain)
        packed = [("t.gz", gzip.compress(text.encode()))]
        if "bzip2" in self.result("info")["unpacks"]:
            packed.append(("t.bz2", bz2.compress(text.encode())))
        for name, data in packed:
            for out in (self.folder / "out.mtx", self.folder / "out.mtx.gz"):
                status, _, problem = self.run_command("matrix", "assemble", self.file(name, data), "--output", out)
                self.assertEqual(status, 0, problem)
                data_out = out.read_bytes()
                self.assertEqual(gzip.decompress(data_out) if out.suffix == ".gz" else data_out, plain.read_bytes())
        status, output, _ = self.run_command("matrix", "assemble", "-", "--output", "-", stdin=text)
        self.assertEqual((status, output), (0, plain.read_text()))
        broken = gzip.compress(text.encode())[:-20]
        self.assert_fails(1, "matrix", "assemble", self.file("t.gz", broken), "--output", self.folder / "x", says="t.gz")
        self.assertFalse((self.folder / "x").exists())
        lz4 = self.file("t.lz4", bytes.fromhex("04224d18") + bytes(12))
        self.assert_fails(1, "matrix", "info", lz4, says="compressed with lz4")

    def test_kinds(self):
        out = self.folder / "a.mtx"

        def assembled(text):
            self.result("matrix", "assemble", self.file("t.mtx", text), "--output", out)
            return out.read_text()

        head = "%%MatrixMarket matrix coordinate "
        self.assertEqual(assembled(head + "integer symmetric\n2 2 3\n2 1 9007199254740992\n2 1 3\n1 1 -4\n"),
                         head + "integer symmetric\n2 2 2\n1 1 -4\n2 1 9007199254740996\n")
        self.assertEqual(assembled(head + "pattern general\n2 2 3\n1 2\n1 2\n2 1\n"), head + "integer general\n2 2 2\n1 2 2\n2 1 1\n")
        self.assertEqual(assembled(head + "real skew-symmetric\n2 2 2\n2 1 1.5\n2 1 -1.5\n"), head + "real skew-symmetric\n2 2 1\n2 1 0\n")
        self.assertEqual(assembled(head + "complex hermitian\n2 2 3\n1 1 1 0\n2 1 1e16 1\n2 1 1 1\n"),
                         head + "complex hermitian\n2 2 2\n1 1 1 0\n2 1 1e+16 2\n")
        self.assertEqual(assembled("%%MatrixMarket matrix array real general\n2 2\n0\n1\n-0.0\n5e-324\n"),
                         head + "real general\n2 2 2\n2 1 1\n2 2 5e-324\n")
        self.assertEqual(assembled(head + "real general\r\n% remark\r\n\r\n1 2 3\r\n1 1 inf\r\n1 1 -inf\r\n1 2 -Infinity"),
                         head + "real general\n1 2 2\n1 1 nan\n1 2 -inf\n")

    # multiply

    def test_multiply(self):
        entries = [(i, j, value) for i, j, value in self.contributions(40, 25, 600) if i != 7]
        a = self.file("a.mtx", market.coordinate(40, 25, entries))
        x = self.wide(75)
        path = self.file("x.mtx", market.array(25, 3, x))
        # The matrix is what was assembled: its entries are rounded.
        sums = {place: value for place, (value,) in self.expected_sums(entries).items()}
        out = self.folder / "y.mtx"
        results = set()
        for threads in (1, 2, 4):
            result = self.result("matrix", "multiply", a, path, "--output", out, "--threads", threads)
            results.add(out.read_bytes())
        self.assertEqual(len(results), 1)
        self.assertEqual((result["rows"], result["columns"]), (40, 3))
        expected = [rounded(sum((Fraction(value) * Fraction(x[25 * k + j]) for (i, j), value in sums.items() if i == row), Fraction(0)))
                    for k in range(3) for row in range(40)]
        self.assertEqual(market.read(out)[:2], ("array real general", (40, 3)))
        self.assertEqual([y.hex() for y in market.column(out)], [y.hex() for y in expected])
        wide = self.file("w.mtx", market.array(40, 1, x[:40]))
        self.result("matrix", "multiply", a, wide, "--transposed", "--output", out)
        expected = [rounded(sum((Fraction(value) * Fraction(x[i]) for (i, j), value in sums.items() if j == column), Fraction(0)))
                    for column in range(25)]
        self.assertEqual([y.hex() for y in market.column(out)], [y.hex() for y in expected])

    def test_multiply_sparse(self):
        left, right = self.contributions(20, 15, 200), self.contributions(15, 10, 100)
        a, b = (self.file(name, market.coordinate(*sizes, entries)) for name, sizes, entries in
                (("a.mtx", (20, 15), left), ("b.mtx", (15, 10), right)))
        expected = defaultdict(Fraction)
        for (i, k), (x,) in self.expected_sums(left).items():
            for (other, j), (y,) in self.expected_sums(right).items():
                if k == other:
                    expected[i, j] += Fraction(x) * Fraction(y)
        out = self.folder / "c.mtx"
        results = set()
        for threads in (1, 2, 3):
            result = self.result("matrix", "multiply", a, b, "--output", out, "--threads", threads)
            results.add(out.read_bytes())
        self.assertEqual((len(results), result["entries"]), (1, len(expected)))
        self.assert_same_places(market.places(out), {place: (rounded(value),) for place, value in expected.items()})

    def test_multiply_complex(self):
        a = self.file("a.mtx", market.coordinate(2, 2, [(0, 0, 2.0, 0.0), (1, 0, 1.0, 2.0)], "complex hermitian"))
        x = self.file("x.mtx", market.array(2, 1, [1.0, 3.0]))
        out = self.folder / "y.mtx"
        self.result("matrix", "multiply", a, x, "--output", out)
        self.assertEqual(market.read(out), ("array complex general", (2, 1), [["5", "-6"], ["1", "2"]]))

    # info

    def test_info(self):
        entries = self.contributions(30, 30, 200)
        path = self.file("a.mtx", market.coordinate(30, 30, entries))
        sums = {place: value for place, (value,) in self.expected_sums(entries).items()}
        info = self.result("matrix", "info", path, "--svg", self.folder / "a.svg")
        lengths = [sum(i == row for i, _ in sums) for row in range(30)]
        self.assertEqual((info["rows"], info["columns"], info["entries"], info["format"]), (30, 30, len(sums), "coordinate real general"))
        self.assertEqual((info["fewest_in_a_row"], info["most_in_a_row"], info["empty_rows"]), (min(lengths), max(lengths), lengths.count(0)))
        self.assertEqual((info["zeros"], info["not_finite"]), (sum(x == 0 for x in sums.values()), 0))
        self.assertEqual(info["diagonal"], sum(i == j for i, j in sums))
        self.assertEqual(info["zero_diagonal"], sum(i == j and x == 0 for (i, j), x in sums.items()))
        self.assertEqual((info["below"], info["above"]), (max(i - j for i, j in sums), max(j - i for i, j in sums)))
        self.assertEqual(info["symmetric_pattern"], set(sums) == {(j, i) for i, j in sums})
        exponents = [int(x.hex().split("p")[1]) for x in sums.values() if x]
        self.assertEqual((info["least_exponent"], info["largest_exponent"]), (min(exponents), max(exponents)))
        for name, axis in (("norm_1", 1), ("norm_infinity", 0)):
            largest = max(sum((abs(Fraction(x)) for place, x in sums.items() if place[axis] == line), Fraction(0)) for line in range(30))
            self.assert_same(float.fromhex(info[f"{name}_hex"]), rounded(largest))
        norm = Fraction(float.fromhex(info["norm_frobenius_hex"]))
        squares = sum(Fraction(x)**2 for x in sums.values())
        half = Fraction(ulp(float(norm))) / 2
        self.assertTrue((norm - half)**2 <= squares <= (norm + half)**2)
        picture = xml.parse(self.folder / "a.svg").getroot()
        drawn = [each for each in picture.iter(SVG + "rect") if each.get("class", "").startswith("s")]
        side = 600 / 30
        self.assertAlmostEqual(sum(float(each.get("width")) for each in drawn) / side, len(sums), delta=len(sums) / 20)

    def test_info_of_symmetry(self):
        def symmetry(kind, lines):
            info = self.result("matrix", "info", self.file("a.mtx", f"%%MatrixMarket matrix coordinate {kind}\n{lines}"))
            return [info[word] for word in ("symmetric_pattern", "symmetric", "skew_symmetric", "hermitian")]

        self.assertEqual(symmetry("real symmetric", "2 2 2\n1 1 1\n2 1 3\n"), [True, True, False, True])
        self.assertEqual(symmetry("real skew-symmetric", "2 2 1\n2 1 3\n"), [True, False, True, False])
        self.assertEqual(symmetry("complex hermitian", "2 2 1\n2 1 3 1\n"), [True, False, False, True])
        self.assertEqual(symmetry("complex symmetric", "2 2 1\n2 1 3 1\n"), [True, True, False, False])
        self.assertEqual(symmetry("real general", "2 2 2\n2 1 3\n1 2 4\n"), [True, False, False, False])
        self.assertEqual(symmetry("real general", "2 2 2\n2 1 3\n1 1 4\n"), [False, False, False, False])
        self.assertEqual(symmetry("real general", "2 3 0\n"), [False, False, False, False])
        self.assertEqual(symmetry("real general", "1 1 1\n1 1 nan\n"), [True, False, False, False])
        info = self.result("matrix", "info", self.file("a.mtx", "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 3 4\n"))
        self.assertEqual((info["norm_frobenius_value"], "norm_1_value" in info), (5, False))
        info = self.result("matrix", "info", self.file("a.mtx", "%%MatrixMarket matrix coordinate real general\n0 0 0\n"),
                           "--svg", self.folder / "a.svg")
        self.assertEqual((info["least_exponent"], info["norm_1_value"], info["fewest_in_a_row"]), (None, 0, 0))
        xml.parse(self.folder / "a.svg")

    # solve

    def test_solve(self):
        a, b = self.poisson(12)
        x, history, svg = (self.folder / name for name in ("x.mtx", "h.csv", "c.svg"))
        files = set()
        for threads in (1, 2, 3):
            result = self.result("matrix", "solve", a, b, "--tolerance", "1e-12", "--output", x, "--history", history, "--svg", svg,
                                 "--threads", threads)
            files.add((x.read_bytes(), history.read_bytes(), svg.read_bytes(), json.dumps(result)))
        self.assertEqual(len(files), 1)
        self.assertEqual((result["outcome"], result["method"], result["preconditioner"], result["rows"], result["entries"]),
                         ("converged", "cg", "none", 144, 144 + 4 * 12 * 11))
        rows = [line.split(",") for line in history.read_text().splitlines()]
        self.assertEqual(rows[0], ["iteration", "residual", "hex"])
        self.assertEqual([int(row[0]) for row in rows[1:]], list(range(result["iterations"] + 1)))
        self.assertTrue(all(float(row[1]) == float.fromhex(row[2]) for row in rows[1:]))
        self.assertEqual(rows[-1][2], result["residual_hex"])
        self.assertLessEqual(result["residual_value"], 1e-12 * result["right_hand_side_norm_value"])
        self.assertIn("tolerance", "".join(xml.parse(svg).getroot().itertext()))
        # The residual of what was written, exactly.
        matrix, right = {}, list(map(Fraction, market.column(b)))
        for (i, j), (value,) in market.places(a).items():
            matrix[i, j] = matrix[j, i] = Fraction(value)
        solution = list(map(Fraction, market.column(x)))
        for (i, j), value in matrix.items():
            right[i] -= value * solution[j]
        self.assertLess(sum(map(abs, right)), Fraction(1, 10**10))

    def test_every_method(self):
        a, b = self.poisson(8)
        iterations = {}
        for method in ("cg", "pipelined-cg", "bicgstab", "gmres", "minres"):
            for preconditioner in ("none", "jacobi", "ssor", "ic0", "ilu0", "chebyshev", "multigrid"):
                with self.subTest(method=method, preconditioner=preconditioner):
                    x = self.folder / "x.mtx"
                    result = self.result("matrix", "solve", a, b, "-m", method, "-p", preconditioner, "--tolerance", "1e-10", "-o", x)
                    self.assertEqual((result["outcome"], result["method"], result["preconditioner"]), ("converged", method, preconditioner))
                    iterations[method, preconditioner] = result["iterations"]
        self.assertLess(iterations["cg", "ic0"], iterations["cg", "none"])

    def test_not_converged(self):
        a, b = self.poisson(8)
        x, history = self.folder / "x.mtx", self.folder / "h.csv"
        status, output, problem = self.run_command("matrix", "solve", a, b, "--most-iterations", 3, "-o", x, "--history", history)
        self.assertEqual((status, problem), (6, ""))
        self.assertTrue(output.startswith("not converged after 3 iterations; residual "), output)
        self.assertEqual(len(market.column(x)), 64)
        self.assertEqual(len(history.read_text().splitlines()), 5)
        status, output, problem = self.run_command("matrix", "solve", a, b, "--most-iterations", 3, "-o", "-")
        self.assertEqual((status, output), (6, x.read_text()))
        self.assertIn("not converged after 3 iterations", problem)
        indefinite = self.file("i.mtx", market.coordinate(2, 2, [(0, 0, 1.0), (1, 1, -1.0)]))
        ones = self.file("ones.mtx", market.array(2, 1, [1.0, 1.0]))
        status, output, _ = self.run_command("matrix", "solve", indefinite, ones, "-o", x, "--json")
        self.assertEqual((status, json.loads(output)["outcome"]), (6, "indefinite"))
        nan = self.file("nan.mtx", market.coordinate(2, 2, [(0, 0, 1.0), (1, 1, "nan")]))
        status, output, _ = self.run_command("matrix", "solve", nan, ones, "-o", x, "--json")
        self.assertEqual((status, json.loads(output)["outcome"]), (6, "not_finite"))

    # errors

    def test_errors_leave_files(self):
        a, b = self.poisson(3)
        output = self.folder / "out.mtx"
        output.write_text("old")
        three = self.file("three.mtx", market.array(3, 1, [1.0, 2.0, 3.0]))
        bad = self.file("bad.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n1 3 1\n")
        wide = self.file("wide.mtx", market.coordinate(2, 3, [(0, 0, 1.0)]))
        complex_matrix = self.file("c.mtx", market.coordinate(1, 1, [(0, 0, 1.0, 2.0)], "complex general"))
        hollow = self.file("hollow.mtx", market.coordinate(3, 3, [(0, 0, 1.0), (1, 2, 1.0), (2, 1, 1.0)]))
        one = self.file("one.mtx", market.array(1, 1, [1.0]))
        for status, says, *arguments in (
                (1, "bad.mtx: line 4: column 3, and there are 2", "assemble", bad),
                (1, "bad.mtx: line 4", "multiply", bad, self.file("pair.mtx", market.array(2, 1, [1.0, 2.0]))), (1, "three.mtx: 3 rows, and", "multiply", a, three),
                (1, "transposed, has 2 columns", "multiply", wide, three, "--transposed"),
                (1, "empty.mtx: line 1: the text is empty", "solve", self.file("empty.mtx", ""), b),
                (1, "square", "solve", wide, three), (1, "has 9", "solve", a, three), (1, "real numbers only", "solve", complex_matrix, one),
                (1, "one right-hand side", "solve", a, self.file("two.mtx", market.array(9, 2, [1.0] * 18))),
                (1, "hollow.mtx: ", "solve", hollow, three, "--preconditioner", "jacobi"),
                (2, "'-1' is not a number from 0 on", "solve", a, b, "--tolerance=-1"), (2, "none of", "solve", a, b, "--method", "lu"),
                (2, "--most-iterations", "solve", a, b, "--most-iterations", "x"),
                (2, "same file", "solve", a, b, "--history", output), (3, "No such file", "multiply", self.folder / "missing", b)):
            with self.subTest(arguments=arguments):
                self.assert_fails(status, "matrix", *arguments, "--output", output, says=says)
                self.assertEqual(output.read_text(), "old")
        self.assertEqual([each.name for each in self.folder.iterdir() if "partial" in each.name], [])
        self.assert_fails(2, "matrix", "assemble", a, says="--output")
        self.assert_fails(2, "matrix", "assemble", a, "--output", "-", "--json", says="cannot share")
        self.assert_fails(2, "matrix", says="subcommand")
        self.assert_fails(2, "matrix", "asemble", a, says="did you mean assemble?")
        self.assert_fails(3, "matrix", "assemble", a, "--output", self.folder / "no" / "x.mtx", says="cannot be written")
        self.assert_fails(3, "matrix", "info", a, "--svg", self.folder / "no" / "x.svg", says="cannot be written")
        self.assert_fails(3, "matrix", "solve", a, b, "--output", output, "--history", self.folder / "no" / "h.csv", says="cannot be written")
        self.assertEqual(output.read_text(), "old")

    def test_sizes_without_memory(self):
        """Headers that announce more than there can be."""
        head = "%%MatrixMarket matrix coordinate real general\n"
        large = self.file("large.mtx", head + f"{2**62} 1 0\n")
        self.assert_fails(5, "matrix", "info", large, says="large.mtx: 4611686018427387904 rows and 1 column take more memory")
        self.assert_fails(1, "matrix", "info", self.file("x.mtx", head + f"1 {2**63} 0\n"), says="more than 64 bits can count")
        self.assert_fails(1, "matrix", "info", self.file("x.mtx", head + f"1 1 {2**62}\n1 1 1\n"), says="ends after 1 of the 4611686018427387904")
        flat, none = self.file("a.mtx", head + "3 0 0\n"), self.file("x.mtx", market.array(0, 2**62, []))
        self.assert_fails(1, "matrix", "multiply", flat, none, "-o", self.folder / "y", says="more than can be counted")
        wide = self.file("wide.mtx", head + f"1 {2**40} 1\n1 {2**40} 5\n")
        self.result("matrix", "assemble", wide, "-o", self.folder / "y.mtx")
        self.assertEqual(market.places(self.folder / "y.mtx"), {(0, 2**40 - 1): (5.0,)})

    def test_full_disk(self):
        a = self.file("a.mtx", market.coordinate(100, 100, [(i, i, 0.1) for i in range(100)] * 100))
        self.assert_fails(3, "matrix", "assemble", a, "--output", "/dev/full", says="No space left")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([COMMAND, "matrix", "assemble", a, "--output", "-"], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 3)

    def test_links_and_places(self):
        """A link stays one, and what it leads to is replaced."""
        a, _ = self.poisson(3)
        target, link = self.folder / "target.mtx", self.folder / "link.mtx"
        target.write_text("old")
        link.symlink_to(target)
        self.result("matrix", "assemble", a, "--output", link)
        self.assertTrue(link.is_symlink())
        self.assertTrue(target.read_text().startswith("%%MatrixMarket"))
        self.result("matrix", "assemble", target, "--output", target)
        self.assertTrue(target.read_text().startswith("%%MatrixMarket"))


if __name__ == "__main__":
    unittest.main()
