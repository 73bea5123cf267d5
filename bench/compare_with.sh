#!/usr/bin/env bash
# compare_with.sh BASE [options of compare.py]: the benchmarks of a commit and those of the working tree, side by side.
# The commit is checked out and built in build/base, which later calls use again.
set -euo pipefail
cd "$(dirname "$0")/.."
base=$(git rev-parse --verify "$1^{commit}")
shift
here=$PWD source=$PWD/build/base
git worktree prune
if [[ -e $source ]]; then git -C "$source" checkout -q --detach "$base"; else git worktree add -q --detach "$source" "$base"; fi

# Those named, or all that do not take minutes a round.
only=(isobit_bench isobit_bench_math isobit_bench_mpi isobit_bench_interpose)
[[ -z ${ONLY:-} ]] || read -ra only <<<"$ONLY"
targets=("${only[@]}")
[[ " ${only[*]} " != *" isobit_bench_interpose "* ]] || targets+=(isobit_mpi_preload)
for tree in "$source" "$here"; do
  (cd "$tree" && export CCACHE_BASEDIR=$tree && cmake --preset release >/dev/null &&
    cmake --build --preset release -j "${JOBS:-$(nproc)}" --target "${targets[@]}")
done
python3 -B bench/compare.py "$source/build/release" build/release --only "${only[@]}" "$@"
