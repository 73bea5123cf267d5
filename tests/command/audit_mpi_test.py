"""isobit audit of a real MPI program, with the real library."""
import json
import os
import shlex
import subprocess
import unittest

from support import COMMAND, CommandTest

PROGRAM = r"""
#include <math.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static double add_up(double mine) {
  double all;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* LINE */
  return all;
}

int main(int argc, char** argv) {
  int rank, i, most;
  double all = 0;
  char const* how = argc > 1 ? argv[1] : "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (i = 0; i < 100; ++i) all += add_up(sin(rank * 100.0 + i) * pow(10, (rank + i) % 7));
  add_up(strcmp(how, "other") == 0 && rank == 1 ? 1 + 1e-15 : 1);
  MPI_Allreduce(&rank, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) printf("%.17g\n", all);
  fflush(stdout);
  if (strcmp(how, "killed") == 0 && rank == 1) raise(SIGKILL);
  if (strcmp(how, "killed") == 0) MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(how, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 9);
  MPI_Finalize();
  return 0;
}
"""


class AuditMpiTest(CommandTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.compiler, cls.launcher = shlex.split(os.environ["ISOBIT_MPICC"]), os.environ["ISOBIT_MPIEXEC"]

    def setUp(self):
        super().setUp()
        self.program = self.folder / "program"
        subprocess.run([*self.compiler, "-g", "-O1", self.file("program.c", PROGRAM), "-o", self.program, "-lm"], check=True)

    def audit(self, name, *arguments, options=()):
        done = subprocess.run([COMMAND, "audit", "-o", self.folder / name, *options, "--", self.launcher, "-n", "3", self.program, *arguments],
                              capture_output=True, text=True, timeout=100)
        report = self.folder / name / "report.json"
        return done, json.loads(report.read_text()) if report.exists() else None

    def diff(self, one, two):
        status, output, _ = self.run_command("diff", self.folder / one, self.folder / two, "--json")
        return status, json.loads(output)

    def test_report(self):
        done, report = self.audit("run")
        self.assertEqual(done.returncode, 0, done.stderr)
        sites = {(each["call"], each["type"]): each for each in report["sites"]}
        most = sites["MPI_Allreduce", "MPI_INT"]
        sum_ = sites["MPI_Allreduce", "MPI_DOUBLE"]
        line = next(i for i, text in enumerate(PROGRAM.splitlines(), 1) if "LINE" in text)
        self.assertEqual((sum_["function"], sum_["line"], sum_["incomplete"]), ("add_up", line, 0))
        self.assertEqual(sum(each["calls"] for each in report["sites"] if each["operation"] == "MPI_SUM"), 101)
        self.assertEqual(most["passed"][0]["reason"], "reproducible")
        self.assertEqual(report["run"]["unfinished_ranks"], [])

    def test_diff(self):
        self.audit("one"), self.audit("two")
        status, found = self.diff("one", "two")
        self.assertEqual((status, found["compared"]), (0, 101))
        self.audit("other", "other")
        status, found = self.diff("one", "other")
        self.assertEqual((status, found["first"]["kind"], found["first"]["ranks"]), (1, "inputs", [1]))
        self.assertEqual(found["first"]["sequence"], 100)

    def test_bad_ends(self):
        done, report = self.audit("abort", "abort")
        self.assertEqual(done.returncode, 9)
        self.assertEqual(sum(each["calls"] for each in report["sites"]), 101)
        self.assertTrue(report["run"]["aborted_ranks"])
        done, report = self.audit("killed", "killed")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(1, report["run"]["unfinished_ranks"])
        self.assertEqual(sum(each["calls"] for each in report["sites"]), 101)

    def test_program_without_mpi(self):
        done = subprocess.run([COMMAND, "audit", "-o", self.folder / "none", "--", self.launcher, "-n", "2", "true"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0)
        self.assertIn("nothing was recorded", done.stderr)


if __name__ == "__main__":
    unittest.main()
