"""The table and the picture of what libm and libmvec make of the functions, in docs/guide/functions.md.

    isobit verify --libm --count 10000000 --json > docs/performance/functions/zen4_libm.json
    python3 bench/math/accuracy.py docs

The times beside them are those of docs/performance/functions: see report.py.
"""

import csv
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from bench.page import fill, table  # noqa: E402
from common import plot  # noqa: E402

KINDS = {"f64": "double", "f32": "float"}


def times_of(folder):
    """`{(function, type): (of an array over glibc's single calls, over a loop with libmvec)}`, where measured."""
    times = {}
    with open(folder / "zen4_avx512.csv") as file:
        for row in csv.DictReader(file):
            times[row["function"], row["type"]] = [float(row["array_ratio"]), None]
    with open(folder / "zen4_libmvec_avx512.csv") as file:
        for row in csv.DictReader(file):
            if row["size"] == "1000" and (row["function"], row["type"]) in times:
                times[row["function"], row["type"]][1] = float(row["array_ratio"])
    return times


def share(found, count):
    """Such as 0.058 %."""
    if not found["present"]:
        return "–"
    part = 100 * found["differing"] / count
    return "0" if part == 0 else "< 0.001 %" if part < 0.001 else f"{part:.2g} %" if part < 10 else f"{part:.0f} %"


def error(found):
    """In ulp; of a result that is k numbers off it is between k - 1/2 and k + 1/2."""
    return "–" if not found["present"] else "0.5" if not found["differing"] else f"{found['largest_ulp'] + 0.5:g}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    docs = pathlib.Path(sys.argv[1])
    folder = docs / "performance" / "functions"
    report = json.loads((folder / "zen4_libm.json").read_text(encoding="utf-8"))
    count, times, parts = report["arguments"], times_of(folder), {}
    for kind, name in KINDS.items():
        rows, names, shares = [], [], ([], [])
        for one, many in zip(report["functions"], report["vector_functions"]):
            if one["type"] != kind or not one["present"]:
                continue
            function = one["function"].removesuffix("f") if kind == "f32" else one["function"]
            alone, loop = times.get((function, name), (None, None))
            rows.append([function, "0.5", error(one), share(one, count), error(many), share(many, count),
                         "–" if many.get("changed_with_vectors") is None else share({**many, "differing": many["changed_with_vectors"]}, count),
                         *("–" if t is None else f"{t:.2f}" for t in (alone, loop))])
            names.append(function)
            for values, found in zip(shares, (one, many)):
                values.append(found["differing"] / count if found["present"] else None)
        parts[f"libm {name}s"] = table([name, "isobit: ulp", "glibc: ulp", "wrong", "libmvec: ulp", "wrong",
                                        "change with the vectors", "time over glibc's", "over libmvec's"], rows)
        picture = plot.named_shares(f"results of {name}s that are not the correctly rounded ones", names,
                                    [("glibc's libm", "#1d4ed8", shares[0]), ("glibc's libmvec", "#b45309", shares[1])])
        (folder / f"wrong_{name}s.svg").write_text(picture, encoding="utf-8")
    fill(docs / "guide" / "functions.md", parts)


if __name__ == "__main__":
    main()
