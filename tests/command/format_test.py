"""Files that hold no text, table or numbers as isobit reads them: they are named, and never summed."""
import bz2
import gzip
import io
import json
import lzma
import math
import pickle
import shutil
import sqlite3
import struct
import subprocess
import tarfile
import unittest
import zipfile

from binary_test import npy
from support import COMMAND, ZSTD, CommandTest


def zipped(*members, content="1 2 3\n"):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in members:
            archive.writestr(name, content)
    return data.getvalue()


def tarred():
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("x.txt"), io.BytesIO())
    return data.getvalue()


class FormatTest(CommandTest):
    def foreign(self):
        """Contents, what they are, and a word of what to do."""
        yield b"FEA1\0\0\0\0" + bytes(40), "an old Feather file", "pandas.read_feather"
        yield zipped("[Content_Types].xml", "xl/workbook.xml"), "an Excel file", "CSV"
        yield zipped("mimetype", "content.xml"), "an OpenDocument file", "CSV"
        yield zipped("x.csv"), "a zip archive", "unzip -p"
        yield zipped(), "an empty zip archive", "nothing"
        yield bytes.fromhex("d0cf11e0a1b11ae1") + bytes(24), "an Excel file", "CSV"
        yield b"MATLAB 5.0 MAT-file, Platform: GLNXA64".ljust(128), "a MATLAB file", "loadmat"
        for protocol in (2, 3, 4, 5):
            for thing in ([1.5, 2.5], {"a": 1.5}, struct.Struct, [float(i) for i in range(1000)]):
                yield pickle.dumps(thing, protocol).ljust(16, b"."), "a Python pickle", "numpy.save"
        yield tarred(), "a tar archive", "tar -xOf"
        yield b"7z\xbc\xaf\x27\x1c" + bytes(26), "a 7z archive", "7z x"

    def compressed(self):
        text, unpacked = b"1.5\n2.5\n", self.result("info")["unpacks"]
        if "bzip2" not in unpacked:
            yield bz2.compress(text), "compressed with bzip2", "bzcat"
            yield bz2.compress(b""), "compressed with bzip2", "bzcat"
        if "xz" not in unpacked:
            yield lzma.compress(text), "compressed with xz", "xzcat"
        if "zstd" not in unpacked:
            yield ZSTD, "compressed with zstd", "zstdcat"
        yield bytes.fromhex("04224d18") + bytes(12), "compressed with lz4", "lz4cat"

    def library_files(self):
        """What isobit reads with another library: contents, what they are, what the library is and a word of what else to do."""
        yield b"PAR1\x15\x04\x15\x10" + bytes(40) + b"PAR1", "a Parquet file", "Arrow and Parquet", "pandas.read_parquet"
        yield b"ARROW1\0\0" + bytes(40), "an Arrow file", "Arrow and Parquet", "pandas.read_feather"
        for offset in (0, 512, 1024, 2048):
            yield bytes(offset) + b"\x89HDF\r\n\x1a\n" + bytes(56), "an HDF5 or netCDF-4 file", "HDF5 (libhdf5-dev)", "h5py.File"

    def test_without_libraries(self):
        """A program without its modules is what is built where CMake does not find the libraries."""
        alone = self.folder / "alone" / "isobit"
        alone.parent.mkdir()
        shutil.copy(COMMAND, alone)
        info = subprocess.run([alone, "info"], capture_output=True, text=True)
        self.assertIn("\nalso reads         -\n", info.stdout)
        for content, name, library, advice in self.library_files():
            for file, options in (("data", ()), ("data.csv", ()), ("data.f64", ()), ("data", ("-f", "raw")), ("data", ("-f", "text", "--skip-bad"))):
                done = subprocess.run([alone, "sum", self.file(file, content), *options], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn(f"{file}: is {name}, which this isobit was built without; build it where CMake finds {library}, or save ", done.stderr)
                self.assertIn(advice, done.stderr)

    def test_broken_library_files(self):
        """With the libraries: never raw numbers, whatever the user says."""
        for content, name, *_ in self.library_files():
            for file in ("data", "data.csv", "data.f64"):
                self.assert_fails(1, "sum", self.file(file, content), says=file)
            status, output, _ = self.run_command("sum", "-f", "raw", self.file("data", content))
            self.assertIn((status, output), ((1, ""), (2, "")))
            status, output, _ = self.run_command("sum", "-f", "raw", stdin=content)
            self.assertIn((status, output), ((1, ""), (2, "")))

    def test_foreign_files(self):
        """Whatever the name, and whatever the user says: an HDF5 file is no raw numbers."""
        for content, name, advice in (*self.foreign(), *self.compressed()):
            with self.subTest(name, content=content[:12]):
                content += bytes(-len(content) % 8)
                for file in ("data", "data.txt", "data.csv", "data.f64", "data.npy"):
                    self.assertIn(advice, self.assert_fails(1, "sum", self.file(file, content), says=f"{file}: is {name}, "))
                for options in ((), ("--skip-bad",), ("-f", "raw"), ("-f", "text", "--skip-bad"), ("-f", "csv", "-c", "1", "--skip-bad"), ("-f", "npy")):
                    self.assert_fails(1, "sum", *options, stdin=content, says=f"standard input: is {name}, ")
                self.assert_fails(1, "sum", stdin=gzip.compress(content), says=f"standard input: is {name}, ")

    def test_what_contents_tell_is_said(self):
        """Where neither the name nor --format says what an input is."""
        array = npy("<f8", struct.pack("<d", 7), "(1,)")
        cases = [("npy", array, "is an .npy file"), ("txt.gz", gzip.compress(b"7"), "is compressed with gzip"),
                 ("npz", zipped("x.npy", content=array), "is an .npz file")]
        if "zstd" in self.result("info")["unpacks"]:
            cases.append(("txt.zst", ZSTD, "is compressed with zstd"))
        for extension, content, says in cases:
            for name, options, told in ((f"x.{extension}", (), False), ("x", (), True), ("x.csv", (), True), ("x", ("-q",), False)):
                with self.subTest(name=name, says=says):
                    status, _, remarks = self.run_command("sum", self.file(name, content), *options)
                    self.assertEqual((status, remarks), (0, f"isobit: {self.folder}/{name}: {says}, by its contents\n" if told else ""))
        status, _, remarks = self.run_command("sum", "--format", "npy", stdin=array)
        self.assertEqual((status, remarks), (0, ""))
        status, _, remarks = self.run_command("sum", "--json", stdin=gzip.compress(array))
        self.assertEqual(remarks, "isobit: standard input: is compressed with gzip, by its contents\nisobit: standard input: is an .npy file, by its contents\n")

    def test_sqlite(self):
        path = self.folder / "x.db"
        with sqlite3.connect(path) as database:
            database.execute("create table t (x real)")
        database.close()
        self.assert_fails(1, "sum", str(path), says="is an SQLite database, ")

    def test_what_only_looks_foreign(self):
        """Names and numbers that start like a signature."""
        self.assertEqual(self.value("sum", self.file("t.csv", "PAR1,PK\n1,2\n"), "-c", "PAR1"), 1)
        self.assertEqual(self.value("sum", self.file("t.csv", "BZh9,CDF\n1,2\n"), "-c", "CDF"), 2)
        self.assertEqual(self.value("sum", self.file("t.csv", "ustar,7z\n1,2\n"), "-c", "7z"), 2)
        for start in (b"\x80\x02", b"\x80\x04\x95", b"PK\x03", b"\xff\xfe", b"\xfe\xff", b"{\"", b"CDF\x03"):
            content = start.ljust(64, b"\x40")
            self.assert_same(self.value("sum", self.file("x.f64", content)), math.fsum(struct.unpack("<8d", content)))

    def test_utf16(self):
        for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32"):
            mark = "" if encoding in ("utf-16", "utf-32") else "\ufeff"
            text, table = (mark + "1.5\n2.5\n").encode(encoding), (mark + "x\n1.5\n2.5\n").encode(encoding)
            for options in ((), ("--skip-bad",), ("-f", "text"), ("-f", "text", "--skip-bad")):
                self.assert_fails(1, "sum", *options, stdin=text, says="is text in UTF-16, which isobit does not read; convert it: iconv")
            self.assert_fails(1, "sum", self.file("x.csv", table), says="is text in UTF-16")
            self.assert_fails(1, "sum", self.file("x.csv", table), "-c", "x", "--skip-bad", says="is text in UTF-16")

    def test_zero_bytes(self):
        self.assert_fails(1, "sum", stdin="1.5\n2.5\n".encode("utf-16-le")[2:], says="holds zero bytes, so is not text")
        self.assert_fails(1, "dot", stdin="1 2\n3 4\n".encode("utf-16-le"), says="holds zero bytes, so is not text")
        self.assert_fails(1, "sum", "-f", "csv", "-c", "x", stdin=b"a\0b,c\n1,2\n", says="the first row has 1 'a?b', 2 'c'\n")

    def test_json(self):
        """Some of its numbers stand between blanks: nobody wants the sum of these."""
        things = ({"a": 1.5}, [1.5, 2.5], [], {}, [{"a": 1}], [[1, 2], [3, 4]], ["a"], {"a": [1.5, 2.5]})
        for thing in things:
            for text in (json.dumps(thing), json.dumps(thing, indent=2), "\ufeff\n " + json.dumps(thing)):
                with self.subTest(text):
                    if thing == []:
                        self.assert_fails(1, "sum", "--skip-bad", stdin=text, says="no number is left")
                        continue
                    for options in ((), ("--skip-bad",), ("-c", "a"), ("--compare", "--skip-bad")):
                        self.assert_fails(1, "sum", *options, stdin=text, says="is JSON, which isobit does not read; pick the numbers: jq")
        lines = '{"x": 1.5}\n{"x": 2.5}\n'
        self.assert_fails(1, "sum", self.file("x.json", lines), "--skip-bad", says="or, where every line is an object, say --format jsonl")

    def test_logs_are_no_json(self):
        """--skip-bad is for these; and who says --format text means it."""
        for text in ("[2024-01-31 10:00] took 1.5 s\n", "[12] 1.5\n", "{a} 1.5\n", "[ 1.5 ]\n"):
            self.assertEqual(self.value("sum", "--skip-bad", stdin=text), 1.5)
        self.assertEqual(self.value("sum", "--skip-bad", "--format", "text", stdin='{"a": 1.5 }'), 1.5)


if __name__ == "__main__":
    unittest.main()
