#!/usr/bin/env bash
# flang.sh folder: flang accepts the modules of bindings/fortran/source. Debian's flang 16 checks them, and can compile
# neither assumed ranks nor type-bound procedures yet: so it checks only.
set -euo pipefail
source=$(dirname "$0")/../../bindings/fortran/source
for flang in flang-new flang flang-new-{20,19,18,17,16}; do
  command -v "$flang" >/dev/null || continue
  mkdir -p "$1"
  for module in errors accumulators functions linalg reductions; do
    "$flang" -fsyntax-only -J"$1" "$source/isobit_$module.f90"
  done
  "$flang" -fsyntax-only -J"$1" "$source/isobit.f90"
  "$flang" --version | head -1
  exit 0
done
echo "SKIPPED: no flang here (Debian's package flang-16 has one)"
exit 77
