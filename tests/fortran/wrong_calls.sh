#!/bin/bash
# wrong_calls.sh COMMAND... [-- NAME MESSAGE]...: COMMAND NAME makes a wrong call. It must say MESSAGE on its standard error
# and end with a status that is not 0, by itself: no signal, as of an exception that nobody catches.
set -u
command=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  command+=("$1")
  shift
done
failed=0
complain() { echo "FAILED: $*" && failed=1; }
[ $# -ge 3 ] || complain "no wrong call to make"
while [ $# -ge 3 ]; do
  name=$2 message=$3
  shift 3
  # Again where it says nothing: MPICH's launcher may lose what a process wrote just before MPI_Abort.
  for _ in {1..12}; do
    said=$("${command[@]}" "$name" 2>&1 >/dev/null)
    status=$?
    [ "$status" -ne 0 ] || complain "$name: status 0"
    [ "$status" -lt 128 ] || complain "$name: status $status"
    [ -z "$said" ] || break
  done
  grep -Fq -- "$message" <<<"$said" || complain "$name: no '$message' on standard error, but: $said"
done
exit $failed
