#!/bin/bash
# python_sites.sh PROGRAM COMMAND FOLDER: an audit of a Python program tells its lines apart, and lists mpi4py's
# reductions of objects.
. "$(dirname "$0")/support.sh"
program=$1 command=$2 folder=$3/python_sites
rm -rf "$folder"

preloaded 3 ISOBIT_MPI_AUDIT="$folder" /usr/bin/python3 "$program" || fail "the audited program"
found=$("$command" audit --report "$folder" --json | /usr/bin/python3 -c '
import json, sys
report = json.load(sys.stdin)
for site in report["sites"]:
    callers = [frame["function"] for frame in site["frames"]]
    print(site["call"], site["line"], *callers, site["calls"] or site["passed"][0]["calls"])
for site in report["receives"]["sites"]:
    print(site["call"], site["line"], site["calls"])')

line() { grep -n "# $1\$" "$program" | cut -d: -f1; }
expect "sites" "MPI_Allreduce $(line helper) total energy <module> 10
MPI_Allreduce $(line helper) total <module> 5
mpi4py reduction $(line objects) <module> 7
mpi4py reduction $(line "of another communicator") <module> 1
mpi4py reduction $(line scan) <module> 1
MPI_Mprobe $(line receive) 2" "$found"

# Both places of MPI's reductions, and the three of mpi4py's own; not the receive.
compared=$("$command" diff "$folder" "$folder" --ignore "$(basename "$program")") || fail "the run and itself: $compared"
expect_text "places left out" "note: 5 places left out" "$compared"
expect_text "reductions of objects" "note: mpi4py's own reductions, of Python objects, are not compared" "$compared"

refused "the place of a Python program" "called from .module. .*uncovered.py:4\)" \
  preloaded 2 ISOBIT_MPI_STRICT=1 /usr/bin/python3 "$(dirname "$program")/uncovered.py"
