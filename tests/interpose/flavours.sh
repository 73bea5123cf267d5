#!/bin/bash
# flavours.sh OF_ABI [OF_OLDER]: a program for the ABI of the standard is refused before MPI_Init, though the MPI calls
# itself what the library was built for; so is one with an MPI that is too old.
. "$(dirname "$0")/support.sh"
expect "without the library" 0 "$("$1"; echo $?)"
refused "a program for the standard's ABI" "the program uses the standard's ABI \(libmpi_abi.so\) of .*; preload the library" \
  env LD_PRELOAD="$LIBRARY" "$1"
[ -n "${2:-}" ] || exit 0
refused "an older MPI" "the program uses .*, which is older; build isobit with" env LD_PRELOAD="$LIBRARY" "$2"
