#!/bin/bash
# misuse.sh PROGRAM UNCOVERED OF_FAKE_MPI: what goes wrong is said in a line that begins with "isobit: ", and the program
# ends; what is not MPI's is left alone.
. "$(dirname "$0")/support.sh"

refused "a mode that is none" "ISOBIT_MPI=nonsense" preloaded 2 ISOBIT_MPI=nonsense "$1"
refused "too many bins" "ISOBIT_MPI=binned:9" preloaded 2 ISOBIT_MPI=binned:9 "$1"
refused "a route that is none" "ISOBIT_MPI_ROUTE=up" preloaded 2 ISOBIT_MPI_ROUTE=up "$1"
refused "a seed that is none" "ISOBIT_MPI_SEED=x" preloaded 2 ISOBIT_MPI=shuffle ISOBIT_MPI_SEED=x "$1"
refused "a folder that cannot be" "/dev/null/x" preloaded 2 ISOBIT_MPI_AUDIT=/dev/null/x "$1"

mixed() { # one rank with other settings than the other
  $MPIEXEC 2 sh -c 'ISOBIT_MPI=$([ "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}" = 0 ] && echo order || echo exact) LD_PRELOAD=$LIBRARY "$0"' "$1"
}
refused "ranks that disagree" "ranks disagree" mixed "$1"

for kind in user:MPI_Allreduce bytes:MPI_Allreduce accumulate:MPI_Accumulate fetch:MPI_Fetch_and_op; do
  refused "strict, ${kind%:*}" "${kind#*:}.*$(basename "$2")" preloaded 2 ISOBIT_MPI_STRICT=1 "$2" "${kind%:*}"
  expect "not strict, ${kind%:*}" finished "$(preloaded 2 "$2" "${kind%:*}")"
done
refused "strict, enqueued" "MPIX_Allreduce_enqueue.*queue of a GPU" preloaded 2 ISOBIT_MPI_STRICT=1 "$2" enqueue
for kind in none integers; do
  expect "strict, nothing to refuse: $kind" finished "$(preloaded 2 ISOBIT_MPI_STRICT=1 "$2" $kind)"
done

for program in /bin/true "/bin/sh -c true" "/usr/bin/env true"; do
  expect "$program" "0:" "$(LD_PRELOAD=$LIBRARY $program 2>&1; echo "$?:")"
done
expect "the status of a program" 7 "$(LD_PRELOAD=$LIBRARY /bin/sh -c 'exit 7' 2>&1; echo $?)"

expect "a program of another MPI, without the library" 0 "$("$3"; echo $?)"
refused "a program of another MPI" "the program uses [^,]*, a fake; preload the library that was built with" \
  env LD_PRELOAD="$LIBRARY" "$3"
