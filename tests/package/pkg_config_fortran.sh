#!/usr/bin/env bash
# pkg_config_fortran.sh static|shared consumer prefix folder fortran [mpifort mpiexec]: builds and runs the consumers in
# Fortran with what pkg-config says; static: with no library left to be loaded.
set -euo pipefail
kind=$1 consumer=$2 prefix=$3 folder=$4 fortran=$5 mpifort=${6:-} mpiexec=${7:-}

pc=$(find "$prefix" -name isobit-fortran.pc)
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
export LD_LIBRARY_PATH=${PKG_CONFIG_PATH%/pkgconfig}
mkdir -p "$folder"
cd "$folder"

static=() link=()
if [ "$kind" = static ]; then static=(--static) link=(-static); fi
# pkg-config quotes the space in the prefix for a shell, so a shell has to read it.
eval "flags=($(pkg-config "${static[@]}" --cflags --libs isobit-fortran))"
"$fortran" "$consumer/consumer.f90" -o consumer "${link[@]}" "${flags[@]}"
./consumer

# MPIs come as shared libraries.
if [ "$kind" = shared ] && [ -n "$mpifort" ]; then
  eval "flags=($(pkg-config --cflags --libs isobit-fortran-mpi))"
  "$mpifort" "$consumer/mpi_consumer.f90" -o mpi_consumer "${flags[@]}"
  "$mpiexec" -n 2 ./mpi_consumer
fi
