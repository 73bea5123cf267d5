#!/usr/bin/env bash
# link.sh build other_build folder: two builds by different compilers. Their libraries export the same functions, and the
# programs of the one's compilers link to the other's library and run.
#
# The names are compared because linking shows only what these programs call; and programs are linked because the names in
# two libraries may agree and not be those that a header asks for. Without optimisation, so that no call is inlined away.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
first=$(cd "$1" && pwd) second=$(cd "$2" && pwd) folder=$3
mkdir -p "$folder"

compiler() { sed -n "s/^CMAKE_$2_COMPILER:[A-Z]*=//p" "$1/CMakeCache.txt"; }

# functions build: what its libraries export, but for constants, which come and go with what a compiler keeps, and for names
# with lambdas in them (Ul), which compilers number differently and nobody outside can call.
functions() {
  nm -D --defined-only "$1/src/libisobit.so" "$1/src/libisobit_mpi.so" | awk '$2 ~ /[TW]/ && $3 !~ /Ul/ { print $3 }' | sort
}
if ! diff <(functions "$first") <(functions "$second") >"$folder/names.diff"; then
  echo "the libraries of $first (<) and $second (>) do not export the same functions:"
  c++filt <"$folder/names.diff"
  exit 1
fi

# run_with build library: the programs as the compilers of the build make them, with the library of the other.
run_with() {
  local flags=(-O0 -Wall -Wextra -Werror -I"$here/../../../include") library=("$2/src/libisobit.so" "-Wl,-rpath,$2/src" -pthread -lm)
  "$(compiler "$1" CXX)" -std=c++20 "${flags[@]}" "$here/every_template.cpp" "${library[@]}" -o "$folder/program"
  "$folder/program"
  "$(compiler "$1" C)" -std=c11 "${flags[@]}" "$here/../consumer/consumer.c" "${library[@]}" -o "$folder/program_in_c"
  "$folder/program_in_c"
}
run_with "$second" "$first"
run_with "$first" "$second"
echo "$(functions "$first" | wc -l) functions, the same in both; each compiler's programs run with the other's library"
