#!/usr/bin/env python3
"""run.py BUILD [--rows N] [--rounds N]: exact aggregates against plain ones in SQLite, PostgreSQL and, if this Python has it,
in DuckDB, one thread each, in turns; the least time of each, and their ratio. build/duckdb/bin/python has DuckDB."""
import argparse
import math
import re
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests/sql"))
import server  # noqa: E402

PAIRS = (("sum(x)", "exact_sum(x)"), ("avg(x)", "exact_avg(x)"), ("var_samp(x)", "exact_var_samp(x)"),
         ("stddev(x)", "exact_stddev(x)"), ("sum(x * y)", "exact_dot(x, y)"))
GROUPINGS = (("", "one group"), ("GROUP BY g", "4 groups"), ("GROUP BY h", "10^5 groups"))


def queries():
    for tail, name in GROUPINGS:
        for plain, exact in PAIRS:
            yield name, plain, exact, *(f"SELECT max(v) FROM (SELECT {call} AS v FROM numbers {tail}) AS t"
                                        for call in (plain, exact))
    texts = [(HERE / f"q1_{kind}.sql").read_text() for kind in ("plain", "exact")]
    yield "TPC-H's Q1", "sum, avg", "exact_sum, exact_avg", *texts


def tables(rows):
    random = "((i * 2654435761 + {}) % 4294967296) / 4294967296.0::double precision"
    yield f"""CREATE TABLE numbers AS SELECT {random.format(0)} AS x, {random.format(12345)} AS y, (i % 4)::integer AS g,
              (i * 7919 % 100000)::integer AS h FROM generate_series(1::bigint, {rows}::bigint) AS s(i)"""
    yield from (HERE / "q1.sql").read_text().replace(":rows", str(rows)).split(";")[:2]


def tables_of_sqlite(rows):
    """The same in SQLite's words."""
    numbers = f"FROM (WITH RECURSIVE s(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM s WHERE i < {rows}) SELECT i FROM s)"
    for statement in tables(rows):
        statement = re.sub(r"FROM generate_series.*", numbers, statement, flags=re.S)
        statement = re.sub(r"DATE '1992-01-01' \+ (\(.*?\))", r"date('1992-01-01', \1 || ' days')", statement)
        yield statement.replace("::integer", "").replace("(i * 7919 % 50 + 1)::double precision", "(i * 7919 % 50 + 1.0)").replace(
            "::double precision", "")


def with_empty(query):
    """The same calls of aggregates that do nothing."""
    return re.sub(r"exact_\w+\(", "empty(", re.sub(r"exact_dot\((\w+), (\w+)\)", r"empty(\1 * \2)", query))


def report(host, run, rounds, has_empty=False, left_out=()):
    """Of plain and exact and, if the host has it, of empty aggregates, in turns."""
    print(f"\n{host}\n\n| rows in | plain | exact | ms plain | ms exact | ratio |" + " ratio of empty |" * has_empty)
    print("|---|---|---|--:|--:|--:|" + "--:|" * has_empty)
    for name, plain, exact, *texts in queries():
        if plain in left_out:
            continue
        if has_empty:
            texts.append(with_empty(texts[1]))
        least = [math.inf] * len(texts)
        for _ in range(rounds):
            least = [min(before, run(text)) for before, text in zip(least, texts)]
        ratios = " | ".join(f"{time / least[0]:.2f}" for time in least[1:])
        print(f"| {name} | `{plain}` | `{exact}` | {least[0]:.0f} | {least[1]:.0f} | {ratios} |", flush=True)


def timed(execute, query):
    """The processor's time: others may have turns on a shared machine."""
    start = time.process_time()
    execute(query).fetchall()
    return 1e3 * (time.process_time() - start)


def measure_duckdb(build, rows, rounds):
    try:
        import duckdb
    except ImportError:
        print("SKIPPED: this Python has no duckdb", file=sys.stderr)
        return
    database = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": 1})
    database.execute(f"LOAD '{build}/bindings/sql/duckdb/isobit.duckdb_extension'")
    database.execute(f"LOAD '{build}/bindings/sql/duckdb/empty.duckdb_extension'")
    for statement in tables(rows):
        database.execute(statement)
    report(f"DuckDB {duckdb.__version__}, {rows} rows", lambda query: timed(database.execute, query), rounds, has_empty=True)


def measure_sqlite(build, rows, rounds):
    system = "/usr/bin/python3"
    if not hasattr(sqlite3.Connection, "enable_load_extension"):  # some Pythons are built without
        if sys.executable == system or not Path(system).exists():
            print("SKIPPED: this Python's sqlite3 loads no extensions", file=sys.stderr)
            return
        subprocess.run([system, "-B", __file__, build, "--host", "sqlite", f"--rows={rows}", f"--rounds={rounds}"], check=True)
        return
    database = sqlite3.connect(":memory:")
    database.enable_load_extension(True)
    database.load_extension(f"{build}/bindings/sql/sqlite/isobit")
    for statement in tables_of_sqlite(rows):
        database.execute(statement)
    report(f"SQLite {sqlite3.sqlite_version}, {rows} rows",
           lambda query: timed(database.execute, query.replace("DATE '", "'")), rounds,
           left_out=("var_samp(x)", "stddev(x)"))  # it has none


def measure_postgresql(build, rows, rounds):
    settings = ("max_parallel_workers_per_gather=0", "shared_buffers=2GB", "work_mem=1GB", "jit=off", "max_wal_size=4GB")
    with server.Server(build, settings) as running:
        running.run("CREATE EXTENSION isobit; " + "; ".join(tables(rows)) + "; VACUUM ANALYZE")

        def run(query):
            """The time that the server's process had a processor, as Linux counts it; its start is not in it."""
            clock = "SELECT 'ran ' || pg_read_file('/proc/self/schedstat');"
            spent = re.findall(r"ran (\d+)", running.run(f"{clock} EXPLAIN (ANALYZE, TIMING OFF) {query}; {clock}"))
            return (int(spent[1]) - int(spent[0])) / 1e6

        report(f"PostgreSQL {running.run('SHOW server_version').split()[0]}, {rows} rows", run, rounds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--rows", type=int, default=10**7)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--host", choices=("duckdb", "postgresql", "sqlite"))
    chosen = parser.parse_args()
    for host, measure in (("duckdb", measure_duckdb), ("postgresql", measure_postgresql), ("sqlite", measure_sqlite)):
        if chosen.host in (None, host):
            measure(chosen.build, chosen.rows, chosen.rounds)
