#!/usr/bin/env bash
# What recipe.yaml runs. An MPI is the user's choice there, and a package of its own.
set -euo pipefail
# shellcheck disable=SC2086
cmake -S . -B build/conda -G Ninja ${CMAKE_ARGS:-} -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$PREFIX" \
  -DCMAKE_INSTALL_LIBDIR=lib -DISOBIT_BUILD_MPI=OFF -DISOBIT_BUILD_TESTS=OFF -DISOBIT_BUILD_EXAMPLES=OFF \
  -DISOBIT_BUILD_BENCH=OFF -DISOBIT_BUILD_FUZZERS=OFF -DISOBIT_BUILD_SQL=OFF -DISOBIT_PYTHON=OFF -DISOBIT_CUDA=OFF
cmake --build build/conda
cmake --install build/conda
