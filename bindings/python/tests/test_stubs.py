"""The stubs name what there is, with the arguments that it takes; and they have what a type checker needs."""
import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

from hosts import host

import isobit

PROGRAM = """
import numpy as np

import isobit
import isobit.linalg
import isobit.sparse

total: isobit.Accumulator = isobit.Accumulator([1.0]) + 2.0
mean: float = total.mean(2)
keys, sums = isobit.sum_by_key(["a"], np.ones(1))
p, l, u = isobit.linalg.lu(np.eye(2))
x, report = isobit.sparse.cg(None, [1.0], rtol=1e-8, M=("ssor", {"omega": 1.2}))
outcome: str = report.outcome
"""
WRONG = {
    "isobit.sum([1.0], axes=0)": "Unexpected keyword",
    "isobit.Accumulator().round('sideways')": "Argument 1",
    "isobit.sparse.cg(None, [1.0], M='none such')": "Argument \"M\"",
    "isobit.linalg.solve([[1.0]])": "Missing positional argument",
}


def modules_that_hosts_lack():
    """Of those that cannot be imported here nothing can be compared."""
    for module in pkgutil.iter_modules(isobit.__path__, "isobit."):
        try:
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
        except ImportError:
            yield module.name


def modules_without_types():
    return [name for _, name, _ in pkgutil.iter_modules(isobit.__path__, "isobit.") if name.startswith("isobit._")]


def mypy(folder, module, *arguments):
    environment = dict(os.environ, MYPY_CACHE_DIR=str(folder / "cache"))
    done = subprocess.run([sys.executable, "-m", module, *arguments], env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_stubs_agree_with_the_modules(tmp_path):
    host("mypy")
    allowed = tmp_path / "allowed"
    allowed.write_text("isobit.__main__\nisobit._core\n" + "".join(f"{name}\n" for name in modules_that_hosts_lack()))
    settings = tmp_path / "mypy.ini"
    settings.write_text("[mypy]\nignore_missing_imports = True\n" + "".join(
        f"[mypy-{name}]\nignore_errors = True\n" for name in ("isobit.math", *modules_without_types())))
    status, said = mypy(tmp_path, "mypy.stubtest", "isobit", "--allowlist", str(allowed), "--ignore-unused-allowlist",
                        "--mypy-config-file", str(settings))
    assert status == 0, said


def test_every_module_has_types():
    folder = Path(isobit.__file__).parent
    assert (folder / "py.typed").is_file()
    public = {path.stem for path in folder.glob("*.py") if not path.stem.startswith("_")}
    assert public - {path.stem for path in folder.glob("*.pyi")} == {"math"}  # whose functions have theirs in place


def test_a_type_checker_sees_what_is_wrong(tmp_path):
    host("mypy")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM + "\n".join(WRONG))
    status, said = mypy(tmp_path, "mypy", "--strict", "--ignore-missing-imports", str(program))
    found = [line for line in said.splitlines() if ": error:" in line]
    first = PROGRAM.count("\n") + 1
    assert status == 1 and len(found) == len(WRONG), said
    for place, (line, problem) in enumerate(zip(found, WRONG.values())):
        assert f"program.py:{first + place}:" in line and problem in line, said
