#!/usr/bin/env bash
# python_wheel.sh environment folder: the wheel for the Python of a virtual environment, in the folder: compiled from the
# source distribution, without a network, and tagged for the Linux systems on which it runs.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=$(realpath "$1") folder=$2
export PATH=$environment/bin:$PATH
alone=()
if unshare -rn true 2>/dev/null; then alone=(unshare -rn); else echo "no network namespaces here: pip is told to stay offline"; fi

rm -rf "$folder" build/sdist
mkdir -p "$folder/untagged" build/sdist
python -m build --sdist --no-isolation --outdir "$folder" . >"$folder/sdist.log" || { cat "$folder/sdist.log"; exit 1; }
tar -xzf "$folder"/isobit-*.tar.gz -C build/sdist --strip-components=1
# Compiled at the same depth as the tree's own builds and by the name that CMake gives the compiler, where Python would choose
# its own, so that the compiler cache finds their objects.
export CC=${CC:-cc} CXX=${CXX:-c++}
CCACHE_BASEDIR=$PWD/build/sdist "${alone[@]}" python -m pip wheel -q --no-index --no-build-isolation --no-deps -w "$folder/untagged" \
  -C cmake.define.ISOBIT_WARNINGS_AS_ERRORS=ON -C cmake.define.ISOBIT_UNITY=ON build/sdist
auditwheel repair -w "$folder" "$folder"/untagged/*.whl 2>"$folder/auditwheel.log" || { cat "$folder/auditwheel.log"; exit 1; }
ls "$folder"/*.whl
