#!/bin/bash
# receives.sh PROGRAM COMMAND FOLDER: an audit counts what takes messages as they come, by whatever call.
. "$(dirname "$0")/support.sh"
program=$1 command=$2 folder=$3/receives
rm -rf "$folder" && mkdir "$folder"

# counts HOW: of an audit, receives, those with MPI_ANY_SOURCE, probes with it, completions of the first request, and
# the calls that are listed.
counts() {
  preloaded 4 ISOBIT_MPI_AUDIT="$folder/$1" "$program" "$1" 312 >/dev/null || fail "$1, audited"
  "$command" audit --report "$folder/$1" --json | python3 -c '
import json, sys
receives = json.load(sys.stdin)["receives"]
sites = {site["call"] for site in receives["sites"]}
print(receives["all"], receives["any_source"], receives["any_source_probe"], receives["any_request"], *sorted(sites))'
}

# Beside its three numbers the program receives five messages from ranks that it names.
expect recv "8 3 0 0 MPI_Recv" "$(counts recv)"
expect sendrecv "8 3 0 0 MPI_Sendrecv" "$(counts sendrecv)"
expect sendrecv_replace "8 3 0 0 MPI_Sendrecv_replace" "$(counts sendrecv_replace)"
expect persistent "8 3 0 0 MPI_Recv_init" "$(counts persistent)"
expect irecv "8 3 0 0 MPI_Irecv" "$(counts irecv)"
expect probe "8 0 3 0 MPI_Probe" "$(counts probe)"
expect mprobe "8 0 3 0 MPI_Mprobe" "$(counts mprobe)"
expect iprobe "8 0 3 0 MPI_Iprobe" "$(counts iprobe)"
expect improbe "8 0 3 0 MPI_Improbe" "$(counts improbe)"
expect iprobe_each "8 0 0 0" "$(counts iprobe_each)"
expect waitany "8 0 0 3 MPI_Waitany" "$(counts waitany)"
expect testany "8 0 0 3 MPI_Testany" "$(counts testany)"
expect waitsome "8 0 0 3 MPI_Waitsome" "$(counts waitsome)"
expect testsome "8 0 0 3 MPI_Testsome" "$(counts testsome)"
