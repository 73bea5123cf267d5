#!/usr/bin/env bash
# All measurements of docs/performance: run.sh BUILD_FOLDER [options of isobit_bench]. Takes about twenty minutes.
set -euo pipefail

build=${1:?usage: run.sh BUILD_FOLDER [options of isobit_bench]}
shift
here=$(dirname "$0")
out=$here/../docs/performance
mkdir -p "$out"

"$build/bench/isobit_bench" --json "$out/foundation.json" "$@"
command=$build/tools/isobit/isobit
if [[ -x $command ]]; then
  python3 -B "$here/command.py" "$command" --json "$out/command.json"
fi
python3 -B "$here/report.py" "$out/foundation.json"
if [[ -x $build/bench/isobit_bench_mpi ]]; then
  # Open MPI refuses root unless told.
  mkdir -p "$out/mpi"
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun -n 2 --bind-to core "$build/bench/isobit_bench_mpi" \
    --sizes 1602,100000,1000000,21410970 >"$out/mpi/two_ranks.md"
fi
if [[ -x $build/bench/isobit_bench_interpose ]]; then
  python3 -B "$here/interpose/run.py" "$build" --ranks 2 --out "$out/interposer"
fi

"$build/bench/isobit_bench_math" --rounds 5

"$build/bench/isobit_bench_linalg" --json "$out/linear_algebra.json"
python3 -B "$here/linalg/report.py" "$out/linear_algebra.json"
