#!/usr/bin/env bash
# build.sh BUILD_FOLDER: compiles the programs of this folder against BUILD_FOLDER/src/libisobit.a into
# BUILD_FOLDER/scale. The simulated one compiles the MPI driver again: it needs the simulator's mpi.h, which smpicxx
# brings.
set -euo pipefail
build=$(realpath "${1:?usage: build.sh BUILD_FOLDER}")
cd "$(dirname "$0")/.."
out=$build/scale
mkdir -p "$out"
common=(-std=c++20 -O2 -ffp-contract=off -DNDEBUG -Wall -Wextra -I. -Iinclude -Isrc)

# The plain loop of the benchmarks, with their flags.
plain=("$out/plain_sum_portable.o")
g++ "${common[@]}" -O3 -c common/plain_sum_portable.cpp -o "$out/plain_sum_portable.o"
if [ "$(uname -m)" = x86_64 ]; then
  g++ "${common[@]}" -O3 -mavx2 -mfma -c common/plain_sum_avx2.cpp -o "$out/plain_sum_avx2.o"
  plain+=("$out/plain_sum_avx2.o")
fi
g++ "${common[@]}" scale/calibrate.cpp "${plain[@]}" "$build/src/libisobit.a" -pthread -o "$out/calibrate"
g++ "${common[@]}" scale/messages.cpp "$build/src/libisobit.a" -pthread -o "$out/messages"
smpicxx "${common[@]}" scale/simulate.cpp scale/methods.cpp src/mpi/*.cpp "${plain[@]}" \
  "$build/src/libisobit.a" -pthread -o "$out/simulate"
