#!/bin/bash
# spawn.sh PROGRAM FOLDER: with Open MPI's `-x LD_PRELOAD` reductions of spawned processes are replaced, too, but not
# audited: only those of the process that was started are in the folder.
. "$(dirname "$0")/support.sh"

plain=$(timeout 30 $MPIEXEC 1 "$1" 2>&1) || skip "MPI_Comm_spawn does not work here: $plain"
expect "without the library: sums that show it" "spawned: plain, all: plain" "$plain"
preload=(-x "LD_PRELOAD=$LIBRARY")
expect "with the library" "spawned: exact, all: exact" "$($MPIEXEC 1 "${preload[@]}" "$1")"
rm -rf "$2/audit_of_spawn"
expect "with an audit" "spawned: exact, all: exact" \
  "$($MPIEXEC 1 "${preload[@]}" -x "ISOBIT_MPI_AUDIT=$2/audit_of_spawn" "$1")"
audited=$(find "$2/audit_of_spawn" -name 'rank-*' -printf '%f\n' | cut -d. -f1 | sort -u)
expect "who is audited" rank-000000 "$audited"
