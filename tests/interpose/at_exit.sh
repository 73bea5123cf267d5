#!/bin/bash
# at_exit.sh PROGRAM FOLDER: the library still computes when the program's global objects are destroyed, under an audit
# too. What the audit records there is not looked at.
. "$(dirname "$0")/support.sh"

sums() { # what each of the three sums is expected to be
  printf 'in main: %s\nat exit: %s\nat exit: %s' "$1" "$1" "$1"
}
expect "without the library: sums that show it" "$(sums 2.4000000000000004)" "$(native 3 "$1")"
expect "with the library" "$(sums 2.3999999999999999)" "$(preloaded 3 "$1")"
expect "with an audit" "$(sums 2.3999999999999999)" "$(preloaded 3 ISOBIT_MPI_AUDIT="$2/audit_at_exit" "$1")"
