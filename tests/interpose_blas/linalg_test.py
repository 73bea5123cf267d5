"""linalg_test.py program...: the linear algebra of NumPy and SciPy, R and Octave over libisobit_blas.so has the same bits
with any of OpenBLAS's kernels, any number of threads, and with the reference BLAS and LAPACK in its place. Without the
library they differ, which shows that these runs can tell.

Programs: python (one with NumPy over OpenBLAS), wheels (the Python that ISOBIT_WHEELS_PYTHON names), R, octave."""
import os
import re
import shutil
import sys
import unittest
from pathlib import Path

import preloaded
from preloaded import SKIPPED, kernels_of_openblas, run

HERE = Path(__file__).parent
PYTHON = {"python": preloaded.python_with_openblas(), "wheels": os.environ.get("ISOBIT_WHEELS_PYTHON")}
COMMANDS = {
    **{name: python and [python, "-B", "-W", "ignore", str(HERE / "linalg_work.py")] for name, python in PYTHON.items()},
    "R": shutil.which("Rscript") and ["Rscript", "--vanilla", str(HERE / "linalg_work.R")],
    "octave": shutil.which("octave") and ["octave", "-q", "--no-gui", "--norc", str(HERE / "linalg_work.m")],
}
MISSING = {"python": "no Python has a NumPy over OpenBLAS; bash scripts/setup.sh blas installs both",
           "wheels": "ISOBIT_WHEELS_PYTHON names no Python with NumPy and SciPy from PyPI; make apps makes one",
           "R": "R is missing; bash scripts/setup.sh apps installs it",
           "octave": "Octave is missing; bash scripts/setup.sh apps installs it"}
LINE = re.compile(r"^(\S+(?: \S+)?) ([0-9a-f]{16,32}) ?$", re.M)


def reference_folders():
    """Where Debian has the reference BLAS and LAPACK, which its alternatives choose or not."""
    return [str(path.parent) for stem in ("blas", "lapack") for path in Path("/usr/lib").glob(f"*/{stem}/lib{stem}.so.3")]


def settings():
    for kernel in kernels_of_openblas():
        for threads in ("1", "2"):
            yield {"OPENBLAS_CORETYPE": kernel, "OPENBLAS_NUM_THREADS": threads}
    if len(reference_folders()) == 2:
        path = ":".join(reference_folders())
        yield {"LD_LIBRARY_PATH": path, "R_LD_LIBRARY_PATH": path + ":/usr/lib/R/lib", "ISOBIT_BLAS_THREADS": "3"}


class LinearAlgebra(unittest.TestCase):
    def results(self, command, preload):
        """{operation: the set of its hashes}"""
        hashes = {}
        for variables in settings():
            done = run(*command, preload=preload, variables=variables)
            self.assertEqual(done.returncode, 0, done.stderr[-2000:])
            for operation, value in LINE.findall(done.stdout):
                hashes.setdefault(operation, {}).setdefault(value, []).append(variables)
        self.assertGreater(len(hashes), 20)
        return hashes

    def test_the_bits_are_the_same_for_all_threads_kernels_and_libraries(self):
        for name, command in CHOSEN.items():
            with self.subTest(program=name):
                hashes = self.results(command, preload=True)
                self.assertEqual([operation for operation, values in hashes.items() if len(values) > 1], [])

    def test_without_the_library_they_differ(self):
        for name, command in CHOSEN.items():
            with self.subTest(program=name):
                hashes = self.results(command, preload=False)
                differing = [operation for operation, values in hashes.items() if len(values) > 1]
                print(f"{name}: without libisobit_blas.so {len(differing)} of {len(hashes)} operations differ", file=sys.stderr)
                self.assertGreater(len(differing), len(hashes) // 2)

    def test_all_of_it_is_reported_as_reproducible(self):
        for name, command in CHOSEN.items():
            with self.subTest(program=name):
                done = run(*command, BLAS_REPORT="1")
                self.assertEqual(re.findall(r"not reproducible.*", done.stderr), [])
                self.assertRegex(done.stderr, r"LAPACK 3\.\d+\.\d+ was \S+")
                self.assertIn("all calls were reproducible, given that LAPACK", done.stderr)


if __name__ == "__main__":
    wanted = sys.argv[1:]
    CHOSEN = {name: COMMANDS[name] for name in wanted if COMMANDS[name]}
    for name in wanted:
        if name not in CHOSEN:
            print(f"SKIPPED: {MISSING[name]}", file=sys.stderr)
    if not CHOSEN:
        sys.exit(SKIPPED)
    unittest.main(argv=[sys.argv[0], "-v"])
