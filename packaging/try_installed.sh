#!/usr/bin/env bash
# try_installed.sh consumers folder mpi...: isobit as it is installed on this system, as a stranger uses it: programs in C++, C
# and Fortran built with CMake and with pkg-config, for each MPI (openmpi, mpich), and the command. The consumers are those of
# tests/package. ISOBIT_PREFIX: where it is installed, if not where the system looks.
set -euo pipefail
consumers=$(cd "$1" && pwd)
mkdir -p "$2"
cd "$2"
shift 2
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

say() { printf '== %s\n' "$*"; }

# with_cmake name consumer options...: static and shared.
with_cmake() {
  local name=$1 consumer=$2 shared
  shift 2
  for shared in OFF ON; do
    say "CMake: $name, shared libraries $shared"
    cmake -S "$consumers/$consumer" -B "$name.$shared" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=$shared "$@" >"$name.log" ||
      { cat "$name.log" && exit 1; }
    cmake --build "$name.$shared"
    (cd "$name.$shared" && ctest --output-on-failure)
  done
}
with_cmake consumer consumer
for mpi in "$@"; do
  chosen=(-DMPI_C_COMPILER="/usr/bin/mpicc.$mpi" -DMPI_Fortran_COMPILER="/usr/bin/mpifort.$mpi"
    -DMPIEXEC_EXECUTABLE="/usr/bin/mpiexec.$mpi")
  with_cmake "mpi.$mpi" mpi_consumer "${chosen[@]}"
  with_cmake "fortran.$mpi" fortran_consumer "${chosen[@]}"
done

say "pkg-config: C++, C"
read -ra flags < <(pkg-config --cflags --libs isobit)
c++ -std=c++20 -O2 "$consumers/consumer/consumer.cpp" -o consumer "${flags[@]}" && ./consumer
cc -std=c99 -O2 "$consumers/consumer/consumer.c" -o consumer_c "${flags[@]}" && ./consumer_c
for mpi in "$@"; do
  say "pkg-config: C++ and Fortran over $mpi"
  read -ra flags < <(pkg-config --cflags --libs "isobit-mpi-$mpi")
  "mpicxx.$mpi" -std=c++20 -O2 "$consumers/mpi_consumer/mpi_consumer.cpp" -o "mpi_consumer.$mpi" "${flags[@]}"
  "mpiexec.$mpi" -n 2 "./mpi_consumer.$mpi"
  read -ra flags < <(pkg-config --cflags --libs "isobit-fortran-mpi-$mpi")
  "mpifort.$mpi" "$consumers/fortran_consumer/mpi_consumer.f90" -o "mpi_consumer_f.$mpi" "${flags[@]}"
  "mpiexec.$mpi" -n 2 "./mpi_consumer_f.$mpi"
done

say "the command"
[ "$(printf '1e16\n1\n-1e16\n0.1\n' | isobit sum - | cut -d' ' -f1)" = 1.1 ]
for mpi in "$@"; do isobit preload -- "./mpi_consumer.$mpi"; done
man -w isobit >/dev/null 2>&1 || test -e /usr/share/man/man1/isobit.1.gz || echo "no manual page here (as in minimal systems)"
echo "try_installed: all is well"
