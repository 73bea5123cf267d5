#!/usr/bin/env bash
# build.sh BUILD_FOLDER: compiles the programs of this folder against BUILD_FOLDER/src/libisobit.a into
# BUILD_FOLDER/scale. The simulated ones have the MPI driver compiled again: it needs the simulator's mpi.h, which smpicxx
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
# Plain conjugate gradients, likewise.
iterations=("$out/plain_iterations.o" "$out/plain_portable.o")
if [ "$(uname -m)" = x86_64 ]; then
  g++ "${common[@]}" -O3 -mavx2 -mfma -ffp-contract=fast -c bench/sparse/plain_avx2.cpp -o "$out/plain_avx2.o"
  g++ "${common[@]}" -O3 -mavx2 -mfma -mavx512f -mavx512dq -mavx512vl -Wno-maybe-uninitialized -Wno-uninitialized \
    -ffp-contract=fast -c bench/sparse/plain_avx512.cpp -o "$out/plain_avx512.o"
  iterations+=("$out/plain_avx2.o" "$out/plain_avx512.o")
fi
g++ "${common[@]}" -O3 -ffp-contract=fast -c bench/sparse/plain_portable.cpp -o "$out/plain_portable.o"
g++ "${common[@]}" -O3 -c scale/plain_iterations.cpp -o "$out/plain_iterations.o"
g++ "${common[@]}" scale/calibrate.cpp "${plain[@]}" "${iterations[@]}" "$build/src/libisobit.a" -pthread -o "$out/calibrate"
g++ "${common[@]}" scale/messages.cpp "$build/src/libisobit.a" -pthread -o "$out/messages"
mkdir -p "$out/mpi"
for source in src/mpi/*.cpp; do
  smpicxx "${common[@]}" -c "$source" -o "$out/mpi/$(basename "$source" .cpp).o"
done
smpicxx "${common[@]}" scale/simulate.cpp scale/methods.cpp "$out"/mpi/*.o "${plain[@]}" "$build/src/libisobit.a" \
  -pthread -o "$out/simulate"
smpicxx "${common[@]}" scale/iterate.cpp "$out"/mpi/*.o "${iterations[@]}" "$build/src/libisobit.a" -pthread \
  -o "$out/iterate"
