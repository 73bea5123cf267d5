#!/usr/bin/env bash
# newest_flang.sh [version]: the newest flang here that is of that version or later, and its version; nothing where there is
# none.
set -euo pipefail
for name in $(compgen -c | grep -xE 'flang(-new)?(-[0-9]+)?' | sort -u); do
  version=$("$name" --version 2>/dev/null | sed -nE '1s/.*version ([0-9]+).*/\1/p')
  if [ "${version:-0}" -ge "${1:-0}" ]; then echo "$name $version"; fi
done | sort -k2n | tail -1
