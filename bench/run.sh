#!/usr/bin/env bash
# All measurements of docs/performance on this machine: run.sh BUILD_FOLDER [MACHINE [options of isobit_bench]]. MACHINE
# names the files; the pages show every machine that has some.
set -euo pipefail

build=${1:?usage: run.sh BUILD_FOLDER [MACHINE [options of isobit_bench]]}
machine=${2:-this_machine}
shift $(($# > 1 ? 2 : 1))
here=$(dirname "$0")
out=$here/../docs/performance
mkdir -p "$out"/{sums,methods,command,mpi,interposer,functions,linear_algebra}

"$build/bench/isobit_bench" --json "$out/sums/$machine.json" "$@"
"$build/bench/isobit_bench" --operation method_f64,method_f32 --json "$out/methods/$machine.json"
command=$build/tools/isobit/isobit
if [[ -x $command ]]; then
  python3 -B "$here/command.py" "$command" --json "$out/command/$machine.json"
fi
python3 -B "$here/report.py" "$out"
python3 -B "$here/report_methods.py" "$out"

if [[ -x $build/bench/isobit_bench_mpi ]]; then
  # Open MPI refuses root unless told.
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun -n 2 --bind-to core "$build/bench/isobit_bench_mpi" \
    --sizes 1602,100000,1000000,21410970 >"$out/mpi/${machine}_openmpi_2_ranks_1.md"
  python3 -B "$here/mpi/report.py" "$out"
fi
if [[ -x $build/bench/isobit_bench_interpose ]]; then
  python3 -B "$here/interpose/run.py" "$build" --ranks 2 --out "$out/interposer" --machine "$machine"
  python3 -B "$here/interpose/report.py" "$out"
fi

# The page on functions sets four files side by side, by their names: see bench/math/report.py.
"$build/bench/isobit_bench_math" --rounds 5 --csv "$out/functions/$machine.csv"

"$build/bench/isobit_bench_linalg" --json "$out/linear_algebra/$machine.json"
python3 -B "$here/linalg/report.py" "$out"
