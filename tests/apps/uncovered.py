#!/usr/bin/env python3
"""uncovered.py --command isobit --library libisobit_mpi_preload.so: what isobit cannot make reproducible, it says.

NWChem adds into the memory of other ranks, in an order that nobody fixes. An audit must count these calls and call them
uncovered, and ISOBIT_MPI_STRICT=1 must end the program at the first. Exit codes as of audit.py.
"""

import json
import pathlib
import sys

from application import Failure, check, execute, launcher, program

INPUT = """
start water
geometry
  O 0 0 0
  H 0 1.43 -0.96
  H 0 -1.43 -0.96
end
basis
  * library 6-31g
end
task scf
"""


def problem(command: pathlib.Path, library: pathlib.Path, folder: pathlib.Path) -> str:
    """What is wrong, or ""."""
    nwchem = [program("nwchem.openmpi", "nwchem-openmpi"), "water.nw"]
    ranks = [launcher(), "-n", "3"]
    (folder / "water.nw").write_text(INPUT)
    execute([str(command), "audit", "--library", str(library), "-o", "audit", "--", *ranks, *nwchem], folder)
    report = json.loads((folder / "audit" / "report.json").read_text())
    passed = [(site["call"], one) for site in report["sites"] for one in site["passed"] if one["reason"] == "one_sided"]
    if not any(call == "MPI_Accumulate" and one["calls"] > 0 and not one["covered"] for call, one in passed):
        return f"the report does not count MPI_Accumulate as uncovered: {passed}"
    try:
        execute([*ranks, "-x", f"LD_PRELOAD={library}", *nwchem], folder, {"ISOBIT_MPI_STRICT": "1"})
    except Failure:
        message = (folder / "stderr").read_text()
        return "" if "isobit: MPI_" in message and "cannot be made reproducible" in message else message
    return "ISOBIT_MPI_STRICT=1 lets the program pass"


if __name__ == "__main__":
    sys.exit(check(__doc__, problem))
