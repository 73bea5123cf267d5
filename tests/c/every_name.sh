#!/usr/bin/env bash
# every_name.sh nm library objects...: the objects call every isobit_ function that the library has.
set -euo pipefail
nm=$1 library=$2
shift 2
# An archive is linked into others, so its symbols are read as they are; a shared library shows what it exports.
flags=--defined-only
[[ $library == *.so* ]] && flags="-D $flags"
# shellcheck disable=SC2086 # two flags
there=$("$nm" $flags "$library" | sed -nE 's/.* T (isobit_[a-z0-9_]+).*/\1/p' | sort -u)
called=$("$nm" -u "$@" | sed -nE 's/.* U (isobit_[a-z0-9_]+).*/\1/p' | sort -u)
[[ -n $there && -n $called ]] || { echo "no names found" && exit 1; }
forgotten=$(comm -23 <(echo "$there") <(echo "$called"))
if [[ -n $forgotten ]]; then
  echo "never called:"
  echo "$forgotten"
  exit 1
fi
echo "$(wc -l <<<"$there") functions, all called"
