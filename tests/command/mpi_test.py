"""isobit sum --mpi: what the first rank prints is, byte for byte, what one process prints, for every number of ranks."""
import concurrent.futures
import gzip
import math
import os
import shutil
import struct
import subprocess
import sys
import unittest
from pathlib import Path

from binary_test import npy
from ranks import RanksTest, require_ranks
from support import COMMAND

RANKS = (1, 2, 3, 5)


class MpiTest(RanksTest):
    def assert_same_output(self, *arguments, ranks=RANKS):
        status, output, remarks = self.run_command("sum", *arguments)
        self.assertEqual(status, 0, remarks)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for count, got in zip(ranks, pool.map(lambda n: self.run_ranks(n, "sum", "--mpi", *arguments), ranks)):
                with self.subTest(ranks=count, arguments=arguments):
                    self.assertEqual(got[:2], (0, output), got[2])
                    self.assertIn(remarks, got[2])

    def nasty(self, count):
        """Every exponent, and almost everything cancels."""
        half = [self.random.uniform(-1, 1) * 2.0**self.random.randrange(-1070, 1020) for _ in range(count // 2)]
        values = half + [-x for x in half] + [2.0**-1074 * self.random.randrange(1, 99)] * (count % 2)
        self.random.shuffle(values)
        return values

    def moderate(self, count):
        return [self.random.gauss(0, 1) for _ in range(count)]

    def test_binary(self):
        wild, mild = self.nasty(40001), self.moderate(70003)
        singles = struct.pack(f">{len(mild)}f", *mild)
        self.assert_same_output(self.file("wild.npy", npy("<f8", struct.pack(f"<{len(wild)}d", *wild), f"({len(wild)},)")), "--json")
        self.assert_same_output(self.file("mild.npy", npy(">f4", singles, f"({len(mild)},)")), "--json", ranks=(3, 5))
        pairs = len(wild) // 2
        self.assert_same_output(self.file("pairs.npy", npy("<c16", struct.pack(f"<{2 * pairs}d", *wild[:2 * pairs]), f"({pairs}, 1)", True)), ranks=(2, 3))
        self.assert_same_output(self.file("x.bin", singles), "--type", "f32", "--endian", "big", "--hex", ranks=(5,))
        self.assert_same_output(self.file("x.f16", struct.pack(f"<{len(mild)}e", *mild)), "--result", "f64", ranks=(2,))
        whole = [self.random.randrange(-2**53, 2**53) for _ in range(20001)]
        self.assert_same_output(self.file("i.npy", npy(">i8", struct.pack(f">{len(whole)}q", *whole), f"({len(whole)},)")), "--json", ranks=(3,))
        self.assert_same_output(self.file("x.bf16", self.random.randbytes(2 * 40000)), ranks=(3,))
        self.assert_same_output(self.file("x.f64.gz", gzip.compress(struct.pack(f"<{len(wild)}d", *wild), 1)), ranks=(5,))

    def test_text(self):
        wild = self.nasty(60001)
        lines = [f"{x!r}  # {i}" if i % 7 == 0 else x.hex() if i % 3 == 0 else repr(x) for i, x in enumerate(wild)]
        text = self.file("wild.txt", "\n".join(lines))
        self.assertGreater(Path(text).stat().st_size, 5 * 2**18)
        self.assert_same_output(text, "--json")
        rows = "".join(f'"row {i}\n, {i}",{x!r}\n' for i, x in enumerate(wild))
        self.assert_same_output(self.file("wild.csv", "name,value\n" + rows), "--column", "value", "--threads", 2, ranks=(2, 3))
        bad = "\n".join("?" if i % 1000 == 5 else line for i, line in enumerate(lines))
        self.assert_same_output(self.file("bad.txt.gz", gzip.compress(bad.encode(), 1)), "--skip-bad", ranks=(5,))

    def test_missing_values(self):
        mild = [float("nan") if i % 5 == 0 else x for i, x in enumerate(self.moderate(30001))]
        path = self.file("x.f64", struct.pack(f"<{len(mild)}d", *mild))
        for method in ("exact", "tree"):
            self.assert_same_output(path, "--json", "--skip-na", "--method", method, ranks=(3,))
        text = " ".join("NA" if x != x else repr(x) for x in mild)
        self.assert_same_output(self.file("x.txt", text), "--json", "--skip-na", ranks=(3,))

    def test_several_files(self):
        mild = self.moderate(30001)
        text = self.file("a.txt", "\n".join(map(repr, mild)))
        double = self.file("b.f64", struct.pack(f"<{len(mild)}d", *mild))
        single = self.file("c.f32", struct.pack("<3f", 1, 2, 4))
        self.assert_same_output(single, double, text, single, "--json", ranks=(3, 5))
        self.assert_same_output(single, single, "--json", "--method", "binned", ranks=(5,))
        self.assert_same_output(single, double, "--json", "--method", "binned", "--result", "f64", ranks=(4,))
        self.assert_ranks_fail(5, 2, "--result f64 adds in f64", "sum", "--mpi", single, double, "--method", "binned")

    def test_few_numbers(self):
        for name, content in (("empty.f64", b""), ("empty.txt", b""), ("one.f32", struct.pack("<f", 3)), ("zero.f64", struct.pack("<2d", -0.0, -0.0)),
                              ("nan.txt", b"inf -inf"), ("infinite.f64", struct.pack("<3d", 1, float("inf"), 2))):
            self.assert_same_output(self.file(name, content), "--json", ranks=(3,))

    def test_methods(self):
        mild = self.moderate(50001)
        path = self.file("x.f64", struct.pack(f"<{len(mild)}d", *mild))
        for method in ("exact", "binned:1", "binned:3", "single-sweep:1", "single-sweep:3", "double-sweep:1", "double-sweep:2", "tree"):
            self.assert_same_output(path, "--json", "--method", method, ranks=(5,))
        special = self.file("special.f64", struct.pack("<4d", 1, float("inf"), 2, float("nan")))
        for method in ("single-sweep", "double-sweep", "binned"):
            self.assert_same_output(special, "--method", method, ranks=(3,))
        self.assert_same_output(self.file("x.f32", struct.pack("<5f", 1e8, 1, -1e8, 3, 1e-8)), "--method", "double-sweep:1", "--json", ranks=(3,))
        huge = self.file("huge.f64", struct.pack("<2d", 1e308, 1))
        serial = self.assert_fails(1, "sum", huge, "--method", "single-sweep", says="cannot take")
        self.assertEqual(self.assert_ranks_fail(2, 1, "cannot take", "sum", "--mpi", huge, "--method", "single-sweep"), serial.rstrip("\n"))
        self.assert_ranks_fail(2, 2, "depend on who adds", "sum", "--mpi", path, "--method", "kahan")

    def test_tree(self):
        mild = self.moderate(30011)
        complex_numbers = self.file("c.npy", npy(">c8", struct.pack(f">{2 * 15000}f", *mild[:30000]), "(15000,)"))
        self.assert_same_output(complex_numbers, "--json", "--method", "tree", ranks=(2, 5))
        self.assert_same_output(self.file("few.f64", struct.pack("<3d", 1, 2.0**-53, 2.0**-53)), "--method", "tree", ranks=(5,))
        self.assert_same_output(self.file("none.f64", b""), "--json", "--method", "tree", ranks=(2,))
        text = self.file("x.txt", "1 2 3")
        self.assert_ranks_fail(2, 2, "one .npy or raw file", "sum", "--mpi", text, "--method", "tree")
        self.assert_ranks_fail(2, 2, "one .npy or raw file", "sum", "--mpi", complex_numbers, complex_numbers, "--method", "tree")

    def test_first_bad_number(self):
        """The message is that of one process, though several ranks have something to complain about."""
        lines = [str(i) for i in range(400000)]
        for place in (250000, 90000):
            lines[place] = f"bad{place}"
            path = self.file("bad.txt", "\n".join(lines))
            serial = self.assert_fails(1, "sum", path, "--threads", 1)
            self.assertEqual(self.assert_ranks_fail(4, 1, f"bad{place}", "sum", "--mpi", path), serial.rstrip("\n"))

    def test_errors(self):
        path = self.file("x.txt", "1 2 3")
        self.assert_ranks_fail(3, 3, "No such file", "sum", "--mpi", self.folder / "missing")
        self.assert_ranks_fail(2, 2, "the standard input reaches one rank only", "sum", "--mpi")
        self.assert_ranks_fail(2, 2, "the standard input reaches one rank only", "sum", path, "-", "--mpi")
        self.assert_ranks_fail(2, 2, "pipe", "sum", "--mpi", "/dev/stdin" if Path("/dev/stdin").is_char_device() else "/dev/null")
        self.assert_ranks_fail(2, 2, "--frobnicate", "sum", "--mpi", "--frobnicate", path)
        self.assert_ranks_fail(2, 2, "--compare", "sum", "--mpi", "--compare", path)
        self.assert_ranks_fail(2, 2, "one column at a time", "sum", "--mpi", path, "--column", "1", "--column", "2")
        self.assert_ranks_fail(2, 1, "truncated", "sum", "--mpi", self.file("t.npy", npy("<f8", bytes(24), "(4,)")))
        self.assert_ranks_fail(2, 2, "sum and matrix solve are all", "mean", path, program=(str(Path(COMMAND).with_name("isobit-mpi")),))

    def test_ranks_that_differ(self):
        """A file that one rank does not see, or sees differently; other arguments: never a hang."""
        (self.folder / "1").mkdir()
        self.file("1/x.f64", bytes(80))
        here = self.script(f'mkdir -p {self.folder}/$rank && cd {self.folder}/$rank && exec {COMMAND} "$@"')
        self.assert_ranks_fail(3, 3, "(on rank ", "sum", "--mpi", "x.f64", program=here)
        for rank in (0, 2):
            (self.folder / f"{rank}").mkdir(exist_ok=True)
            self.file(f"{rank}/x.f64", bytes(80 + 8 * rank))
        self.assert_ranks_fail(3, 1, "each rank must see the same", "sum", "--mpi", "x.f64", program=here)
        other = self.script(f'exec {COMMAND} sum --mpi x$rank')
        self.assert_ranks_fail(2, 2, "different arguments", program=other)

    def test_reads_its_part_only(self):
        """Each rank sees a file of its own, with numbers in its part and NaNs elsewhere. What is not mapped is counted."""
        size, ranks = 2**24, 4
        part = size // ranks
        for rank in range(ranks):
            (self.folder / f"{rank}").mkdir()
            other = struct.pack("<d", math.nan) * (part // 8)
            self.file(f"{rank}/x.f64", other * rank + struct.pack("<d", 1) * (part // 8) + other * (ranks - 1 - rank))
        watch = self.folder / "watch.py"
        watch.write_text("import os, sys\nchild = os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:])\n"
                         "os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)\n"
                         f"print([line.split()[1] for line in open(f'/proc/{{child}}/io')][0], file=open(f'{self.folder}/read.{{child}}', 'w'))\n")
        here = self.script(f'cd {self.folder}/$rank && exec {sys.executable} {watch} {COMMAND} "$@"')
        status, output, problem = self.run_ranks(ranks, "sum", "--mpi", "--decimal", "x.f64", program=here)
        self.assertEqual((status, output), (0, f"{size // 8}\n"), problem)
        read = [int(each.read_text()) for each in self.folder.glob("read.*")]
        self.assertEqual(len(read), ranks)
        for count in read:
            self.assertLess(count, part + 2**21, read)

    def test_without_mpi(self):
        alone = self.folder / "isobit"
        shutil.copy(COMMAND, alone)
        done = subprocess.run([alone, "sum", "--mpi", "x"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (4, ""))
        self.assertIn("built without MPI", done.stderr)


if __name__ == "__main__":
    require_ranks()
    unittest.main()
