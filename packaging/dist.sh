#!/usr/bin/env bash
# dist.sh folder [commit]: isobit-VERSION.tar.gz in that folder, of a commit (the last one). The same commit gives the same
# bytes: times are the commit's, names and modes the tree's, and gzip adds nothing of its own.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
name=isobit-$(bash "$root/packaging/version.sh")
if [ -n "$(git -C "$root" status --porcelain)" ]; then echo "dist: changes that are not committed are left out" >&2; fi
git -C "$root" -c tar.umask=0022 archive --format=tar --prefix="$name/" "${2:-HEAD}" | gzip -9n >"$1/$name.tar.gz"
echo "$1/$name.tar.gz"
