#!/usr/bin/env python3
"""rank_counts.py --library libisobit_mpi_preload.so: programs whose own sums depend on the number of ranks, before and
after the changes that docs/guide/whole_applications.md describes.

ISOBIT_APPLICATIONS names a folder in which each program has one of its own (hpccg, minife, tealeaf), with the
executables `plain`, as its authors have it, and `changed`, and its input, if it has one. The plain program must differ
between numbers of ranks, under the library too; the changed one must not. Exit code 0: so it is; 1: it is not; 77: no
program was found.
"""

import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import sys
import tempfile
from typing import Callable

from application import Failure, execute, launcher

RANKS = [1, 2, 3, 4, 6]


@dataclasses.dataclass
class Program:
    """`result` finds in `output` what must not change."""

    arguments: Callable[[int], list[str]]
    output: str
    result: str
    inputs: tuple[str, ...] = ()


PROGRAMS = {
    # So many layers a rank that there are 24 in all.
    "hpccg": Program(lambda ranks: ["12", "12", str(24 // ranks)], "stdout", r"Residual = .*"),
    "minife": Program(lambda _: ["nx=12", "ny=12", "nz=12"], "stdout", r"Resid.* = .*|Final Resid Norm: .*"),
    "tealeaf": Program(lambda _: [], "tea.out", r"step: .*", ("tea.in",)),
}


def result_of(program: Program, folder: pathlib.Path, executable: str, ranks: int, library: str | None) -> tuple:
    """What the program says on so many ranks."""
    with tempfile.TemporaryDirectory(prefix="isobit_ranks_") as scratch:
        for name in program.inputs:
            shutil.copy(folder / name, scratch)
        preload = ["-x", f"LD_PRELOAD={library}"] if library else []
        execute([launcher(), "-n", str(ranks), *preload, str(folder / executable), *program.arguments(ranks)],
                pathlib.Path(scratch))
        found = tuple(re.findall(program.result, (pathlib.Path(scratch) / program.output).read_text()))
    if not found:
        raise Failure(f"{folder / executable} on {ranks} ranks says nothing of {program.result}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--library", type=pathlib.Path, required=True, help="libisobit_mpi_preload.so for Open MPI")
    options = parser.parse_args()
    top = pathlib.Path(os.environ.get("ISOBIT_APPLICATIONS", "/nonexistent")).resolve()
    there = {name: program for name, program in PROGRAMS.items() if (top / name / "changed").is_file()}
    if not there:
        print("SKIPPED: ISOBIT_APPLICATIONS names no folder with hpccg, minife or tealeaf in it")
        return 77
    failed = False
    print(f"results over {RANKS} ranks\n\n| program | plain | plain, preloaded | changed |\n|---|---|---|---|")
    for name, program in there.items():
        counts = []
        for executable, library in (("plain", None), ("plain", str(options.library)), ("changed", None)):
            counts.append(len({result_of(program, top / name, executable, ranks, library) for ranks in RANKS}))
        print(f"| {name} | {counts[0]} | {counts[1]} | {counts[2]} |", flush=True)
        failed = failed or counts[0] < 2 or counts[1] < 2 or counts[2] != 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
