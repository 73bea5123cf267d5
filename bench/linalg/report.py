"""Tables and plot of docs/performance/linear_algebra.md from what isobit_bench_linalg wrote.

    python3 bench/linalg/report.py docs/performance/linear_algebra.json

The tables replace what stands between the two marks in the page of the same name; the plot lies beside it.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from common.plot import ratios  # noqa: E402

START, END = "<!-- tables -->", "<!-- end of tables -->"
COLOURS = {"dgemm": "#1f6feb", "sgemm": "#2da44e", "zgemm": "#8250df", "cgemm": "#bf3989", "dsyrk": "#e16f24",
           "dgemv_n": "#0a7d91", "dgemv_t": "#6e7781", "lu": "#cf222e"}


def cell(row):
    return f"{row['quiet_ratio']:.2f}" if row["quiet_ratio"] else f"{row['nanoseconds'] * 1e-6:.3g} ms"


def table(heading, rows, line_of, column_of, order=None):
    """The ratios: a line and a column for each name that the two functions give to a row."""
    columns = sorted({column_of(row) for row in rows}, key=order) if order else list(dict.fromkeys(map(column_of, rows)))
    out = [f"| {heading} | " + " | ".join(map(str, columns)) + " |", "|---|" + "--:|" * len(columns)]
    for line in dict.fromkeys(map(line_of, rows)):
        found = {column_of(row): cell(row) for row in rows if line_of(row) == line}
        out.append(f"| {line} | " + " | ".join(found.get(column, "") for column in columns) + " |")
    return "\n".join(out)


def threads_text(count):
    return f"{count} thread" + ("s" if count > 1 else "")


def tables(report):
    results = report["results"]
    wrong = sum(not row["correct"] for row in results)
    out = [f"{report['processor']}, {report['hardware_threads']} hardware threads; isobit with {report['instruction_set']}, "
           f"{report['compiler']}; {report['blas'] or 'no BLAS: times only'}. "
           + (f"**{wrong} cases with wrong bits.**" if wrong else "Every bit that was compared was right.")]
    for count in dict.fromkeys(row["threads"] for row in results):
        here = [row for row in results if row["threads"] == count]
        normal = [row for row in here if row["data"] == "normal"]
        hard = [row for row in here if row["data"] != "normal"]
        out.append(f"### {threads_text(count).capitalize()}")
        if normal:
            out.append(table("normal data, n =", normal, lambda row: row["operation"], lambda row: row["size"], int))
        if hard:
            out.append(table("other data", hard, lambda row: f"{row['operation']}, n = {row['size']}",
                             lambda row: row["data"]))
    seen = {}
    for row in results:
        seen.setdefault((row["operation"], row["data"], row["size"]), row["hash"])
    hashes = ["| operation | data | n | hash of the bits |", "|---|---|--:|---|"]
    hashes += [f"| {name} | {data} | {size} | `{value}` |" for (name, data, size), value in seen.items()]
    out.append("<details><summary>Hashes</summary>\n\n" + "\n".join(hashes) + "\n\n</details>")
    return "\n\n".join(out)


def plot(report):
    series = []
    for name, colour in COLOURS.items():
        points = sorted((row["size"], row["quiet_ratio"]) for row in report["results"]
                        if row["operation"] == name and row["data"] == "normal" and row["threads"] == 1
                        and row["quiet_ratio"] > 0)
        if points:
            series.append((name, colour, points))
    goals = [(256, 2.4), (512, 2.4), (1024, 2.4), (2048, 2.4), (4000, 1.15)]
    return ratios("isobit / OpenBLAS, one thread, normal data", series, goals, "order of the matrices") if series else None


def main():
    source = pathlib.Path(sys.argv[1])
    report = json.loads(source.read_text())
    page = source.with_suffix(".md")
    text = page.read_text()
    start, end = text.index(START) + len(START), text.index(END)
    picture = plot(report)
    body = tables(report)
    if picture:
        source.with_suffix(".svg").write_text(picture)
        body = f"![ratios]({source.with_suffix('.svg').name})\n\n{body}"
    page.write_text(text[:start] + "\n" + body + "\n" + text[end:])


main()
