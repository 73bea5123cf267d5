#!/usr/bin/env bash
# flang.sh folder: flang accepts the modules of bindings/fortran/source, whatever its version. `make flang` compiles them and
# runs what they make with a version that can; those up to 19 know no assumed ranks.
set -euo pipefail
source=$(dirname "$0")/../../bindings/fortran/source
read -r flang version < <(bash "$(dirname "$0")/../../scripts/newest_flang.sh") || true
if [ -z "${flang:-}" ]; then
  echo "SKIPPED: no flang here (Debian's package flang-22 has one)"
  exit 77
fi
mkdir -p "$1"
for module in errors accumulators functions linalg reductions; do
  "$flang" -fsyntax-only -J"$1" "$source/isobit_$module.f90"
done
"$flang" -fsyntax-only -J"$1" "$source/isobit.f90"
echo "flang $version accepts the modules"
