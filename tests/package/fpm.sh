#!/usr/bin/env bash
# fpm.sh consumer package prefix folder: builds and runs the consumer in Fortran with fpm, which compiles the package of the
# modules over the installed library; skipped where there is no fpm (PyPI has one).
set -euo pipefail
consumer=$1 package=$2 prefix=$3 folder=$4

if ! command -v fpm >/dev/null; then
  echo "SKIPPED: no fpm (pip install fpm)"
  exit 77
fi
rm -rf "$folder"
mkdir -p "$folder/app"
cd "$folder"
cp "$consumer/consumer.f90" app/main.f90
printf 'name = "consumer"\n[dependencies]\nisobit = { path = "%s" }\n' \
  "$(realpath --relative-to=. "$package")" >fpm.toml # fpm takes relative paths only
library=$(dirname "$(find "$prefix" -name libisobit.a)")
export CPATH=$prefix/include LIBRARY_PATH=$library LD_LIBRARY_PATH=$library FPM_CXXFLAGS=-std=c++20
fpm run
