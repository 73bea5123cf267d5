#!/usr/bin/env python3
"""duckdb_test.py isobit.duckdb_extension: the DuckDB extension in the DuckDB of this Python."""
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import duckdb
except ImportError:
    print("SKIPPED: this Python has no duckdb (`make sql` installs it into build/duckdb)")
    sys.exit(77)

import oracle
from hostile import HostileTests
from oracle import bits
from shared import CALLS_OF_KERNELS, SEED, SharedTests

BENCH = Path(__file__).resolve().parents[2] / "bench/sql"

PRINT_ANSWERS = """
import duckdb, sys
database = duckdb.connect(config={"allow_unsigned_extensions": "true"})
database.execute(f"LOAD '{sys.argv[1]}'")
for query in sys.argv[2:]:
    try:
        print(database.execute(query).fetchall())
    except duckdb.Error as refusal:
        print(str(refusal).splitlines()[0])
"""

PRINT_MEMORY = """
import duckdb, resource, sys
database = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": 1})
database.execute("SET enable_progress_bar = false")  # which is printed where a query takes two seconds
database.execute(f"LOAD '{sys.argv[1]}'")
database.execute(f"SELECT sum(r) FROM (SELECT {sys.argv[2]} AS r FROM (SELECT CASE WHEN hash(i) % 10 < 6 THEN 0 ELSE i END AS g, "
                 "i::DOUBLE AS x FROM range(500000) AS t(i)) GROUP BY g)").fetchall()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


class DuckDB(SharedTests, HostileTests, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.database = duckdb.connect(config={"allow_unsigned_extensions": "true"})
        cls.addClassCleanup(cls.database.close)
        cls.database.execute(f"LOAD '{EXTENSION}'")

    def load(self, rows):
        columns = list(zip(*rows))
        self.database.execute("CREATE OR REPLACE TABLE data (id INTEGER, g INTEGER, x DOUBLE, y DOUBLE)")
        self.database.execute("INSERT INTO data SELECT unnest(?::INTEGER[]), unnest(?::INTEGER[]), unnest(?::DOUBLE[]), "
                              "unnest(?::DOUBLE[])", [list(column) for column in columns])

    def rows(self, query):
        return self.database.execute(query).fetchall()

    def refusal(self, query):
        with self.assertRaises(duckdb.Error) as caught:
            self.rows(query)
        return str(caught.exception)

    def literal(self, state):
        return f"'{''.join(f'{chr(92)}x{byte:02x}' for byte in state)}'::BLOB"

    def load_many(self, count):
        draw = random.Random(SEED)
        self.database.execute("CREATE OR REPLACE TABLE many AS SELECT i, sin(i) * 10.0::DOUBLE ** (i % 30 - 15) AS x "
                              f"FROM range({count}) AS t(i) ORDER BY hash(i + {draw.getrandbits(30)})")

    def test_threads_and_order_change_the_plain_sum_only(self):
        self.load_many(1000000)
        results = []
        for threads in (1, 2, 4):
            self.rows(f"SET threads = {threads}")
            for source in ("many", "(FROM many ORDER BY x)", "(FROM many ORDER BY i)"):
                results += self.rows("SELECT sum(x), exact_sum(x), exact_avg(x), exact_var_samp(x), exact_stddev(x), "
                                     f"exact_dot(x, -x), exact_state(x) FROM {source}")
        self.rows("RESET threads")
        self.assertGreater(len({row[0] for row in results}), 1, "plain sums should differ")
        self.assertEqual(len({row[1:] for row in results}), 1)
        values = [row[0] for row in self.rows("SELECT x FROM many")]
        self.assertEqual([bits(results[0][1]), results[0][6]], [bits(oracle.exact_sum(values)), oracle.state(values)])

    def test_many_groups_on_threads(self):
        self.load_many(300000)
        query = ("SELECT i % {0} AS g, exact_sum(x), exact_stddev(x), exact_dot(x, x), exact_state(x) FROM many "
                 "GROUP BY g ORDER BY g")
        for groups in (3, 3000, 100000):
            results = []
            for threads in (1, 4):
                self.rows(f"SET threads = {threads}")
                results.append(self.rows(query.format(groups)))
            self.assertEqual(results[0], results[1])
        self.rows("RESET threads")

    def test_groups_of_every_size_that_waits_or_is_added_up(self):
        self.rows("CREATE OR REPLACE TABLE sizes AS SELECT n, (sin(n + 1000.0 * j) * 10.0::DOUBLE ** (j % 30 - 15)) AS x, "
                  "cos(j)::DOUBLE AS y FROM range(1, 600, 7) AS a(n), range(600) AS b(j) "
                  "WHERE j < n ORDER BY hash(n + 601 * j)")
        columns = {}
        for n, x, y in self.rows("SELECT n, x, y FROM sizes"):
            columns.setdefault(n, []).append((x, y))
        for n, *results in self.rows("SELECT n, exact_var_samp(x), exact_stddev(x), exact_dot(x, y) FROM sizes GROUP BY n"):
            values = [x for x, _ in columns[n]]
            expected = [oracle.exact_var_samp(values), oracle.exact_stddev(values), oracle.exact_dot(columns[n])]
            self.assertEqual([r and bits(r) for r in results], [e and bits(e) for e in expected], n)

    def test_groups_beside_a_large_one_take_little_memory(self):
        """200000 groups, in chunks that look as if there were few: an accumulator of each would be 240 MB."""
        def megabytes(call):
            return int(subprocess.run([sys.executable, "-c", PRINT_MEMORY, EXTENSION, call], capture_output=True, text=True, check=True).stdout)
        plain = megabytes("stddev(x)")
        for call in ("exact_sum(x)", "exact_stddev(x)", "exact_dot(x, x)"):
            self.assertLess(megabytes(call), plain + 100, call)

    def test_floats(self):
        draw = random.Random(SEED)
        values = [draw.choice((-1, 1)) * 2.0 ** draw.randint(-100, 100) * (1 + draw.getrandbits(23) * 2.0**-23)
                  for _ in range(3000)]
        for groups in (3, 30):
            self.load([(i, i % groups, x, 1.0) for i, x in enumerate(values)])
            of = [values[g::groups] for g in range(groups)]
            self.expect("SELECT exact_sum(x::FLOAT), exact_avg(x::FLOAT), exact_dot(x::FLOAT, x::FLOAT), exact_state(x::FLOAT) "
                        "FROM data GROUP BY g ORDER BY g",
                        [(oracle.exact_sum(x), oracle.exact_avg(x), oracle.exact_dot([(v, v) for v in x]), oracle.state(x))
                         for x in of])
        ordinary = [float(draw.randint(-(2**23), 2**23)) / 1024 for _ in range(3000)]
        self.load([(i, i % 5, x, 1.0) for i, x in enumerate(ordinary)])
        self.expect("SELECT exact_sum(x::FLOAT), exact_avg(x::FLOAT) FROM data GROUP BY g ORDER BY g",
                    [(oracle.exact_sum(ordinary[g::5]), oracle.exact_avg(ordinary[g::5])) for g in range(5)])

    def test_halves_of_few_groups_beyond_the_largest_number(self):
        """Of the first rows of a group, whose halves are finite sums and together are not."""
        largest = (2.0 - 2.0**-52) * 2.0**1023
        hostile = {0: largest, 16: 2.0**980, 2048: -(2.0**1023)}  # the first two in one lane, the last in the next chunk
        for rows in (2048, 4096):
            self.load([(i, i % 2, hostile.get(i, 0.0), 1.0) for i in range(rows)])
            of = [[hostile.get(i, 0.0) for i in range(g, rows, 2)] for g in range(2)]
            self.expect("SELECT exact_sum(x), exact_state(x) FROM (FROM data ORDER BY id) GROUP BY g ORDER BY g",
                        [(oracle.exact_sum(x), oracle.state(x)) for x in of])

    def test_other_numbers_are_refused(self):
        for argument in ("1.5", "1", "1::BIGINT", "1::HUGEINT", "1.5::DECIMAL(9, 2)", "1::UBIGINT"):
            for call in ("exact_sum", "exact_avg", "exact_stddev", "exact_state"):
                self.assertIn("take DOUBLE and FLOAT", self.refusal(f"SELECT {call}({argument})"))
        others = ("9007199254740993", "16777217::INTEGER", "1::HUGEINT", "1.1::DECIMAL(9, 2)", "1.1", "1::UBIGINT", "1::TINYINT")
        for call in ("exact_dot", "exact_state"):
            for other in others:
                for pair in (f"2::DOUBLE, {other}", f"{other}, 2::DOUBLE", f"2::FLOAT, {other}", f"{other}, 2::FLOAT", f"{other}, 1"):
                    self.assertIn("take DOUBLE and FLOAT", self.refusal(f"SELECT {call}({pair})"), pair)
        for pair in ("2::DOUBLE, 0.1::FLOAT", "0.1::FLOAT, 2::DOUBLE"):
            self.expect(f"SELECT exact_dot({pair})", [(0.20000000298023224,)])
        self.expect("SELECT exact_dot(NULL, 1::DOUBLE)", [(None,)])
        self.expect("SELECT exact_dot(NULL, NULL)", [(None,)])
        self.assertIn("candidate", self.refusal("SELECT exact_sum(DATE '2000-01-01')").lower() + " candidate")
        self.expect("SELECT exact_sum(NULL)", [(None,)])

    def test_installed_it_is_loaded_by_name(self):
        with tempfile.TemporaryDirectory() as folder:
            database = duckdb.connect(config={"allow_unsigned_extensions": "true", "extension_directory": folder})
            database.execute(f"INSTALL '{EXTENSION}'")
            database.execute("LOAD 'isobit'")
            self.assertEqual(database.execute("SELECT exact_sum(x) FROM (VALUES (1e16), (1e0), (-1e16)) AS t(x)").fetchall(),
                             [(1.0,)])
            database.close()

    def test_an_unknown_instruction_set_is_refused(self):
        """In a process of its own: the set is chosen once."""
        queries = [f"SELECT {call} FROM (SELECT i::DOUBLE AS x FROM range({rows}) AS t(i))"
                   for rows in (5, 5000) for call in CALLS_OF_KERNELS]
        done = subprocess.run([sys.executable, "-c", PRINT_ANSWERS, EXTENSION, *queries], capture_output=True, text=True,
                              env=os.environ | {"ISOBIT_FORCE_ISA": "abacus"})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        answers = done.stdout.splitlines()
        self.assertEqual(len(answers), len(queries))
        for answer in answers:
            self.assertRegex(answer, "isobit: ISOBIT_FORCE_ISA=abacus .*choose one of")

    def test_q1_of_tpch(self):
        self.database.execute((BENCH / "q1.sql").read_text().replace(":rows", "200000"))
        plain, exact = ((BENCH / f"q1_{kind}.sql").read_text() for kind in ("plain", "exact"))
        results = set()
        for threads in (1, 4):
            self.rows(f"SET threads = {threads}")
            results.add(str(self.rows(exact)))
        self.rows("RESET threads")
        self.assertEqual(len(results), 1)
        self.assertEqual([row[:2] for row in self.rows(exact)], [row[:2] for row in self.rows(plain)])


if __name__ == "__main__":
    EXTENSION = sys.argv.pop(1)
    unittest.main()
