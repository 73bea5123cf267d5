#!/bin/bash
# every_reduction.sh NM LIBRARY COMPILER OPTION...: the library has all functions of this MPI's header that reduce, by their
# names: those that it does not replace, too, since an audit lists them.
set -euo pipefail
nm=$1 library=$2
shift 2
wanted=$(printf '#include <mpi.h>\n#if __has_include(<mpi-ext.h>)\n#include <mpi-ext.h>\n#endif\n' | "$@" -E -xc - |
  grep -oE '\bMPIX?_[A-Za-z_]*([Rr]educe|[Ss]can|[Aa]ccumulate|[Ff]etch_and)[A-Za-z_]*( |\()' | tr -d ' (' | sort -u)
taken=$("$nm" -D --defined-only "$library" | awk '{ print $3 }' | sort -u)
grep -qx MPI_Allreduce <<<"$wanted" || { echo "no names found" && exit 1; }
forgotten=$(comm -23 <(echo "$wanted") <(echo "$taken"))
[ -z "$forgotten" ] || { echo "not taken:" && echo "$forgotten" && exit 1; }
echo "$(wc -l <<<"$wanted") functions that reduce, all taken"
