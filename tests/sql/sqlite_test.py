#!/usr/bin/env python3
"""sqlite_test.py isobit.so [--short]: the SQLite extension in Python's SQLite."""
import os
import sqlite3
import sys
import unittest

from hostile import HostileTests
from shared import SharedTests


class SQLite(SharedTests, HostileTests, unittest.TestCase):
    infinities = has_nan = False  # SQLite has no NaN: it stores NULL in place of one
    plain_sum = "plain_sum"  # newer SQLites compensate in sum()

    @classmethod
    def setUpClass(cls):
        cls.database = sqlite3.connect(":memory:")
        cls.addClassCleanup(cls.database.close)
        cls.database.enable_load_extension(True)
        cls.database.load_extension(EXTENSION)
        cls.database.create_aggregate("plain_sum", 1, PlainSum)

    def load(self, rows):
        # Columns of type REAL make 0 of -0.
        self.database.executescript("DROP TABLE IF EXISTS data; CREATE TABLE data (id INTEGER, g INTEGER, x, y)")
        self.database.executemany("INSERT INTO data VALUES (?, ?, ?, ?)", rows)

    def rows(self, query):
        return self.database.execute(query).fetchall()

    def refusal(self, query):
        with self.assertRaises(sqlite3.OperationalError) as caught:
            self.rows(query)
        return str(caught.exception)

    def literal(self, state):
        return f"x'{state.hex()}'"

    def test_what_is_no_number_is_refused(self):
        for call in ("exact_sum({})", "exact_avg({})", "exact_stddev({})", "exact_dot({0}, 1.0)", "exact_dot(1.0, {0})"):
            self.assertIn("neither a number nor NULL", self.refusal("SELECT " + call.format("'1.5'")))
            self.assertIn("neither a number nor NULL", self.refusal("SELECT " + call.format("x'00'")))
            self.assertIn("more than 53 significant bits", self.refusal("SELECT " + call.format(2**53 + 1)))
            self.assertIn("more than 53 significant bits", self.refusal("SELECT " + call.format(2**63 - 1)))
        self.assertIn("not a state", self.refusal("SELECT exact_merge(1.5)"))
        self.assertIn("not a state", self.refusal("SELECT exact_value('ibe')"))
        self.expect("SELECT exact_sum(3), exact_sum(-9223372036854775808)", [(3.0, -(2.0**63))])
        self.assertIn("wrong number of arguments", self.refusal("SELECT exact_dot(1.0)"))

    def test_infinities_are_values(self):
        self.expect("SELECT exact_sum(9e999), exact_avg(-9e999), exact_var_samp(9e999)", [(float("inf"), float("-inf"), None)])


class PlainSum:
    def __init__(self):
        self.total = 0.0

    def step(self, x):
        self.total += x

    def finalize(self):
        return self.total


def with_extensions():
    """Some Pythons are built without the loading of extensions; the system's has it."""
    if not hasattr(sqlite3.Connection, "enable_load_extension"):
        if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
            os.execv("/usr/bin/python3", ["/usr/bin/python3", "-B", *sys.argv])
        print("SKIPPED: this Python's sqlite3 loads no extensions")
        sys.exit(77)


if __name__ == "__main__":
    with_extensions()
    EXTENSION = sys.argv.pop(1).removesuffix(".so")
    if "--short" in sys.argv:
        sys.argv.remove("--short")
        SharedTests.group_count = 300
    unittest.main()
