"""libisobit_blas.so, preloaded into programs that know nothing of it or linked before their BLAS: results, report, misuse."""
import os
import re
import signal
import tempfile
import unittest
from pathlib import Path

import preloaded
from preloaded import report_of

CALLS, MISUSE, PASSED_ON, LINKED, LOADER, WIDE, PLUGIN, REAL = (
    os.environ["ISOBIT_BLAS_" + name]
    for name in ("CALLS", "MISUSE", "PASSED_ON", "LINKED", "LOADER", "WIDE", "PLUGIN", "REAL"))
LEVELS = ["1", "2", "3", "structured", "extensions", "lapack", "environment", "exceptions"]


def run(*command, **switches):
    """LAPACK is left to the program's own library, whatever this machine has."""
    return preloaded.run(*command, LAPACK="program", **switches)


class Results(unittest.TestCase):
    def test_every_name_has_the_bits_of_the_library(self):
        for level in LEVELS:
            with self.subTest(level=level):
                done = run(CALLS, level)
                self.assertEqual(done.returncode, 0, (done.stdout + done.stderr)[-2000:])
                self.assertIn("0 failures", done.stdout)

    def test_the_number_of_threads_does_not_show(self):
        for threads in ("1", "2", "3"):
            done = run(CALLS, "3", BLAS_THREADS=threads)
            self.assertEqual(done.returncode, 0, (done.stdout + done.stderr)[-2000:])

    def test_bad_arguments_are_named_and_touch_nothing(self):
        done = run(MISUSE)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(
            re.findall(r"on entry to (\w+) parameter number (\d+) had an illegal value", done.stderr),
            [("dgemm", "1"), ("dgemm", "5"), ("dgemm", "8"), ("dgemm", "13"), ("cblas_dgemm", "1"), ("cblas_dgemm", "14"),
             ("cblas_dgemv", "9"), ("dgetrf", "2"), ("domatcopy", "1"), ("domatcopy", "2"), ("domatcopy", "7"),
             ("cblas_domatcopy", "9")])


class Replacing(unittest.TestCase):
    def test_without_it_the_real_library_answers(self):
        self.assertEqual(run(PASSED_ON, "replaced", preload=False).returncode, 1)
        self.assertEqual(run(PASSED_ON, "replaced").returncode, 0)
        self.assertEqual(run(LINKED, "replaced", preload=False).returncode, 0)

    def test_off_leaves_everything_to_the_real_library(self):
        done = run(PASSED_ON, "replaced", BLAS="off", BLAS_REPORT="1")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(report_of(done.stderr), {"dgemm_": ("not reproducible", 1)})
        self.assertEqual(run(PASSED_ON, "pass", BLAS="off").returncode, 0)

    def test_what_is_left_reaches_the_real_library_unharmed(self):
        for program, preload in ((PASSED_ON, True), (LINKED, False), (PASSED_ON, False)):
            done = run(program, "pass", preload=preload)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_library_in_a_scope_of_its_own_is_found(self):
        done = run(LOADER, "plugin", PLUGIN, BLAS_REPORT="1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(report_of(done.stderr), {"scipy_dgesdd_64_": ("not reproducible", 1)})
        self.assertIn(f"({Path(REAL).name})", done.stderr)

    def test_integers_have_the_size_that_the_real_library_gives_them(self):
        done = run(WIDE, BLAS_REPORT="1")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertEqual(report_of(done.stderr), {name: ("reproducible", calls) for name, calls in (
            ("cblas_dgemm", 1), ("dgemm_", 1), ("dgetrf_", 2), ("dpotrf_", 1), ("idamax_", 1))})
        self.assertIn("integers had 64 bits under BLAS's own names, as in libinterpose_blas_real_wide.so", done.stderr)
        self.assertIn("all calls were reproducible", done.stderr)
        self.assertNotIn("64 bits", run(PASSED_ON, "replaced", BLAS_REPORT="1").stderr)

    def test_what_nobody_has_is_named(self):
        done = run(LOADER, "missing")
        self.assertEqual(done.returncode, -signal.SIGABRT)
        self.assertIn("zheevd_ was called, which isobit leaves to the real BLAS", done.stderr)

    def test_a_library_can_be_named(self):
        done = run(LOADER, "missing", BLAS_LIBRARY="/nowhere/libblas.so")
        self.assertIn("ISOBIT_BLAS_LIBRARY=/nowhere/libblas.so cannot be loaded", done.stderr)
        self.assertEqual(run(PASSED_ON, "pass", BLAS_LIBRARY=REAL).returncode, 0)


class Report(unittest.TestCase):
    EXPECTED = {"cblas_dmin": ("the same from any BLAS", 1), "cblas_dmax": ("the same from any BLAS", 2),
                "zladiv_": ("not reproducible", 1), "dgesdd_": ("not reproducible", 1),
                "dcopy_": ("the same from any BLAS", 1)}

    def test_says_who_computed_what(self):
        for program, preload in ((PASSED_ON, True), (LINKED, False)):
            done = run(program, "pass", preload=preload, BLAS_REPORT="1")
            self.assertEqual(report_of(done.stderr), self.EXPECTED)
            self.assertNotIn("all calls were reproducible", done.stderr)
        done = run(PASSED_ON, "replaced", BLAS_REPORT="1")
        self.assertEqual(report_of(done.stderr), {"dgemm_": ("reproducible", 1)})
        self.assertIn("all calls were reproducible", done.stderr)
        self.assertIn("no BLAS or LAPACK routine was called", run(LOADER, "nothing", BLAS_REPORT="1").stderr)

    def test_is_silent_unless_asked(self):
        for value in ({}, {"BLAS_REPORT": "0"}, {"BLAS_REPORT": ""}):
            self.assertEqual(run(PASSED_ON, "pass", **value).stderr, "")

    def test_goes_to_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "report"
            self.assertEqual(run(PASSED_ON, "pass", BLAS_REPORT=str(path)).stderr, "")
            self.assertEqual(report_of(path.read_text()), self.EXPECTED)
        self.assertIn("cannot write", run(PASSED_ON, "pass", BLAS_REPORT="/nowhere/report").stderr)

    def test_a_child_counts_its_own_calls(self):
        done = run(PASSED_ON, "fork", BLAS_REPORT="1")
        self.assertEqual(sorted(re.findall(r"reproducible: dgemm_ (\d+)", done.stderr)), ["1", "2"])

    def test_nonsense_is_refused(self):
        for name, value in (("BLAS", "maybe"), ("BLAS_THREADS", "0"), ("BLAS_THREADS", "many")):
            done = run(PASSED_ON, "replaced", **{name: value})
            self.assertEqual(done.returncode, -signal.SIGABRT)
            self.assertIn(f"ISOBIT_{name}={value} makes no sense; use ", done.stderr)


if __name__ == "__main__":
    unittest.main()
