"""The tables and plots of docs/performance/matrix_products.md: what correct entries cost, and how many others have.

    isobit_bench_linalg --operation dgemm,sgemm --sizes 128,256,512,1024,2048 --data normal,positive --threads 1 \
      --rounds 5 --json docs/performance/matrix_products/zen5_openblas.json    # --blas libmkl_rt.so.3: zen5_mkl.json
    python3 bench/linalg/report_products.py docs/performance

other_machines.csv repeats the tables of the pages that it names, of normal doubles: they have commands of their own.
"""

import csv
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from bench.page import fill, table  # noqa: E402
from common.plot import lines, ratios  # noqa: E402

LIBRARIES = {"openblas": ("OpenBLAS", "#1f6feb"), "mkl": ("MKL", "#cf222e")}
OTHERS = ["#2da44e", "#8250df"]


def measured(folder):
    """`{library: {(operation, data, n): row}}`, of which all must have the same bits."""
    found, hashes = {}, {}
    for name in LIBRARIES:
        report = json.loads((folder / f"zen5_{name}.json").read_text(encoding="utf-8"))
        found[name] = {(row["operation"], row["data"], row["size"]): row for row in report["results"]}
        for case, row in found[name].items():
            if not row["correct"] or hashes.setdefault(case, row["hash"]) != row["hash"]:
                raise SystemExit(f"{name}: wrong or other bits: {row}")
    return found


def points(rows, operation, data, value, scale=1.0):
    return [(case[2], scale * row[value]) for case, row in sorted(rows.items()) if case[:2] == (operation, data)]


def other_machines(folder):
    series = {}
    with open(folder / "other_machines.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            series.setdefault(row["name"], []).append((int(row["n"]), float(row["ratio"])))
    return series


def rows_of(found, value, text):
    """A line for each library, type and kind of data, a column for each size."""
    sizes = sorted({n for rows in found.values() for _, _, n in rows})
    out = []
    for name, rows in found.items():
        for operation, data in dict.fromkeys((operation, data) for operation, data, _ in rows):
            kind = {"dgemm": "doubles", "sgemm": "floats"}[operation]
            out.append([f"{LIBRARIES[name][0]}, {kind}, {data}"] +
                       [text(rows[operation, data, n][value]) for n in sizes])
    return table(["n ="] + [str(n) for n in sizes], out)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    page = pathlib.Path(sys.argv[1])
    folder = page / "matrix_products"
    found = measured(folder)
    times = [(f"Zen 5, {label}", colour, points(found[name], "dgemm", "normal", "quiet_ratio"))
             for name, (label, colour) in LIBRARIES.items()]
    times += [(name, colour, values) for (name, values), colour in zip(other_machines(folder).items(), OTHERS)]
    (folder / "time.svg").write_text(ratios("isobit's time over the other's, normal doubles", times,
                                            "order of the matrices"), encoding="utf-8")
    sizes = [n for n, _ in points(found["mkl"], "dgemm", "normal", "blas_right")]
    shares = [("isobit", "#2da44e", [(n, 100.0) for n in sizes], "dots")]
    for name, (label, colour) in LIBRARIES.items():
        for data, style in (("normal", "dots"), ("positive", "dashed")):
            shares.append((f"{label}, {data}", colour, points(found[name], "dgemm", data, "blas_right", 100.0), style))
    (folder / "right.svg").write_text(lines("entries that are rounded correctly, doubles", "order of the matrices",
                                            "percent", shares, y_base=0), encoding="utf-8")
    fill(page / "matrix_products.md", {
        "times": rows_of(found, "quiet_ratio", lambda value: f"{value:.2f}"),
        "right": rows_of(found, "blas_right", lambda value: f"{100 * value:.0f} %"),
    })


if __name__ == "__main__":
    main()
