#!/usr/bin/env python3
"""generate.py [--check]: writes the modules whose procedures differ in kind and rank only, or says whether they are as
it would write them: isobit_reductions.f90, isobit_functions.f90, isobit_linalg.f90 and isobit_mpi.f90; and what calls
all functions for a test.

Fortran has no templates: a generic name needs a procedure for each type, and each rank of a result.
"""
import sys
from pathlib import Path

from generator.functions import functions, golden_functions
from generator.linalg import linalg
from generator.over_mpi import over_mpi
from generator.reductions import reductions

TOP = Path(__file__).parents[2]


def main():
    modules = {
        "bindings/fortran/source/isobit_reductions.f90": reductions(),
        "bindings/fortran/source/isobit_functions.f90": functions(),
        "bindings/fortran/source/isobit_linalg.f90": linalg(),
        "bindings/fortran/mpi/isobit_mpi.f90": over_mpi(),
        "tests/fortran/golden_functions.f90": golden_functions(),
    }
    stale = []
    for name, text in modules.items():
        path = TOP / name
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            stale.append(name)
    if stale:
        sys.exit(f"generate.py: run it again: {', '.join(stale)} would change")


if __name__ == "__main__":
    main()
