"""Parquet and Arrow files, written by pyarrow."""
import decimal
import math
import os
import subprocess
import unittest

from support import COMMAND, CommandTest

try:
    import pyarrow
    import pyarrow.feather
    import pyarrow.parquet
except ImportError:
    pyarrow = None


@unittest.skipUnless(pyarrow, "NO pyarrow: nothing of Parquet and Arrow is tested (pip install pyarrow)")
class ArrowTest(CommandTest):
    def setUp(self):
        super().setUp()
        if "parquet" not in self.result("info")["reads"]:
            self.skipTest("ISOBIT WAS BUILT WITHOUT ARROW: nothing of it is tested (cmake -DISOBIT_ARROW=<folder of pyarrow>)")

    def files(self, **columns):
        """The same table as Parquet in small row groups, as Feather and as an uncompressed Arrow file in small batches."""
        table = pyarrow.table(columns)
        pyarrow.parquet.write_table(table, self.folder / "t.parquet", row_group_size=1000)
        pyarrow.feather.write_feather(table, self.folder / "t.feather", compression="lz4")
        with pyarrow.ipc.new_file(self.folder / "t.arrow", table.schema) as file:
            file.write_table(table, max_chunksize=700)
        return [str(self.folder / name) for name in ("t.parquet", "t.feather", "t.arrow")]

    def test_types(self):
        kinds = [pyarrow.int8(), pyarrow.uint8(), pyarrow.int16(), pyarrow.uint16(), pyarrow.int32(), pyarrow.uint32(), pyarrow.int64(), pyarrow.uint64(),
                 pyarrow.float16(), pyarrow.float32(), pyarrow.float64()]
        columns = {str(kind): pyarrow.array([i % 100 for i in range(5000)]).cast(kind) for kind in kinds}
        columns["bool"] = pyarrow.array([i % 3 == 0 for i in range(5000)])
        columns["decimal"] = pyarrow.array([decimal.Decimal("1.5")] * 5000)
        columns["text"] = pyarrow.array(["x"] * 5000)
        columns["record"] = pyarrow.array([{"a": 1, "b": [2]}] * 5000)
        columns["last"] = pyarrow.array([0.1] * 5000)
        for path in self.files(**columns):
            result = self.result("sum", path, "-a")
            expected = {str(kind): 247500 for kind in kinds} | {"bool": 1667, "last": math.fsum([0.1] * 5000)}
            self.assertEqual({c["column"]: c["value"] for c in result["columns"]}, expected)
            self.assertEqual([c["column"] for c in result["columns"] if c["type"] == "f32"], ["halffloat", "float"])
            self.assertEqual([c["column"] for c in result["not_numbers"]], ["decimal", "text", "record"])
            self.assertEqual(self.value("sum", path, "-c", "last"), math.fsum([0.1] * 5000))
            self.assertEqual(self.value("dot", path, "-c", "last", "-c", "bool"), math.fsum([0.1] * 1667))
            self.assert_fails(1, "sum", path, "-c", "decimal", says="column 'decimal' cannot be used: its type is decimal128(2, 1)")
            self.assert_fails(1, "sum", path, "-c", "none", says="there is no column 'none'; there are 1 'int8', ")
            self.assert_fails(2, "sum", path, says="choose a column with --column; there are 1 'int8', ")
        for path in self.files(x=pyarrow.array([0] * 1500 + [2**53 + 1])):
            self.assert_fails(1, "sum", path, says="row 1500 (from 0) of 'x' is 9007199254740993, which no f64 is")

    def test_nulls(self):
        for path in self.files(x=pyarrow.array([None if i % 7 == 0 else float(i) for i in range(3000)] + [math.nan]), y=pyarrow.array([1] * 3001)):
            result = self.result("sum", path, "-c", "x", "--skip-na")
            self.assertEqual((result["value"], result["missing"]), (sum(i for i in range(3000) if i % 7), 430))
            self.assert_fails(1, "sum", path, "-c", "x", says="row 0 (from 0) of 'x' is null (--skip-na would")
            result = self.result("sum", path, "-a", "--skip-na")
            self.assertEqual([(c["count"], c["missing"]) for c in result["columns"]], [(2571, 430), (3001, 0)])

    def test_groups_and_threads(self):
        values = [self.random.gauss(0, 1) * 10.0 ** self.random.randrange(-9, 9) for _ in range(40000)]
        keys = [self.random.choice(("a", "b", None, "ü")) for _ in values]
        numbers = [self.random.randrange(3) for _ in values]
        expected = {}
        for key, number, value in zip(keys, numbers, values):
            expected.setdefault((key, number), []).append(value)
        order = sorted(expected, key=lambda key: (key[0] is None, (key[0] or "").encode(), key[1]))
        for keyed in (pyarrow.array(keys), pyarrow.array(keys).dictionary_encode()):
            for path in self.files(v=pyarrow.array(values), k=keyed, n=pyarrow.array(numbers)):
                for threads in (1, 4):
                    groups = self.result("sum", path, "-c", "v", "--by", "k,n", "-j", threads)["groups"]
                    self.assertEqual([(g["key"], g["columns"][0]["value"]) for g in groups],
                                     [([key, str(number)], math.fsum(expected[key, number])) for key, number in order])

    def test_constant_memory(self):
        """Eight times as many row groups need no more memory: 64 MB of numbers in less than 48 MB above a small file's."""
        peaks = []
        for groups in (2, 64):
            path = str(self.folder / "m.parquet")
            schema = pyarrow.schema([("x", pyarrow.float64())])
            with pyarrow.parquet.ParquetWriter(path, schema, compression="none", use_dictionary=False) as file:
                batch = pyarrow.table({"x": pyarrow.array([0.5 * i for i in range(125000)])})
                for _ in range(groups):
                    file.write_table(batch)
            child = subprocess.Popen([COMMAND, "sum", path, "-j", "2"], stdout=subprocess.PIPE)
            child.stdout.read()
            child.stdout.close()
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = status
            self.assertEqual(status, 0)
            peaks.append(usage.ru_maxrss)
        self.assertLess(peaks[1] - peaks[0], 48 << 10)

    def test_damaged(self):
        for path in self.files(x=pyarrow.array([1.5] * 3000)):
            with open(path, "rb") as file:
                content = file.read()
            for size in (len(content) - 1, len(content) // 2, 60):
                self.assert_fails(1, "sum", self.file("cut.parquet", content[:size]), says="cut.parquet: cannot be read: ")
            self.assert_fails(2, "sum", stdin=content, says="not from a pipe")


if __name__ == "__main__":
    unittest.main()
