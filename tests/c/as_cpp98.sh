#!/usr/bin/env bash
# as_cpp98.sh library program compiler arguments...: compiles and links the program, and runs it.
set -euo pipefail
library=$1 program=$2
shift 2
"$@" -x none "$library" -Wl,-rpath,"$(dirname "$library")" -lm -o "$program"
"./$program"
