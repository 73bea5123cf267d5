#!/usr/bin/env bash
# All measurements of docs/performance: run.sh BUILD_FOLDER [options of isobit_bench]. Takes about five minutes.
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
