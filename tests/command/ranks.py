"""Running the command over the ranks of an MPI job."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

from support import COMMAND, CommandTest

MPIEXEC = os.environ.get("ISOBIT_MPIEXEC") or shutil.which("mpiexec")
# As root, and with more ranks than cores: Open MPI wants to be asked twice. The others do not mind.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
               "OMPI_MCA_btl_vader_single_copy_mechanism": "none", "OMPI_MCA_mpi_yield_when_idle": "1"}


def require_ranks():
    """Leaves where there is no MPI to test with."""
    if not MPIEXEC or not Path(COMMAND).with_name("isobit-mpi").exists():
        print("SKIPPED: no mpiexec, or no isobit-mpi beside isobit: nothing was tested", flush=True)
        sys.exit(77)


class RanksTest(CommandTest):
    def script(self, text):
        """A program for run_ranks, which knows its $rank."""
        path = self.folder / "script"
        path.write_text(f"#!/bin/sh\nrank=${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}}\n{text}\n")
        path.chmod(0o755)
        return (str(path),)

    def run_ranks(self, ranks, *arguments, program=(COMMAND,)):
        """(exit status, standard output, standard error output) of a job that must not hang"""
        done = subprocess.run([MPIEXEC, "-n", str(ranks), *program, *map(str, arguments)], stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=60, env=ENVIRONMENT)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def assert_ranks_fail(self, ranks, expected_status, says, *arguments, **options):
        """One rank says why, once."""
        status, output, problem = self.run_ranks(ranks, *arguments, **options)
        self.assertEqual((status, output), (expected_status, ""), problem)
        lines = [line for line in problem.splitlines() if line.startswith("isobit: ")]
        self.assertEqual(len(lines), 1, problem)
        self.assertIn(says, lines[0])
        return lines[0]
