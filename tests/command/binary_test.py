"""NumPy files, raw numbers and compression."""
import bz2
import gzip
import lzma
import math
import struct
import unittest
from fractions import Fraction

from support import ZSTD, CommandTest, rounded


def npy(descr, data, shape, fortran=False, version=1, header=None):
    """The bytes that numpy.save would write."""
    text = header or f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}"
    prefix = 10 if version == 1 else 12
    padded = text.encode() + b" " * (-(prefix + len(text) + 1) % 64) + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(padded)) + padded + data


def zstd(data):
    """A frame of zstd as its format says, with the data as they are."""
    blocks = [data[i:i + (128 << 10)] for i in range(0, len(data), 128 << 10)] or [b""]
    packed = b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(data))
    for i, block in enumerate(blocks):
        packed += struct.pack("<I", (i + 1 == len(blocks)) | len(block) << 3)[:3] + block
    return packed


class BinaryTest(CommandTest):
    def test_npy(self):
        values = [1.5, -2.25, 1024.0, 0.0009765625]
        for descr, code in (("<f8", "<d"), (">f8", ">d"), ("<f4", "<f"), (">f4", ">f"), ("<f2", "<e"), (">f2", ">e")):
            for version in (1, 2, 3):
                for shape, fortran in (("(4,)", False), ("(2, 2)", False), ("(2, 2)", True), ("(1, 4, 1)", False)):
                    with self.subTest(descr=descr, version=version, shape=shape, fortran=fortran):
                        data = b"".join(struct.pack(code, x) for x in values)
                        path = self.file("a.npy", npy(descr, data, shape, fortran, version))
                        result = self.result("sum", path)
                        self.assertEqual(float.fromhex(result["hex"]), math.fsum(values))
                        self.assertEqual(result["type"], "f64" if "8" in descr else "f32")
        self.assertEqual(self.value("sum", self.file("z.npy", npy("<f8", struct.pack("<d", 3), "()"))), 3)
        self.assertEqual(self.value("sum", self.file("e.npy", npy("<f8", b"", "(0, 7)"))), 0)
        self.assertEqual(self.value("sum", stdin=npy("<f8", struct.pack("<2d", 3, 4), "(2,)")), 7)
        self.assertEqual(self.value("sum", stdin=gzip.compress(npy("<f8", struct.pack("<2d", 3, 4), "(2,)"))), 7)

    def test_integers(self):
        for descr, code in (("|i1", "b"), ("|u1", "B"), ("<i2", "<h"), (">u2", ">H"), (">i4", ">i"), ("<u4", "<I"), ("<i8", "<q"), (">u8", ">Q")):
            size, signed = int(descr[2]), descr[1] == "i"
            exact = min(8 * size - signed, 53)
            values = [0, 1, 2**exact - 1, 5, *([-1, -2**exact + 1, -2**(8 * size - 1), 7] if signed else [2**(8 * size - 1), 9])]
            values += [self.random.randrange(-2**exact if signed else 0, 2**exact) for _ in range(1000)]
            path = self.file("i.npy", npy(descr, b"".join(struct.pack(code, x) for x in values), f"({len(values)},)"))
            with self.subTest(descr):
                result = self.result("sum", path)
                self.assertEqual((result["type"], result["count"]), ("f64", len(values)))
                self.assert_same(float.fromhex(result["hex"]), rounded(Fraction(sum(values))))
                self.assert_same(self.value("mean", path), rounded(Fraction(sum(values), len(values))))
                self.assert_same(self.value("norm", "--squared", path), rounded(Fraction(sum(x * x for x in values))))
                self.assert_same(self.value("sum", stdin=open(path, "rb").read()), rounded(Fraction(sum(values))))
        self.assertEqual(self.value("sum", self.file("b.npy", npy("|b1", bytes([1, 0, 1, 1]), "(2, 2)"))), 3)
        many = list(range(-100000, 100001))
        path = self.file("m.npy", npy("<i4", struct.pack(f"<{len(many)}i", *many), f"({len(many)},)"))
        self.assertEqual((self.value("sum", path), self.value("sum", path, "-m", "tree"), self.value("norm", "--l1", path)), (0, 0, 10000100000))

    def test_integers_that_are_no_doubles(self):
        """2^53 + 1 is refused, with its place; 2^60 + 256 is a double."""
        for descr, code, bad in (("<i8", "<q", (2**53 + 1, -2**53 - 1, 2**63 - 1, -2**63 + 1)), (">u8", ">Q", (2**53 + 1, 2**64 - 1, 2**64 - 1024))):
            for number in bad:
                values = [3] * 20000 + [2**60 + 256, number, 4]
                path = self.file("i.npy", npy(descr, b"".join(struct.pack(code, x) for x in values), f"({len(values)},)"))
                self.assert_fails(1, "sum", path, says=f"i.npy: element 20001 (from 0) is {number}, which no f64 is")
            good = (2**53, 2**62, 2**63 - 1024, 2**60 + 256)
            path = self.file("i.npy", npy(descr, b"".join(struct.pack(code, x) for x in good), "(4,)"))
            self.assert_same(self.value("sum", path), rounded(Fraction(sum(good))))

    def test_complex(self):
        for descr, code in (("<c16", "<d"), (">c8", ">f")):
            data = b"".join(struct.pack(code, x) for x in (3, 4, -1, 0.5))
            path = self.file("c.npy", npy(descr, data, "(2,)"))
            result = self.result("sum", path)
            self.assertEqual((result["value"], result["imaginary_value"], result["count"]), (2, 4.5, 2))
            result = self.result("mean", path)
            self.assertEqual((result["value"], result["imaginary_value"]), (1, 2.25))
            self.assertEqual(self.value("norm", "--squared", path), 26.25)
            self.assertEqual(self.value("norm", "--l1", path), 8.5)
            self.assertEqual(self.run_command("sum", "-d", path)[1], "2  4.5\n")
            self.assert_fails(1, "dot", path, path, says="no complex dot product")
            self.assert_fails(1, "variance", path, says="complex")
            self.assert_fails(1, "sum", path, self.file("x.f64", bytes(8)), says="cannot be mixed")
            self.assert_fails(2, "sum", "--compare", path, says="real numbers")

    def test_truncated_npy(self):
        whole = npy("<f8", struct.pack("<3d", 1, 2, 4), "(3,)")
        for size in range(len(whole)):
            for arguments, stdin in (([self.file("t.npy", whole[:size])], b""), (["-f", "npy"], whole[:size])):
                problem = self.assert_fails(1, "sum", *arguments, stdin=stdin)
                self.assertRegex(problem, "truncated|does not start")
        self.assert_fails(1, "sum", self.file("t.npy", whole + b"\0"), says="goes on")
        self.assert_fails(1, "sum", stdin=whole + b"\0", says="goes on")

    def test_malformed_npy(self):
        def refused(says, header=None, **arguments):
            self.assert_fails(1, "sum", self.file("m.npy", npy("<f8", bytes(8), "(1,)", header=header, **arguments)), says=says)
        refused("version", version=9)
        for other in ("<f16", "<M8[ns]", "|S8", "|O", "<U2", "<i3", "|V8", "", "<"):
            refused("convert it", f"{{'descr': '{other}', 'fortran_order': False, 'shape': (1,), }}")
        refused("byte order", "{'descr': '|i8', 'fortran_order': False, 'shape': (1,), }")
        refused("byte order", "{'descr': '|f8', 'fortran_order': False, 'shape': (1,), }")
        refused("True nor False", "{'descr': '<f8', 'fortran_order': 0, 'shape': (1,), }")
        refused("tuple", "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }")
        refused("larger", "{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296, 2), }")
        refused("lacks", "{'descr': '<f8', 'shape': (1,), }")
        refused("unknown key", "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'x': 1}")
        refused("lacks", "nonsense")
        refused("follows", "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), } x")
        refused("its type is '?[31m?x'", "{'descr': '\x1b[31m\x00x', 'fortran_order': False, 'shape': (1,), }")
        refused("unknown key '?]0;x?'", "{'\x1b]0;x\x07': 1}")
        good = bytearray(npy("<f8", bytes(8), "(1,)"))
        for _ in range(500):
            bad = bytearray(good)
            bad[self.random.randrange(len(bad))] = self.random.randrange(256)
            self.assertIn(self.run_command("sum", self.file("r.npy", bytes(bad)))[0], (0, 1))

    def test_shapes_of_a_dot_product(self):
        data = struct.pack("<4d", 1, 2, 3, 4)
        c, f = self.file("c.npy", npy("<f8", data, "(2, 2)")), self.file("f.npy", npy("<f8", data, "(2, 2)", True))
        flat, raw = self.file("flat.npy", npy("<f8", data, "(4,)")), self.file("raw.f64", data)
        self.assertEqual(self.value("dot", c, c), 30)
        self.assertEqual(self.value("dot", c, raw), 30)
        self.assert_fails(1, "dot", c, f, says="(2, 2) in Fortran order")
        self.assert_fails(1, "dot", c, flat, says="the shapes differ")

    def test_raw(self):
        values = [self.random.randrange(-2**8, 2**8) / 4 for _ in range(50000)]
        expected = math.fsum(values)
        for kind, code in (("f64", "d"), ("f32", "f"), ("f16", "e")):
            for endian, order in (("little", "<"), ("big", ">")):
                data = struct.pack(f"{order}{len(values)}{code}", *values)
                options = ["--type", kind, "--endian", endian, "--result", "f64"]
                path = self.file("x.bin", data)
                with self.subTest(kind=kind, endian=endian):
                    for threads in (1, 3):
                        self.assertEqual(self.value("sum", path, *options, "-j", threads), expected)
                        self.assertEqual(self.value("norm", "--l1", path, *options, "-j", threads), math.fsum(map(abs, values)))
                    self.assertEqual(self.value("sum", "--format", "raw", *options, stdin=data), expected)
                    self.assertEqual(self.value("sum", self.file("x." + kind, data), "-e", endian, "-r", "f64"), expected)
        bf16 = b"".join(struct.pack("<f", x)[2:] for x in (1.5, -3.0, 256.0))
        self.assertEqual(self.value("sum", self.file("b.bf16", bf16)), 254.5)

    def test_missing_values(self):
        nan = math.nan
        values = [1.5, nan, -nan, 4.0, math.inf, nan]
        for kind, code in (("f64", "d"), ("f32", "f"), ("f16", "e")):
            result = self.result("sum", self.file("x." + kind, struct.pack(f"<6{code}", *values)), "--skip-na")
            self.assertEqual((result["decimal"], result["count"], result["missing"]), ("inf", 3, 3))
        path = self.file("c.npy", npy("<c16", struct.pack("<8d", 1, 2, nan, 3, 4, nan, 5, 6), "(4,)"))
        result = self.result("sum", path, "--skip-na")
        self.assertEqual((result["value"], result["imaginary_value"], result["count"], result["missing"]), (6, 8, 2, 2))
        self.assertEqual(self.result("sum", path)["decimal"], "nan")
        many = [nan if i % 3 == 0 else float(i) for i in range(30000)]
        expected = math.fsum(x for x in many if x == x)
        for options in ((), ("-m", "tree"), ("-j", 3), ("-m", "binned")):
            self.assertEqual(self.value("sum", self.file("m.f64", struct.pack("<30000d", *many)), "--skip-na", *options), expected)

    def test_odd_sizes(self):
        self.assert_fails(1, "sum", self.file("x.f64", bytes(17)), says="17 bytes are no whole number of f64")
        self.assert_fails(1, "sum", "-f", "raw", stdin=bytes(17), says="truncated")
        self.assert_fails(1, "sum", self.file("data", bytes(16)), says="--format raw")
        self.assertEqual(self.value("sum", self.file("x.f64", b"")), 0)

    def packers(self):
        """Those that this command undoes, by name."""
        known = {"gzip": (gzip.compress, "gz"), "bzip2": (bz2.compress, "bz2"), "xz": (lzma.compress, "xz")}
        return [(name, *known[name]) for name in self.result("info")["unpacks"] if name in known]

    def test_zstd(self):
        if "zstd" not in self.result("info")["unpacks"]:
            self.skipTest("isobit was built without libzstd")
        self.assertEqual(self.value("sum", stdin=ZSTD), 4)
        self.assertEqual(self.value("sum", self.file("a.csv.zst", zstd(b"x,y\n1,2\n")), "-c", "y"), 2)
        self.assertEqual(self.value("sum", self.file("a.f64.zst", zstd(struct.pack("<d", 7)))), 7)
        self.assertEqual(self.value("sum", stdin=zstd(b"")), 0)
        # What zstd -19 makes of the last digits of 0 to 199999.
        digits = bytes.fromhex("28b52ffd0068e40000a0300a310a320a330a340a350a360a370a380a390a0100d2ff2f9f4c440000000100fdff974f20440000000100"
                               "fdff3900023d00000001007dda0320")
        self.assertEqual(self.value("sum", stdin=digits), 900000)
        self.assertEqual(self.value("sum", stdin=digits + ZSTD + bytes(512)), 900004)
        # One block, larger than what is asked for at a time.
        self.assertEqual(self.value("sum", "-f", "raw", stdin=zstd(struct.pack("<d", 1) * 16384)), 16384)
        several = ZSTD + zstd(b"1\n2\n") + bytes.fromhex("5e2a4d18030000006162630a")[:11] + ZSTD  # one frame is to be skipped
        self.assertEqual(self.value("sum", stdin=several), 11)
        parallel = bytes.fromhex("502a4d180400000015000000") + ZSTD
        self.assertEqual(self.value("sum", self.file("p.zst", parallel)), 4)
        for size in range(4, len(ZSTD)):
            self.assert_fails(1, "sum", stdin=ZSTD[:size], says="bad zstd data: it ends in the middle")
            self.assert_fails(1, "sum", stdin=digits + ZSTD[:size], says="bad zstd data: it ends in the middle")
        self.assert_fails(1, "sum", stdin=ZSTD + b"junk", says="bad zstd data")
        for at in range(9, len(ZSTD)):
            broken = bytearray(ZSTD)
            broken[at] ^= 1
            self.assert_fails(1, "sum", stdin=bytes(broken), says="zstd")
        text = "".join(f"{i}\n" for i in range(200000)).encode()
        self.assertEqual(self.value("sum", stdin=zstd(text)), 19999900000)
        self.assert_fails(1, "sum", stdin=zstd(text + b"oops\n"), says="standard input:200001:1: 'oops'")

    def test_compression(self):
        for name, pack, extension in self.packers():
            with self.subTest(name):
                first = pack(b"1 2 3\n")
                packed = first + pack(b"4\n")
                self.assertEqual(self.value("sum", self.file("a.txt." + extension, packed)), 10)
                self.assertEqual(self.value("sum", self.file("a.txt." + extension, packed + bytes(512))), 10)
                self.assertEqual(self.value("sum", stdin=packed), 10)
                self.assertEqual(self.value("sum", self.file("a.csv." + extension, pack(b"x,y\n1,2\n")), "-c", "y"), 2)
                self.assertEqual(self.value("sum", self.file("a.csv." + extension, pack(b"x\n1\n"))), 1)
                self.assertEqual(self.value("sum", self.file("a.f64." + extension, pack(struct.pack("<d", 7)))), 7)
                self.assertEqual(self.value("sum", stdin=pack(b"")), 0)
                for size in range(2 if name == "gzip" else 10, len(packed)):
                    if size != len(first):
                        self.assert_fails(1, "sum", stdin=packed[:size], says=name)
                self.assert_fails(1, "sum", stdin=packed + b"junk", says=name)
                broken = bytearray(packed)
                broken[14] ^= 0xFF
                self.assert_fails(1, "sum", stdin=bytes(broken), says=name)
                text = "".join(f"{i}\n" for i in range(200000))
                self.assertEqual(self.value("sum", stdin=pack(text.encode())), 19999900000)
                self.assert_fails(1, "sum", stdin=pack((text + "oops\n").encode()), says="standard input:200001:1: 'oops'")


if __name__ == "__main__":
    unittest.main()
