#!/bin/bash
# other_mpi.sh SOURCE FOLDER COMPILER: a program that COMPILER, of another MPI than the library's, compiles is refused.
. "$(dirname "$0")/support.sh"
program=$2/of_other_mpi
command -v "$3" >/dev/null || skip "the other MPI is not installed: no $3"
"$3" "$1" -lm -o "$program" || fail "$3"
# It runs alone: the launcher of this MPI does not know it.
expect "without the library" 0 "$("$program" >/dev/null; echo $?)"
refused "a program of another MPI" "the program uses .*; preload the library that was built with" \
  env LD_PRELOAD="$LIBRARY" "$program"
