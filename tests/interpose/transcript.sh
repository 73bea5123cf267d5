#!/bin/bash
# transcript.sh PROGRAM FOLDER: what the MPI says of wrong calls is the same with and without the library.
. "$(dirname "$0")/support.sh"
native 3 "$1" >"$2/transcript.native" || fail "the program itself"
[ "$(wc -l <"$2/transcript.native")" -gt 400 ] || fail "the transcript is too short"
for mode in exact order shuffle off; do
  preloaded 3 ISOBIT_MPI=$mode "$1" >"$2/transcript.$mode" || fail "the program under the library"
  diff "$2/transcript.native" "$2/transcript.$mode" || fail "ISOBIT_MPI=$mode: the lines with > are the library's"
done
