#!/usr/bin/env bash
# exported_names.sh nm library: libisobit_cublas.so shows these names of cuBLAS and nothing else. A name more would take
# calls from cuBLAS, a name less would leave them to it.
set -euo pipefail
expected=$(for name in {D,S,Z,C}gemm_v2 {D,S,Z,C}gemmStridedBatched GemmEx GemmStridedBatchedEx; do
  printf 'cublas%s\ncublas%s_64\n' "$name" "$name"
done | sort)
found=$("$1" -D --defined-only "$2" | awk '{print $3}' | sort)
diff <(echo "$expected") <(echo "$found") && echo "$(wc -l <<<"$found") names"
