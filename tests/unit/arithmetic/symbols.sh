#!/usr/bin/env bash
# symbols.sh nm set object...: a function that the kernels share with other code must not be compiled for their
# instruction set, or the linker may pick that copy for everybody, and older machines stop at it.
set -euo pipefail
nm=$1 set=$2
shift 2
symbols=$("$nm" -C --defined-only "$@" | sed -n 's/^[0-9a-f]* [TWw] //p')
strangers=$(grep -Ev "isobit::v[0-9_]+::[a-z]+::(kernel::)?$set::" <<<"$symbols" || true)
if [ -z "$symbols" ] || [ -n "$strangers" ]; then
  echo "outside of the namespaces $set, of $(wc -l <<<"$symbols") symbols:"
  echo "$strangers"
  exit 1
fi
echo "$(wc -l <<<"$symbols") symbols, all in namespaces $set"
