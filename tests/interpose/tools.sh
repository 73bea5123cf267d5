#!/bin/bash
# tools.sh PROGRAM TOOL: another tool in the same process, before and after the library, sees the calls as well.
. "$(dirname "$0")/support.sh"
expected=$(preloaded 3 "$1")
expect "the tool alone" "counted 10" "$(native 3 LD_PRELOAD="$2" "$1" | grep counted)"
for order in "$2:$LIBRARY" "$LIBRARY:$2"; do
  output=$(native 3 LD_PRELOAD="${YIELD:+$YIELD:}$order" "$1")
  expect "the calls that the tool saw in $order" "counted 10" "$(grep counted <<<"$output")"
  expect "the bits in $order" "$expected" "$(grep -v counted <<<"$output")"
done
