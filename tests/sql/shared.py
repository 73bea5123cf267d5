"""What is true in every database. A test of a host inherits `SharedTests` and says how to run SQL:

    load(rows)     makes the table `data`, columns id, g, x, y of the rows, None for NULL
    rows(query)    the result: tuples of float, int, bytes, str or None
    refusal(query) the message of the error
"""
import math
import os
import random

import oracle
from oracle import bits

SEED = int(os.environ.get("ISOBIT_TEST_SEED", "20261117"))

# Aggregates that run what is compiled for an instruction set, of a column x.
CALLS_OF_KERNELS = ("exact_sum(x)", "exact_avg(x)", "exact_var_samp(x)", "exact_stddev(x)", "exact_dot(x, x)", "exact_state(x)")


def number_groups(groups, with_nulls):
    """Rows of groups in an order of their own, with NULLs among them."""
    draw = random.Random(SEED)
    rows = [(g, x, y) for g, pairs in enumerate(groups) for x, y in pairs]
    if with_nulls:
        rows += [(g, None, 1.0) for g in range(0, len(groups), 3)] + [(g, None, None) for g in range(0, len(groups), 5)]
    draw.shuffle(rows)
    return [(i, *row) for i, row in enumerate(rows)]


def comparable(row):
    return [bits(float(x)) if isinstance(x, (int, float)) else x for x in row]


class SharedTests:
    group_count = 3000
    infinities = True  # SQLite makes NULL of a NaN
    plain_sum = "sum"

    def expect(self, query, expected):
        """Every number of the result by its bits."""
        found = self.rows(query)
        self.assertEqual(len(found), len(expected), query)
        for row, wanted in zip(found, expected):
            self.assertEqual(comparable(row), comparable(wanted), f"{query}, seed {SEED}")

    def random_groups(self, count):
        draw = random.Random(SEED)
        groups = []
        for i in range(count):
            x = oracle.random_group(draw, most=700 if i % 100 == 0 else 40, infinities=self.infinities)
            y = oracle.random_group(draw, most=40, infinities=self.infinities)
            groups.append([(value, y[j % len(y)]) for j, value in enumerate(x)])
        return groups

    def test_groups_are_exact(self):
        groups = self.random_groups(self.group_count)
        self.load(number_groups(groups, with_nulls=True))
        expected = []
        for g, pairs in enumerate(groups):
            x = [pair[0] for pair in pairs]
            expected.append((g, oracle.exact_sum(x), oracle.exact_avg(x), oracle.exact_var_samp(x),
                             oracle.exact_stddev(x), oracle.exact_dot(pairs), oracle.state(x)))
        self.expect("SELECT g, exact_sum(x), exact_avg(x), exact_var_samp(x), exact_stddev(x), exact_dot(x, y), "
                    "exact_state(x) FROM data GROUP BY g ORDER BY g", expected)

    def test_sums_equal_fsum(self):
        draw = random.Random(SEED)
        groups = [[draw.uniform(-1, 1) * 2.0 ** draw.randint(-40, 40) for _ in range(draw.randint(1, 50))]
                  for _ in range(2000)]
        self.load(number_groups([[(x, x) for x in group] for group in groups], with_nulls=False))
        self.expect("SELECT exact_sum(x) FROM data GROUP BY g ORDER BY g", [(math.fsum(group),) for group in groups])

    def test_long_groups_are_exact(self):
        draw = random.Random(SEED)
        values = [draw.uniform(-1, 1) * 2.0 ** draw.randint(-60, 60) for _ in range(20000)]
        self.load([(i, i % 3, x, -x) for i, x in enumerate(values)])
        of = [values[g::3] for g in range(3)]
        self.expect("SELECT exact_sum(x), exact_avg(x), exact_var_samp(x), exact_stddev(x), exact_dot(x, y), exact_state(x) "
                    "FROM data GROUP BY g ORDER BY g",
                    [(math.fsum(x), oracle.exact_avg(x), oracle.exact_var_samp(x), oracle.exact_stddev(x),
                      oracle.exact_dot([(v, -v) for v in x]), oracle.state(x)) for x in of])
        self.expect("SELECT exact_sum(x) FROM data", [(math.fsum(values),)])

    def test_order_changes_the_plain_sum_only(self):
        values = [1e16, 1.0, 1.0, -1e16] * 50
        results = set()
        for order in (values, sorted(values), values[::-1], sorted(values, key=abs)):
            self.load([(i, 0, x, x) for i, x in enumerate(order)])
            results.add(self.rows(f"SELECT {self.plain_sum}(x), exact_sum(x), exact_state(x) FROM data")[0])
        self.assertGreater(len({plain for plain, _, _ in results}), 1, "plain sums should depend on the order")
        self.assertEqual({(bits(exact), state) for _, exact, state in results}, {(bits(100.0), oracle.state(values))})

    def test_nulls_are_as_in_sum(self):
        self.load([(0, 0, None, None), (1, 0, None, 1.0), (2, 1, 1.5, None), (3, 2, 1.0, 2.0), (4, 2, 3.0, 4.0)])
        self.expect("SELECT g, exact_sum(x), exact_avg(x), exact_var_samp(x), exact_stddev(x), exact_dot(x, y), "
                    "exact_state(x), exact_merge(NULL), exact_value(NULL) FROM data GROUP BY g ORDER BY g",
                    [(0, None, None, None, None, None, None, None, None),
                     (1, 1.5, 1.5, None, None, None, oracle.state([1.5]), None, None),
                     (2, 4.0, 2.0, 2.0, math.sqrt(2), 14.0, oracle.state([1.0, 3.0]), None, None)])
        self.expect("SELECT exact_sum(x), exact_avg(x), exact_state(x), exact_dot(x, y) FROM data WHERE g > 9",
                    [(None, None, None, None)])

    def test_states_are_stored_and_merged(self):
        groups = self.random_groups(self.group_count // 3)
        self.load(number_groups(groups, with_nulls=True))
        self.rows("DROP TABLE IF EXISTS partial")
        self.rows(f"CREATE TABLE partial AS SELECT g, id % 4 AS part, {self.as_state('exact_state(x)')} AS s, "
                  f"{self.as_state('exact_state(x, y)')} AS p FROM data GROUP BY g, id % 4")
        expected = []
        for g, pairs in enumerate(groups):
            x = [pair[0] for pair in pairs]
            expected.append((g, oracle.state(x), oracle.exact_sum(x), oracle.exact_dot(pairs)))
        self.expect("SELECT g, exact_merge(s), exact_value(exact_merge(s)), exact_value(exact_merge(p)) "
                    "FROM partial GROUP BY g ORDER BY g", expected)

    def test_rows_that_an_aggregate_chooses(self):
        self.load([(0, 0, 1e16, 1.0), (1, 0, 1.0, 2.0), (2, 1, -1e16, 3.0), (3, 1, 1.0, None)])
        self.expect("SELECT exact_sum(x), exact_sum(DISTINCT x), exact_sum(x) FILTER (WHERE id < 2), "
                    "exact_avg(x) FILTER (WHERE id > 9), exact_dot(x, y) FILTER (WHERE g = 1) FROM data",
                    [(2.0, 1.0, 1e16, None, -3e16)])
        self.expect("SELECT g FROM data GROUP BY g HAVING exact_sum(x) > 0 ORDER BY exact_sum(x)", [(0,)])

    def as_state(self, expression):
        return expression

    def test_moving_windows_are_exact(self):
        draw = random.Random(SEED)
        values = [x for _ in range(60) for x in oracle.random_group(draw, most=12, infinities=self.infinities)]
        values = [None if draw.random() < 0.05 else x for x in values]
        self.load([(i, 0, x, draw.choice((1.0, -0.0, 3.5, x))) for i, x in enumerate(values)])
        pairs = self.rows("SELECT x, y FROM data ORDER BY id")
        expected = []
        for i in range(len(values)):
            frame = pairs[max(0, i - 4):i + 2]
            x = [x for x, _ in frame if x is not None]
            expected.append((oracle.exact_sum(x), oracle.exact_avg(x), oracle.exact_var_samp(x), oracle.exact_stddev(x),
                             oracle.exact_dot([pair for pair in frame if None not in pair]),
                             oracle.state(x) if x else None))
        self.expect("SELECT exact_sum(x) OVER w, exact_avg(x) OVER w, exact_var_samp(x) OVER w, exact_stddev(x) OVER w, "
                    "exact_dot(x, y) OVER w, exact_state(x) OVER w FROM data "
                    "WINDOW w AS (ORDER BY id ROWS BETWEEN 4 PRECEDING AND 1 FOLLOWING) ORDER BY id", expected)
        self.rows("DROP TABLE IF EXISTS partial")
        self.rows(f"CREATE TABLE partial AS SELECT id, {self.as_state('exact_state(x)')} AS s FROM data GROUP BY id")
        self.expect("SELECT exact_merge(s) OVER (ORDER BY id ROWS BETWEEN 4 PRECEDING AND 1 FOLLOWING) FROM partial "
                    "ORDER BY id", [(row[5],) for row in expected])

    def test_bytes_that_are_no_state_are_refused(self):
        good = oracle.state([0.1, 1e300])
        for bad in (b"", b"ibe", good[:-1], good + b"\0", b"x" + good[1:], good[:3] + b"\2" + good[4:],
                    good[:4] + b"\xff" + good[5:], good[:6] + b"\xff\x7f" + good[8:], bytes(2000)):
            for call in ("exact_value", "exact_merge"):
                self.assertRegex(self.refusal(f"SELECT {call}({self.literal(bad)})"), "serialised (exact )?sum")
        self.expect(f"SELECT exact_value({self.literal(good)})", [(1e300,)])
