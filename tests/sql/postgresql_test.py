#!/usr/bin/env python3
"""postgresql_test.py BUILD: the PostgreSQL extension in a real server."""
import random
import sys
import unittest

import oracle
import server
from hostile import HostileTests
from oracle import bits
from shared import CALLS_OF_KERNELS, SEED, SharedTests


def text_of(x):
    return "\\N" if x is None else repr(x).replace("inf", "Infinity")


def value_of(field):
    """PostgreSQL writes a number with the digits that give its bits back."""
    if field == "NULL":
        return None
    if field.startswith("\\x"):
        return bytes.fromhex(field[2:])
    try:
        return float(field)
    except ValueError:
        return field


class PostgreSQL(SharedTests, HostileTests, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = server.Server(BUILD)
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.__exit__)
        cls.server.run("CREATE EXTENSION isobit")

    def tearDown(self):
        self.assertFalse(self.server.crashed(), "a process of the server has crashed")

    def load(self, rows):
        lines = "".join("\t".join(map(text_of, row)) + "\n" for row in rows)
        self.server.run("DROP TABLE IF EXISTS data CASCADE; CREATE TABLE data (id integer, g integer, x float8, y float8);\n"
                        f"COPY data FROM STDIN;\n{lines}\\.\n")

    def rows(self, query, settings=""):
        lines = self.server.run(f"{settings}; {query};\n").splitlines()
        return [tuple(map(value_of, line.split("|"))) for line in lines]

    def refusal(self, query):
        with self.assertRaises(RuntimeError) as caught:
            self.rows(query)
        return str(caught.exception)

    def literal(self, state):
        return f"'\\x{state.hex()}'::isobit_state"

    def load_many(self, count):
        """Numbers whose sum depends on how it is cut, in an order that chance has made."""
        self.server.run("DROP TABLE IF EXISTS many; CREATE TABLE many AS SELECT i, (i * 7919 % 5)::integer AS g, "
                        f"sin(i) * 10 ^ (i % 30 - 15) AS x FROM generate_series(1, {count}) AS i; "
                        "ALTER TABLE many SET (parallel_workers = 4); CREATE INDEX many_x ON many (x); ANALYZE many")

    parallel = ("SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; "
                "SET max_parallel_workers_per_gather = {}; SET parallel_leader_participation = {}")

    def test_parallel_workers_and_clustering_change_the_plain_sum_only(self):
        self.load_many(200000)
        query = ("SELECT sum(x), exact_sum(x), exact_avg(x), exact_var_samp(x), exact_stddev(x), exact_dot(x, -x), "
                 "exact_state(x) FROM many")
        plans = [self.parallel.format(workers, leader) for workers in (0, 1, 3) for leader in ("on", "off")]
        results = [self.rows(query, settings)[0] for settings in plans]
        self.assertIn("Workers Planned: 3", self.server.run(f"{plans[-1]}; EXPLAIN {query};"))
        self.server.run("CLUSTER many USING many_x")
        results += [self.rows(query, settings)[0] for settings in plans]
        self.assertGreater(len({row[0] for row in results}), 1, "plain sums should differ")
        self.assertEqual(len({row[1:] for row in results}), 1)
        values = [row[0] for row in self.rows("SELECT x FROM many")]
        self.assertEqual([bits(results[0][1]), results[0][6]], [bits(oracle.exact_sum(values)), oracle.state(values)])

    def test_parallel_groups(self):
        self.load_many(20000)
        query = ("SELECT i % {0}, exact_sum(x), exact_avg(x), exact_stddev(x), exact_dot(x, x), exact_state(x, x) FROM many "
                 "GROUP BY 1 ORDER BY 1")
        for groups in (3, 700, 20000):  # of thousands of rows, of a few, of one
            several, one = (self.rows(query.format(groups), self.parallel.format(workers, "off")) for workers in (3, 0))
            self.assertEqual(several, one)

    def test_grouping_sets_and_groups_that_memory_does_not_hold(self):
        self.load_many(20000)
        of_all, of_five = "SELECT {} FROM many", "SELECT {} FROM many GROUP BY g ORDER BY g"
        calls = "exact_sum(x), exact_stddev(x), exact_dot(x, x)"
        self.assertEqual(self.rows(f"SELECT {calls} FROM many GROUP BY ROLLUP (g) ORDER BY g"),
                         self.rows(of_five.format(calls)) + self.rows(of_all.format(calls)))
        of_many = f"SELECT i % 9000 AS k, {calls} FROM many GROUP BY k ORDER BY k"
        spilt = self.rows(of_many, "SET work_mem = '64kB'; SET hash_mem_multiplier = 1; SET enable_sort = off")
        self.assertEqual(spilt, self.rows(of_many, "SET enable_hashagg = off"))

    def test_merging_is_parallel_too(self):
        self.load_many(50000)
        self.server.run("DROP TABLE IF EXISTS states; CREATE TABLE states AS SELECT i % 5000 AS k, exact_state(x) AS s "
                        "FROM many GROUP BY 1; ALTER TABLE states SET (parallel_workers = 3); ANALYZE states")
        merged = {self.rows("SELECT exact_merge(s) FROM states", self.parallel.format(workers, "off"))[0] for workers in (0, 3)}
        self.assertEqual(merged, {self.rows("SELECT exact_state(x) FROM many")[0]})

    def test_real_numbers(self):
        draw = random.Random(SEED)
        values = [draw.choice((-1, 1)) * float(2.0 ** draw.randint(-100, 100)) * (1 + draw.getrandbits(23) * 2.0**-23)
                  for _ in range(3000)]
        self.load([(i, i % 300, x, 1.0) for i, x in enumerate(values)])
        of = [values[g::300] for g in range(300)]
        expected = [(oracle.to_float(sum(map(oracle.Fraction, x))), oracle.exact_avg(x), oracle.exact_var_samp(x),
                     oracle.exact_stddev(x), oracle.exact_dot([(v, v) for v in x]), oracle.state(x)) for x in of]
        query = ("SELECT exact_sum({0})::float8, exact_avg({0}), exact_var_samp({0}), exact_stddev({0}), exact_dot({0}, {0}), "
                 "exact_state({0}) FROM data GROUP BY g ORDER BY g")
        self.expect(query.format("x::real"), expected)
        self.assertEqual(self.rows("SELECT pg_typeof(exact_sum(x::real)), pg_typeof(exact_avg(x::real)) FROM data"),
                         [("real", "double precision")])
        self.expect("SELECT exact_sum(x::real) OVER (ORDER BY id ROWS 2 PRECEDING)::float8 FROM data ORDER BY id LIMIT 3",
                    [(oracle.to_float(sum(map(oracle.Fraction, values[:i + 1]))),) for i in range(3)])

    def test_every_aggregate_is_parallel_and_moves(self):
        kinds = self.rows("SELECT p.proname, p.proparallel, a.aggcombinefn <> 0, a.aggserialfn <> 0, a.aggdeserialfn <> 0, "
                          "a.aggminvtransfn <> 0 FROM pg_aggregate AS a JOIN pg_proc AS p ON p.oid = a.aggfnoid "
                          "WHERE p.proname LIKE 'exact%' AND a.aggtransfn::text NOT LIKE '%isobit_refuse%'")
        self.assertEqual(len(kinds), 13)  # seven of double precision, five of real, and exact_merge
        self.assertEqual({row[1:] for row in kinds}, {("s", "t", "t", "t", "t")})

    def test_moving_windows_retract(self):
        """They do not begin anew for every row: a long frame over many rows ends soon."""
        self.load_many(20000)
        result = self.rows("SELECT count(*), exact_sum(s) FROM (SELECT exact_sum(x) OVER (ORDER BY i ROWS 9999 PRECEDING) AS s "
                           "FROM many) AS w", "SET statement_timeout = '10s'")
        self.assertEqual(result[0][0], 20000)

    def test_other_numbers_are_refused(self):
        for argument in ("1.5", "1::bigint", "1.5::numeric"):
            for call in ("exact_sum", "exact_avg", "exact_var_samp", "exact_stddev", "exact_state"):
                for rows in (3, 0):
                    message = self.refusal(f"SELECT {call}({argument}) FROM generate_series(1, {rows})")
                    self.assertIn("42804: isobit: exact aggregates take real and double precision", message)
                    self.assertIn("HINT:", message)
        for pair in ("1.5, 2.5", "1.5::float8, 2.5", "1.5, 2.5::float8", "1::bigint, 2::bigint", "1::real, 2::bigint",
                     "1::real, 2.5", "2.5, 1::real", "1::bigint, 2::real"):
            self.assertIn("42804", self.refusal(f"SELECT exact_dot({pair})"))
        self.expect("SELECT exact_sum(3::integer), exact_sum('1.5'), exact_dot(2::smallint, 3::real)", [(3.0, 1.5, 6.0)])
        for pair in ("1::real, 16777217::integer", "16777217::integer, 1::real", "1::float8, 16777217::integer"):
            self.expect(f"SELECT exact_dot({pair}), exact_value(exact_state({pair}))", [(16777217.0, 16777217.0)])
        self.assertIn("42883", self.refusal("SELECT exact_sum('a'::text)"))
        self.assertIn("42883", self.refusal("SELECT exact_sum(now())"))

    def test_errors_have_codes(self):
        self.assertIn("22P03", self.refusal("SELECT '\\x00'::isobit_state"))
        self.assertIn("22P03", self.refusal("SELECT '\\x00'::bytea::isobit_state"))
        self.assertIn("22023", self.refusal("SELECT '\\xzz'::isobit_state"))
        for name in ("add_values_float8(NULL, 1.0::float8)", "enter_moments_float8(NULL, 1.0::float8)", "add_state(NULL, NULL)"):
            self.assertIn("42883", self.refusal(f"SELECT isobit_{name}"))  # SQL has no value of type internal

    def test_an_unknown_instruction_set_is_refused(self):
        with server.Server(BUILD, environment={"ISOBIT_FORCE_ISA": "abacus"}) as running:
            running.run("CREATE EXTENSION isobit")
            for rows in (5, 5000):  # those wait to the end, or do not
                for call in CALLS_OF_KERNELS:
                    with self.assertRaisesRegex(RuntimeError, "0A000: isobit: ISOBIT_FORCE_ISA=abacus .*choose one of"):
                        running.run(f"SELECT {call} FROM (SELECT i::float8 AS x FROM generate_series(1, {rows}) AS i) AS t")
            self.assertFalse(running.crashed())

    def test_the_type(self):
        state = oracle.state([0.1, 0.2])
        self.server.run(f"DROP TABLE IF EXISTS kept; CREATE TABLE kept (s isobit_state); "
                        f"INSERT INTO kept VALUES ({self.literal(state)}), ('\\x{state.hex()}'::bytea), (NULL)")
        self.assertEqual(self.rows("SELECT s, s::bytea, count(*) FROM kept WHERE s IS NOT NULL GROUP BY s"), [(state, state, 2.0)])
        self.assertEqual(self.rows("SELECT (SELECT exact_state(v) FROM (VALUES (0.2::float8), (0.1)) AS t(v)) = s, "
                                   "s <> s FROM kept"), [("t", "f"), ("t", "f"), (None, None)])
        copied = self.folder_of_server() / "kept"
        self.server.run(f"COPY kept TO '{copied}' (FORMAT binary); TRUNCATE kept; COPY kept FROM '{copied}' (FORMAT binary)")
        self.assertEqual(self.rows("SELECT exact_value(exact_merge(s)) FROM kept"), [(oracle.exact_sum([0.1, 0.2] * 2),)])

    def folder_of_server(self):
        return self.server.folder / "data"

    def test_memory_is_given_back(self):
        """Many groups and long frames, again and again: the process of a session stays as small as it was."""
        self.load_many(50000)
        script = ("SELECT count(*) FROM (SELECT exact_sum(x), exact_stddev(x), exact_dot(x, x) FROM many GROUP BY i % 5000) AS t;\n"
                  "SELECT count(*) FROM (SELECT exact_var_samp(x) OVER (ORDER BY i ROWS 50 PRECEDING) FROM many LIMIT 5000) AS t;\n")
        size = "SELECT sum(total_bytes) FROM pg_backend_memory_contexts;\n"
        found = self.server.run(script + size + script * 5 + size).splitlines()
        self.assertLess(float(found[-1]), 1.2 * float(found[2]) + 1e5)

    def test_q1_of_tpch(self):
        self.server.run((server.TOP / "bench/sql/q1.sql").read_text().replace(":rows", "20000"))
        plain, exact = ((server.TOP / f"bench/sql/q1_{kind}.sql").read_text() for kind in ("plain", "exact"))
        results = {str(self.rows(exact, self.parallel.format(workers, "off"))) for workers in (0, 2)}
        self.assertEqual(len(results), 1)
        rows = self.rows(exact)
        self.assertEqual([row[:2] for row in rows], [row[:2] for row in self.rows(plain)])
        prices = {}
        for flag, status, price in self.rows("SELECT returnflag, linestatus, extendedprice FROM lineitem "
                                             "WHERE shipdate <= DATE '1998-09-02'"):
            prices.setdefault((flag, status), []).append(price)
        self.assertEqual([bits(row[3]) for row in rows], [bits(oracle.exact_sum(prices[row[:2]])) for row in rows])

    def test_extension_can_go_and_come_back(self):
        self.server.run("CREATE SCHEMA elsewhere; DROP EXTENSION isobit CASCADE; CREATE EXTENSION isobit SCHEMA elsewhere; "
                        "SELECT elsewhere.exact_sum(1.5::float8); DROP EXTENSION isobit; CREATE EXTENSION isobit")


if __name__ == "__main__":
    if not server.is_available():
        print("SKIPPED: no PostgreSQL server with headers here (Debian: postgresql, postgresql-server-dev-all)")
        sys.exit(77)
    BUILD = sys.argv.pop(1)
    unittest.main()
