#!/bin/bash
# algorithms.sh PROGRAM NAME=value...: the MPI's own result changes with its algorithms, each of which is a list of
# settings separated by commas; the library's does not, and `shuffle` gives others still.
. "$(dirname "$0")/support.sh"
program=$1
shift
with() { # runner mode algorithm
  "$1" 5 ${3//,/ } ISOBIT_MPI="$2" "$program" || fail "$program with $3"
}
natives="" exacts="" orders="" shuffles=""
for algorithm in "$@"; do
  own=$(with native off "$algorithm")
  natives+="$own"$'\n'
  exacts+="$(with preloaded exact "$algorithm")"$'\n'
  orders+="$(with preloaded order "$algorithm")"$'\n'
  expect "ISOBIT_MPI=off with $algorithm" "$own" "$(with preloaded off "$algorithm")"
done
for seed in 1 2; do
  one=$(with preloaded shuffle "ISOBIT_MPI_SEED=$seed")
  expect "shuffle with seed $seed, again" "$one" "$(with preloaded shuffle "ISOBIT_MPI_SEED=$seed")"
  shuffles+="$one"$'\n'
done
kinds() { sort -u <<<"${1%$'\n'}" | wc -l; }
echo "different results: $(kinds "$natives") native, $(kinds "$exacts") exact, $(kinds "$orders") order, $(kinds "$shuffles") shuffle"
[ "$(kinds "$natives")" -ge 2 ] || fail "the example does not depend on the algorithm"
expect "different exact results" 1 "$(kinds "$exacts")"
expect "different results in rank order" 1 "$(kinds "$orders")"
expect "different shuffled results" 2 "$(kinds "$shuffles")"
grep -qxFf <(echo -n "$natives$exacts$orders") <<<"${shuffles%$'\n'}" && fail "a shuffled result is one of the others"
exit 0
