#!/usr/bin/env bash
# fetch.sh FOLDER: DuckDB from PyPI into a virtual environment, FOLDER, and the headers of the same version from its
# source package into FOLDER/headers. Without a network it says so, and leaves nothing behind.
set -euo pipefail
folder=$1
[ ! -e "$folder/headers/duckdb_extension.h" ] || exit 0
fetch() {
  python3 -m venv "$folder" && "$folder/bin/pip" install -q duckdb || return 1
  version=$("$folder/bin/python" -c 'import duckdb; print(duckdb.__version__)')
  "$folder/bin/pip" download -q --no-deps --no-binary duckdb -d "$folder/source" "duckdb==$version" || return 1
  mkdir -p "$folder/headers"
  for header in duckdb.h duckdb_extension.h; do
    tar -xzf "$folder/source/duckdb-$version.tar.gz" --wildcards -O "*/src/include/$header" >"$folder/headers/$header" || return 1
  done
  rm -rf "$folder/source"
}
if ! fetch; then
  rm -rf "$folder"
  echo "SKIPPED: DuckDB cannot be had from PyPI here; its extension is left out" >&2
fi
