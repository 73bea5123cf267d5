"""The tables and plots of docs/performance/methods.md.

    isobit_bench --operation method_f64,method_f32 --json docs/performance/methods/MACHINE.json
    python3 bench/report_methods.py docs/performance
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from bench.page import documents, figure, fill, setting, size_name, table  # noqa: E402
from common import plot  # noqa: E402

TITLES = {"method_f64": "doubles", "method_f32": "floats"}
BASELINES = {"plain_avx2", "plain_portable"}
DRAWN = {"exact": "#2f7d32", "binned:3": "#0f7b8a", "single-sweep:3": "#c2410c", "double-sweep:2": "#6d4bc3",
         "tree": "#1d4ed8", "kahan": "#d19a00", "knuth": "#b0327a"}


def ratios(rows, operation, values, threads):
    chosen = [r for r in rows if (r["operation"], r["class"], r["threads"]) == (operation, values, threads)]
    return {(r["contender"], r["size"]): r["quiet_ratio"] for r in chosen if r["contender"] not in BASELINES}


def case_table(rows, operation, values, threads):
    found = ratios(rows, operation, values, threads)
    sizes = sorted({n for _, n in found})
    return table(["n"] + [size_name(n) for n in sizes],
                 [[method] + [figure(found[method, n]) if (method, n) in found else "refused" for n in sizes]
                  for method in dict.fromkeys(method for method, _ in found)])


def drawing(rows, machine):
    found = ratios(rows, "method_f64", "uniform", 1)
    sizes = sorted({n for _, n in found})
    series = [(method, colour, [(n, found[method, n]) for n in sizes if (method, n) in found])
              for method, colour in DRAWN.items()]
    return plot.ratios(f"uniform doubles, one thread, {machine}: time over a plain vector loop", series)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    folder = pathlib.Path(sys.argv[1])
    pictures, short, full = [], [], []
    for machine, document in documents(folder / "methods").items():
        rows = document["results"]
        if not all(r["correct"] for r in rows):
            sys.exit(f"{machine}: a method gave other bits on several threads: no report is written")
        picture = folder / "methods" / f"{machine.lower().replace(' ', '')}.svg"
        picture.write_text(drawing(rows, machine), encoding="utf-8")
        pictures.append(f"![methods, {machine}](methods/{picture.name})\n")
        short += [f"{machine}:\n", case_table(rows, "method_f64", "uniform", 1)]
        cases = sorted({(r["operation"], r["class"], r["threads"]) for r in rows},
                       key=lambda case: (case[0] != "method_f64", case))
        for operation, values, threads in cases:
            if (operation, values, threads) != ("method_f64", "uniform", 1):
                on = "one thread" if threads == 1 else f"{threads} threads, against the plain loop on as many"
                full += [f"<details><summary>{machine}: {values} {TITLES[operation]}, {on}</summary>\n",
                         case_table(rows, operation, values, threads), "</details>\n"]
        full.append(f"{machine}: `{document['command']}`; {setting(document)}.\n")
    fill(folder / "methods.md", {"plots": "\n".join(pictures), "doubles": "\n".join(short), "others": "\n".join(full)})


if __name__ == "__main__":
    main()
