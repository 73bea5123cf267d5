"""Runs programs under libisobit_blas.so, and reads its report."""
import os
import re
import subprocess

LIBRARY = os.environ["ISOBIT_BLAS_SO"]


def run(*command, preload=True, variables=None, **switches):
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("ISOBIT_BLAS", "ISOBIT_LAPACK"))}
    environment.update({"ISOBIT_" + name: value for name, value in switches.items()})
    environment.update(variables or {})
    if preload:
        environment["LD_PRELOAD"] = LIBRARY
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1200)


def report_of(text):
    """{routine: (whose, calls)} of one process."""
    return {routine: (whose, int(calls)) for whose, routine, calls in
            re.findall(r"^isobit_blas\[\d+\]: ([^:\n]+): (\w+) (\d+)", text, re.M)}
