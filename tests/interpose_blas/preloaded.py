"""Runs programs under libisobit_blas.so, and reads its report."""
import os
import re
import subprocess
import sys
from pathlib import Path

LIBRARY = os.environ["ISOBIT_BLAS_SO"]
SKIPPED = 77


def run(*command, preload=True, variables=None, **switches):
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("ISOBIT_BLAS", "ISOBIT_LAPACK", "OPENBLAS"))}
    environment.update({"ISOBIT_" + name: value for name, value in switches.items()})
    environment.update(variables or {})
    if preload:
        environment["LD_PRELOAD"] = LIBRARY
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1200)


def report_of(text):
    """{routine: (whose, calls)} of one process."""
    return {routine: (whose, int(calls)) for whose, routine, calls in
            re.findall(r"^isobit_blas\[\d+\]: ([^:\n]+): (\w+) (\d+)", text, re.M)}


def python_with_openblas():
    """One that was named, this one, or that of the system."""
    probe = "import numpy.linalg; assert 'openblas' in open('/proc/self/maps').read()"
    for python in (os.environ.get("ISOBIT_NUMPY_PYTHON"), sys.executable, "/usr/bin/python3"):
        if python is not None and os.path.exists(python):
            if subprocess.run([python, "-c", probe], capture_output=True).returncode == 0:
                return python
    return None


def kernels_of_openblas():
    """The ones that this machine can run: others make OpenBLAS fall back, or the program crash."""
    flags = set(re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.M).group(1).split())
    needs = {"Nehalem": {"sse4_2"}, "Haswell": {"avx2", "fma"}, "Zen": {"avx2", "fma"}, "SkylakeX": {"avx512f", "avx512vl"}}
    return [name for name, needed in needs.items() if needed <= flags]
