"""LAPACK's routines under libisobit_blas.so: they go to a reference LAPACK, whose calls of BLAS come back to isobit."""
import os
import signal
import tempfile
import unittest
from pathlib import Path

from preloaded import LIBRARY, report_of, run

USER, LINKED, WIDE_USER, XERBLA_USER, REFERENCE, REFERENCE_WIDE, OPTIMISED, REAL, PASSED_ON, LOADER, PLUGIN = (
    os.environ["ISOBIT_BLAS_" + name] for name in (
        "LAPACK_USER", "LAPACK_USER_LINKED", "LAPACK_USER_WIDE", "LAPACK_USER_XERBLA", "REFERENCE", "REFERENCE_WIDE",
        "OPTIMISED", "REAL", "PASSED_ON", "LOADER", "PLUGIN"))
BOTH = REFERENCE + ":" + REFERENCE_WIDE
NAMES = (("dgesdd_", "32"), ("scipy_dgesdd_", "32"), ("dgesdd_64_", "64"), ("scipy_dgesdd_64_", "64"))


def name_of(library):
    return Path(library).resolve().name


class Reference(unittest.TestCase):
    def good(self, done):
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        return done

    def test_every_name_reaches_the_one_with_its_integers(self):
        for name, bits in NAMES:
            done = self.good(run(USER, "A", "-", name, bits, LAPACK=BOTH, BLAS_REPORT="1"))
            library = REFERENCE_WIDE if bits == "64" else REFERENCE
            # Not what the LAPACK called on the way.
            self.assertEqual(report_of(done.stderr), {name: (f"reproducible, given {name_of(library)}", 1)})
            self.assertRegex(done.stderr, rf"LAPACK 3\.12\.9 was {Path(library).resolve()}(, build [0-9a-f]{{40}})?: bits that")
            self.assertIn("all calls were reproducible, given that LAPACK", done.stderr)
            self.assertNotIn("not reproducible", done.stderr)

    def test_linked_and_in_a_scope_of_its_own(self):
        for name, bits in NAMES:
            self.good(run(LINKED, "A", "-", name, bits, LAPACK=BOTH, preload=False))
            self.good(run(USER, "A", LIBRARY, name, bits, LAPACK=BOTH, preload=False))

    def test_integers_have_the_size_that_the_program_gives_them(self):
        done = self.good(run(WIDE_USER, "A", "-", "dgesdd_", "64", LAPACK=BOTH, BLAS_REPORT="1"))
        self.assertIn(f"reproducible, given {name_of(REFERENCE_WIDE)}: dgesdd_ 1", done.stderr)
        self.assertIn("integers had 64 bits under BLAS's own names", done.stderr)

        # A BLAS that only came with a LAPACK says nothing about the program.
        self.good(run(LINKED, "A", "-", "dgesdd_64_", "64", "dgesdd_", "32", LAPACK=BOTH, preload=False))

    def test_a_refused_argument_does_not_end_the_program(self):
        for name, bits in NAMES:
            done = self.good(run(USER, "X", "-", name, bits, LAPACK=BOTH))
            self.assertEqual(done.stderr, "isobit_blas: on entry to dgesdd parameter number 8 had an illegal value\n")
        done = run(XERBLA_USER, "X", "-", "dgesdd_", "32", LAPACK=BOTH)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "own xerbla: DGESDD 8\n", ""))


class Found(unittest.TestCase):
    def test_where_distributions_have_it(self):
        debian = {"liblapack.so.3": OPTIMISED, "lapack/liblapack.so.3": REFERENCE, "liblapack64.so.3": OPTIMISED,
                  "lapack64/liblapack64.so.3": REFERENCE_WIDE}
        others = {"liblapack.so.3": REFERENCE, "liblapack64.so.3": REFERENCE_WIDE}
        for files in (debian, others):
            with tempfile.TemporaryDirectory() as folder:
                for name, library in files.items():
                    path = Path(folder, name)
                    path.parent.mkdir(exist_ok=True)
                    path.symlink_to(library)
                for name, bits in NAMES:
                    done = run(USER, "A", "-", name, bits, BLAS_REPORT="1", variables={"LD_LIBRARY_PATH": folder})
                    self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
                    self.assertIn(str(Path(REFERENCE_WIDE if bits == "64" else REFERENCE).resolve()), done.stderr)

    def test_only_if_it_is_one(self):
        for path, problem in ((OPTIMISED, "is no reference LAPACK: it has gotoblas"), (REAL, "has no LAPACK"),
                              ("/nowhere/liblapack.so.3", "cannot be opened: No such file or directory"),
                              (__file__, "is no library of this machine"),
                              (LIBRARY, "does not leave BLAS to another library")):
            done = run(USER, "A", "-", "dgesdd_", "32", LAPACK=path)
            self.assertEqual(done.returncode, -signal.SIGABRT)
            self.assertIn(f"ISOBIT_LAPACK={path}: {path} {problem}", done.stderr)

    def test_else_the_program_keeps_its_own(self):
        done = run(LOADER, "plugin", PLUGIN, LAPACK=REFERENCE, BLAS_REPORT="1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(report_of(done.stderr), {"scipy_dgesdd_64_": ("not reproducible", 1)})
        self.assertRegex(done.stderr, "no reference LAPACK with 64-bit integers was found: .*liblapack64-3")
        done = run(PASSED_ON, "pass", LAPACK=REFERENCE_WIDE, BLAS_REPORT="1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(report_of(done.stderr)["dgesdd_"], ("not reproducible", 1))
        self.assertRegex(done.stderr, "no reference LAPACK was found: .*liblapack3")

    def test_but_may_be_told_to(self):
        for switches in ({"LAPACK": "program"}, {"LAPACK": BOTH, "BLAS": "off"}):
            done = run(PASSED_ON, "pass", BLAS_REPORT="1", **switches)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(report_of(done.stderr)["dgesdd_"], ("not reproducible", 1))
            self.assertNotIn("LAPACK", done.stderr)

    def test_what_neither_has_is_named(self):
        done = run(LOADER, "missing", LAPACK=REFERENCE)
        self.assertEqual(done.returncode, -signal.SIGABRT)
        self.assertIn("zheevd_ was called, which isobit leaves to the real BLAS", done.stderr)


if __name__ == "__main__":
    unittest.main()
