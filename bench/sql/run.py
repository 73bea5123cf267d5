#!/usr/bin/env python3
"""run.py BUILD [--rows N] [--rounds N]: exact aggregates against plain ones in PostgreSQL and, if this Python has it, in
DuckDB, one thread each, in turns; the least time of each, and their ratio. build/duckdb/bin/python has DuckDB."""
import argparse
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


def report(host, run, rounds):
    print(f"\n{host}\n\n| rows in | plain | exact | ms plain | ms exact | ratio |\n|---|---|---|--:|--:|--:|")
    for name, plain, exact, plain_query, exact_query in queries():
        times = ([], [])
        for _ in range(rounds):
            for query, found in zip((plain_query, exact_query), times):
                found.append(run(query))
        least = [min(found) for found in times]
        print(f"| {name} | `{plain}` | `{exact}` | {least[0]:.0f} | {least[1]:.0f} | {least[1] / least[0]:.2f} |", flush=True)


def measure_duckdb(build, rows, rounds):
    try:
        import duckdb
    except ImportError:
        print("SKIPPED: this Python has no duckdb", file=sys.stderr)
        return
    database = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": 1})
    database.execute(f"LOAD '{build}/bindings/sql/duckdb/isobit.duckdb_extension'")
    for statement in tables(rows):
        database.execute(statement)

    def run(query):
        start = time.perf_counter()
        database.execute(query).fetchall()
        return 1e3 * (time.perf_counter() - start)

    report(f"DuckDB {duckdb.__version__}, {rows} rows", run, rounds)


def measure_postgresql(build, rows, rounds):
    settings = ("max_parallel_workers_per_gather=0", "shared_buffers=2GB", "work_mem=1GB", "jit=off", "max_wal_size=4GB")
    with server.Server(build, settings) as running:
        running.run("CREATE EXTENSION isobit; " + "; ".join(tables(rows)) + "; VACUUM ANALYZE")

        def run(query):
            """As the server measures it."""
            plan = running.run(f"EXPLAIN (ANALYZE, TIMING OFF) {query};")
            return float(plan.split("Execution Time:")[1].split()[0])

        report(f"PostgreSQL {running.run('SHOW server_version').split()[0]}, {rows} rows", run, rounds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--rows", type=int, default=10**7)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--host", choices=("duckdb", "postgresql"))
    chosen = parser.parse_args()
    for host, measure in (("duckdb", measure_duckdb), ("postgresql", measure_postgresql)):
        if chosen.host in (None, host):
            measure(chosen.build, chosen.rows, chosen.rounds)
