"""isobit audit of a real MPI program, with the real library."""
import json
import os
import shlex
import subprocess
import unittest
from pathlib import Path

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


# Built without frame pointers. `vary` has a frame of varying size; both duplicates are first used in different order.
WAYS = r"""
#include <alloca.h>
#include <mpi.h>
#include <string.h>

__attribute__((noinline)) static double sum(double x) {
  double all;
  MPI_Allreduce(&x, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all + 1;
}
__attribute__((noinline)) static double helped(double x) { return sum(x) + 1; }
__attribute__((noinline)) static double energy(double x) { return helped(x) + 1; }
__attribute__((noinline)) static double momentum(double x) { return helped(x) + 2; }
__attribute__((noinline)) static double vary(double x, int size) {
  volatile char* room = (char*)alloca(size);
  room[0] = room[size - 1] = 1;
  return sum(x) + room[0];
}
__attribute__((noinline)) static double small(double x) { return vary(x, 16) + 1; }
__attribute__((noinline)) static double large(double x) { return vary(x, 4096) + 1; }

int main(int argc, char** argv) {
  int rank, i;
  double x = 1, y[2];
  MPI_Comm twins[2];
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  for (i = 0; i < 10; ++i) x += energy(1) + momentum(1) + small(1) + large(1) + small(1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (i = 0; i < 2; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &twins[i]);
  for (i = 0; i < 2; ++i) {
    int const which = (i + rank) % 2;
    MPI_Comm_set_name(twins[which], which ? "second" : "first");
    MPI_Iallreduce(&x, &y[which], 1, which ? MPI_FLOAT : MPI_DOUBLE, MPI_SUM, twins[which], &requests[which]);
  }
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
"""


ABORT = r"""
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static void* reduce_on(void* nothing) {
  double x = 1, y;
  for (;;) MPI_Allreduce(&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
  return nothing;
}

int main(int argc, char** argv) {
  int provided, i;
  pthread_t threads[2];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  for (i = 0; i < 2; ++i) pthread_create(&threads[i], 0, reduce_on, 0);
  usleep(20000);
  MPI_Abort(MPI_COMM_WORLD, 9);
  return 0;
}
"""


# A file system on which a file may have so many bytes.
FULL = r"""
#include <errno.h>
#include <stdlib.h>
#include <sys/types.h>

static int problem(off_t end) { return end > atoll(getenv("SPACE")) ? ENOSPC : 0; }
int posix_fallocate(int file, off_t from, off_t length) {
  int ftruncate(int, off_t);
  int const number = problem(from + length);
  return number != 0 ? number : ftruncate(file, from + length) == 0 ? 0 : errno;
}
int fallocate(int file, int mode, off_t from, off_t length) {
  (void)file, (void)mode;
  errno = problem(from + length);
  return errno == 0 ? 0 : -1;
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

    def test_helpers_and_duplicates(self):
        subprocess.run([*self.compiler, "-g", "-O2", "-fomit-frame-pointer", self.file("ways.c", WAYS), "-o", self.program], check=True)
        done, report = self.audit("ways")
        self.assertEqual(done.returncode, 0, done.stderr)
        sums = {each["frames"][1]["function"] + " " + each["frames"][2]["function"]: each["calls"] for each in report["sites"] if each["call"] == "MPI_Allreduce"}
        # The second call from `small` returns to another line of main, which is the fourth frame.
        self.assertEqual(sums, {"helped energy": 10, "helped momentum": 10, "vary small": 20, "vary large": 10})
        twins = [(each["type"], [report["communicators"][i]["name"] for i in each["communicators"]], each["bytes"])
                 for each in report["sites"] if each["call"] == "MPI_Iallreduce" and each["calls"] != 0]
        self.assertEqual(sorted(twins), [("MPI_DOUBLE", ["first"], 3 * 8), ("MPI_FLOAT", ["second"], 3 * 4)])
        self.assertEqual(sum(each["incomplete"] for each in report["sites"]), 0)

    def test_fewer_ranks_by_hand(self):
        """The logs of ranks that a later run does not have are gone."""
        folder = self.folder / "run"
        self.audit("run")
        library = next(Path(COMMAND).parents[2].glob("interpose/mpi/*/libisobit_mpi_preload.so"))
        subprocess.run([self.launcher, "-n", "2", "env", f"LD_PRELOAD={library}", f"ISOBIT_MPI_AUDIT={folder}", self.program], check=True, capture_output=True)
        self.assertEqual(sorted(each.stem for each in folder.glob("rank-*.calls")), ["rank-000000", "rank-000001"])

    def test_full_disk(self):
        """The program does not notice, and the report says what is missing."""
        full, expected = self.folder / "full.so", subprocess.run([self.launcher, "-n", "3", self.program], capture_output=True, text=True).stdout
        subprocess.run([*self.compiler, "-shared", "-fPIC", self.file("full.c", FULL), "-o", full], check=True)
        library = next(Path(COMMAND).parents[2].glob("interpose/mpi/*/libisobit_mpi_preload.so"))
        for space, remark in ((0, "rank-000001.calls holds not even a header"), (8000, "rank-000001.calls lacks 65 calls")):
            folder = self.folder / str(space)
            done = subprocess.run([self.launcher, "-n", "3", "env", f"LD_PRELOAD={full}:{library}", f"SPACE={space}", "ISOBIT_MPI=off",
                                   f"ISOBIT_MPI_AUDIT={folder}", self.program], capture_output=True, text=True, timeout=100)
            self.assertEqual((done.returncode, done.stdout), (0, expected), done.stderr)
            self.assertIn("what is recorded ends here, the program goes on", done.stderr)
            status, output, _ = self.run_command("audit", "--report", folder, "--json")
            self.assertEqual(status, 0)
            remarks = " ".join(json.loads(output)["remarks"])
            self.assertIn(remark, remarks)
            if space:
                self.assertNotIn("did not finish", remarks)

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

    def test_abort_while_other_threads_reduce(self):
        subprocess.run([*self.compiler, "-O1", "-pthread", self.file("abort.c", ABORT), "-o", self.program], check=True)
        for i in range(6):
            done = subprocess.run([COMMAND, "audit", "-o", self.folder / f"run{i}", "--", self.launcher, "-n", "1", self.program], capture_output=True, text=True, timeout=100)
            self.assertEqual(done.returncode, 9, done.stderr)

    def test_program_without_mpi(self):
        done = subprocess.run([COMMAND, "audit", "-o", self.folder / "none", "--", self.launcher, "-n", "2", "true"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0)
        self.assertIn("nothing was recorded", done.stderr)


if __name__ == "__main__":
    unittest.main()
