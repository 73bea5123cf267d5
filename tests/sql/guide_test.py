#!/usr/bin/env python3
"""guide_test.py sqlite|postgresql|duckdb WHERE: runs what docs/guide/sql.md shows of a database, and compares what it prints
with the comments. WHERE is the extension or, for PostgreSQL, the folder of the build."""
import re
import sys
from pathlib import Path

GUIDE = Path(__file__).resolve().parents[2] / "docs/guide/sql.md"


def statements_of(host):
    """`[(statement, [expected line])]`"""
    block = re.search(f"```{host}\n(.*?)```", GUIDE.read_text(), re.S)[1]
    found = []
    for line in block.splitlines():
        if line.startswith("-- "):
            found[-1][1].append(line[3:])
        elif line:
            found.append((line, []))
    return found


def run_in_sqlite(statement, where, kept={}):
    import sqlite3

    if not kept:
        kept["database"] = sqlite3.connect(":memory:")
        kept["database"].enable_load_extension(True)
        kept["database"].load_extension(where.removesuffix(".so"))
    return ["|".join(re.sub("e([+])", r".0e\1", str(x)) if isinstance(x, float) else str(x) for x in row)
            for row in kept["database"].execute(statement)]


def run_in_duckdb(statement, where, kept={}):
    import duckdb

    if not kept:
        kept["database"] = duckdb.connect(config={"allow_unsigned_extensions": "true"})
        kept["database"].execute(f"LOAD '{where}'")
    prints = statement.startswith("SELECT")
    rows = kept["database"].execute(statement).fetchall()
    return ["|".join(map(str, row)) for row in rows] if prints else []


def check(statement, expected, printed):
    if printed != expected:
        sys.exit(f"{GUIDE}: {statement}\n  shows  {expected}\n  prints {printed}")


def main(host, where):
    if host == "postgresql":
        import server

        if not server.is_available():
            print("SKIPPED: no PostgreSQL server with headers here")
            sys.exit(77)
        with server.Server(where) as running:
            for statement, expected in statements_of(host):
                check(statement, expected, running.run(statement).splitlines())
        return
    if host == "sqlite":
        import sqlite_test

        sqlite_test.with_extensions()
    run = run_in_sqlite if host == "sqlite" else run_in_duckdb
    for statement, expected in statements_of(host):
        check(statement, expected, run(statement, where))


if __name__ == "__main__":
    main(*sys.argv[1:])
