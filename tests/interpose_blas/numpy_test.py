"""NumPy over libisobit_blas.so: the same bits with any number of OpenBLAS's threads and any of its kernels. Without the
library they differ, which shows that these runs can tell."""
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

LIBRARY = os.environ["ISOBIT_BLAS_SO"]
WORK = Path(__file__).with_name("numpy_work.py")
SKIPPED = 77
# The interpreter with NumPy: one that was named, this one, or that of the system.
CANDIDATES = [os.environ.get("ISOBIT_NUMPY_PYTHON"), sys.executable, "/usr/bin/python3"]
PROBE = "import numpy.linalg; assert 'openblas' in open('/proc/self/maps').read()"


def fits(python):
    if python is None or not os.path.exists(python):
        return False
    return subprocess.run([python, "-c", PROBE], capture_output=True).returncode == 0


PYTHON = next(filter(fits, CANDIDATES), None)


def run(program, preload, **variables):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ISOBIT_BLAS", "OPENBLAS"))}
    environment.update(variables)
    if preload:
        environment["LD_PRELOAD"] = LIBRARY
    return subprocess.run([PYTHON, "-B", *program], env=environment, capture_output=True, text=True, timeout=1200)


def available_kernels():
    """The ones that this machine can run: others make OpenBLAS fall back, or the program crash."""
    flags = set(re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.M).group(1).split())
    needs = {"Nehalem": {"sse4_2"}, "Haswell": {"avx2", "fma"}, "Zen": {"avx2", "fma"}, "SkylakeX": {"avx512f", "avx512vl"}}
    return [name for name, needed in needs.items() if needed <= flags]


def settings(preload):
    if preload:
        yield from ({"ISOBIT_BLAS_THREADS": threads} for threads in ("1", "3"))
    yield from ({"OPENBLAS_NUM_THREADS": threads} for threads in ("1", "2"))
    yield from ({"OPENBLAS_NUM_THREADS": "1", "OPENBLAS_CORETYPE": kernel} for kernel in available_kernels())


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
        done = run(["-c", "import numpy; print(numpy.linalg.svd(numpy.eye(3))[1].sum())"], True, ISOBIT_BLAS_REPORT="1")
        self.assertEqual(done.stdout.strip(), "3.0", done.stderr)
        self.assertRegex(done.stderr, r"not reproducible: \w*dgesdd\w* [1-9]\d* \(\S+\)")


if __name__ == "__main__":
    if PYTHON is None:
        print("SKIPPED: no Python has a NumPy over OpenBLAS; bash scripts/setup.sh blas installs both", file=sys.stderr)
        sys.exit(SKIPPED)
    print(f"NumPy of {PYTHON}", file=sys.stderr)
    unittest.main()
