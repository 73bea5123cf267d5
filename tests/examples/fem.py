#!/usr/bin/env python3
"""fem.py PROGRAM MPIEXEC [--whole]: finite elements give the same files on any number of ranks and threads, in any
order of cells; sums in the order in which they come do not; the errors fall as they should; what is wrong is refused.
--whole: all combinations of ranks, threads, orders and distributions of rows, or of partitions.
"""

import argparse
import concurrent.futures
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

WAYS = ["blocks", "cyclic", "scattered"]
ORDERS = ["ascending", "descending", "shuffled"]
CASES = [
    ["--problem", "poisson", "--degree", "1", "--cells", "7", "--preconditioner", "multigrid"],
    ["--problem", "elasticity", "--dimension", "3", "--degree", "2", "--cells", "2", "--preconditioner", "ic0"],
]


class Fem:
    """The program, in a folder of its own."""

    def __init__(self, program: str, launcher: str, folder: pathlib.Path):
        self.line = [launcher, "-n"]
        self.program = program
        self.folder = folder

    def run(self, *arguments: str, ranks: int = 1, folder=None) -> subprocess.CompletedProcess:
        return subprocess.run([*self.line, str(ranks), self.program, *arguments], cwd=folder or self.folder, text=True,
                              capture_output=True, timeout=120, check=False)

    def files(self, *arguments: str, ranks: int) -> tuple[bytes, ...]:
        """The solution and the history, and what is said of them."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            done = self.run("--output", "u.vtu", "--history", "h.csv", *arguments, ranks=ranks, folder=folder)
            assert done.returncode == 0, done
            place = pathlib.Path(folder)
            return ((place / "u.vtu").read_bytes(), (place / "h.csv").read_bytes(), done.stdout.encode())


def combinations(whole: bool):
    """(ranks, arguments): every distribution of rows with every number of ranks and threads and every order of cells, and
    every partition of these; or, in a square of nine, every distribution of rows with each of the others."""
    three = range(3)
    if whole:
        chosen = [(ranks, threads, partition, order, (partition + order) % 3)
                  for ranks, threads, partition, order in itertools.product([1, 2, 3, 4, 7], [1, 2, 3, 4], three, three)]
    else:
        chosen = [(1, 1, 0, 0, 0), (1, 4, 0, 2, 0), (4, 3, 0, 2, 2)]
        chosen += [((2, 3, 7)[i], (1, 2, 4)[j], (i + j + 1) % 3, (i + j) % 3, (i + 2 * j) % 3)
                   for i, j in itertools.product(three, three)]
    for count, of_each, partition, order, rows in chosen:
        yield count, ["--threads", str(of_each), "--partition", WAYS[partition], "--order", ORDERS[order], "--rows",
                      WAYS[rows]]


def check_files(fem: Fem, whole: bool) -> None:
    for case in CASES:
        # To start ranks is mostly to wait.
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            runs = list(pool.map(lambda one: fem.files(*case, *one[1], ranks=one[0]), combinations(whole)))
        assert len(set(runs)) == 1, f"{case}: {len(set(runs))} results of {len(runs)} runs"
        plain = {fem.files(*case, "--assembly", "plain", ranks=ranks)[0] for ranks in (1, 2, 3, 4)}
        assert len(plain) > 1, f"{case}: plain sums give one result: this shows nothing"
        grid = xml.etree.ElementTree.fromstring(runs[0][0]).find(".//Piece")
        values = grid.find("PointData/DataArray").text.split()
        components = 1 if "poisson" in case else 3
        assert len(values) == components * int(grid.get("NumberOfPoints"))
        print(f"{' '.join(case)}: {len(runs)} runs, one result; plain sums {len(plain)}")


def check_orders(fem: Fem) -> None:
    for problem, dimension, degree in itertools.product(["poisson", "elasticity"], [2, 3], [1, 2]):
        cells = 8 if dimension == 2 else 2
        done = fem.run("--problem", problem, "--dimension", str(dimension), "--degree", str(degree), "--cells",
                       str(cells), "--refinements", "2" if dimension == 2 else "1", "--json", ranks=2)
        last = json.loads(done.stdout.splitlines()[-1])
        # Four cells a side are not many.
        less = 0.05 if dimension == 2 else 0.3
        assert last["l2_order"] > degree + 1 - less and last["h1_order"] > degree - less, last
        print(f"{problem}, dimension {dimension}, degree {degree}: orders {last['l2_order']}, {last['h1_order']}")


def square(n: int) -> str:
    """The unit square in Gmsh's format, its nodes from the last to the first; the sides at x = 0 and 1 are named."""
    nodes = [(x, y) for y in range(n + 1) for x in range(n + 1)][::-1]
    tag = {node: 10 + k for k, node in enumerate(nodes)}
    triangles = []
    for x, y in itertools.product(range(n), range(n)):
        a, b, c, d = (tag[x + i, y + j] for j in (0, 1) for i in (0, 1))
        triangles += [(a, b, d), (a, d, c)]
    sides = {(curve, x // n): [(tag[x, y], tag[x, y + 1]) for y in range(n)] for curve, x in ((1, 0), (2, n))}
    lines = ["$MeshFormat", "4.1 0 8", "$EndMeshFormat", "$Entities", "0 2 1 0"]
    lines += [f"{curve} {x} 0 0 {x} 1 0 1 {curve} 0" for curve, x in sides] + ["1 0 0 0 1 1 0 1 9 0", "$EndEntities"]
    lines += ["$Nodes", f"1 {len(nodes)} 10 {9 + len(nodes)}", f"2 1 0 {len(nodes)}"]
    lines += [str(tag[node]) for node in nodes] + [f"{x / n} {y / n} 0" for x, y in nodes] + ["$EndNodes"]
    count = len(triangles) + 2 * n
    lines += ["$Elements", f"3 {count} 1 {count}"]
    number = itertools.count(1)
    for (curve, _), edges in sides.items():
        lines += [f"1 {curve} 1 {len(edges)}"] + [f"{next(number)} {a} {b}" for a, b in edges]
    lines += [f"2 1 2 {len(triangles)}"] + [f"{next(number)} {a} {b} {c}" for a, b, c in triangles] + ["$EndElements"]
    return "\n".join(lines) + "\n"


def check_gmsh(fem: Fem) -> None:
    text = square(8)
    (fem.folder / "square.msh").write_text(text)
    read = fem.run("--mesh", "square.msh", "--robin", "none", "--json", ranks=2)
    made = fem.run("--cells", "8", "--robin", "none", "--json")
    # Cut the other way, and numbered otherwise: the same accuracy, not the same bits.
    errors = [json.loads(done.stdout)["l2_error"] for done in (read, made)]
    assert abs(errors[0] / errors[1] - 1) < 0.5, errors
    lines = text.splitlines()
    wrong = {
        "4.1 0 8": "2.2 0 8",
        lines[lines.index("$Nodes") + 2]: "2 1 0 -4",
        lines[lines.index("$Elements") + 3]: "1 10 99999",
        "2 1 2 128": "2 1 9 128",
        "$MeshFormat": "$Mesh",
    }
    for old, new in wrong.items():
        (fem.folder / "wrong.msh").write_text(text.replace(old, new, 1))
        done = fem.run("--mesh", "wrong.msh", "--output", "never.vtu")
        assert done.returncode != 0 and re.search(r"'wrong.msh', line \d+: ", done.stderr), (new, done)
    (fem.folder / "flat.msh").write_text(text.replace("0.5 0.125 0", "0.5 0.0 0"))
    done = fem.run("--mesh", "flat.msh", "--threads", "2")
    assert done.returncode == 1 and "has no volume" in done.stderr, done
    for end in range(1, len(lines), 41):
        (fem.folder / "short.msh").write_text("\n".join(lines[:end]))
        done = fem.run("--mesh", "short.msh", "--output", "never.vtu")
        if "$EndElements" not in lines[:end]:
            assert done.returncode == 1 and "'short.msh'" in done.stderr, (end, done)
    assert not (fem.folder / "never.vtu").exists()


def check_refusals(fem: Fem) -> None:
    for arguments, words in [
        (["--problem", "maxwell"], "neither poisson nor elasticity"),
        (["--degree", "3"], "--degree"),
        (["--partition", "random"], "none of blocks"),
        (["--order", "random"], "none of ascending"),
        (["--preconditioner", "magic"], "none of none"),
        (["--dirichlet", "left"], "list of tags"),
        (["--dirichlet", "none", "--robin", "none"], "not unique"),
        (["--mesh", "missing.msh"], "cannot be opened"),
        (["--output", "no/such/folder/u.vtu"], "cannot write"),
        (["--unheard-of"], "unknown option"),
    ]:
        done = fem.run(*arguments)
        assert done.returncode in (1, 2) and words in done.stderr, (arguments, done)
    assert fem.run("--help").stdout.startswith("isobit_fem")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("program")
    parser.add_argument("launcher")
    parser.add_argument("--whole", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="isobit_fem_") as folder:
        fem = Fem(options.program, options.launcher, pathlib.Path(folder))
        check_files(fem, options.whole)
        if not options.whole:
            check_orders(fem)
            check_gmsh(fem)
            check_refusals(fem)
    return 0


if __name__ == "__main__":
    sys.exit(main())
