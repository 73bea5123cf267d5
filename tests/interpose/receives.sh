#!/bin/bash
# receives.sh PROGRAM COMMAND FOLDER: an audit counts what takes messages as they come, by whatever call.
. "$(dirname "$0")/support.sh"
program=$1 command=$2 folder=$3/receives
rm -rf "$folder"

preloaded 4 ISOBIT_MPI_AUDIT="$folder" "$program" 312 recv sendrecv sendrecv_replace persistent irecv probe mprobe iprobe \
  improbe iprobe_each waitany testany waitsome testsome test >/dev/null || fail "the audited program"
found=$("$command" audit --report "$folder" --json | python3 -c '
import json, sys
receives = json.load(sys.stdin)["receives"]
print(*(receives[each] for each in ("all", "any_source", "any_source_probe", "any_request")))
for each in sorted(receives["sites"], key=lambda each: each["call"]):
    print(each["call"], each["kind"], each["calls"])')

# In each of 15 rounds the program receives, beside three numbers, five messages from ranks that it names.
expect "counts" "120 15 12 12
MPI_Improbe any_source_probe 3
MPI_Iprobe any_source_probe 3
MPI_Irecv any_source 3
MPI_Mprobe any_source_probe 3
MPI_Probe any_source_probe 3
MPI_Recv any_source 3
MPI_Recv_init any_source 3
MPI_Sendrecv any_source 3
MPI_Sendrecv_replace any_source 3
MPI_Testany any_request 3
MPI_Testsome any_request 3
MPI_Waitany any_request 3
MPI_Waitsome any_request 3" "$found"
