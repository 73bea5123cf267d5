"""isobit.mpi on one to four ranks."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hosts import host

host("mpi4py")


@pytest.mark.parametrize("ranks", [1, 2, 3, 4])
def test_ranks_have_the_bits_of_one_array(ranks):
    launcher = shutil.which("mpirun")
    if launcher is None:
        pytest.skip("SKIPPED FOR LACK OF mpirun")
    program = Path(__file__).with_name("mpi_program.py")
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                       OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_btl_vader_single_copy_mechanism="none")
    done = subprocess.run([launcher, "-n", str(ranks), sys.executable, str(program)], env=environment, timeout=120,
                          capture_output=True, text=True)
    assert done.returncode == 0 and "all ranks agree" in done.stdout, done.stdout + done.stderr
