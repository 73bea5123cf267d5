#!/usr/bin/env python3
"""audit.py --command isobit --library libisobit_mpi_preload.so [program...]: audits of real programs.

Every program is audited with two algorithms of Open MPI's. The report must name the program's reductions, know that the
MPI's own results were not always the correctly rounded ones, and that isobit's were the same on all ranks; the program
must get what it gets without an audit; and `isobit diff` must find no difference, but one where the order is shuffled.
Exit code 0: so it is; 1: it is not, and the scratch folder is kept; 77: a program is not installed.
"""

import argparse
import importlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from application import Case, Failure, Missing, command_line, execute, result_hash, run


class Auditor:
    def __init__(self, command: pathlib.Path, library: pathlib.Path, scratch: pathlib.Path):
        self.command, self.library, self.scratch = command.resolve(), library.resolve(), scratch

    def audit(self, case: Case, choice: dict[str, int], name: str, variables: dict[str, str]) -> pathlib.Path:
        """Runs the case and returns its folder; the report is in `audit` there."""
        folder = self.scratch / case.title.replace(" ", "_") / name
        folder.mkdir(parents=True)
        case.prepare(folder)
        execute([str(self.command), "audit", "--library", str(self.library), "-o", "audit", "--",
                 *command_line(case, choice, None)], folder, variables)
        return folder

    def diff(self, one: pathlib.Path, two: pathlib.Path) -> dict[str, int]:
        """How many reductions of two runs differ, by the kinds of difference; those that do not occur left out."""
        done = subprocess.run([self.command, "diff", "--json", one / "audit", two / "audit"], stdout=subprocess.PIPE,
                              check=False)
        kinds = {kind: count for kind, count in json.loads(done.stdout)["different"].items() if count > 0}
        if done.returncode != (1 if kinds else 0):
            raise Failure(f"isobit diff ends with {done.returncode}, but prints {done.stdout.decode()}")
        return kinds

    def check(self, case: Case) -> list[str]:
        """Everything that is wrong."""
        plain, _ = run(case, case.choices[0], self.library, self.scratch / case.title.replace(" ", "_") / "plain")
        one, two = (self.audit(case, choice, f"audit_{i}", {}) for i, choice in enumerate(case.choices[:2]))
        shuffled = self.audit(case, case.choices[0], "shuffled", {"ISOBIT_MPI": "shuffle", "ISOBIT_MPI_SEED": "1"})
        report = json.loads((one / "audit" / "report.json").read_text())
        wrong = problems_of(report, case)
        if not (one / "audit" / "report.html").read_text().startswith("<!DOCTYPE html>"):
            wrong.append("report.html is no page")
        for folder in one, two:
            if result_hash(case, folder) != plain:
                wrong.append(f"the program has another result under an audit, in {folder}")
        differences = self.diff(one, two)
        if differences.keys() - ({"inputs"} if case.adds_times else set()):
            wrong.append(f"two runs differ in {differences}: {one}/audit and {two}/audit")
        if "reduction" not in self.diff(one, shuffled):
            wrong.append(f"no reduction differs when shuffled: {one}/audit and {shuffled}/audit")
        print(f"{case.title}: {report['totals']}")
        for site in sorted(report["sites"], key=lambda site: -site["calls"])[:5]:
            print(f"  {site['calls']} x {site['call']} {site['type']} {site['operation']}, {site['different']} differ, "
                  f"at most {site['most_ulps']} ulp: {site['place']}")
        return wrong


def problems_of(report: dict, case: Case) -> list[str]:
    """What the report does not say, or says wrongly."""
    wrong = []
    run_facts, totals = report["run"], report["totals"]
    if run_facts["ranks"] != case.ranks or run_facts["missing_ranks"] or run_facts["unfinished_ranks"]:
        wrong.append(f"the report knows other ranks: {run_facts}")
    if pathlib.Path(run_facts["program"]).name != pathlib.Path(case.command[0]).name:
        wrong.append(f"the report is about {run_facts['program']}")
    found = [(site["call"], site["place"]) for site in report["sites"] if site["calls"] > 0]
    for call, place in case.reductions.items():
        if not any(call == one and place in where for one, where in found):
            wrong.append(f"the report does not know {call} from {place}, but {found}")
    if totals["different"] == 0 or totals["disagreed"] != 0:
        wrong.append(f"no native result differs, or isobit's do among the ranks: {totals}")
    if (totals["uncovered"] > 0) != case.has_operations:
        wrong.append(f"operations of the program's own that the report counts: {totals['uncovered']}")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("programs", nargs="+", metavar="program", help="examl, elk, espresso, petsc, lammps, gromacs")
    parser.add_argument("--command", type=pathlib.Path, required=True, help="isobit")
    parser.add_argument("--library", type=pathlib.Path, required=True, help="libisobit_mpi_preload.so for Open MPI")
    options = parser.parse_args()

    scratch = pathlib.Path(tempfile.mkdtemp(prefix="isobit_apps_"))
    auditor = Auditor(options.command, options.library, scratch)
    failures, missing = [], []
    for name in options.programs:
        try:
            for case in importlib.import_module(name).cases(True):
                failures += [f"{case.title}: {problem}" for problem in auditor.check(case)]
        except Missing as reason:
            missing.append(f"{name}: {reason}")
        except Failure as reason:
            failures.append(f"{name}: {reason}")
    for text in failures:
        print(f"FAILED: {text}")
    for text in missing:
        print(f"SKIPPED: {text}")
    if failures:
        print(f"all files are in {scratch}")
        return 1
    shutil.rmtree(scratch)
    return 77 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
