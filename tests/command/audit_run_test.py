"""isobit audit -- command: how programs are started, and that nothing hides how they ended. No MPI: a stand-in writes the logs."""
import json
import os
import shutil
import signal
import subprocess
import sys
import unittest
from pathlib import Path

from support import COMMAND, CommandTest

PROGRAM = """
import os, signal, sys, time
sys.path.insert(0, {tests!r})
from audit_logs import site, write_run
open({marker!r}, "w").close()
folder, what, ranks = os.environ["ISOBIT_MPI_AUDIT"], sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2
def record():
    if ranks:
        write_run(folder, ranks, [site()], lambda rank: rank.call())
print("out of the program")
if what == "variables":
    for name in ("LD_PRELOAD", "ISOBIT_MPI_AUDIT", "OMPI_MCA_mca_base_env_list"):
        print(name + "=" + os.environ.get(name, ""))
if what == "wait":
    def stop(number, frame):
        record()
        sys.exit(40 + number)
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    print("ready", flush=True)
    time.sleep(60)
record()
sys.stdout.flush()
if what == "killed":
    os.kill(os.getpid(), signal.SIGKILL)
sys.exit(int(what) if what.isdigit() else 0)
"""


def some_library():
    """A shared library that can be preloaded without harm: one that this process has."""
    with open("/proc/self/maps") as maps:
        for line in maps:
            path = line.split()[-1]
            if "/libm" in path and ".so" in path:
                return path
    raise unittest.SkipTest("no library to stand in for isobit's")


class AuditRunTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.marker = self.folder / "started"
        tests = str(Path(__file__).resolve().parent)
        self.program = [sys.executable, "-B", self.file("program.py", PROGRAM.format(tests=tests, marker=str(self.marker)))]
        self.library = some_library()
        self.output = self.folder / "audit"

    def start(self, *command, options=(), environment=None, program=COMMAND, library=True):
        named = ["--library", self.library] if library else []
        return subprocess.run([program, "audit", "-o", self.output, *named, *options, "--", *map(str, command)], capture_output=True, text=True,
                              timeout=100, env={**os.environ, **(environment or {})}, cwd=self.folder)

    def script(self, name, content):
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + content + "\n")
        path.chmod(0o755)
        return str(path)

    def test_exit_status_is_that_of_the_program(self):
        for status in (0, 1, 3, 77, 255):
            done = self.start(*self.program, status, options=["--force"])
            self.assertEqual((done.returncode, done.stdout), (status, "out of the program\n"), done.stderr)
            self.assertIn("isobit: audit of app on 2 ranks", done.stderr)
            self.assertTrue((self.output / "report.html").exists())
        self.assertEqual(self.start(*self.program, "killed", options=["--force"]).returncode, 128 + 9)

    def test_json_follows_the_output_of_the_program(self):
        done = self.start(*self.program, 5, options=["--json"])
        self.assertEqual((done.returncode, done.stderr), (5, ""))
        first, report = done.stdout.splitlines()
        self.assertEqual((first, json.loads(report)["totals"]["calls"]), ("out of the program", 1))
        done = self.start(*self.program, 5, options=["--quiet", "--force"])
        self.assertEqual((done.stdout, done.stderr), ("out of the program\n", ""))

    def test_environment(self):
        done = self.start(*self.program, "variables")
        variables = dict(line.split("=", 1) for line in done.stdout.splitlines()[1:])
        self.assertEqual(variables, {"LD_PRELOAD": self.library, "ISOBIT_MPI_AUDIT": str(self.output),
                                     "OMPI_MCA_mca_base_env_list": "LD_PRELOAD;ISOBIT_MPI_AUDIT"})
        other = self.folder / "other.so"
        shutil.copy(self.library, other)
        done = self.start(*self.program, "variables", options=["--force"],
                          environment={"LD_PRELOAD": str(other), "ISOBIT_MPI_AUDIT": "/elsewhere", "ISOBIT_MPI": "order"})
        variables = dict(line.split("=", 1) for line in done.stdout.splitlines()[1:])
        self.assertEqual(variables["LD_PRELOAD"], f"{self.library}:{other}")
        self.assertEqual(variables["ISOBIT_MPI_AUDIT"], str(self.output))
        self.assertEqual(variables["OMPI_MCA_mca_base_env_list"], "LD_PRELOAD;ISOBIT_MPI_AUDIT;ISOBIT_MPI")
        done = self.start(*self.program, "variables", options=["--force"], environment={"OMPI_MCA_mca_base_env_list": "MINE"})
        self.assertIn("OMPI_MCA_mca_base_env_list=MINE\n", done.stdout)

    def test_command_not_found(self):
        done = self.start("no-such-program")
        self.assertEqual(done.returncode, 127)
        self.assertIn("no-such-program cannot be started", done.stderr)
        self.assertFalse(self.output.exists())
        self.assertEqual(self.start(self.file("not_executable", "x")).returncode, 126)

    def test_command_not_found_without_a_library(self):
        """What runs an MPI cannot be found out; but what cannot be started runs none."""
        for command in ("no-such-program", "./no-such-program", "/no/such/mpirun"):
            done = self.start(command, "-n", 2, "./app", library=False)
            self.assertEqual(done.returncode, 127, done.stderr)
            self.assertIn(f"{command} cannot be started: No such file", done.stderr)
        for command in (self.file("not_executable", "x"), self.folder):
            done = self.start(command, library=False)
            self.assertEqual(done.returncode, 126, done.stderr)
            self.assertIn("cannot be started: Permission denied", done.stderr)
        self.assertFalse(self.output.exists())

    def test_nothing_recorded(self):
        done = self.start(*self.program, 6, 0)
        self.assertEqual(done.returncode, 6)
        self.assertIn("nothing was recorded: no rank called MPI_Init", done.stderr)

    def test_older_audit(self):
        self.start(*self.program, 0, 4)
        self.marker.unlink()
        kept = [self.output / name for name in ("notes.txt", "rank-1.calls", "rank-000001.other", "report.txt")]
        for each in kept:
            each.write_text("mine")
        done = self.start(*self.program, 0)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--force", done.stderr)
        self.assertFalse(self.marker.exists())
        self.assertEqual(self.start(*self.program, 0, 2, options=["--force"]).returncode, 0)
        self.assertEqual({each.name for each in self.output.iterdir()},
                         {f"rank-00000{rank}.{kind}" for rank in (0, 1) for kind in ("calls", "passed", "receives", "places")} |
                         {"report.json", "report.html"} | {each.name for each in kept})

    def test_folder_that_cannot_be_written(self):
        for path in (Path(self.file("file", "")) / "inside", Path("/proc/nothing")):
            self.output = path
            done = self.start(*self.program, 0)
            self.assertEqual(done.returncode, 3)
            self.assertTrue(done.stderr.startswith("isobit: "), done.stderr)
            self.assertFalse(self.marker.exists())

    def test_report_that_cannot_be_written(self):
        """The status of a program that failed comes first."""
        for status, expected in ((0, 3), (9, 9)):
            self.output = self.folder / f"audit{status}"
            (self.output / "report.json.partial").mkdir(parents=True)
            done = self.start(*self.program, status)
            self.assertEqual(done.returncode, expected, done.stderr)
            self.assertIn("report.json", done.stderr)

    def test_signals_reach_the_program(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            running = subprocess.Popen([COMMAND, "audit", "-o", self.output, "--force", "--library", self.library, "--", *self.program, "wait"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            while running.stdout.readline() != "ready\n":
                pass
            running.send_signal(number)
            _, problems = running.communicate(timeout=60)
            self.assertEqual(running.returncode, 40 + number)
            self.assertIn("audit of app on 2 ranks", problems)

    def installed(self, *folders):
        """A copy of the command, with libraries where an installation has them."""
        (self.folder / "prefix" / "bin").mkdir(parents=True)
        shutil.copy(COMMAND, self.folder / "prefix" / "bin" / "isobit")
        for each in folders:
            path = self.folder / "prefix" / each / "libisobit_mpi_preload.so"
            path.parent.mkdir(parents=True)
            shutil.copy(self.library, path)
        return self.folder / "prefix" / "bin" / "isobit"

    def test_library_is_found(self):
        """By what the launcher says of itself, in the places of an installation."""
        command = self.installed("lib/isobit/openmpi", "lib/x86_64-linux-gnu/isobit/mpich")
        for version, folder in (("mpirun (Open MPI) 4.1.4", "lib/isobit/openmpi"), ("HYDRA build details:", "lib/x86_64-linux-gnu/isobit/mpich")):
            launcher = self.script("mpirun", f'if [ "$1" = --version ]; then echo "{version}"; else echo "$LD_PRELOAD"; fi')
            for prefix in ([], ["env"]):
                done = self.start(*prefix, launcher, program=command, library=False, options=["--force"])
                self.assertEqual(done.stdout, f"{self.folder}/prefix/{folder}/libisobit_mpi_preload.so\n", done.stderr)
        launcher = self.script("mpirun", "echo what")
        done = self.start(launcher, program=command, library=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--mpi openmpi, mpich or mpi-abi", done.stderr)
        done = self.start("printenv", "LD_PRELOAD", program=command, library=False, options=["--mpi", "mpich", "--force"])
        self.assertIn("/mpich/", done.stdout)

    def test_library_is_missing(self):
        command = self.installed("lib/isobit/openmpi")
        done = self.start(*self.program, 0, program=command, library=False, options=["--mpi", "mpich"])
        self.assertEqual(done.returncode, 4)
        self.assertIn("no libisobit_mpi_preload.so for mpich", done.stderr)
        done = self.start(*self.program, 0, options=["--library", "/no/such"], library=False)
        self.assertEqual(done.returncode, 3)
        done = self.start(*self.program, 0, library=False, environment={"ISOBIT_MPI_LIBRARY": "/no/such"})
        self.assertEqual(done.returncode, 3)
        self.assertIn("ISOBIT_MPI_LIBRARY", done.stderr)
        done = self.start(*self.program, 0, library=False, environment={"ISOBIT_MPI_LIBRARY": self.library})
        self.assertEqual(done.returncode, 0)
        blank = self.folder / "a blank.so"
        shutil.copy(self.library, blank)
        self.assertEqual(self.start(*self.program, 0, options=["--library", blank, "--force"], library=False).returncode, 2)
        self.assertEqual(list(self.folder.glob("audit*")), [self.output])

    def test_not_an_mpi_program(self):
        done = self.start("ls", library=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("ls is neither mpirun nor linked with an MPI", done.stderr)

    def test_options_of_open_mpi(self):
        """mpirun refuses -x together with the variable."""
        for version, expected in (("Open MPI", "-x LD_PRELOAD -x ISOBIT_MPI_AUDIT -n 2 -x MINE ./app []"),
                                  ("HYDRA", "-n 2 -x MINE ./app [LD_PRELOAD;ISOBIT_MPI_AUDIT]")):
            launcher = self.script("mpirun", f'if [ "$1" = --version ]; then echo "{version}"; else echo "$* [$OMPI_MCA_mca_base_env_list]"; fi')
            done = self.start(launcher, "-n", 2, "-x", "MINE", "./app", options=["--force"])
            self.assertEqual(done.stdout, expected + "\n")


if __name__ == "__main__":
    unittest.main()
