"""Data that is out to break aggregates, against exact rationals. A test of a host inherits it beside `SharedTests`."""
import math
import random

import oracle
from shared import SEED

LARGEST, LEAST, LEAST_NORMAL = 1.7976931348623157e308, 5e-324, 2.0**-1022
FINITE = (0.0, -0.0, LEAST, -LEAST, LEAST_NORMAL, -LEAST_NORMAL, LEAST_NORMAL - LEAST, LARGEST, -LARGEST, 2.0**1023, -(2.0**970),
          1.0, -1.0, 1 + 2.0**-52, 2.0**53, 2.0**-53, -(2.0**-54), 2.0**500, 2.0**-500, 0.1, 1e16, 1e22)
SPECIAL = (math.inf, -math.inf, oracle.NAN)

OF_ALL = ("exact_sum(x){0}, exact_avg(x){0}, exact_var_samp(x){0}, exact_stddev(x){0}, exact_dot(x, y){0}, exact_state(x){0}")


def values(draw, size):
    """Edges of the format, numbers that cancel those before, ordinary ones; special ones hardly ever, or often; NULLs."""
    of_special, of_null = draw.choice((0, 0, 0.01, 0.3)), draw.choice((0, 0.1, 0.9))
    found = []
    for _ in range(size):
        kind = draw.random()
        if kind < of_special:
            found.append(draw.choice(SPECIAL))
        elif kind < 0.4:
            found.append(draw.choice(FINITE))
        elif kind < 0.7 and found and found[-1] is not None:
            found.append(-draw.choice([x for x in found if x is not None]))
        elif kind < 0.8:
            found.append(oracle.random_double(draw))
        else:
            found.append(draw.uniform(-1, 1))
        if draw.random() < of_null:
            found[-1] = None
    return found


class HostileTests:
    has_nan = True  # else NULL is in its place

    def shown(self, x):
        return None if isinstance(x, float) and math.isnan(x) and not self.has_nan else x

    def answers(self, pairs):
        """What OF_ALL is of these rows."""
        x = [x for x, _ in pairs if x is not None]
        both = [pair for pair in pairs if None not in pair]
        return tuple(map(self.shown, (oracle.exact_sum(x), oracle.exact_avg(x), oracle.exact_var_samp(x),
                                      oracle.exact_stddev(x), oracle.exact_dot(both), oracle.state(x) if x else None)))

    def draw_rows(self, draw, groups, size):
        """(id, g, x, y), ids with gaps."""
        x, y = (list(map(self.shown, values(draw, size))) for _ in range(2))
        ids = sorted(draw.sample(range(2 * size), size))
        return [(i, draw.randrange(groups), *pair) for i, pair in zip(ids, zip(x, y))]

    def test_hostile_groups(self):
        draw = random.Random(SEED + 1)
        for groups, size in ((1, 3), (2, 40), (40, 300), (300, 1200), (1, 700), (5, 2500)):
            rows = self.draw_rows(draw, groups, size)
            self.load(rows)
            of = {}
            for _, g, x, y in rows:
                of.setdefault(g, []).append((x, y))
            self.expect(f"SELECT g, {OF_ALL.format('')} FROM data GROUP BY g ORDER BY g",
                        [(g, *self.answers(of[g])) for g in sorted(of)])

    def test_few_groups_of_many_rows(self):
        """Long runs of ordinary numbers in a few groups, and one of them hides something else."""
        draw = random.Random(SEED + 2)
        for hidden in (None, 2.0**80, -(2.0**-90), LEAST, LARGEST, math.inf, oracle.NAN, oracle.NAN, oracle.NAN, -0.0):
            groups = draw.randint(1, 8)
            rows = [(i, draw.randrange(groups), -0.0 if hidden == 0 else draw.uniform(1, 100), 1.0) for i in range(2500)]
            at = draw.randrange(len(rows))
            if hidden is not None:
                rows[at] = (*rows[at][:2], self.shown(hidden), 1.0)
            self.load(rows)
            expected = [[x for _, group, x, _ in rows if group == g and x is not None] for g in range(groups)]
            self.expect("SELECT g, exact_sum(x), exact_avg(x), exact_state(x) FROM data GROUP BY g ORDER BY g",
                        [(g, self.shown(oracle.exact_sum(x)), self.shown(oracle.exact_avg(x)), oracle.state(x))
                         for g, x in enumerate(expected)])

    def test_hostile_windows(self):
        draw = random.Random(SEED + 3)
        frames = (("ROWS BETWEEN 1 PRECEDING AND CURRENT ROW", lambda i, ids: range(i - 1, i + 1)),
                  ("ROWS BETWEEN 5 PRECEDING AND 3 PRECEDING", lambda i, ids: range(i - 5, i - 2)),
                  ("ROWS BETWEEN 2 FOLLOWING AND 6 FOLLOWING", lambda i, ids: range(i + 2, i + 7)),
                  ("ROWS BETWEEN 9 PRECEDING AND UNBOUNDED FOLLOWING", lambda i, ids: range(i - 9, len(ids))),
                  ("RANGE BETWEEN 3 PRECEDING AND 4 FOLLOWING",
                   lambda i, ids: [k for k, at in enumerate(ids) if ids[i] - 3 <= at <= ids[i] + 4]))
        for frame, places in frames:
            rows = self.draw_rows(draw, 3, 150)
            self.load(rows)
            expected = []
            for g in range(3):
                part = [row for row in rows if row[1] == g]
                ids = [row[0] for row in part]
                expected += [(ids[i], *self.answers([part[k][2:] for k in places(i, ids) if 0 <= k < len(part)]))
                             for i in range(len(part))]
            self.expect(f"SELECT id, {OF_ALL.format(' OVER w')} FROM data WINDOW w AS (PARTITION BY g ORDER BY id {frame}) "
                        "ORDER BY id", sorted(expected, key=lambda row: row[0]))

    def test_what_is_infinite_leaves_a_window(self):
        """The finite sum comes back, and the sign of a zero with it."""
        x = [1.0, math.inf, 2.0, -math.inf, 0.5, self.shown(oracle.NAN), 0.25, LARGEST, LARGEST, -LARGEST, -0.0, -0.0, -0.0]
        self.load([(i, 0, value, 1.0) for i, value in enumerate(x)])
        nan = self.shown(oracle.NAN)
        after_nan = nan if self.has_nan else 0.5
        sums = [1.0, math.inf, math.inf, -math.inf, -math.inf, after_nan, nan if self.has_nan else 0.25, LARGEST, math.inf,
                0.0, -LARGEST, -0.0, -0.0]
        self.expect("SELECT exact_sum(x) OVER w, exact_dot(x, y) OVER w FROM data "
                    "WINDOW w AS (ORDER BY id ROWS 1 PRECEDING) ORDER BY id", [(total, total) for total in sums])
        self.expect("SELECT exact_sum(x) OVER (ORDER BY id ROWS 2 PRECEDING) FROM data ORDER BY id LIMIT 5",
                    [(1.0,), (math.inf,), (math.inf,), (nan,), (-math.inf,)])
