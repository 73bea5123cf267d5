#!/usr/bin/env bash
# build_deb.sh folder: the Debian packages of the last commit, in that folder, which is made anew; and lintian's word on them.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
rm -rf "$1"
mkdir -p "$1"
cd "$1"
version=$(bash "$root/packaging/version.sh")
tarball=$(bash "$root/packaging/dist.sh" .)
mv "$tarball" "isobit_$version.orig.tar.gz"
tar xf "isobit_$version.orig.tar.gz"
cp -R "isobit-$version/packaging/debian" "isobit-$version/debian"

# debhelper gives its commands a home of their own, in which the compiler cache of the Makefile would be empty.
if command -v ccache >/dev/null; then
  CCACHE_DIR=${CCACHE_DIR:-$(ccache --get-config cache_dir)}
  export CCACHE_DIR CCACHE_BASEDIR=$PWD/isobit-$version
fi
(cd "isobit-$version" && dpkg-buildpackage -us -uc -j"${JOBS:-$(nproc)}")
# Nobody has asked Debian for these packages, so there is no bug to close.
lintian --info --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs ./*.changes
