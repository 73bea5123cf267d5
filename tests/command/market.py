"""Matrix Market files for tests: written and read in Python, as simply as can be."""
import gzip
from pathlib import Path


def coordinate(rows, columns, entries, kind="real general"):
    """entries: (i, j, value...) from 0; a value is written as it is, or by repr."""
    def word(x):
        return x if isinstance(x, str) else repr(x)

    lines = [f"%%MatrixMarket matrix coordinate {kind}", f"{rows} {columns} {len(entries)}"]
    lines += [" ".join((str(i + 1), str(j + 1), *map(word, value))) for i, j, *value in entries]
    return "\n".join(lines) + "\n"


def array(rows, columns, values, kind="real general"):
    """values: column after column; tuples of complex numbers."""
    lines = [f"%%MatrixMarket matrix array {kind}", f"{rows} {columns}"]
    lines += [" ".join(map(repr, x)) if isinstance(x, tuple) else repr(x) for x in values]
    return "\n".join(lines) + "\n"


def read(path):
    """(words of the first line, sizes, lines as lists of words)"""
    data = Path(path).read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    first, *lines = data.decode().splitlines()
    rows = [line.split() for line in lines if line.strip() and not line.startswith("%")]
    return " ".join(first.split()[2:]), tuple(map(int, rows[0])), rows[1:]


def places(path):
    """{(i, j): the numbers behind} from 0"""
    found = {}
    for i, j, *value in read(path)[2]:
        place = int(i) - 1, int(j) - 1
        assert place not in found, place
        found[place] = tuple(map(float, value))
    return found


def column(path):
    return [float(row[0]) for row in read(path)[2]]
