"""python -m isobit is the command."""
import subprocess
import sys

import isobit


def run(*arguments, text=""):
    return subprocess.run([sys.executable, "-m", "isobit", *arguments], input=text, capture_output=True, text=True)


def test_sums_what_it_reads():
    done = run("sum", "-", text="1e16\n1\n-1e16\n0.1\n")
    assert (done.returncode, done.stdout.split()[0], done.stderr) == (0, "1.1", "")


def test_has_the_version_of_the_package():
    assert isobit.__version__ in run("--version").stdout


def test_its_status_is_that_of_the_command():
    done = run("sum", "no such file")
    assert done.returncode != 0 and "no such file" in done.stderr
