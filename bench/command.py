#!/usr/bin/env python3
"""Times `isobit sum` on files in the page cache: raw doubles against `cat`, and text in MB/s.

    python3 bench/command.py build/release/tools/isobit/isobit --json docs/performance/command.json

The files are made in a temporary folder and removed. Every answer is compared with the exact sum, a fraction rounded
once; a wrong bit is exit status 1. Python's standard library only.
"""

import argparse
import array
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time
from fractions import Fraction

BLOCK = 1 << 17  # numbers that the file repeats


def make_block(seed=20240229):
    source = random.Random(seed)
    return [(source.getrandbits(53) - (1 << 52)) * 2.0 ** -40 for _ in range(BLOCK)]


def write_file(path, content, megabytes):
    repeats = max(1, round(megabytes * 1e6 / len(content)))
    with open(path, "wb") as out:
        for _ in range(repeats):
            out.write(content)
    return repeats


def seconds(arguments):
    start = time.perf_counter()
    done = subprocess.run(arguments, check=True, stdout=subprocess.PIPE)
    return time.perf_counter() - start, done.stdout.decode()


def measure(program, path, options, expected, rounds):
    """Median seconds of the command and of cat, taking turns, and whether every answer was right."""
    ours, cats, right = [], [], True
    for _ in range(rounds):
        with open("/dev/null", "wb") as sink:
            start = time.perf_counter()
            subprocess.run(["cat", str(path)], check=True, stdout=sink)
            cats.append(time.perf_counter() - start)
        took, text = seconds([program, "sum", str(path), *options])
        ours.append(took)
        right = right and float(text.split()[0]) == expected
    return statistics.median(ours), statistics.median(cats), right


def main():
    parser = argparse.ArgumentParser(description="times `isobit sum` on files")
    parser.add_argument("program")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--megabytes", type=float, default=1000, help="size of the raw file; text has a quarter")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()

    numbers = make_block()
    total = sum(map(Fraction, numbers))
    doubles = array.array("d", numbers)
    if sys.byteorder != "little":
        doubles.byteswap()
    text = "".join(f"{x!r}\n" for x in numbers).encode()
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for kind, content, size, options in (
                ("raw f64", doubles.tobytes(), arguments.megabytes, ["--format", "raw", "--type", "f64"]),
                ("text", text, arguments.megabytes / 4, [])):
            path = pathlib.Path(folder) / ("numbers.f64" if kind == "raw f64" else "numbers.txt")
            repeats = write_file(path, content, size)
            bytes_read = len(content) * repeats
            own, cat, right = measure(arguments.program, path, options, float(total * repeats), arguments.rounds)
            results.append({"input": kind, "megabytes": bytes_read / 1e6, "seconds": own, "cat_seconds": cat,
                            "megabytes_per_second": bytes_read / 1e6 / own, "speed_over_cat": cat / own,
                            "correct": right})
            print(f"{kind:8} {bytes_read / 1e6:6.0f} MB  isobit {own:.3f} s ({bytes_read / 1e6 / own:.0f} MB/s)  "
                  f"cat {cat:.3f} s  speed over cat {cat / own:.2f}  {'bits right' if right else 'WRONG BITS'}")
            path.unlink()
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0 if all(r["correct"] for r in results) else 1


if __name__ == "__main__":
    sys.exit(main())
