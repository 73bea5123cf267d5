"""LAMMPS, examples/melt: 4000 atoms, chaotic, so that one last bit grows until the temperatures differ visibly."""

import pathlib
import re

from application import Case, file, program, tuned

STEPS, QUICK_STEPS = 3000, 400


def cases(quick: bool) -> list[Case]:
    lmp = program("lmp", "lammps")
    example = file("/usr/share/lammps/examples/melt/in.melt", "lammps-examples").read_text()
    steps = QUICK_STEPS if quick else STEPS
    text, runs = re.subn(r"(?m)^run\s.*$", f"thermo_modify format float %.17g\nrun {steps}", example)
    assert runs == 1, "in.melt has one run"

    def prepare(folder: pathlib.Path) -> None:
        (folder / "in.melt").write_text(text)

    def result(folder: pathlib.Path) -> bytes:
        """The table of energies: step, temperature, energies, pressure. The times come after it."""
        table = (folder / "log.lammps").read_text().partition("\nPer MPI rank memory")[2].partition("\nLoop time")[0]
        return table.partition("\n")[2].encode()

    return [Case(f"LAMMPS melt, {steps} steps", 8, tuned("allreduce", 1, 3, 4), [lmp, "-in", "in.melt"], prepare,
                 result, {"MPI_Allreduce": "LAMMPS_NS::ComputeTemp::compute_scalar"}, adds_times=True)]
