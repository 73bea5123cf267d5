#!/bin/bash
# leaks.sh PROGRAM FOLDER: valgrind finds no block that the library lost, and no bad access of its own.
. "$(dirname "$0")/support.sh"
command -v valgrind >/dev/null || { echo "SKIPPED: no valgrind"; exit 77; }
rm -f "$2"/valgrind.*
# Not whether its results are right: valgrind computes long doubles in double. Nor may the launcher end a rank that is
# still at work since another has found so.
output=$(preloaded 2 bash -c '"$@"; true' bash valgrind --quiet --leak-check=full --show-leak-kinds=definite,indirect,possible \
  --log-file="$2/valgrind.%p" "$1" exact 1)
expect_text "the program under valgrind" "^digest" "$output"
reports=("$2"/valgrind.*)
[ ${#reports[@]} -ge 2 ] || fail "valgrind left no reports"
# Ours is what the library itself asked for or touched: its frame is the innermost but for the allocator's.
ours=$(sed -E 's/^==[0-9]+== ?//' "${reports[@]}" | awk -v RS= '{
  count = split($0, lines, "\n")
  for (i = 1; i <= count; ++i) {
    if (lines[i] !~ /^ +(at|by) 0x/ || lines[i] ~ /vgpreload|libstdc\+\+|libc\.so|\([a-z_]+\.[ch]:[0-9]+\)/) continue
    if (lines[i] ~ /libisobit_mpi_preload/) print $0 "\n"
    break
  }
}')
[ -z "$ours" ] || fail "valgrind complains of the library: $ours"
for report in "${reports[@]}"; do
  grep -q libisobit_mpi_preload "$report" || fail "$report does not mention the library at all"
done
