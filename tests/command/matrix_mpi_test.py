"""isobit matrix solve --mpi: what is written and printed is, byte for byte, that of one process, for every number of ranks."""
import concurrent.futures
import gzip
import re
import unittest
from pathlib import Path

import market
from ranks import RanksTest, require_ranks
from support import COMMAND

RANKS = (1, 2, 3, 5)


class MatrixMpiTest(RanksTest):
    def convection(self, side):
        """A grid of side * side with wind, not symmetric but in its pattern, entries split at random; and its symmetric part."""
        n = side * side
        symmetric, general = [], []
        for i in range(n):
            weight = 2.0**self.random.randrange(-3, 4)
            for j, there in ((i - 1, i % side), (i + 1, (i + 1) % side), (i - side, i >= side), (i + side, i + side < n)):
                if there:
                    general.append((i, j, -1.0 - 0.5 * (j < i)))
            part = self.random.gauss(0, 1e8)
            general += [(i, i, 5.0), (i, i, part), (i, i, -part)]
            symmetric += [(i, i, 4.0 + weight)]
            symmetric += [(i, i - 1, -1.0)] if i % side else []
            symmetric += [(i, i - side, -1.0)] if i >= side else []
        self.random.shuffle(general)
        self.random.shuffle(symmetric)
        return (self.file("general.mtx", market.coordinate(n, n, general)),
                self.file("symmetric.mtx", market.coordinate(n, n, symmetric, "real symmetric")),
                self.file("b.mtx", market.array(n, 1, [self.random.gauss(0, 1) for _ in range(n)])))

    def solved(self, ranks, *arguments):
        """(status, standard output, the files) of so many ranks; 0: one process without MPI."""
        folder = self.folder / f"{ranks}"
        folder.mkdir(exist_ok=True)
        names = ["x.mtx", "h.csv", "c.svg"]
        files = ("--output", folder / names[0], "--history", folder / names[1], "--svg", folder / names[2])
        if ranks == 0:
            status, output, problem = self.run_command("matrix", "solve", *arguments, *files)
        else:
            status, output, problem = self.run_ranks(ranks, "matrix", "solve", "--mpi", *arguments, *files)
        self.assertIn(status, (0, 6), problem)
        return status, output, [(folder / name).read_bytes() for name in names]

    def assert_same_files(self, *arguments, ranks=RANKS):
        expected = self.solved(0, *arguments)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for count, got in zip(ranks, pool.map(lambda n: self.solved(n, *arguments), ranks)):
                with self.subTest(ranks=count, arguments=arguments):
                    self.assertEqual(got, expected)
        return expected

    def test_every_method(self):
        general, symmetric, b = self.convection(12)
        for method in ("cg", "pipelined-cg", "minres"):
            self.assert_same_files(symmetric, b, "--method", method, "--tolerance", "1e-12")
        for method in ("bicgstab", "gmres"):
            self.assert_same_files(general, b, "--method", method, ranks=(2, 5))

    def test_every_preconditioner(self):
        general, symmetric, b = self.convection(10)
        for preconditioner in ("jacobi", "ssor", "ic0", "chebyshev", "multigrid"):
            self.assert_same_files(symmetric, b, "--preconditioner", preconditioner, ranks=(2, 3, 5))
        self.assert_same_files(general, b, "--method", "gmres", "--preconditioner", "ilu0", ranks=(2, 3))

    def test_more_ranks_than_rows(self):
        a = self.file("a.mtx", market.coordinate(2, 2, [(0, 0, 2.0), (1, 0, 1.0), (1, 1, 3.0)], "real symmetric"))
        self.assert_same_files(a, self.file("b.mtx", market.array(2, 1, [1.0, 2.0])), ranks=(3, 5))
        empty = self.file("empty.mtx", market.coordinate(0, 0, []))
        self.assert_same_files(empty, self.file("none.mtx", market.array(0, 1, [])), ranks=(2,))

    def test_not_converged(self):
        _, symmetric, b = self.convection(8)
        status, output, files = self.assert_same_files(symmetric, b, "--most-iterations", "3", ranks=(3,))
        self.assertEqual(status, 6)
        self.assertIn("not converged after 3 iterations", output)
        self.assertEqual(len(files[1].splitlines()), 5)

    def test_threads(self):
        _, symmetric, b = self.convection(12)
        expected = self.solved(0, symmetric, b, "--preconditioner", "ic0")
        self.assertEqual(self.solved(2, symmetric, b, "--preconditioner", "ic0", "--threads", 2), expected)

    def test_json(self):
        _, symmetric, b = self.convection(6)
        out = self.folder / "x.mtx"
        expected = self.run_command("matrix", "solve", symmetric, b, "--output", out, "--json")
        self.assertEqual(self.run_ranks(3, "matrix", "solve", "--mpi", symmetric, b, "--output", out, "--json")[:2], expected[:2])

    def test_shares_of_a_file(self):
        """Lines of any length, wherever the shares' borders fall; files that cannot be shared."""
        _, symmetric, b = self.convection(6)
        lines = Path(symmetric).read_text().splitlines()
        odd = []
        for line in lines[2:]:
            odd += ["%" + "x" * self.random.randrange(300)] * self.random.randrange(2) + [""] * self.random.randrange(2)
            odd.append(" " * self.random.randrange(40) + line + self.random.choice(["", " ", "\t", "\r"]))
        shared = self.file("odd.mtx", "\n".join(lines[:2] + odd))  # and no end of the last line
        packed = self.folder / "packed.mtx.gz"
        packed.write_bytes(gzip.compress(Path(shared).read_bytes()))
        expected = self.solved(0, symmetric, b)[2]
        for matrix in (shared, packed):
            found = self.assert_same_files(matrix, b, ranks=(2, 3, 5))[2]
            self.assertEqual(found[:2], expected[:2])  # the picture has the name of the file
        array = self.file("array.mtx", market.array(3, 3, [4.0, 1.0, 0.0, 1.0, 3.0, -0.0, 0.0, 1.0, 5.0]))
        self.assert_same_files(array, self.file("c.mtx", market.array(3, 1, [1.0, -0.0, 3.0])), "--method", "gmres", ranks=(2, 5))

    def test_reads_its_share_only(self):
        """Each rank sees files of its own, in which all lines but those of its share are comments."""
        _, symmetric, b = self.convection(6)
        expected = self.solved(0, symmetric, b)[2]
        ranks, text = 3, Path(symmetric).read_text()
        lines = text.splitlines(keepends=True)
        starts = [sum(map(len, lines[:k])) for k in range(len(lines))]
        borders = [starts[2] + (len(text) - starts[2]) * k // ranks for k in range(ranks + 1)]
        for rank in range(ranks):
            (self.folder / f"rank{rank}").mkdir()
            mine = [line if k < 2 or borders[rank] <= at < borders[rank + 1] else "%" + line[1:] for k, (at, line) in enumerate(zip(starts, lines))]
            self.assertTrue(any(line.startswith("%") for line in mine[2:]))
            self.file(f"rank{rank}/a.mtx", "".join(mine))
            other = Path(b).read_text() if rank == 0 else "".join(re.sub("[0-9]", "x", line) if k > 1 else line for k, line in enumerate(Path(b).read_text().splitlines(keepends=True)))
            self.file(f"rank{rank}/b.mtx", other)
        here = self.script(f'cd {self.folder}/rank$rank && exec {COMMAND} "$@"')
        out = [self.folder / name for name in ("shared.mtx", "shared.csv")]
        status, _, problem = self.run_ranks(ranks, "matrix", "solve", "--mpi", "a.mtx", "b.mtx", "--output", out[0], "--history", out[1], program=here)
        self.assertEqual(status, 0, problem)
        self.assertEqual([each.read_bytes() for each in out], expected[:2])

    def test_errors_name_the_line(self):
        """That of one process, wherever it is and whoever reads it; the first of several."""
        _, symmetric, b = self.convection(5)
        good = Path(symmetric).read_text().splitlines()
        last = len(good) - 1
        for name, wrong in (("few", good[:-1]), ("many", good + ["1 1 1"]),
                            *((f"line{k}", good[:k] + ["1 x 1"] + good[k + 1:]) for k in (2, last // 3, last // 2, last)),
                            ("two", good[:9] + ["1 1 nothing"] + good[10:last] + ["1 99 1"])):
            bad = self.file(name + ".mtx", "\n".join(wrong) + "\n")
            arguments = ("matrix", "solve", bad, b, "--output", self.folder / "x.mtx")
            expected = self.assert_fails(1, *arguments).splitlines()[0]
            self.assertIn("line ", expected)
            for ranks in (2, 5):
                with self.subTest(name=name, ranks=ranks):
                    self.assertEqual(self.assert_ranks_fail(ranks, 1, "", *arguments, "--mpi").partition(" (on rank")[0], expected)

    def test_errors(self):
        """One rank says why, once, as one process would, and an older file stays."""
        _, symmetric, b = self.convection(4)
        output = self.folder / "old.mtx"
        output.write_text("old")
        hollow = self.file("hollow.mtx", market.coordinate(16, 16, [(i, i, 1.0) for i in range(16) if i != 9] + [(9, 8, 1.0), (8, 9, 1.0)]))
        bad = self.file("bad.mtx", market.coordinate(16, 16, [(0, 0, 1.0), (16, 0, 1.0)]))
        for status, *arguments in ((1, bad, b), (1, hollow, b, "--preconditioner", "jacobi"), (1, symmetric, symmetric),
                                   (3, self.folder / "missing", b), (2, symmetric, b, "--method", "lu"),
                                   (3, symmetric, b, "--history", self.folder / "no" / "h.csv"), (2, symmetric, b, "--history", output)):
            with self.subTest(arguments=arguments):
                serial = self.assert_fails(status, "matrix", "solve", *arguments, "--output", output).splitlines()[0]
                self.assertEqual(self.assert_ranks_fail(3, status, "", "matrix", "solve", "--mpi", *arguments, "--output", output).partition(" (on rank")[0],
                                 serial)
                self.assertEqual(output.read_text(), "old")
        self.assert_ranks_fail(2, 2, "the standard input reaches one rank only", "matrix", "solve", "--mpi", "-", b, "--output", output)
        self.assert_ranks_fail(2, 2, "are all it can do", "matrix", "info", symmetric, program=(str(Path(COMMAND).with_name("isobit-mpi")),))


if __name__ == "__main__":
    require_ranks()
    unittest.main()
