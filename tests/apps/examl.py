"""ExaML: the tree of a made alignment, by ten thousands of Reduces of a few numbers."""

import pathlib
import random

from application import Case, Missing, execute, program, tuned

SEED = 20140113
PROGRAMS = pathlib.Path("/usr/lib/examl/bin")


def alignment(taxa: int, sites: int) -> str:
    """Sequences that descend from one, in the format of PHYLIP; the same ones with any Python."""
    generator = random.Random(SEED)

    def descendant(sequence: list[int], mutations: float) -> list[int]:
        return [int(generator.random() * 4) if generator.random() < mutations else base for base in sequence]

    living = [[int(generator.random() * 4) for _ in range(sites)]]
    while len(living) < taxa:
        parent = living.pop(int(generator.random() * len(living)))
        living += [descendant(parent, 0.1), descendant(parent, 0.15)]
        living = [descendant(sequence, 0.03) for sequence in living]
    rows = "".join(f"t{i} {''.join('ACGT'[base] for base in sequence)}\n" for i, sequence in enumerate(living))
    return f"{taxa} {sites}\n{rows}"


def starting_tree(taxa: int) -> str:
    """A tree of all the taxa that knows nothing of their descent."""
    generator = random.Random(SEED + 1)
    nodes = [f"t{i}" for i in range(taxa)]
    while len(nodes) > 3:
        one, other = (nodes.pop(int(generator.random() * len(nodes))) for _ in range(2))
        nodes.append(f"({one},{other})")
    return f"({','.join(nodes)});\n"


def fastest() -> str:
    """The variant for this processor's instructions, as Debian's wrapper chooses it."""
    flags = pathlib.Path("/proc/cpuinfo").read_text().split()
    for name, flag in ("avx2", "avx2"), ("avx", "avx"), ("sse3", "pni"):
        if flag in flags and (PROGRAMS / f"examl-{name}").exists():
            return str(PROGRAMS / f"examl-{name}")
    raise Missing(f"no program for this processor in {PROGRAMS}: apt-get install examl")


def cases(quick: bool) -> list[Case]:
    parser = program("parse-examl", "examl")
    taxa, sites = (7, 1000) if quick else (16, 1500)

    def prepare(folder: pathlib.Path) -> None:
        (folder / "alignment.phy").write_text(alignment(taxa, sites))
        (folder / "start.tree").write_text(starting_tree(taxa))
        execute([parser, "-s", "alignment.phy", "-m", "DNA", "-n", "alignment"], folder)

    def result(folder: pathlib.Path) -> bytes:
        """The tree with its lengths of branches, and the parameters of the model."""
        return (folder / "ExaML_result.tree").read_bytes() + (folder / "ExaML_modelFile.tree").read_bytes()

    algorithms = (1, 4) if quick else (1, 4, 5)
    command = [fastest(), "-s", "alignment.binary", "-t", "start.tree", "-m", "GAMMA", "-n", "tree"]
    return [Case(f"ExaML, {taxa} taxa", 4, tuned("reduce", *algorithms), command, prepare, result,
                 {"MPI_Reduce": "examl"})]
