"""Classic netCDF files, written here by the specification of the format."""
import gzip
import math
import struct
import unittest
from fractions import Fraction

from certificate import F32
from support import CommandTest, rounded

CODE = {"b": 1, "c": 2, "h": 3, "i": 4, "f": 5, "d": 6, "B": 7, "H": 8, "I": 9, "q": 10, "Q": 11}
DEFAULT_FILL = {"h": -2**15 + 1, "i": -2**31 + 1, "f": 1.875 * 2.0**122, "d": 1.875 * 2.0**122,
                "H": 2**16 - 1, "I": 2**32 - 1, "q": -2**63 + 2, "Q": 2**64 - 2}


def padded(data):
    return data + bytes(-len(data) % 4)


def packed(kind, values):
    return bytes(values) if kind == "c" else struct.pack(f">{len(values)}{kind}", *values)


class Variable:
    """Values of a type in a shape, whose first extent is None where they are records."""

    def __init__(self, name, kind, values, shape=None, **attributes):
        self.name, self.kind, self.values, self.attributes = name, kind, list(values), attributes
        self.shape = (len(self.values),) if shape is None else shape
        self.has_records = None in self.shape
        self.each = math.prod(extent for extent in self.shape if extent is not None)

    def run(self, record=0):
        return packed(self.kind, self.values[record * self.each:(record + 1) * self.each])


def classic(*variables, version=1, records=None, streamed=False):
    """The file's bytes."""
    count = lambda n: struct.pack(">Q" if version == 5 else ">I", n)
    name = lambda text: count(len(text.encode())) + padded(text.encode())
    things = lambda tag, items: struct.pack(">I", tag if items else 0) + count(len(items)) + b"".join(items)
    offset = lambda n: struct.pack(">I" if version == 1 else ">Q", n)

    def attribute(key, value):
        if isinstance(value, str):
            return name(key) + struct.pack(">I", 2) + count(len(value)) + padded(value.encode())
        kind, *numbers = value
        return name(key) + struct.pack(">I", CODE[kind]) + count(len(numbers)) + padded(packed(kind, numbers))

    extents = [None] + sorted({extent for v in variables for extent in v.shape if extent is not None})
    of_records = [v for v in variables if v.has_records]
    fixed = [v for v in variables if not v.has_records]
    if records is None:
        records = max((len(v.values) // v.each for v in of_records), default=0)
    pad = padded if len(of_records) != 1 else bytes  # the only one is not padded

    def header(begin):
        dimensions = [name(f"d{extent}") + count(extent or 0) for extent in extents]
        entries = [name(v.name) + count(len(v.shape)) + b"".join(count(extents.index(extent)) for extent in v.shape)
                   + things(0x0C, [attribute(*each) for each in v.attributes.items()])
                   + struct.pack(">I", CODE[v.kind]) + count(len(padded(v.run())) & 0xffffffff) + offset(begin.get(v.name, 0)) for v in variables]
        said = count(2**64 - 1 if version == 5 else 2**32 - 1) if streamed else count(records)
        return (b"CDF" + bytes([version]) + said + things(0x0A, dimensions)
                + things(0x0C, [attribute("title", "a test"), attribute("numbers", ("h", 1, 2, 3))]) + things(0x0B, entries))

    begin, at = {}, len(header({}))
    for v in fixed:
        begin[v.name] = at
        at += len(padded(v.run()))
    for v in of_records:
        begin[v.name] = at
        at += len(pad(v.run()))
    data = b"".join(padded(v.run()) for v in fixed)
    return header(begin) + data + b"".join(pad(v.run(record)) for record in range(records if of_records else 0) for v in of_records)


class NetcdfTest(CommandTest):
    def write(self, *variables, **options):
        return self.file("t.nc", classic(*variables, **options))

    def doubles(self, count):
        return [self.random.uniform(-1, 1) * 2.0**self.random.randrange(-40, 40) for _ in range(count)]

    def test_types(self):
        for version in (1, 2, 5):
            for kind in CODE if version == 5 else "bhifd":
                if kind == "c":
                    continue
                values = [3, 100, 0, 7, 1.5 if kind in "fd" else 2, 5 if kind in "BHIQ" else -127]
                result = self.result("sum", self.write(Variable("x", kind, values), version=version))
                self.assertEqual((result["value"], result["count"], result["type"]), (sum(values), 6, "f32" if kind == "f" else "f64"), (version, kind))
        self.assertEqual(self.value("sum", self.write(Variable("x", "d", [3.5], ()))), 3.5)
        path = self.write(Variable("x", "q", [1, 2**53 + 1]), version=5)
        self.assert_fails(1, "sum", path, says="t.nc:x: element 1 (from 0) is 9007199254740993, which no f64 is")
        path = self.write(Variable("x", "q", [1]), version=2)
        self.assert_fails(1, "sum", path, says="t.nc: its header is damaged: there is no type 10")

    def test_names(self):
        path = self.write(Variable("x", "d", range(4)), Variable("naïve", "f", range(5)), Variable("s", "c", b"text"), Variable("z", "h", range(6), (2, 3)))
        for part, expected in (("x", 6), ("/x", 6), ("naïve", 10), ("z", 15)):
            self.assertEqual(self.value("sum", f"{path}:{part}"), expected)
        problem = self.assert_fails(2, "sum", path, says="t.nc: holds several variables; say which, as in ")
        self.assertIn("t.nc:x; there are 'x', 'naïve', 'z'", problem)
        self.assert_fails(1, "sum", path + ":q", says="there is no variable 'q'; there are 'x', ")
        self.assert_fails(1, "sum", path + ":s", says="t.nc:s: the variable holds characters")
        self.assert_fails(1, "sum", self.write(Variable("s", "c", b"text")), says="holds no variables of numbers")
        path = self.write(Variable("x", "d", range(4)), Variable("s", "c", b"text"), Variable("z", "d", range(4), (2, 2)))
        self.assertEqual(self.value("sum", path + ":x", path + ":z"), 12)
        self.assertEqual(self.value("dot", path + ":x", path + ":x"), 14)
        self.assert_fails(1, "dot", path + ":x", path + ":z", says="(2, 2) in C order")
        self.assert_fails(2, "dot", path + ":x", says="a dot product needs two inputs")
        self.assert_fails(2, "sum", path + ":x", "-c", "1", says="--column is for tables")
        self.assert_fails(2, "sum", path + ":x", "-a", says="has no columns")

    def test_what_the_file_is(self):
        content = classic(Variable("x", "d", [0.1, 0.2]))
        status, _, remarks = self.run_command("sum", self.file("t.nc", content))
        self.assertEqual((status, remarks), (0, ""))
        for name in ("data", "data.f64", "data.csv"):
            status, output, remarks = self.run_command("sum", self.file(name, content))
            self.assertEqual((status, output.split()[0]), (0, "0.30000000000000004"))
            self.assertIn(f"{name}: is a classic netCDF file, by its contents", remarks)
        self.assertEqual(self.value("sum", "-f", "netcdf", self.file("data", content)), 0.1 + 0.2)
        for other in ("raw", "text", "hdf5"):
            self.assert_fails(2, "sum", "-f", other, self.file("t.nc", content), says="is a classic netCDF file, whatever --format says")
        for stream in (content, gzip.compress(content)):
            self.assert_fails(2, "sum", stdin=stream, says="which isobit reads from a file that is not compressed, not from a pipe")
        self.assert_fails(1, "sum", "-f", "netcdf", self.file("t.nc", "1 2 3"), says="is not a classic netCDF file")

    def test_records(self):
        """Runs of a variable that is the only one with records follow each other without padding; others are padded."""
        for version, streamed in ((1, False), (2, True), (5, False), (5, True)):
            for kinds, each, count in (("d", 1, 7), ("h", 1, 7), ("b", 3, 7), ("b", 1, 0), ("hb", 3, 7), ("bdh", 1, 1), ("fcd", 3, 7)):
                variables = [Variable("still", "h", [5, 6, 7])]
                variables += [Variable(kind, kind, [self.random.randrange(100) for _ in range(count * each)], (None, each)) for kind in kinds]
                path = self.write(*variables, version=version, streamed=streamed)
                for v in variables:
                    if v.kind != "c":
                        result = self.result("sum", f"{path}:{v.name}")
                        self.assertEqual((result["value"], result["count"]), (sum(v.values), len(v.values)), (version, streamed, kinds, v.name))

    def test_large(self):
        """More than is read at a time: in one run, in runs that are longer, shorter and far apart."""
        for shapes in (((50000,),), ((100, 300),), ((None,), (None,)), ((None, 3), (None, 29)), ((None, 10000), (None, 2)), ((None, 30000),)):
            count = {None: 30000, 3: 2000, 10000: 4, 30000: 2}.get(shapes[0][-1])
            variables = [Variable(f"x{i}", "d", self.doubles(math.prod(count if extent is None else extent for extent in shape)), shape)
                         for i, shape in enumerate(shapes)]
            path = self.write(*variables, version=2)
            for v in variables:
                for threads in (1, 3):
                    result = self.result("sum", f"{path}:{v.name}", "-j", threads)
                    self.assert_same(float.fromhex(result["hex"]), math.fsum(v.values))
                    self.assertEqual(result["count"], len(v.values))
                ordered = self.result("sum", f"{path}:{v.name}", "-m", "kahan")["bits"]
                self.assertEqual(ordered, self.result("sum", self.file("x.f64", struct.pack(f"<{len(v.values)}d", *v.values)), "-m", "kahan")["bits"])

    def test_missing_values(self):
        path = self.write(Variable("i", "h", [1, -999, 3, -999], _FillValue=("h", -999)),
                          Variable("f", "f", [0.1, 1e20, math.nan, -9], _FillValue=("f", 1e20), missing_value=("d", -9)),
                          Variable("p", "h", [1, 2], scale_factor=("d", 0.01)),
                          Variable("q", "h", [1, 2], scale_factor=("f", 1), add_offset=("i", 0), _FillValue="2"))
        result = self.result("sum", path + ":i", "--skip-na")
        self.assertEqual((result["value"], result["count"], result["missing"]), (4, 2, 2))
        self.assert_fails(1, "sum", path + ":i", says="t.nc:i: element 1 (from 0) is the fill value, so it is missing (--skip-na would")
        result = self.result("sum", path + ":f", "--skip-na")
        self.assertEqual((float.fromhex(result["hex"]), result["missing"]), (rounded(Fraction("0.1"), F32), 3))
        self.assert_fails(1, "sum", path + ":p", says="is packed: its numbers are to be computed with the scale_factor 0.01")
        self.assertEqual(self.value("sum", path + ":q"), 3)

    def test_default_fill_values(self):
        """They mean missing unless the variable has a _FillValue; those of bytes never do."""
        for kind, fill in DEFAULT_FILL.items():
            path = self.write(Variable("x", kind, [1, fill, 3]), version=5)
            result = self.result("sum", path, "--skip-na")
            self.assertEqual((result["value"], result["missing"]), (4, 1), kind)
            self.assert_fails(1, "sum", path, says="element 1 (from 0) is the fill value")
            result = self.result("sum", self.write(Variable("x", kind, [1, fill, 3], missing_value=(kind, 3)), version=5), "--skip-na")
            self.assertEqual((result["value"], result["missing"]), (1, 2), kind)
            path = self.write(Variable("x", kind, [1, fill, 3], _FillValue=(kind, 3)), version=5)
            if kind in "qQ":
                self.assert_fails(1, "sum", path, "--skip-na", says=f"element 1 (from 0) is {fill}, which no f64 is")
            else:
                result = self.result("sum", path, "--skip-na")
                self.assertEqual((float.fromhex(result["hex"]), result["missing"]), (rounded(Fraction(fill) + 1, F32) if kind == "f" else float(fill + 1), 1), kind)
        for kind, value in (("b", -127), ("B", 255)):
            self.assertEqual(self.value("sum", self.write(Variable("x", kind, [value]), version=5)), value)

    def test_damaged(self):
        for version in (1, 2, 5):
            variables = Variable("still", "h", [5, 6, 7], units="m"), Variable("x", "h", range(12), (None, 3)), Variable("y", "d", range(4), (None,))
            content = classic(*variables, version=version)
            begin = len(content) - 8 - 4 * (8 + 8)
            for size in (*range(4, begin, 19), begin - 1, begin, len(content) - 1):
                self.assert_fails(1, "sum", self.file("t.nc", content[:size]) + ":y",
                                  says="t.nc:y: truncated: it goes to byte " if size >= begin else "t.nc: truncated")
        content = classic(Variable("x", "d", [1.5, 2.5]), version=5)
        for old, new, problem in ((b"d2\0\0" + struct.pack(">Q", 2), b"d2\0\0" + struct.pack(">Q", 2**61), "its header promises more bytes than any file has"),
                                  (b"d2\0\0" + struct.pack(">Q", 2), b"d2\0\0" + struct.pack(">Q", 2**59), "t.nc:x: truncated: it goes to byte "),
                                  (b"d2\0\0" + struct.pack(">Q", 2), b"d2\0\0" + struct.pack(">Q", 2**63), "it has a negative length"),
                                  (struct.pack(">QQ", 1, 1) + bytes(12), struct.pack(">QQ", 1, 2) + bytes(12), "'x' has no shape"),
                                  (struct.pack(">IQ", 0x0B, 1), struct.pack(">IQ", 0x0B, 2**62), "it goes on where the file ends"),
                                  (struct.pack(">IQ", 0x0B, 1), struct.pack(">IQ", 0x0D, 1), "it has no list where one belongs"),
                                  (struct.pack(">Q", 1) + b"x\0\0\0", bytes(8) + b"x\0\0\0", "a name is empty")):
            self.assertEqual(content.count(old), 1, old)
            self.assert_fails(1, "sum", self.file("t.nc", content.replace(old, new)), says=problem)
        content = classic(Variable("x", "d", [1.5, 2.5]), version=2, records=2**32 - 2)
        self.assertEqual(self.value("sum", self.file("t.nc", content)), 4)
        path = self.write(Variable("x", "d", range(6), (3, None)), records=0)
        self.assert_fails(1, "sum", path, says="the records of 'x' are not its first dimension")


if __name__ == "__main__":
    unittest.main()
