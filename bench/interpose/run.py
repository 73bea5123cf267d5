#!/usr/bin/env python3
"""run.py BUILD_FOLDER... [--ranks 2,4] [--seconds S] [--out FOLDER --machine NAME]: the interposer's cost in all modes.

A build folder is for one MPI: build/release, build/mpich. Every mode is a job of its own in which
isobit_bench_interpose takes the ratio to the MPI's own reduction; audit mode is set against exact mode by their ratios.
With --out the tables go to files there, named by machine, MPI and ranks, for report.py.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

MODES = {
    "exact": {"ISOBIT_MPI": "exact"},
    "order": {"ISOBIT_MPI": "order"},
    "audit": {"ISOBIT_MPI": "exact", "ISOBIT_MPI_AUDIT": ""},
}
ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
}


def job(build: pathlib.Path, ranks: int, mode: str, seconds: str) -> tuple[str, dict[str, tuple[float, float]]]:
    """The first line of the program's output, and for every kind of reduction the native microseconds and the ratio."""
    library = next(build.glob("interpose/mpi/*/libisobit_mpi_preload.so")).resolve()
    launcher = re.search(r"(?m)^MPIEXEC_EXECUTABLE:\w+=(.*)$", (build / "CMakeCache.txt").read_text()).group(1)
    open_mpi = library.parent.name == "openmpi"
    environment = os.environ | ENVIRONMENT | MODES[mode]
    if ranks > len(os.sched_getaffinity(0)):
        environment["OMPI_MCA_mpi_yield_when_idle"] = "1"
    elif open_mpi:
        environment["OMPI_MCA_hwloc_base_binding_policy"] = "core"
    with tempfile.TemporaryDirectory(prefix="isobit_bench_") as audit:
        if "ISOBIT_MPI_AUDIT" in environment:
            environment["ISOBIT_MPI_AUDIT"] = audit
        preload = ["-x", f"LD_PRELOAD={library}"] if open_mpi else ["-genv", "LD_PRELOAD", str(library)]
        command = [launcher, "-n", str(ranks), *preload, str(build / "bench" / "isobit_bench_interpose"),
                   "--seconds", seconds]
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    rows = re.findall(r"(?m)^\| (\w[^|]*) \| ([\d.]+) \| [\d.]+ \| ([\d.]+) \|", done.stdout)
    return done.stdout.partition(", mode")[0], {what: (float(native), float(ratio)) for what, native, ratio in rows}


def table(build: pathlib.Path, ranks: int, seconds: str) -> str:
    jobs = {mode: job(build, ranks, mode, seconds) for mode in MODES}
    lines = [jobs["exact"][0], "", "| what | native us | exact | order | audit | audit / exact |",
             "|---|---|---|---|---|---|"]
    for what, (native, exact) in jobs["exact"][1].items():
        order, audit = (jobs[mode][1][what][1] for mode in ("order", "audit"))
        lines.append(f"| {what} | {native:.3f} | {exact:.2f} | {order:.2f} | {audit:.2f} | {audit / exact:.2f} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("builds", nargs="+", type=pathlib.Path, metavar="BUILD_FOLDER")
    parser.add_argument("--ranks", default="2", help="numbers of ranks, by commas (2)")
    parser.add_argument("--seconds", default="2", help="for each kind of reduction (2)")
    parser.add_argument("--out", type=pathlib.Path, help="folder for the tables")
    parser.add_argument("--machine", default="this_machine", help="what names of files begin with (this_machine)")
    options = parser.parse_args()
    for build in options.builds:
        libraries = list(build.glob("interpose/mpi/*/libisobit_mpi_preload.so"))
        if not libraries or not (build / "bench" / "isobit_bench_interpose").exists():
            parser.error(f"{build} lacks isobit_mpi_preload or isobit_bench_interpose: build these targets")
        for ranks in map(int, options.ranks.split(",")):
            text = table(build, ranks, options.seconds)
            print(text, flush=True)
            if options.out:
                options.out.mkdir(parents=True, exist_ok=True)
                (options.out / f"{options.machine}_{libraries[0].parent.name}_{ranks}_ranks.md").write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
