"""HDF5 and netCDF-4 files, written by h5py."""
import math
import unittest
from fractions import Fraction

from certificate import F32
from support import CommandTest, rounded

try:
    import h5py
    import numpy
except ImportError:
    h5py = None


@unittest.skipUnless(h5py, "NO h5py: nothing of HDF5 is tested (setup.sh command installs it for Debian's Python)")
class Hdf5Test(CommandTest):
    def setUp(self):
        super().setUp()
        if "hdf5" not in self.result("info")["reads"]:
            self.skipTest("ISOBIT WAS BUILT WITHOUT HDF5: nothing of it is tested (setup.sh command installs it)")

    def write(self, **datasets):
        path = self.folder / "t.h5"
        with h5py.File(path, "w") as file:
            for name, values in datasets.items():
                file[name.replace("__", "/")] = values
        return str(path)

    def test_types(self):
        for kind in ("f8", ">f8", "f4", ">f4", "f2", "i1", "u1", ">i2", "u2", "i4", ">u4", "i8", ">u8", "?"):
            values = numpy.array([0, 1, 1, 0, 1] if kind == "?" else [3, 100, 0, 7, 1.5 if "f" in kind else 2]).astype(kind)
            result = self.result("sum", self.write(x=values))
            self.assertEqual((result["value"], result["count"], result["type"]),
                             (float(values.astype("f8").sum()), 5, "f32" if kind[-2:] in ("f4", "f2") else "f64"), kind)
        self.assertEqual(self.value("sum", self.write(x=numpy.float64(3.5))), 3.5)
        self.assertEqual(self.value("sum", self.write(x=numpy.zeros((3, 0)))), 0)
        self.assertEqual(self.value("sum", self.write(x=h5py.Empty("f8"))), 0)
        self.assert_fails(1, "sum", self.write(x=numpy.array([1, 2**53 + 1])), says="t.h5:/x: element 1 (from 0) is 9007199254740993, which no f64 is")
        self.assert_fails(1, "sum", self.write(x=numpy.array([b"a"])) + ":x", says="holds strings")
        self.assert_fails(1, "sum", self.write(x=numpy.zeros(1, "f8,i4")) + ":x", says="holds records")
        self.assert_fails(1, "sum", self.write(x=numpy.zeros(1, "f16")), says="more than 64 bits")

    def test_names(self):
        path = self.write(x=numpy.arange(4.0), g__y=numpy.arange(5.0), g__h__z=numpy.ones((2, 3)), s=numpy.array([b"text"]))
        for part, expected in (("x", 6), ("/x", 6), ("g/y", 10), ("/g/h/z", 6)):
            self.assertEqual(self.value("sum", f"{path}:{part}"), expected)
        problem = self.assert_fails(2, "sum", path, says="holds several datasets; say which, as in ")
        self.assertIn("there are '/g/h/z', '/g/y', '/x'", problem)
        self.assert_fails(1, "sum", path + ":q", says="there is no dataset 'q'; there are '/g/h/z', ")
        self.assertEqual(self.value("sum", path + ":x", path + ":/g/y"), 16)
        self.assertEqual(self.value("dot", path + ":x", path + ":x"), 14)
        self.assert_fails(2, "sum", path + ":x", "-c", "1", says="--column is for tables")
        self.assert_fails(2, "sum", path + ":x", "-a", says="has no columns")
        with open(path, "rb") as file:
            content = file.read()
        self.assert_fails(2, "sum", stdin=content, says="which isobit reads from a file that is not compressed, not from a pipe")
        self.assert_fails(2, "sum", path + ":x", "-f", "raw", says="is an HDF5 or netCDF-4 file, whatever --format says")
        self.assert_fails(1, "sum", self.file("t.nc", "1 2 3"), says="is not an HDF5 or netCDF-4 file")
        self.assert_fails(1, "sum", self.file("cut.h5", content[:len(content) // 2]), says="cannot be opened as HDF5: ")

    def test_layouts(self):
        """Contiguous, chunked and packed datasets of all shapes, larger than what is read at a time."""
        for shape, chunks in (((700000,), None), ((700000,), (1000,)), ((3, 400000), None), ((1500, 700), (64, 64)), ((1500, 700), (1500, 1)),
                              ((50, 40, 30, 7), (7, 7, 7, 7)), ((2, 3), (2, 3)), ((600000, 1), (600000, 1))):
            values = numpy.frombuffer(self.random.randbytes(8 * math.prod(shape)), "u8").astype("f8").reshape(shape) * 2.0**-40
            path = str(self.folder / "t.h5")
            with h5py.File(path, "w") as file:
                file.create_dataset("x", data=values, chunks=chunks, compression="gzip" if chunks else None, shuffle=bool(chunks))
            for threads in (1, 3):
                result = self.result("sum", path, "-j", threads)
                self.assert_same(float.fromhex(result["hex"]), math.fsum(values.ravel()))
                self.assertEqual(result["count"], values.size)
            numpy.save(self.folder / "x.npy", values)
            if chunks is None or len(shape) == 1:
                same = self.result("sum", path, "-m", "kahan")
                self.assertEqual(same["bits"], self.result("sum", str(self.folder / "x.npy"), "-m", "kahan")["bits"])
                self.assert_same(self.value("dot", path, str(self.folder / "x.npy")), self.value("norm", "--squared", path))

    def test_missing_values(self):
        path = str(self.folder / "t.nc")
        with h5py.File(path, "w") as file:
            file["i"] = numpy.array([1, -999, 3, -999], "i2")
            file["i"].attrs["_FillValue"] = numpy.array([-999], "i2")
            file["f"] = numpy.array([0.1, 1e20, math.nan, -9], "f4")
            file["f"].attrs["_FillValue"] = numpy.float32(1e20)
            file["f"].attrs["missing_value"] = numpy.float32(-9)
            file["p"] = numpy.array([1, 2], "i2")
            file["p"].attrs["scale_factor"] = 0.01
            file["q"] = numpy.array([1, 2], "i2")
            file["q"].attrs["scale_factor"], file["q"].attrs["add_offset"] = 1.0, 0
        result = self.result("sum", path + ":i", "--skip-na")
        self.assertEqual((result["value"], result["count"], result["missing"]), (4, 2, 2))
        self.assert_fails(1, "sum", path + ":i", says="t.nc:i: element 1 (from 0) is the fill value, so it is missing (--skip-na would")
        result = self.result("sum", path + ":f", "--skip-na")
        self.assertEqual((float.fromhex(result["hex"]), result["missing"]), (rounded(Fraction("0.1"), F32), 3))
        self.assert_fails(1, "sum", path + ":p", says="is packed: its numbers are to be computed with the scale_factor 0.01")
        self.assertEqual(self.value("sum", path + ":q"), 3)

    def test_fill_values_that_no_f64_is(self):
        """NetCDF's own for 64 bits, and their neighbours, which are the same in f64 and no fill values."""
        path = str(self.folder / "t.nc")
        for kind, fill, near in (("i8", -2**63 + 2, -2**63), ("u8", 2**64 - 2, 2**64 - 2048), (">i8", 2**53 + 1, 2**53)):
            with h5py.File(path, "w") as file:
                file["x"] = numpy.array([1, fill, near, 3], kind)
                file["x"].attrs["_FillValue"] = numpy.array([fill], kind)
            result = self.result("sum", path, "--skip-na")
            self.assertEqual((Fraction(float.fromhex(result["hex"])), result["missing"]), (Fraction(rounded(Fraction(near + 4))), 1))
            self.assert_fails(1, "sum", path, says="element 1 (from 0) is the fill value")
            with h5py.File(path, "a") as file:
                file["x"].attrs["_FillValue"] = numpy.array([float(fill)])
            self.assert_fails(1, "sum", path, "--skip-na", says=f"element 1 (from 0) is {fill}, which no f64 is")
        with h5py.File(path, "w") as file:
            file["x"] = numpy.array([0, 2**64 - 2048], "u8")
            file["x"].attrs["_FillValue"] = numpy.array([-2048], "i8")
        self.assertEqual(self.result("sum", path, "--skip-na")["missing"], 0)


if __name__ == "__main__":
    unittest.main()
