"""linalg_test.py python | wheels | R | octave: the linear algebra of NumPy and SciPy, R or Octave over libisobit_blas.so
has the same bits with any of OpenBLAS's kernels, any number of threads, and with the reference BLAS and LAPACK in its
place. Without the library they differ, which shows that these runs can tell.

python is one with NumPy over OpenBLAS, wheels the one that ISOBIT_WHEELS_PYTHON names."""
import hashlib
import os
import re
import shutil
import sys
import unittest
from pathlib import Path

import preloaded
from preloaded import SKIPPED, kernels_of_openblas, run

HERE = Path(__file__).parent
PYTHON = {"python": preloaded.python_with_openblas(), "wheels": shutil.which(os.environ.get("ISOBIT_WHEELS_PYTHON", ""))}
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
    def results(self, preload):
        """{operation: the set of its hashes}"""
        hashes = {}
        for variables in settings():
            done = run(*COMMAND, preload=preload, variables=variables)
            self.assertEqual(done.returncode, 0, done.stderr[-2000:])
            for operation, value in LINE.findall(done.stdout):
                hashes.setdefault(operation, set()).add(value)
        self.assertGreater(len(hashes), 20)
        return hashes

    def test_the_bits_are_the_same_for_all_threads_kernels_and_libraries(self):
        hashes = self.results(preload=True)
        self.assertEqual([operation for operation, values in hashes.items() if len(values) > 1], [])
        total = hashlib.sha256(repr(sorted((name, *values) for name, values in hashes.items())).encode()).hexdigest()
        print(f"{len(hashes)} operations in {len(list(settings()))} settings, one hash: {total[:16]}", file=sys.stderr)

    def test_without_the_library_they_differ(self):
        hashes = self.results(preload=False)
        differing = [operation for operation, values in hashes.items() if len(values) > 1]
        print(f"without libisobit_blas.so {len(differing)} of {len(hashes)} operations differ", file=sys.stderr)
        self.assertGreater(len(differing), len(hashes) // 2)

    def test_all_of_it_is_reported_as_reproducible(self):
        self.assertEqual(re.findall(r"not reproducible.*", REPORT), [])
        self.assertRegex(REPORT, r"LAPACK 3\.\d+\.\d+ was \S+")
        self.assertIn("all calls were reproducible, given that LAPACK", REPORT)


def skip(why):
    print(f"SKIPPED: {why}", file=sys.stderr)
    sys.exit(SKIPPED)


if __name__ == "__main__":
    COMMAND = COMMANDS[sys.argv[1]] or skip(MISSING[sys.argv[1]])
    REPORT = run(*COMMAND, BLAS_REPORT="1").stderr
    for missing in re.findall("no reference LAPACK.*", REPORT):
        skip(f"{missing}; bash scripts/setup.sh blas installs it")
    unittest.main(argv=[sys.argv[0], "-v"])
