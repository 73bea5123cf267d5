#!/bin/bash
# linked.sh PROGRAM LINKED: linked with the library before its MPI, a program has the same bits as with it preloaded.
. "$(dirname "$0")/support.sh"
expect "the program itself and linked: the same bits" "different" \
  "$([ "$(native 5 "$1")" = "$(native 5 "$2")" ] && echo equal || echo different)"
expect "linked" "$(preloaded 5 "$1")" "$(native 5 "$2")"
expect "linked, ISOBIT_MPI=off" "$(native 5 "$1")" "$(native 5 ISOBIT_MPI=off "$2")"
