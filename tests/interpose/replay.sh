#!/bin/bash
# replay.sh PROGRAM FOLDER: what a program took first in one run it takes first in another, by whatever call; and where
# that cannot be, it ends with a message.
. "$(dirname "$0")/support.sh"
program=$1 folder=$2/replay
rm -rf "$folder" && mkdir "$folder"

# record NAME ORDER HOW... and replay NAME HOW...: what the program prints; the order of the second is left open.
record() { preloaded "${ranks:-4}" ISOBIT_MPI_RECV="record:$folder/$1" "$program" "${@:2}" 2>&1; }
replay() { preloaded "${ranks:-4}" ISOBIT_MPI_RECV="replay:$folder/$1" "$program" any "${@:2}" 2>&1; }

all="recv sendrecv sendrecv_replace irecv late_cancel cancel probe mprobe iprobe improbe iprobe_each waitany testany waitsome testsome
  test post_waitall post_waitany post_waitsome post_test post_testall post_testany post_testsome post_get_status"
# Of two orders, one at least is not what would come by itself.
for order in 312 231; do
  recorded=$(record $order $order $all) || fail "$order: $recorded"
  for how in $all; do expect_text "$how, recorded" "^$how $order [0-9]+$" "$recorded"; done
  expect "$order, repeated" "$recorded" "$(replay $order $all)"
done

expect_text "a persistent receive" "isobit: rank 0: MPI_Recv_init from MPI_ANY_SOURCE, at .* cannot be repeated" \
  "$(record persistent 312 persistent)"

# The main thread, then another.
refused "two threads" "several threads take messages as they come" record threads 312 recv thread

refused "no recording" "record a run on 4 ranks with ISOBIT_MPI_RECV=record:" replay nowhere recv
ranks=5 record five 123 recv >/dev/null || fail "five ranks"
refused "fewer ranks" "was recorded on 5 ranks" replay five recv
record two 312 recv recv >/dev/null || fail "two rounds"
refused "another program" "at .* it asks for MPI_Waitany.*, and entry 1 of the recording is a receive or probe" \
  replay two waitany
refused "a recording that ends" "the recording ends here, after 6 entries" replay two recv recv recv
expect_text "a run that ends early" "isobit: rank 0 does not repeat the run in .*: it ends before 3 more messages" \
  "$(replay two recv)"
cp "$folder"/312/rank-000001.messages "$folder"/two/
refused "files of two runs" "recordings of several runs" replay two recv
record damaged 312 recv >/dev/null || fail "a recording to damage"
# The number of entries, of 8 bytes, stands at byte 16.
printf '\377\377\377\377\377\377\377\017' |
  dd of="$folder"/damaged/rank-000002.messages bs=1 seek=16 conv=notrunc status=none
refused "a damaged recording" "rank-000002.messages is damaged: .* record again" replay damaged recv
refused "a word that makes no sense" "use record:FOLDER or replay:FOLDER" \
  preloaded 4 ISOBIT_MPI_RECV=order "$program" any recv
