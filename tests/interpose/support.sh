# What the scripts share. The tests set MPIEXEC (the launcher and its flags), LIBRARY, and YIELD, a library that makes
# waiting ranks give way, or nothing.

set -u

# native RANKS [NAME=value...] PROGRAM...: without the library.
native() {
  local ranks=$1
  shift
  $MPIEXEC "$ranks" env LD_PRELOAD="$YIELD" "$@"
}

# preloaded RANKS [NAME=value...] PROGRAM...: with it, for the ranks only.
preloaded() {
  local ranks=$1
  shift
  $MPIEXEC "$ranks" env LD_PRELOAD="${YIELD:+$YIELD:}$LIBRARY" "$@"
}

fail() {
  echo "FAILED: $*"
  exit 1
}

# skip WHY: ctest does not count this as passed.
skip() {
  echo "SKIPPED: $*"
  exit 77
}

# expect WHAT EXPECTED GOT
expect() { [ "$2" = "$3" ] || fail "$1: expected '$2', got '$3'"; }

# expect_text WHAT PATTERN TEXT: an extended regular expression.
expect_text() { grep -Eq -- "$2" <<<"$3" || fail "$1: no '$2' in: $3"; }

# refused WHAT PATTERN COMMAND...: the library ends the command, and says why.
refused() {
  local what=$1 pattern=$2 output
  shift 2
  output=$("$@" 2>&1) && fail "$what: not refused"
  expect_text "$what" "isobit: .*$pattern" "$output"
}
