"""GROMACS, a box of water: `mdrun -reprod` promises the same bits on the same number of ranks, but cannot know how the
MPI adds."""

import pathlib

from application import Case, execute, file, program, tuned

TOPOLOGY = """
#include "oplsaa.ff/forcefield.itp"
#include "oplsaa.ff/spce.itp"
[ system ]
water
[ molecules ]
"""
PARAMETERS = """
integrator = md
dt = 0.001
nsteps = {steps}
nstlog = 50
nstenergy = 50
nstcalcenergy = 10
cutoff-scheme = Verlet
coulombtype = reaction-field
rcoulomb = 0.9
rvdw = 0.9
tcoupl = v-rescale
tc-grps = System
tau-t = 0.1
ref-t = 300
gen-vel = yes
gen-seed = 1
ld-seed = 1
"""


def cases(quick: bool) -> list[Case]:
    gmx = program("gmx_mpi_d", "gromacs")
    file("/usr/share/gromacs/top/spc216.gro", "gromacs-data")
    steps = 100 if quick else 500

    def prepare(folder: pathlib.Path) -> None:
        (folder / "topol.top").write_text(TOPOLOGY)
        (folder / "md.mdp").write_text(PARAMETERS.format(steps=steps))
        execute([gmx, "solvate", "-cs", "spc216", "-box", "2.6", "-o", "conf.gro", "-p", "topol.top"], folder)
        execute([gmx, "grompp", "-f", "md.mdp", "-c", "conf.gro", "-p", "topol.top", "-o", "topol.tpr"], folder)

    def result(folder: pathlib.Path) -> bytes:
        """The energies, every tenth step's in the averages, and the last positions."""
        return (folder / "ener.edr").read_bytes() + (folder / "confout.gro").read_bytes()

    command = [gmx, "mdrun", "-reprod", "-dlb", "no", "-ntomp", "1", "-nb", "cpu", "-pin", "off", "-s", "topol.tpr"]
    return [Case(f"GROMACS water, {steps} steps", 4, tuned("allreduce", 1, 3, 4), command, prepare, result,
                 {"MPI_Allreduce": "global_stat"}, adds_times=True)]
