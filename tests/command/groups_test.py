"""Results by column and by group of rows."""
import csv
import math
import os
import subprocess
import unittest
from fractions import Fraction

from certificate import F32
from support import COMMAND, CommandTest, exact_sum, rounded


class GroupsTest(CommandTest):
    def table(self, *arguments, status=0, **options):
        """The rows of CSV that a command which must succeed prints, and its remarks."""
        got, output, problem = self.run_command(*arguments, "--csv", **options)
        self.assertEqual(got, status, problem)
        return list(csv.reader(output.splitlines())), problem

    def sales(self):
        return self.file("sales.csv", "region,year,price,quantity\nnorth,2024,1.5,2\nsouth,999,0.1,3\nnorth,2023,0.2,1\n"
                                      '"south, west",2023,4,1\nsouth,999,0.2,4\nnorth,2024,-7,5\n')

    def test_by(self):
        rows, remarks = self.table("sum", self.sales(), "--column", "price", "--by", "region,year")
        self.assertEqual(rows, [["region", "year", "sum(price)", "hex(price)", "count(price)"],
                                ["north", "2023", "0.2", (0.2).hex(), "1"], ["north", "2024", "-5.5", "-0x1.6p+2", "2"],
                                ["south", "999", "0.30000000000000004", math.fsum([0.1, 0.2]).hex(), "2"],
                                ["south, west", "2023", "4", "0x1p+2", "1"]])
        self.assertEqual(remarks, "")
        by_number, _ = self.table("sum", self.sales(), "-c", "3", "-b", "1", "-b", "2")
        self.assertEqual(by_number, rows)
        rows, _ = self.table("mean", self.sales(), "-c", "price", "-c", "quantity", "-b", "year", "-d")
        self.assertEqual(rows, [["year", "mean(price)", "count(price)", "mean(quantity)", "count(quantity)"],
                                ["999", "0.15000000000000002", "2", "3.5", "2"], ["2023", "2.1", "2", "1", "2"], ["2024", "-2.75", "2", "3.5", "2"]])

    def test_operations(self):
        values = {key: [self.random.gauss(0, 1) * 2.0 ** self.random.randrange(-300, 300) for _ in range(self.random.randrange(1, 30))]
                  for key in "abcdefgh"}
        lines = [f"{key},{x!r}" for key, list_ in values.items() for x in list_]
        self.random.shuffle(lines)
        path = self.file("t.csv", "k,x\n" + "\n".join(lines))
        def squares(xs):
            return sum((Fraction(x) ** 2 for x in xs), Fraction(0))
        def variance(xs, removed):
            return (squares(xs) - exact_sum(xs) ** 2 / len(xs)) / (len(xs) - removed)
        for command, expected in ((["sum"], exact_sum), (["mean"], lambda xs: exact_sum(xs) / len(xs)),
                                  (["norm", "--squared"], squares), (["norm", "--l1"], lambda xs: exact_sum(map(abs, xs))),
                                  (["variance"], lambda xs: None if len(xs) < 2 else variance(xs, 1)),
                                  (["variance", "--population"], lambda xs: variance(xs, 0))):
            for single in (False, True):
                with self.subTest(command=command, single=single):
                    rows, _ = self.table(*command, path, "-c", "x", "--by", "k", "-x", *(["-r", "f32"] if single else []))
                    self.assertEqual([row[0] for row in rows[1:]], sorted(values))
                    for key, result, count in rows[1:]:
                        self.assertEqual(int(count), len(values[key]))
                        exact = expected(values[key])
                        if exact is None:
                            self.assertEqual(result, "")
                        elif not single or abs(exact) < Fraction(2) ** 127:
                            self.assert_same(float.fromhex(result), rounded(exact, *([F32] if single else [])))
        rows, _ = self.table("norm", path, "-c", "x", "--by", "k", "-x")
        for key, result, _ in rows[1:]:
            alone = self.file("alone.txt", "\n".join(map(repr, values[key])))
            self.assert_same(float.fromhex(result), self.value("norm", alone))

    def test_hard_sums(self):
        """Every group is what `isobit sum` makes of its numbers alone: wide ranges, overflow on the way, zeros, infinities."""
        tiny, huge = 5e-324, 1.7976931348623157e308
        groups = {"cancel": [1e16, 1.0, -1e16, 0.1, tiny, -0.1, -1.0], "huge": [huge, huge, -huge, -huge, 42.0], "over": [huge, huge],
                  "negative zeros": [-0.0, -0.0], "zeros": [-0.0, 0.0], "back to zero": [5.0, -5.0, -0.0], "tiny": [tiny] * 3,
                  "infinite": [math.inf, 1.0], "both": [math.inf, -math.inf], "nan": [math.nan, 1.0],
                  "wide": [self.random.choice((-1, 1)) * 2.0 ** e for e in range(-1074, 1023, 7)]}
        lines = [f"{key},{x!r}" for key, list_ in groups.items() for x in list_]
        self.random.shuffle(lines)
        for operation in (["sum"], ["mean"], ["norm"], ["norm", "--squared"], ["norm", "--l1"], ["variance"]):
            rows, _ = self.table(*operation, self.file("t.csv", "k,x\n" + "\n".join(lines)), "-c", "x", "-b", "k", "-x")
            self.assertEqual(len(rows) - 1, len(groups))
            for key, result, count in rows[1:]:
                with self.subTest(operation=operation, key=key):
                    alone = self.run_command(*operation, "-x", stdin=" ".join(map(repr, groups[key])))[1].strip()
                    self.assertEqual((result, int(count)), (alone, len(groups[key])))

    def test_order_of_keys(self):
        """Numbers by value and first, then everything else by bytes; the same text is the same group."""
        keys = ["b", "10", "9", "-1", "1.0", "1", "a", "B", "1e2", "", "nan", "é", "0x10", "9"]
        path = self.file("t.csv", "k,x\n" + "".join(f"{key},1\n" for key in keys))
        rows, _ = self.table("sum", path, "-c", "x", "--by", "k", "-d")
        self.assertEqual([row[0] for row in rows[1:]], ["-1", "1", "1.0", "9", "10", "0x10", "1e2", "", "B", "a", "b", "nan", "é"])
        self.assertEqual(rows[4], ["9", "2", "2"])

    def test_threads_files_and_pipes(self):
        lines = [f"{self.random.randrange(40000)},{self.random.gauss(0, 1) * 10.0 ** self.random.randrange(-9, 9)!r},{i}" for i in range(200000)]
        expected = {}
        for line in lines:
            key, x, _ = line.split(",")
            expected.setdefault(int(key), []).append(float(x))
        path = self.file("t.csv", "k,x,i\n" + "\n".join(lines))
        whole = self.table("sum", path, "-c", "x", "-c", "i", "--by", "k", "-j", 1)[0]
        self.assertEqual([(int(row[0]), float.fromhex(row[2])) for row in whole[1:]],
                         [(key, math.fsum(expected[key])) for key in sorted(expected)])
        for threads in (2, 3, 8):
            self.assertEqual(self.table("sum", path, "-c", "x", "-c", "i", "--by", "k", "-j", threads)[0], whole)
        halves = [self.file(f"{i}.csv", "k,x,i\n" + "\n".join(lines[i::2])) for i in range(2)]
        self.assertEqual(self.table("sum", *halves, "-c", "x", "-c", "i", "--by", "k")[0], whole)
        text = "k,x,i\n" + "\n".join(lines)
        self.assertEqual(self.table("sum", "-f", "csv", "-c", "x", "-c", "i", "--by", "k", stdin=text)[0], whole)

    def test_memory_of_groups(self):
        """300,000 groups in less than 100 MB: an accumulator for each would take 175 MB."""
        path = self.file("t.csv", "k,x\n" + "".join(f"{i % 300000},{i}.25\n" for i in range(600000)))
        child = subprocess.Popen([COMMAND, "sum", path, "-c", "x", "--by", "k", "--csv", "-d"], stdout=subprocess.PIPE)
        output = child.stdout.read()
        child.stdout.close()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
        self.assertEqual(status, 0)
        self.assertTrue(output.endswith(b"299999,899998.5,2\n"))
        self.assertLess(usage.ru_maxrss, 100 << 10)

    def test_all_columns(self):
        rows, remarks = self.table("sum", self.sales(), "--all-columns", "-d")
        self.assertEqual(rows, [["column", "sum", "count"], ["year", "10092", "6"], ["price", "-1", "6"], ["quantity", "16", "6"]])
        self.assertEqual(remarks, "isobit: left out column 'region': 'north' is not a number\n")
        self.assertEqual(self.table("sum", self.sales(), "-c", "year", "-c", "price", "-d")[0], rows[:3])
        rows, _ = self.table("sum", self.sales(), "-a", "-d", "--by", "region")
        self.assertEqual(rows[1], ["north", "6071", "3", "-5.3", "3", "8", "3"])
        rows, _ = self.table("sum", self.file("n.csv", "1,2\n3,4\n"), "-a", "-d")
        self.assertEqual(rows[1:], [["1", "4", "2"], ["2", "6", "2"]])
        rows, _ = self.table("sum", self.file("e.csv", "x,y\n"), "-a", "-d")
        self.assertEqual(rows[1:], [["x", "0", "0"], ["y", "0", "0"]])
        self.assertEqual(self.table("mean", self.file("e.csv", "x,y\n"), "-a", "-d")[0][1:], [["x", "", "0"], ["y", "", "0"]])
        self.assertEqual(self.table("sum", self.file("e.csv", "x,y\n"), "-c", "x", "--by", "y")[0][1:], [])
        two = [self.file("1.csv", "x,y\n1,2\n"), self.file("2.csv", "x,y\n3,4\n")]
        self.assertEqual(self.table("sum", *two, "-a", "-d")[0][1:], [["x", "4", "2"], ["y", "6", "2"]])

    def test_all_columns_that_are_in_doubt(self):
        self.assert_fails(2, "sum", self.file("t.csv", "region,2019\nnorth,5\n"), "-a", says="are these the names of the columns: 1 'region', 2 '2019'?")
        self.assertEqual(self.table("sum", self.file("t.csv", "region,2019\nnorth,5\n"), "-a", "-d", "--header", "yes")[0][1:], [["2019", "5", "1"]])
        self.assertEqual(self.table("sum", self.file("t.csv", "region,2019\nnorth,5\n"), "-a", "-d", "--header", "no")[0][1:], [["2", "2024", "2"]])
        self.assertEqual(self.table("sum", self.file("t.csv", "id,2019\n1,5\n"), "-a", "-d")[0][1:], [["id", "1", "1"], ["2019", "5", "1"]])
        self.assert_fails(1, "sum", self.file("t.csv", "a,b\nx,y\n"), "-a", says="no column holds numbers")
        self.assert_fails(1, "sum", self.file("t.csv", "a,b\n1,2\n3,x\n"), "-a", says="t.csv:3:3: 'x' is not a number")
        self.assert_fails(1, "sum", self.file("t.csv", "a,b\n1,2\n3,4,5\n"), "-a", says="has too many columns")
        self.assert_fails(1, "sum", self.file("1.csv", "x,y\n1,2\n"), self.file("2.csv", "x,z\n3,4\n"), "-a", says="its columns of numbers are not those of")

    def test_missing_and_bad(self):
        """A value that is missing in one column does not take those of the others with it."""
        path = self.file("t.csv", "k,x,y\na,1,2\na,NA,4\nb,,8\nb,nan,NA\n")
        rows, remarks = self.table("sum", path, "-a", "--skip-na", "--by", "k", "-d")
        self.assertEqual(rows[1:], [["a", "1", "1", "6", "2"], ["b", "0", "0", "8", "1"]])
        self.assertEqual(remarks, "isobit: column 'x': left out 3 missing values\nisobit: column 'y': left out 1 missing value\n")
        self.assert_fails(1, "sum", path, "-a", "--by", "k", says="t.csv:3:3: 'NA' is not a number (--skip-na")
        path = self.file("t.csv", "k,x,y\na,1,2\na,oops,4\nb\nb,8,9\n")
        rows, remarks = self.table("sum", path, "-c", "x", "-c", "y", "--skip-bad", "--by", "k", "-d")
        self.assertEqual(rows[1:], [["a", "1", "1", "6", "2"], ["b", "8", "1", "9", "1"]])
        self.assertEqual(remarks, "isobit: column 'x': skipped 1 bad entry\nisobit: skipped 1 bad row\n")
        self.assert_fails(1, "sum", path, "-c", "x", "--by", "k", says="t.csv:3:3: 'oops'")
        self.assert_fails(1, "sum", self.file("t.csv", "k,x\na,b\n"), "-c", "x", "--by", "k", "--skip-bad", says="column 'x': no number is left")

    def test_json(self):
        result = self.result("sum", self.sales(), "-c", "price", "--by", "region", "-r", "f32")
        self.assertEqual(result["by"], ["region"])
        self.assertEqual([group["key"] for group in result["groups"]], [["north"], ["south"], ["south, west"]])
        self.assertEqual(result["groups"][0]["columns"], [{"column": "price", "type": "f32", "value": -5.3, "decimal": "-5.3", "hex": "-0x1.533334p+2",
                                                           "bits": "c0a9999a", "count": 3}])
        result = self.result("mean", self.sales(), "-a")
        self.assertEqual([column["column"] for column in result["columns"]], ["year", "price", "quantity"])
        self.assertEqual(result["not_numbers"], [{"column": "region", "why": "'north' is not a number"}])
        self.assertEqual(self.result("mean", self.file("t.csv", "k,x\na,NA\n"), "-c", "x", "--by", "k", "--skip-na")["groups"],
                         [{"key": ["a"], "columns": [{"column": "x", "value": None, "count": 0}]}])

    def test_aligned(self):
        _, output, _ = self.run_command("sum", self.file("t.csv", "k,x\nüb,1\nlonger,25\n,3\n"), "-c", "x", "-b", "k", "-d")
        self.assertEqual(output, "k       sum(x)  count(x)\n-       3       1\nlonger  25      1\nüb      1       1\n")

    def test_usage(self):
        path = self.sales()
        self.assert_fails(2, "sum", path, "--by", "region", says="say what to add up")
        self.assert_fails(2, "sum", path, "-c", "price", "--by", "region", "--method", "tree", says="no other --method")
        self.assert_fails(2, "sum", path, "-a", "--compare", says="--compare is not for --all-columns")
        self.assert_fails(2, "sum", path, "-a", "-c", "price")
        self.assert_fails(2, "dot", path, "--by", "region")
        self.assert_fails(1, "sum", path, "-c", "price", "--by", "town", says="there is no column 'town'")
        self.assert_fails(2, "sum", self.file("x.f64", bytes(8)), "-a", says="has no columns to choose from")
        self.assertEqual(self.table("sum", path, "-c", "price", "--by", "region", "--method", "exact", "-d")[0][1], ["north", "-5.3", "3"])


if __name__ == "__main__":
    unittest.main()
