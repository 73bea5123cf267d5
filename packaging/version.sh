#!/usr/bin/env bash
# version.sh: the version, from the one place where it is written.
set -euo pipefail
header=$(dirname "$0")/../include/isobit/version.h
sed -n 's/^#define ISOBIT_VERSION_\(MAJOR\|MINOR\|PATCH\) \([0-9]*\)$/\2/p' "$header" | paste -sd .
