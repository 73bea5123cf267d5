#!/usr/bin/env python3
"""run.py --library libisobit_mpi_preload.so [--quick] [program...]: real programs, without and with isobit.

Every program runs with each of several algorithms of Open MPI's, without the library and with it. Without it the
results must differ (else the case shows nothing), with it there must be one. Exit code 0: so it is; 1: it is not, and
the scratch folder is kept; 77: a program is not installed. Without a name of a program: all of them, or with --quick
the one with the smallest package.
"""

import argparse
import importlib
import json
import pathlib
import shutil
import sys
import tempfile

from application import Case, Failure, Missing, run

PROGRAMS = ["examl", "elk", "espresso", "petsc", "lammps", "gromacs"]
SMALLEST = "examl"
HEADER = "| program | ranks | algorithms | results without | results with isobit | seconds without | with | ratio |"


def measure(case: Case, library: pathlib.Path, scratch: pathlib.Path) -> dict:
    """The results over all choices, without and with the library by turns."""
    runs = {"native": [], "isobit": []}
    for index, choice in enumerate(case.choices):
        for kind in runs:
            folder = scratch / case.title.replace(" ", "_").replace(",", "") / f"{index}_{kind}"
            result, seconds = run(case, choice, library if kind == "isobit" else None, folder)
            runs[kind].append({"choice": choice, "result": result, "seconds": round(seconds, 3)})
    row = {"title": case.title, "ranks": case.ranks, "runs": runs}
    for kind, those in runs.items():
        row[f"{kind}_results"] = len({one["result"] for one in those})
        row[f"{kind}_seconds"] = sum(one["seconds"] for one in those) / len(those)
    row["passed"] = row["native_results"] >= 2 and row["isobit_results"] == 1
    return row


def show(row: dict) -> None:
    print(f"| {row['title']} | {row['ranks']} | {len(row['runs']['native'])} | {row['native_results']} | "
          f"{row['isobit_results']} | {row['native_seconds']:.2f} | {row['isobit_seconds']:.2f} | "
          f"{row['isobit_seconds'] / row['native_seconds']:.2f} |", flush=True)
    if row["native_results"] < 2:
        print(f"FAILED: {row['title']} gives one result without isobit: this shows nothing")
    if row["isobit_results"] != 1:
        print(f"FAILED: {row['title']} gives {row['isobit_results']} results with isobit:")
        for one in row["runs"]["isobit"]:
            print(f"  {one['result']} {one['choice']}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("programs", nargs="*", metavar="program", help=", ".join(PROGRAMS))
    parser.add_argument("--library", type=pathlib.Path, required=True, help="libisobit_mpi_preload.so for Open MPI")
    parser.add_argument("--quick", action="store_true", help="short runs")
    parser.add_argument("--json", type=pathlib.Path, help="write the rows and every run's result and time here")
    options = parser.parse_args()
    for name in options.programs:
        if name not in PROGRAMS:
            parser.error(f"unknown program {name} ({', '.join(PROGRAMS)})")
    if not options.library.is_file():
        parser.error(f"no library {options.library}: build the target isobit_mpi_preload")

    scratch = pathlib.Path(tempfile.mkdtemp(prefix="isobit_apps_"))
    rows, failures, missing = [], [], []
    print(f"{HEADER}\n|---|---|---|---|---|---|---|---|", flush=True)
    for name in options.programs or ([SMALLEST] if options.quick else PROGRAMS):
        try:
            for case in importlib.import_module(name).cases(options.quick):
                rows.append(measure(case, options.library.resolve(), scratch))
                show(rows[-1])
        except Missing as reason:
            missing.append(f"{name}: {reason}")
        except Failure as reason:
            failures.append(f"{name}: {reason}")

    if options.json:
        options.json.write_text(json.dumps({"library": str(options.library), "rows": rows}, indent=1) + "\n")
    for text in failures:
        print(f"FAILED: {text}")
    for text in missing:
        print(f"SKIPPED: {text}")
    if failures or not all(row["passed"] for row in rows):
        print(f"all files are in {scratch}")
        return 1
    shutil.rmtree(scratch)
    return 77 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
