#!/usr/bin/env bash
# lint.sh build: house rules that a machine can check, then clang-tidy on the library and the command.
set -euo pipefail
build=$1
failed=0

complain() {
  echo "lint: $1" >&2
  failed=1
}

sources=$(git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp' '*.h' '*.c')
for file in $sources; do
  if [ "$(wc -l <"$file")" -gt 450 ]; then complain "$file has more than 450 lines"; fi
done
if grep -nE '^.{121,}$' $sources; then complain "lines longer than 120 columns"; fi
if grep -nE '[[:space:]]$' $sources; then complain "trailing white space"; fi
if grep -nwE 'TODO|FIXME|XXX|HACK' $sources; then complain "unfinished marks"; fi
for script in $(git ls-files --cached --others --exclude-standard '*.sh' .ci/run); do
  bash -n "$script" || failed=1
done

mapfile -t compiled < <(grep -E '^(src|tools)/.*\.cpp$' <<<"$sources" | grep -v '^src/sum/target/kernels.cpp$')
clang-tidy -p "$build" --quiet --warnings-as-errors='*' "${compiled[@]}" || failed=1
exit "$failed"
