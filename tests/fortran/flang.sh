#!/usr/bin/env bash
# flang.sh folder: flang accepts the modules of bindings/fortran, whatever its version. `make flang` compiles those without
# MPI and runs what they make with a version that can; those up to 19 know no assumed ranks.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
modules=$here/../../bindings/fortran
read -r flang version < <(bash "$here/../../scripts/newest_flang.sh") || true
if [ -z "${flang:-}" ]; then
  echo "SKIPPED: no flang here (Debian's package flang-22 has one)"
  exit 77
fi
mkdir -p "$1"
read_one() { "$flang" -fsyntax-only -J"$1" "$2"; }
for module in errors accumulators functions linalg reductions; do
  read_one "$1" "$modules/source/isobit_$module.f90"
done
read_one "$1" "$modules/source/isobit.f90"
read_one "$1" "$modules/source/stdlib_sum_kahan.f90"

# Its MPI is not here: what it needs of one to read these.
read_one "$1" "$here/mpi_for_syntax.f90"
read_one "$1" "$modules/mpi/isobit_mpi.f90"
for module in mpas_ranges mpas_integer_sums; do read_one "$1" "$modules/models/$module.f90"; done  # the next ones use them
for module in "$modules"/models/*.f90; do read_one "$1" "$module"; done
echo "flang $version accepts the modules"
