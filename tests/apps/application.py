"""What the tests of real programs share: running one over Open MPI's algorithms, and comparing what it writes."""

import argparse
import dataclasses
import hashlib
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
from typing import Callable

# The processes are more than the cores: who waits yields. Threads would only take cores from other ranks.
ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
SECONDS_A_RUN = 300


class Failure(Exception):
    """A program that did not run to its end."""


class Missing(Exception):
    """A program that is not installed; the text says which Debian package brings it."""


@dataclasses.dataclass
class Case:
    """One program on one input.

    `prepare` puts the input into an empty folder, where `command` then runs; `result` returns what the program found
    out: the bytes that must not depend on how the MPI reduces. `choices` are the ways to reduce, as MCA parameters, and
    `reductions` the sums that an audit must find: the call, and a part of the name of a place that it is made from. A
    program that `adds_times` sums, beside its results, how long it took: inputs that are never the same again. One that
    `has_operations` reduces with some of its own, which are left to the MPI.
    """

    title: str
    ranks: int
    choices: list[dict[str, int]]
    command: list[str]
    prepare: Callable[[pathlib.Path], None]
    result: Callable[[pathlib.Path], bytes]
    reductions: dict[str, str]
    adds_times: bool = False
    has_operations: bool = False


def tuned(operation: str, *algorithms: int) -> list[dict[str, int]]:
    """MCA parameters that make Open MPI take each of these algorithms for an operation, as `allreduce`."""
    return [{"coll_tuned_use_dynamic_rules": 1, f"coll_tuned_{operation}_algorithm": n} for n in algorithms]


def program(name: str, package: str) -> str:
    """The path of an installed program."""
    path = shutil.which(name)
    if path is None:
        raise Missing(f"{name} is not installed: apt-get install {package}")
    return path


def file(path: str | pathlib.Path, package: str) -> pathlib.Path:
    """An installed file; the first one where the path is a pattern."""
    found = sorted(pathlib.Path("/").glob(str(path).lstrip("/")))
    if not found:
        raise Missing(f"{path} is not installed: apt-get install {package}")
    return found[0]


def launcher() -> str:
    """Open MPI's mpirun: Debian's programs are built for Open MPI, whichever MPI is the system's default."""
    return shutil.which("mpirun.openmpi") or program("mpirun", "openmpi-bin")


def command_line(case: Case, choice: dict[str, int], library: pathlib.Path | None) -> list[str]:
    """mpirun and its arguments. Only the ranks get the library, not mpirun itself."""
    line = [launcher(), "-n", str(case.ranks)]
    for parameter, value in choice.items():
        line += ["--mca", parameter, str(value)]
    if library is not None:
        line += ["-x", f"LD_PRELOAD={library}"]
    return line + case.command


def execute(line: list[str], folder: pathlib.Path, variables: dict[str, str] | None = None) -> float:
    """Runs a command in a folder, with its output in files there, and returns its wall time."""
    start = time.monotonic()
    with open(folder / "stdout", "wb") as out, open(folder / "stderr", "wb") as err:
        process = subprocess.Popen(line, cwd=folder, env=os.environ | ENVIRONMENT | (variables or {}),
                                   stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True)
        try:
            code = process.wait(SECONDS_A_RUN)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
            raise Failure(f"no end after {SECONDS_A_RUN} s: {' '.join(line)}, in {folder}") from None
    if code != 0:
        tail = b"\n".join((folder / name).read_bytes()[-1500:] for name in ("stdout", "stderr"))
        raise Failure(f"exit code {code}: {' '.join(line)}, in {folder}\n{tail.decode(errors='replace')}")
    return time.monotonic() - start


def result_hash(case: Case, folder: pathlib.Path) -> str:
    """Of the result of a run in this folder."""
    try:
        result = case.result(folder)
    except OSError as error:
        raise Failure(f"{case.title} did not write {error.filename}") from None
    if not result:
        raise Failure(f"{case.title} wrote no result, in {folder}")
    return hashlib.sha256(result).hexdigest()[:12]


def run(case: Case, choice: dict[str, int], library: pathlib.Path | None, folder: pathlib.Path) -> tuple[str, float]:
    """The hash of the program's result, and the wall time."""
    folder.mkdir(parents=True)
    case.prepare(folder)
    seconds = execute(command_line(case, choice, library), folder)
    return result_hash(case, folder), seconds


def check(description: str, problem: Callable[[pathlib.Path, pathlib.Path, pathlib.Path], str]) -> int:
    """The exit code of a script whose problem(command, library, folder) says what is wrong, or nothing."""
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    parser.add_argument("--command", type=pathlib.Path, required=True, help="isobit")
    parser.add_argument("--library", type=pathlib.Path, required=True, help="libisobit_mpi_preload.so for Open MPI")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="isobit_apps_"))
    try:
        text = problem(options.command.resolve(), options.library.resolve(), folder)
    except Missing as reason:
        print(f"SKIPPED: {reason}")
        return 77
    except Failure as reason:
        text = str(reason)
    if text:
        print(f"FAILED: {text}\nall files are in {folder}")
        return 1
    shutil.rmtree(folder)
    return 0
