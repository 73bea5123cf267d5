"""PETSc, ksp tutorial ex2: one number a reduction, hundreds of times; pipecg's do not block."""

import pathlib
import shlex
import subprocess

from application import Case, Missing, execute, file, program, tuned

PACKAGES = "petsc-dev libpetsc3.18-dev-examples"
EXAMPLE = "/usr/share/petsc/*/share/petsc/examples/src/ksp/ksp/tutorials/ex2.c"
PIPELINED = [{"coll_libnbc_iallreduce_algorithm": n} for n in (1, 2, 3, 4)]


def cases(quick: bool) -> list[Case]:
    source = file(EXAMPLE, PACKAGES)
    compiler = program("mpicc.openmpi", "libopenmpi-dev")
    flags = subprocess.run([program("pkg-config", "pkg-config"), "--cflags", "--libs", "PETSc"], capture_output=True,
                           text=True, check=False)
    if flags.returncode != 0:
        raise Missing(f"PETSc is not installed: apt-get install {PACKAGES}")

    def compile_example(folder: pathlib.Path) -> None:
        execute([compiler, str(source), "-o", "ex2", *shlex.split(flags.stdout)], folder)

    def case(method: str, choices: list[dict[str, int]], reductions: dict[str, str]) -> Case:
        options = ["-m", "100", "-n", "100", "-ksp_type", method, "-pc_type", "jacobi", "-ksp_rtol", "1e-8"]
        return Case(f"PETSc ex2, {method}", 4, choices, ["./ex2", *options, "-ksp_view_solution", "binary:solution"],
                    compile_example, lambda folder: (folder / "solution").read_bytes(), reductions)

    dots = {"MPI_Allreduce": "below VecTDot"}
    both = [case("cg", tuned("allreduce", 1, 3, 4), dots),
            case("pipecg", PIPELINED, {"MPI_Iallreduce": "PetscCommSplitReductionBegin"})]
    return both if quick else [*both, case("gmres", tuned("allreduce", 1, 3, 4), {"MPI_Allreduce": "below VecMDot"})]
