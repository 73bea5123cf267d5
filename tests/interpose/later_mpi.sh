#!/bin/bash
# later_mpi.sh PROGRAM FOLDER: what came with MPI 4 is replaced, and seen, where the MPI has it, whatever version it says
# it is.
. "$(dirname "$0")/support.sh"

for call in any all some persistent; do
  native 3 "$1" $call >/dev/null && fail "$call: the MPI's own sums are right, so these runs cannot tell"
  output=$(preloaded 3 ISOBIT_MPI_STRICT=1 "$1" $call 2>&1) || fail "$call: $output"
  output=$(preloaded 3 ISOBIT_MPI_AUDIT="$2/later_$call" "$1" $call 2>&1) || fail "$call, audited: $output"
done
expect_text "the audit of a persistent reduction" '"call": ?"MPI_Allreduce_init"' \
  "$(cat "$2"/later_persistent/rank-000000.places)"

output=$(preloaded 3 "$1" counted 2>&1) || fail "counts of MPI_Count: $output"
preloaded 3 ISOBIT_MPI_AUDIT="$2/later_counted" "$1" counted || fail "counts of MPI_Count, audited"
expect_text "the audit of a receive" '"call": ?"MPI_Recv_c"' "$(cat "$2"/later_counted/rank-000000.places)"

session=$(preloaded 1 "$1" session 2>&1) || fail "a session: $session"
expect_text "a session" "isobit: this program uses MPI sessions" "$session"
refused "a session, strictly" "ISOBIT_MPI_STRICT is set" preloaded 1 ISOBIT_MPI_STRICT=1 "$1" session
