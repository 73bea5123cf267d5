#!/usr/bin/env bash
# other_machine_test.sh SOURCE HEADERS: where uname names a machine that DuckDB does not run on, CMake leaves its extension out.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ! setarch i686 true 2>"$folder/why"; then
  echo "SKIPPED: no other machine to pretend: $(cat "$folder/why")"
  exit 77
fi
setarch i686 cmake -S "$1" -B "$folder/build" -DISOBIT_DUCKDB_INCLUDE="$2" -DISOBIT_BUILD_TESTS=OFF -DISOBIT_BUILD_MPI=OFF >"$folder/said"
grep "DuckDB has no platform i686: LEAVING OUT its extension" "$folder/said"
