#!/usr/bin/env bash
# setup.sh [--check] group...: installs what is missing of these groups of Debian packages, and says what. With --check it
# installs nothing, and fails where something is missing. Groups:
#   core   compiler, build tools and the libraries of the tests and the command
#   command  the libraries of formats that the command reads where it has them, and what writes these for the tests
#   fuzz   clang with libFuzzer
#   cross  compilers for aarch64 and s390x, and the emulator that runs what they make
#   mpi    Open MPI
#   mpich  MPICH, the other one
#   program  the smallest of the real programs that tests run
#   apps   the others
#   wheels  what installs PyPI's packages
#   fortran  the compiler of the Fortran modules
#   flang  LLVM's, the newest that there is
#   interpose  Fortran, Python over MPI and valgrind, for the tests of the interposer
#   blas   NumPy, SciPy, OpenBLAS and the reference LAPACK, for the tests of the BLAS that isobit puts before them
#   sqlite  the headers of SQLite
#   sql    PostgreSQL, its headers, and what fetches DuckDB from PyPI
#   bench  peers to measure against
#   scale  the simulator of MPI on thousands of ranks
#   browser  a browser that tests can drive
#   screenshots  what makes pictures small
#   cache  a compiler cache, which builds of the same sources share
#   tables  what generates the tables of the functions
#   lint   clang-format, clang-tidy
#   packages  what makes and tries packages
set -euo pipefail
checking=
if [ "${1:-}" = --check ]; then
  checking=yes
  shift
fi

# The examples' package has PETSc's version in its name.
petsc_examples() { apt-cache search --names-only '^libpetsc[0-9.]+-dev-examples$' 2>/dev/null | cut -d' ' -f1 | grep . || echo libpetsc3.18-dev-examples; }

newest_flang() { apt-cache search --names-only '^flang-[0-9]+$' 2>/dev/null | cut -d' ' -f1 | sort -V | tail -1 || true; }

packages_of() {
  case $1 in
    core) echo g++ cmake make pkg-config python3 libgtest-dev libmpfr-dev zlib1g-dev libbz2-dev liblzma-dev libzstd-dev libcli11-dev ;;
    command) echo libhdf5-dev python3-h5py ;;
    fuzz) echo clang libclang-rt-dev ;;
    cross) echo g++-aarch64-linux-gnu g++-s390x-linux-gnu qemu-user libgtest-dev ;;
    mpi) echo libopenmpi-dev openmpi-bin ;;
    mpich) echo libmpich-dev mpich ;;
    program) echo examl ;;
    apps) echo elk-lapw lammps lammps-examples petsc-dev "$(petsc_examples)" quantum-espresso quantum-espresso-data gromacs \
      mumps-test nwchem-openmpi r-base-core octave ;;
    wheels) echo python3-dev python3-venv ;;
    fortran) echo gfortran ;;
    flang) newest_flang ;;
    interpose) echo gfortran python3-mpi4py valgrind ;;
    blas) echo libopenblas-dev python3-numpy python3-scipy libblas3 liblapack3 liblapack64-3 ;;
    sqlite) echo libsqlite3-dev ;;
    sql) echo libsqlite3-dev postgresql postgresql-server-dev-all python3-venv ;;
    bench) echo libopenblas-dev libeigen3-dev ;;
    scale) echo libsimgrid-dev ;;
    browser) echo chromium chromium-driver ;;
    screenshots) echo pngquant ;;
    cache) echo ccache ;;
    tables) echo python3-mpmath ;;
    lint) echo clang-format clang-tidy ;;
    packages) echo debhelper dpkg-dev fakeroot iproute2 lintian mmdebstrap ninja-build nix-bin rpm rpmlint ;;
    *) echo "setup.sh: unknown group '$1' (see the head of this file)" >&2; return 1 ;;
  esac
}

# A tool that is there from elsewhere is as good as the package that would bring it.
tool_of() {
  case $1 in
    g++|cmake|make|pkg-config|python3|ccache|clang-format|clang-tidy) echo "$1" ;;
    clang) echo clang++ ;;
    libsimgrid-dev) echo smpicxx ;;
    qemu-user) echo qemu-aarch64 ;;
    g++-*) echo "${1#g++-}-g++" ;;
  esac
}

installed() {
  local tool
  tool=$(tool_of "$1")
  if [ -n "$tool" ] && command -v "$tool" >/dev/null; then return 0; fi
  # Elsewhere than on Debian, whether there is a library is CMake's to say.
  if ! command -v dpkg >/dev/null; then [ -n "$checking" ] && [ -z "$tool" ]; return; fi
  dpkg -s "$1" >/dev/null 2>&1
}

missing=()
for group in "$@"; do
  packages=$(packages_of "$group")
  for package in $packages; do
    installed "$package" || missing+=("$package")
  done
done

if [ ${#missing[@]} -gt 0 ] && [ -n "$checking" ]; then
  echo "setup: missing: ${missing[*]}; \`make setup\` installs all that everything needs" >&2
  exit 1
fi
if [ ${#missing[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null; then
    echo "setup: this system has no apt-get; please install the equivalents of: ${missing[*]}" >&2
    exit 1
  fi
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "setup: not root and no sudo; please install: ${missing[*]}" >&2; exit 1; }
    as_root=(sudo)
  fi
  echo "setup: installing ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null
fi

have=$(cmake --version | sed -n 's/^cmake version //p')
if [ "$(printf '%s\n' 3.22 "$have" | sort -V | head -n 1)" != 3.22 ]; then
  echo "setup: CMake 3.22 is needed and this is $have; newer ones: pip install cmake" >&2
  exit 1
fi
