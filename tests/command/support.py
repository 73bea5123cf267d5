"""What the tests of the command share: running it, oracles, and files to feed it."""
import json
import os
import random
import struct
import subprocess
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

from certificate import F64

COMMAND = os.environ.get("ISOBIT_COMMAND", "isobit")
SOURCE = Path(__file__).resolve().parents[2] / "tools" / "isobit"
ZSTD = bytes.fromhex("28b52ffd0458410000312e350a322e350a648a4f1b")  # what zstd makes of 1.5 and 2.5, with a checksum
SEED = int(os.environ.get("ISOBIT_TEST_SEED", "20240229"))
print(f"ISOBIT_TEST_SEED={SEED}", flush=True)


def rounded(value, to=F64):
    """A Fraction as the nearest float of a format, as a Python float."""
    if value == 0:
        return 0.0
    return number(to, to.round(value.numerator, value.denominator))


def number(f, bits):
    """The number with these bits."""
    return struct.unpack("<d" if f is F64 else "<f", bits.to_bytes(f.bytes, "little"))[0]


def exact_sum(values):
    return sum(map(Fraction, values), Fraction(0))


class CommandTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.random = random.Random(f"{SEED} {self.id()}")

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def run_command(self, *arguments, stdin=b"", environment=None):
        """(exit status, standard output, standard error output)"""
        stdin = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run([COMMAND, *map(str, arguments)], input=stdin, capture_output=True, timeout=300,
                              env={**os.environ, **(environment or {})})
        self.assertIn(done.returncode, range(7), f"crashed: {arguments} {done.stderr!r}")
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")

    def result(self, *arguments, stdin=b"", environment=None):
        """The JSON object that a command which must succeed prints."""
        status, output, problem = self.run_command(*arguments, "--json", stdin=stdin, environment=environment)
        self.assertEqual(status, 0, problem)
        return json.loads(output)

    def value(self, *arguments, stdin=b""):
        return float.fromhex(self.result(*arguments, stdin=stdin)["hex"])

    def assert_same(self, actual, expected):
        """The same bits, NaNs included."""
        self.assertEqual(actual.hex(), expected.hex())

    def assert_fails(self, expected_status, *arguments, stdin=b"", says="", environment=None):
        status, output, problem = self.run_command(*arguments, stdin=stdin, environment=environment)
        self.assertEqual(status, expected_status, (output, problem))
        self.assertEqual(output, "")
        self.assertTrue(problem.startswith("isobit: "), problem)
        self.assertIn(says, problem)
        return problem
