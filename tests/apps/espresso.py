"""Quantum ESPRESSO, the energy of silicon carbide. Its parallel linear algebra brings operations of its own: those are
left to the MPI, so they must not matter here."""

import pathlib
import re

from application import Case, file, program, tuned

INPUT = """
&control
  calculation = 'scf'
  prefix = 'sic'
  pseudo_dir = '{pseudopotentials}'
  outdir = './'
  tprnfor = .true.
  tstress = .true.
/
&system
  ibrav = 2
  celldm(1) = 8.237
  nat = 2
  ntyp = 2
  ecutwfc = 60
  occupations = 'smearing'
  smearing = 'mp'
  degauss = 0.02
  nbnd = 4
/
&electrons
  diagonalization = 'david'
  mixing_beta = 0.7
  conv_thr = 1.0d-10
/
ATOMIC_SPECIES
  Si 28.0855 Si.pz-vbc.UPF
  C 12.01078 C.UPF
ATOMIC_POSITIONS alat
  Si 0.00 0.00 0.00
  C 0.25 0.25 0.25
K_POINTS automatic
2 2 2 1 1 1
"""


def cases(quick: bool) -> list[Case]:
    pw = program("pw.x", "quantum-espresso")
    pseudopotentials = file("/usr/share/espresso/pseudo/Si.pz-vbc.UPF", "quantum-espresso-data").parent

    def prepare(folder: pathlib.Path) -> None:
        (folder / "scf.in").write_text(INPUT.format(pseudopotentials=pseudopotentials))

    def result(folder: pathlib.Path) -> bytes:
        """Energies, eigenvalues, forces and stress, with all their digits; not the times."""
        text = (folder / "sic.save" / "data-file-schema.xml").read_text()
        return re.search(r"(?s)<output>.*</output>", text).group().encode()

    algorithms = (1, 2, 3) if quick else (1, 2, 3, 4, 5, 6)
    return [Case("Quantum ESPRESSO SiC", 4, tuned("allreduce", *algorithms), [pw, "-in", "scf.in"], prepare, result,
                 {"MPI_Allreduce": "pw.x"}, has_operations=True)]
