#!/usr/bin/env bash
# exported_names.sh nm library version: the shared library shows its interface, under that version, and nothing else: no
# data that could change, nothing of the standard library, and none of its own rooms but what isobit::mpi and isobit::cuda
# ask for. Of isobit::mpi itself nothing that only its sources share: windows, copies of communicators, merged windows.
set -euo pipefail
nm=$1 library=$2 version=$3
symbols=$("$nm" -D --defined-only "$library" | sed 's/^[0-9a-f]* *//' | grep -v "^A ISOBIT_")

# none "what must not be there" expression...: of the symbols, what grep finds.
none() {
  local what=$1 found
  shift
  if found=$(grep "$@" <<<"$symbols"); then
    echo "$what:"
    c++filt <<<"$found"
    exit 1
  fi
}

none "not under the version ISOBIT_$version" -v "@@ISOBIT_$version$"
none "data that can change" '^[BbDd] '
own=6isobit[0-9]v[0-9_]*
none "not isobit's" -Ev "^. (isobit_|_ZT?[ISV]?NK?$own)"
rooms='10arithmetic|7certify|7columns|14control_groups|7integer|4math|6method|5place|4pool|10prerounded|9reference|9summation|5trees|6linalg([0-57-9]|6[^d])|3mpi6detail(6windowI|7copy_of|12copy_at_hand|10merge_sums)'
for_others='9summation9short_sum|6linalg(11exact_entry|15partial_product|6refuse|13require_equal|17residue_system_of)'
counts="$(wc -l <<<"$symbols") symbols, of which $(grep -c '^. isobit_' <<<"$symbols") of the C interface"
symbols=$(grep -vE "_ZNK?$own($for_others)" <<<"$symbols")
none "of the library's own rooms" -E "_ZNK?$own($rooms)"
# So that what the library throws can be caught.
grep -q "_ZTIN${own}5errorE@" <<<"$symbols" || { echo "typeinfo of isobit::error is missing" && exit 1; }
echo "$counts"
