#!/usr/bin/env bash
# setup_test.sh: `make build` and `make install` install nothing, and where something is missing they say what helps.
set -euo pipefail
cd "$(dirname "$0")/../.."
for target in build install; do
  if make -n "$target" | grep 'setup.sh' | grep -v -- '--check'; then
    echo "setup_test: make $target installs packages" >&2
    exit 1
  fi
done

# A machine with nothing but what the script itself needs, and an apt-get that tells on who calls it.
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
for tool in bash cat; do ln -s "$(command -v "$tool")" "$tools/"; done
printf '#!%s\necho "apt-get was called" >&2\nexit 1\n' "$tools/bash" >"$tools/apt-get"
chmod +x "$tools/apt-get"
if said=$(PATH=$tools bash scripts/setup.sh --check core 2>&1); then
  echo "setup_test: nothing is missing on a machine without a compiler" >&2
  exit 1
fi
case $said in
  *"apt-get was called"*) echo "setup_test: --check calls apt-get" >&2 && exit 1 ;;
  *"missing: g++"*"make setup"*) ;;
  *) printf 'setup_test: what it says helps nobody: %s\n' "$said" >&2 && exit 1 ;;
esac
