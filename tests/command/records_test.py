"""NumPy's archives of arrays, and arrays of records. The bytes are made here; where NumPy is there, by NumPy too."""
import io
import math
import struct
import unittest
import zipfile
from fractions import Fraction

from binary_test import npy
from support import CommandTest, rounded

try:
    import numpy
except ImportError:
    numpy = None

DOUBLES = npy("<f8", struct.pack("<3d", 1.5, -2, 0.25), "(3,)")
RECORDS = [(3, 0.1, b"ab", "é", 7, -1.5), (-4, 0.2, b"c", "xyz", 8, math.nan), (5, 0.3, b"ab", "é", 9, 2.5)]


def record_file(big=False, records=RECORDS):
    """As numpy.save writes fields of many types, with three bytes of padding."""
    order = ">" if big else "<"
    fields = (f"[('i', '{order}i4'), ('x', '{order}f8'), ('s', '|S3'), ('u', '{order}U3'), ('', '|V3'), "
              f"('pair', [('a', '{order}u8'), (('title', 'b'), '{order}f4')]), ('three', '{order}f8', (3,))]")
    data = b"".join(struct.pack(order + "id3s12s3xQf3d", i, x, s, u.encode("utf-32-be" if big else "utf-32-le"), a, b, 1, 2, 3)
                    for i, x, s, u, a, b in records)
    return npy("", data, "", header=f"{{'descr': {fields}, 'fortran_order': False, 'shape': ({len(records)},), }}")


def archive(members, **options):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", **options) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return data.getvalue()


class RecordsTest(CommandTest):
    def test_archives(self):
        many = [self.random.gauss(0, 1) for _ in range(100000)]
        large = npy("<f8", struct.pack("<100000d", *many), "(100000,)")
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            path = self.file("a.npz", archive({"x.npy": DOUBLES, "a:b.npy": npy("|i1", bytes([1, 2]), "(2,)"), "large.npy": large}, compression=method))
            self.assertEqual(self.value("sum", path + ":x"), -0.25)
            self.assertEqual(self.value("sum", path + ":a:b"), 3)
            self.assertEqual(self.value("sum", path + ":x", path + ":a:b"), 2.75)
            self.assertEqual(self.value("dot", path + ":x", path + ":x"), 6.3125)
            for threads in (1, 3):
                self.assert_same(self.value("sum", path + ":large", "-j", threads), math.fsum(many))
            problem = self.assert_fails(2, "sum", path, says="a.npz: holds several arrays; say which, as in ")
            self.assertIn("there are 'x', 'a:b', 'large'", problem)
            self.assert_fails(1, "sum", path + ":z", says="there is no array 'z'; there are 'x', 'a:b', 'large'")
        alone = archive({"x.npy": DOUBLES})
        self.assertEqual(self.value("sum", self.file("one.npz", alone)), -0.25)
        self.assertEqual(self.value("sum", self.file("other.name", alone)), -0.25)
        self.assertEqual(self.value("sum", self.file("with:colon.npz", alone) + ":x"), -0.25)
        self.assert_fails(2, "sum", stdin=alone, says="not from a pipe")
        self.assert_fails(3, "sum", str(self.folder / "missing.npz:x"), says="missing.npz:x: cannot be opened")
        self.assert_fails(2, "sum", self.file("t.csv", "1\n") + ":x", says="t.csv: has no parts to choose from, so no 'x'")

    def test_large_archives(self):
        """Sizes in the fields of zip64, a comment at the end, and data behind a longer local header."""
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as file:
            for name in ("x.npy", "y.npy"):
                with file.open(name, "w", force_zip64=True) as member:
                    member.write(DOUBLES)
            file.comment = b"a comment like PK\5\6 itself"
        self.assertEqual(self.value("sum", self.file("a.npz", data.getvalue()) + ":y"), -0.25)
        # What a directory of more than 65535 entries, or beyond 4 GiB, looks like.
        small = archive({"x.npy": DOUBLES})
        end = small.rindex(b"PK\5\6")
        size, offset = struct.unpack_from("<II", small, end + 12)
        entry = bytearray(small[offset:end])
        packed, unpacked = struct.unpack_from("<II", entry, 20)
        entry[20:28] = b"\xff" * 8
        entry[42:46] = b"\xff" * 4
        extra = struct.pack("<HHHB", 0x9999, 3, 7, 7) + struct.pack("<HHQQQ", 1, 24, unpacked, packed, 0)
        entry[30:32] = struct.pack("<H", len(extra))
        directory = bytes(entry) + extra
        end64 = b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, 1, 1, len(directory), offset)
        locator = b"PK\6\7" + struct.pack("<IQI", 0, offset + len(directory), 1)
        last = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
        self.assertEqual(self.value("sum", self.file("a.npz", small[:offset] + directory + end64 + locator + last)), -0.25)

    def test_damaged_archives(self):
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            whole = archive({"x.npy": DOUBLES}, compression=method)
            for size in range(31 + len("x.npy"), len(whole), 3):
                self.assert_fails(1, "sum", self.file("t.npz", whole[:size]), says="t.npz: its directory is damaged: truncated?")
            start = whole.index(b"x.npy") + 5
            for at in range(start, whole.index(b"PK\1\2"), 3):
                broken = bytearray(whole)
                broken[at] ^= 0x10
                self.assert_fails(1, "sum", self.file("t.npz", bytes(broken)), says="t.npz")
        broken = bytearray(archive({"x.npy": DOUBLES}))
        broken[broken.index(b"PK\1\2") - 1] ^= 1
        self.assert_fails(1, "sum", self.file("t.npz", bytes(broken)), says="bad zip data: its checksum is wrong")
        self.assert_fails(1, "sum", self.file("t.npz", archive({"x.npy": DOUBLES}, compression=zipfile.ZIP_BZIP2)), says="compressed by method 12")
        secret = bytearray(archive({"x.npy": DOUBLES}))
        secret[secret.index(b"PK\1\2") + 8] |= 1
        self.assert_fails(1, "sum", self.file("t.npz", bytes(secret)), says="is encrypted")
        self.assert_fails(1, "sum", self.file("t.npz", archive({"x.npy": DOUBLES + b"!"})), says="it goes on after the numbers")
        self.assert_fails(1, "sum", self.file("t.npz", archive({"x.npy": DOUBLES[:-1]})), says="truncated")

    def test_records(self):
        for big in (False, True):
            path = self.file("r.npy", record_file(big))
            self.assertEqual(self.value("sum", path, "--column", "x"), math.fsum([0.1, 0.2, 0.3]))
            self.assertEqual(self.value("sum", path, "-c", "i"), 4)
            self.assertEqual(self.value("sum", path, "-c", "1"), 4)
            self.assertEqual(self.value("sum", path, "-c", "pair.a"), 24)
            self.assertEqual(self.result("sum", path, "-c", "pair.b")["decimal"], "nan")
            result = self.result("sum", path, "-c", "pair.b", "--skip-na")
            self.assertEqual((result["value"], result["type"], result["missing"], result["count"]), (1, "f32", 1, 2))
            exact = sum(Fraction(i) * Fraction(x) for i, x, *_ in RECORDS)
            self.assert_same(self.value("dot", path, "-c", "x", "-c", "i"), rounded(exact))
            self.assertEqual(self.value("sum", "-c", "x", stdin=record_file(big)), math.fsum([0.1, 0.2, 0.3]))
            result = self.result("sum", path, "-a", "--skip-na")
            self.assertEqual([(c["column"], c["value"], c["missing"]) for c in result["columns"]],
                             [("i", 4, 0), ("x", 0.6, 0), ("pair.a", 24, 0), ("pair.b", 1, 1)])
            self.assertEqual([other["column"] for other in result["not_numbers"]], ["s", "u", "three"])
            status, output, _ = self.run_command("sum", path, "-c", "i", "--by", "s,u,x", "--csv", "-d")
            self.assertEqual((status, output), (0, "s,u,x,sum(i),count(i)\nab,é,0.1,3,1\nab,é,0.3,5,1\nc,xyz,0.2,-4,1\n"))
            self.assertEqual(self.value("sum", self.file("r.npz", archive({"r.npy": record_file(big)})) + ":r", "-c", "i"), 4)
        many = [(i, i * 0.5, b"k%d" % (i % 7), "", i, 0) for i in range(-20000, 20000)]
        many = [(i, x, s, u, a & 0xFF, b) for i, x, s, u, a, b in many]
        path = self.file("m.npy", record_file(records=many))
        for threads in (1, 4):
            result = self.result("sum", path, "-c", "x", "-b", "s", "-j", threads)
            self.assertEqual([group["columns"][0]["value"] for group in result["groups"]],
                             [sum(x for _, x, s, *_ in many if s == b"k%d" % k) for k in range(7)])

    def test_bad_records(self):
        path = self.file("r.npy", record_file())
        self.assert_fails(2, "sum", path, says="r.npy: choose a column with --column; there are 1 'i', 2 'x', 3 's', 4 'u', 5 'pair.a', 6 'pair.b', 7 'three'")
        self.assert_fails(1, "sum", path, "-c", "y", says="there is no column 'y'; there are 1 'i', ")
        self.assert_fails(1, "sum", path, "-c", "s", says="column 's' cannot be used: its type is '|S3'")
        self.assert_fails(1, "sum", path, "-c", "three", says="it holds an array in every record")
        self.assert_fails(1, "sum", path, "-c", "i", "-b", "three", says="it holds an array in every record")
        records = [*RECORDS, (1, 0, b"", "", 2**53 + 1, 0)]
        self.assert_fails(1, "sum", self.file("r.npy", record_file(records=records)), "-c", "pair.a",
                          says="r.npy: record 3 (from 0) has 9007199254740993 in 'pair.a', which no f64 is")
        whole = record_file()
        for size in range(0, len(whole), 3):
            self.assertRegex(self.assert_fails(1, "sum", self.file("t.npy", whole[:size]), "-c", "i"), "truncated|does not start|not a number|no column|empty")
        self.assert_fails(1, "sum", self.file("t.npy", whole + b"\0"), "-c", "i", says="goes on")
        for fields, says in (("[('a', '|O')]", "Python's objects"), ("[]", "no fields"), ("[('a', '<f8'), ('b')]", "lacks a"),
                             ("[('a', '<f8', (99999999,))]", "larger than 1 MiB"), ("[('a', '<f8')", "lacks a"), ("[('a', 'x')]", "not known"),
                             ("[('a', '<f8'), ('b', '|S18446744073709551615')]", "type '|S18446744073709551615' is larger than 1 MiB"),
                             ("[('a', '<f8'), ('b', '<U4611686018427387903')]", "larger than 1 MiB"),
                             ("[('a', '<f8'), ('b', '|S18446744073709551616')]", "larger than 1 MiB"),
                             ("[('a', '<f8'), ('b', '<U300000')]", "larger than 1 MiB"),
                             ("[('a', " * 40 + "[('b', '<f8')]" + ")]" * 40, "nested too deeply")):
            header = f"{{'descr': {fields}, 'fortran_order': False, 'shape': (1,), }}"
            self.assert_fails(1, "sum", self.file("m.npy", npy("", bytes(8), "", header=header)), "-c", "a", says=says)
        header = "{'descr': [('a', '<f8'), ('b', '|V262136')], 'fortran_order': False, 'shape': (70368744177664,), }"  # 2**64 bytes
        self.assert_fails(1, "sum", self.file("m.npy", npy("", b"", "", header=header)), "-c", "a", says="more bytes than any file has")
        self.assert_fails(2, "sum", self.file("x.npy", DOUBLES), "-a", says="is an array of numbers")
        self.assert_fails(2, "sum", self.file("x.npy", DOUBLES), "-c", "x", says="this is an array of numbers")
        self.assert_fails(2, "dot", self.file("x.npy", DOUBLES), says="a dot product needs two inputs")

    def test_numbers_and_names_that_are_numbers(self):
        """Records have names for certain, as CSV with --header yes: what is a name there is no number, and the messages are the same."""
        header = "{'descr': [('2', '<f8'), ('b', '<f8'), ('0', '<f8')], 'fortran_order': False, 'shape': (1,), }"
        path = self.file("r.npy", npy("", struct.pack("<3d", 1.5, 7, 9), "", header=header))
        table = self.file("t.csv", "2,b,0\n1.5,7,9\n")
        for choice, expected in (("2", 1.5), ("b", 7), ("1", 1.5), ("0", 9), ("3", 9)):
            self.assertEqual(self.value("sum", path, "-c", choice), expected)
            self.assertEqual(self.value("sum", table, "-c", choice, "--header", "yes"), expected)
        there_are = "; there are 1 '2', 2 'b', 3 '0'"
        for arguments in ([path], [table, "--header", "yes"]):
            for options in (["-c"], ["-c", "b", "--by"]):
                self.assert_fails(1, "sum", *arguments, *options, "4", says=f"there is no column 4{there_are}")
                self.assert_fails(1, "sum", *arguments, *options, "c", says=f"there is no column 'c'{there_are}")
        for arguments in ([self.file("r.npy", record_file())], [self.file("t.csv", "i,x\n1,2\n")]):
            for options in (["-c"], ["-c", "i", "--by"]):
                self.assertNotIn("--column", self.assert_fails(2, "sum", *arguments, *options, "0", says="there is no column 0: columns are counted from 1"))
        problem = self.assert_fails(2, "sum", table, "-c", "1", "--by", "b", "--header", "no", says="t.csv: there is no column 'b': a table without a header")
        self.assertNotIn("--column", problem)

    @unittest.skipUnless(numpy, "no NumPy: only the bytes made here are tested")
    def test_numpy_writes_them(self):
        kind = numpy.dtype([("flag", "?"), ("a", "i2"), ("b", "f8"), ("name", "U4"), ("half", ">f2"), ("in", [("u", "u4"), ("v", "f4", (2,))])], align=True)
        records = numpy.zeros(1000, kind)
        for i, record in enumerate(records):
            record["flag"], record["a"], record["b"], record["name"], record["half"], record["in"]["u"] = i % 3 == 0, i - 500, i / 7, f"n{i % 3}", i % 5, i
        numpy.save(self.folder / "r.npy", records)
        numpy.savez(self.folder / "s.npz", records=records, other=numpy.arange(10.0))
        numpy.savez_compressed(self.folder / "c.npz", records=records, other=numpy.arange(10.0))
        for file in ("r.npy", "s.npz:records", "c.npz:records"):
            result = self.result("sum", str(self.folder / file), "-a")
            expected = {"flag": records["flag"].sum(), "a": records["a"].sum(), "b": math.fsum(records["b"]), "half": records["half"].astype("f8").sum(),
                        "in.u": records["in"]["u"].sum()}
            self.assertEqual({c["column"]: c["value"] for c in result["columns"]}, expected)
            groups = self.result("sum", str(self.folder / file), "-c", "b", "-b", "name,flag")["groups"]
            self.assertEqual({tuple(g["key"]): g["columns"][0]["value"] for g in groups},
                             {(name, str(flag)): math.fsum(r["b"] for r in records if r["name"] == name and r["flag"] == flag)
                              for name in ("n0", "n1", "n2") for flag in (False, True)
                              if any(r["name"] == name and r["flag"] == flag for r in records)})
        self.assertEqual(self.value("sum", f"{self.folder}/c.npz:other"), 45)


if __name__ == "__main__":
    unittest.main()
