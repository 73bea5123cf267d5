#!/usr/bin/env bash
# build.sh BUILD_FOLDER: compiles the programs of this folder against BUILD_FOLDER/src/libisobit.a into
# BUILD_FOLDER/scale. The simulated one compiles the MPI driver again: it needs the simulator's mpi.h, which smpicxx
# brings.
set -euo pipefail
build=$(realpath "${1:?usage: build.sh BUILD_FOLDER}")
cd "$(dirname "$0")/.."
out=$build/scale
mkdir -p "$out"
common=(-std=c++20 -O2 -ffp-contract=off -DNDEBUG -Wall -Wextra -Iinclude -Isrc)

# The plain loop of the benchmarks, with their flags.
avx2=()
if [ "$(uname -m)" = x86_64 ]; then avx2=(-mavx2 -mfma); fi
g++ "${common[@]}" -O3 "${avx2[@]}" -c bench/sum/plain_avx2.cpp -o "$out/plain.o"
g++ "${common[@]}" scale/calibrate.cpp "$out/plain.o" "$build/src/libisobit.a" -pthread -o "$out/calibrate"
g++ "${common[@]}" scale/messages.cpp "$build/src/libisobit.a" -pthread -o "$out/messages"
smpicxx "${common[@]}" scale/simulate.cpp scale/methods.cpp src/driver/mpi/*.cpp "$out/plain.o" \
  "$build/src/libisobit.a" -pthread -o "$out/simulate"
