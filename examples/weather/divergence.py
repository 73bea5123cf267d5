#!/usr/bin/env python3
"""divergence.py PROGRAM OUTPUT [--until HOUR] [--launcher 'mpirun -n']: the same forecast on 1, 2 and 6 ranks, with exact
and with plain sums, and once more from a start that is off by the last bit of one cell. Writes OUTPUT/differences.csv and
OUTPUT/divergence.svg; fails where runs with exact sums differ at all, or plain ones do not.
"""

import argparse
import shlex
import subprocess
import sys
from pathlib import Path

from forecast_files import Forecast, differences, files_of, same_files
from picture import small_multiples

DECOMPOSITIONS = ("1x1", "2x1", "3x2")


def run(arguments, name, decomposition, *options):
    """The folder of the run's files."""
    folder = arguments.output / name
    along, across = map(int, decomposition.split("x"))
    print(f"{name} ...", flush=True)
    subprocess.run([*shlex.split(arguments.launcher), str(along * across), arguments.program, "--ranks", decomposition,
                    "--until", str(arguments.until), "--output", folder, *options],
                   check=True, stdout=subprocess.DEVNULL)
    return folder


def evenly(files, count):
    """So many of them, the first left out and the last one among them."""
    return [files[(len(files) - 1) * (k + 1) // count] for k in range(count)]


def report(output, exact, plain, one_ulp):
    """exact and plain: the folder of each decomposition."""
    pairs = [("exact", f"1x1 and {name}", exact["1x1"], exact[name], "#2b8a3e") for name in DECOMPOSITIONS[1:]]
    pairs += [("plain", f"1x1 and {name}", plain["1x1"], plain[name], colour)
              for name, colour in zip(DECOMPOSITIONS[1:], ("#e8590c", "#c2255c"))]
    pairs.append(("exact", "one ulp", exact["1x1"], one_ulp, "#1971c2"))
    lines, series = ["sum,runs,hour,largest,root_mean_square"], []
    for kind, runs, first, second, colour in pairs:
        found = differences(first, second)
        lines += [f"{kind},{runs},{hour},{largest!r},{mean!r}" for hour, largest, mean in found]
        points = [(hour / 24, largest) for hour, largest, _ in found if largest > 0]
        series.append((f"{kind}, {runs}" + ("" if points else ": 0"), colour, points, "none"))
    (output / "differences.csv").write_text("\n".join(lines) + "\n")

    columns = evenly(files_of(exact["1x1"]), 5)
    rows = [((f"{kind} sums", f"{name} ranks"), [Forecast(folder / path.name) for path in columns])
            for kind, folders in (("exact", exact), ("plain", plain)) for name, folder in folders.items()]
    (output / "divergence.svg").write_text(small_multiples(
        "One forecast on 1, 2 and 6 ranks", "Vorticity: red turns anticlockwise, blue clockwise", rows, series))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("output", type=Path)
    parser.add_argument("--until", type=int, default=1440)
    parser.add_argument("--launcher", default="mpirun --oversubscribe -n")
    arguments = parser.parse_args()

    exact = {name: run(arguments, f"exact_{name}", name) for name in DECOMPOSITIONS}
    plain = {name: run(arguments, f"plain_{name}", name, "--sum", "plain") for name in DECOMPOSITIONS}
    one_ulp = run(arguments, "one_ulp", "1x1", "--one-ulp")

    report(arguments.output, exact, plain, one_ulp)
    wrong = [name for name in DECOMPOSITIONS[1:] if not same_files(exact["1x1"], exact[name])]
    wrong += [f"plain {name}" for name in DECOMPOSITIONS[1:] if same_files(plain["1x1"], plain[name])]
    for name in wrong:
        print(f"divergence.py: {name} and 1x1 should differ with plain sums and only with those", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
