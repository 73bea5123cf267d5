#!/usr/bin/env bash
# try_dist.sh folder: the tarball as someone without a network uses it: unpacked, built with CMake alone, installed, and
# programs built against it, over MPI too where there is one. TRY_OPTIONS: further options of the CMake run.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
consumers=(consumer)
rm -rf "$1"
mkdir -p "$1"
cd "$1"
tar xf "$(bash "$root/packaging/dist.sh" .)"
cd isobit-*/

# A namespace of its own has no network; where it may not be made, what would use one still has no way to ask. Its loopback
# is up, as everywhere: without any, Open MPI's compiler complains where CMake expects options, and MPI would be left out.
offline=(unshare --net --map-root-user sh -c 'ip link set lo up && exec "$@"' sh)
"${offline[@]}" true 2>/dev/null || offline=(env http_proxy=http://127.0.0.1:9 https_proxy=http://127.0.0.1:9)
# Two folders deep, as other builds are, so that a compiler cache finds their objects.
# shellcheck disable=SC2086
"${offline[@]}" cmake -S . -B build/dist -DISOBIT_BUILD_TESTS=OFF -DISOBIT_BUILD_BENCH=OFF -DISOBIT_BUILD_EXAMPLES=OFF \
  -DISOBIT_BUILD_TOOLS=OFF ${TRY_OPTIONS:-}
"${offline[@]}" cmake --build build/dist -j "${JOBS:-$(nproc)}"
"${offline[@]}" cmake --install build/dist --prefix "$PWD/../prefix" >/dev/null
if compgen -G "../prefix/lib*/libisobit_mpi.a" >/dev/null; then consumers+=(mpi_consumer); fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
for consumer in "${consumers[@]}"; do
  "${offline[@]}" cmake -S "$root/tests/package/$consumer" -B "../$consumer" -DCMAKE_BUILD_TYPE=Release \
    "-DCMAKE_PREFIX_PATH=$PWD/../prefix"
  "${offline[@]}" cmake --build "../$consumer"
  (cd "../$consumer" && ctest --output-on-failure)
done
echo "try_dist: the tarball builds without a network, and so do programs with it: ${consumers[*]}"
