"""In a sub-interpreter, whose NumPy may refuse to be imported, an import works or says why not, and breaks nothing."""
import subprocess
import sys

import pytest

PROGRAM = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import isobit

inside = '''
try:
    import isobit
    found = str(isobit.sum([1e16, 1.0, -1e16]))
except ImportError as problem:
    found = "ImportError: " + " ".join(str(problem).split())
with open(answer, "w") as file:
    file.write(found)
'''
for kind in sys.argv[2:]:
    apart = interpreters.create(*([] if kind == "default" else [kind]))
    interpreters.run_string(apart, f"answer = {sys.argv[1]!r}\\n{inside}")
    interpreters.destroy(apart)
    print(open(sys.argv[1]).read() or "nothing")
    assert isobit.sum([1e16, 1.0, -1e16]) == 1 and isobit.Accumulator([0.5]).round() == 0.5
print("still here")
"""


def test_sub_interpreters(tmp_path):
    if sys.version_info < (3, 11) or sys.implementation.name != "cpython":
        pytest.skip("no sub-interpreters to try")
    # With a lock of its own, and with the one that all share.
    kinds = ["isolated", "legacy"] if sys.version_info >= (3, 13) else ["default"]
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, str(tmp_path / "answer"), *kinds, *kinds]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    *answers, last = run.stdout.splitlines()
    assert last == "still here" and len(answers) == 2 * len(kinds)
    assert all(answer == "1.0" or answer.startswith("ImportError: ") for answer in answers)
