"""NumPy over libisobit_blas.so: the same bits with any number of OpenBLAS's threads and any of its kernels. Without the
library they differ, which shows that these runs can tell."""
import re
import sys
import unittest
from pathlib import Path

import preloaded
from preloaded import SKIPPED, kernels_of_openblas

WORK = Path(__file__).with_name("numpy_work.py")
PYTHON = preloaded.python_with_openblas()


def run(program, preload, **variables):
    return preloaded.run(PYTHON, "-B", *program, preload=preload, variables=variables)


def settings(preload):
    if preload:
        yield from ({"ISOBIT_BLAS_THREADS": threads} for threads in ("1", "3"))
    yield from ({"OPENBLAS_NUM_THREADS": threads} for threads in ("1", "2"))
    yield from ({"OPENBLAS_NUM_THREADS": "1", "OPENBLAS_CORETYPE": kernel} for kernel in kernels_of_openblas())


class NumPy(unittest.TestCase):
    def results(self, preload):
        """{operation: the set of its hashes}"""
        hashes = {}
        for variables in settings(preload):
            done = run([WORK], preload, **variables)
            self.assertEqual(done.returncode, 0, done.stderr[-2000:])
            for line in done.stdout.splitlines():
                kind, operation, value = line.split()
                hashes.setdefault((kind, operation), set()).add(value)
        return hashes

    def test_the_bits_are_the_same_for_all_threads_and_kernels(self):
        hashes = self.results(preload=True)
        self.assertEqual(len(hashes), 64)
        self.assertEqual([operation for operation, values in hashes.items() if len(values) > 1], [])

    def test_without_the_library_they_differ(self):
        hashes = self.results(preload=False)
        differing = [operation for operation, values in hashes.items() if len(values) > 1]
        print(f"without libisobit_blas.so {len(differing)} of {len(hashes)} operations differ", file=sys.stderr)
        self.assertGreater(len(differing), len(hashes) // 2)

    def test_all_of_it_is_reported_as_reproducible(self):
        done = run([WORK], True, ISOBIT_BLAS_REPORT="1")
        self.assertEqual(re.findall(r"not reproducible.*", done.stderr), [])
        self.assertRegex(done.stderr, r"reproducible: \w*dgemm\w* [1-9]")
        self.assertIn("all calls were reproducible", done.stderr)

    def test_what_is_not_covered_is_listed(self):
        done = run(["-c", "import numpy; print(numpy.linalg.svd(numpy.eye(3))[1].sum())"], True, ISOBIT_BLAS_REPORT="1",
                   ISOBIT_LAPACK="program")
        self.assertEqual(done.stdout.strip(), "3.0", done.stderr)
        self.assertRegex(done.stderr, r"not reproducible: \w*dgesdd\w* [1-9]\d* \(\S+\)")


if __name__ == "__main__":
    if PYTHON is None:
        print("SKIPPED: no Python has a NumPy over OpenBLAS; bash scripts/setup.sh blas installs both", file=sys.stderr)
        sys.exit(SKIPPED)
    print(f"NumPy of {PYTHON}", file=sys.stderr)
    unittest.main()
