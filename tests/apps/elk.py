"""Elk, the ground state of aluminium: large Allreduces in place, from Fortran."""

import pathlib

from application import Case, file, program, tuned

INPUT = """
tasks
  0

avec
  1.0  1.0  0.0
  1.0  0.0  1.0
  0.0  1.0  1.0

scale
  3.8267

sppath
  '{species}/'

atoms
  1
  'Al.in'
  1
  0.0  0.0  0.0    0.0  0.0  0.0

ngridk
  4  4  4

vkloff
  0.5  0.5  0.5
"""


def cases(quick: bool) -> list[Case]:
    elk = program("elk-lapw", "elk-lapw")
    species = file("/usr/share/elk-lapw/species/Al.in", "elk-lapw").parent

    def prepare(folder: pathlib.Path) -> None:
        (folder / "elk.in").write_text(INPUT.format(species=species))

    def result(folder: pathlib.Path) -> bytes:
        """The densities and potentials of the last iteration, and the total energies of all."""
        return (folder / "STATE.OUT").read_bytes() + (folder / "TOTENERGY.OUT").read_bytes()

    algorithms = (1, 3) if quick else (1, 3, 4, 6)
    return [Case("Elk Al", 4, tuned("allreduce", *algorithms), [elk], prepare, result, {"MPI_Allreduce": "elk-lapw"})]
