#!/usr/bin/env bash
# install_test.sh BUILD TESTS SQLITE DUCKDB PYTHON: installs the component `sql` and runs a test of what lies there. SQLITE and
# DUCKDB are empty where that module was not built; PYTHON has DuckDB.
set -euo pipefail
build=$1 tests=$2 sqlite=$3 duckdb=$4 python=$5
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$build" --component sql --prefix "$prefix" >/dev/null
installed() { find "$prefix" -path "*/isobit/$1" | grep .; }
[ -z "$sqlite" ] || python3 -B "$tests/sqlite_test.py" "$(installed sqlite/isobit.so)" SQLite.test_nulls_are_as_in_sum
[ -z "$duckdb" ] || "$python" -B "$tests/duckdb_test.py" "$(installed duckdb/isobit.duckdb_extension)" DuckDB.test_nulls_are_as_in_sum
[ -n "$sqlite$duckdb" ]
