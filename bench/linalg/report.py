"""The tables and the plots of docs/performance/linear_algebra.md.

    isobit_bench_linalg --json docs/performance/linear_algebra/MACHINE.json
    python3 bench/linalg/report.py docs/performance
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from bench.page import documents, fill, setting  # noqa: E402
from common.plot import ratios  # noqa: E402

COLOURS = {"dgemm": "#1f6feb", "sgemm": "#2da44e", "zgemm": "#8250df", "cgemm": "#bf3989", "dsyrk": "#e16f24",
           "dgemv_n": "#0a7d91", "dgemv_t": "#6e7781", "lu": "#cf222e"}


def cell(row):
    return f"{row['quiet_ratio']:.2f}" if row["quiet_ratio"] else f"{row['nanoseconds'] * 1e-6:.3g} ms"


def table(heading, rows, line_of, column_of, order=None):
    """The ratios: a line and a column for each name that the two functions give to a row."""
    columns = list(dict.fromkeys(map(column_of, rows)))
    if order:
        columns.sort(key=order)
    out = [f"| {heading} | " + " | ".join(map(str, columns)) + " |", "|---|" + "--:|" * len(columns)]
    for line in dict.fromkeys(map(line_of, rows)):
        found = {column_of(row): cell(row) for row in rows if line_of(row) == line}
        out.append(f"| {line} | " + " | ".join(found.get(column, "") for column in columns) + " |")
    return "\n".join(out)


def threads_text(count):
    return f"{count} thread" + ("s" if count > 1 else "")


def tables(machine, report):
    results = report["results"]
    if not all(row["correct"] for row in results):
        raise SystemExit(f"{machine}: wrong bits; no report is written")
    out = [f"{setting(report)}; {report['blas'] or 'no BLAS: times only'}."]
    for count in dict.fromkeys(row["threads"] for row in results):
        here = [row for row in results if row["threads"] == count]
        normal = [row for row in here if row["data"] == "normal"]
        hard = [row for row in here if row["data"] != "normal"]
        if normal:
            out.append(table(f"{threads_text(count)}, normal data, n =", normal, lambda row: row["operation"],
                             lambda row: row["size"], int))
        if hard:
            out.append(table(f"{threads_text(count)}, other data", hard,
                             lambda row: f"{row['operation']}, n = {row['size']}", lambda row: row["data"]))
    return "\n\n".join(out)


def hashes(reports):
    """Of all bits of the results: every machine must get the same."""
    seen = {}
    for machine, report in reports.items():
        for row in report["results"]:
            if seen.setdefault((row["operation"], row["data"], row["size"]), row["hash"]) != row["hash"]:
                raise SystemExit(f"{machine}: other bits than another machine's: {row}")
    lines = ["| operation | data | n | hash of the bits |", "|---|---|--:|---|"]
    lines += [f"| {name} | {data} | {size} | `{value}` |" for (name, data, size), value in seen.items()]
    return "<details><summary>Hashes of the results, the same on every machine</summary>\n\n" + "\n".join(lines) \
        + "\n\n</details>"


def plot(machine, report):
    series = []
    for name, colour in COLOURS.items():
        points = sorted((row["size"], row["quiet_ratio"]) for row in report["results"]
                        if row["operation"] == name and row["data"] == "normal" and row["threads"] == 1
                        and row["quiet_ratio"] > 0)
        if points:
            series.append((name, colour, points))
    return ratios(f"normal data, one thread, {machine}: time over OpenBLAS's", series, "order of the matrices")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    folder = pathlib.Path(sys.argv[1])
    reports = documents(folder / "linear_algebra")
    parts = []
    for machine, report in reports.items():
        picture = folder / "linear_algebra" / f"{machine.lower().replace(' ', '')}.svg"
        parts.append(f"### {machine}")
        if report["blas"]:
            picture.write_text(plot(machine, report), encoding="utf-8")
            parts.append(f"![{machine}: ratios to OpenBLAS](linear_algebra/{picture.name})")
        parts.append(tables(machine, report))
    fill(folder / "linear_algebra.md", {"tables": "\n\n".join(parts), "hashes": hashes(reports)})


if __name__ == "__main__":
    main()
