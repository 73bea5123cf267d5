#!/usr/bin/env bash
# build_rpm.sh folder: the RPM packages of the last commit, in that folder, which is made anew; and rpmlint's word on them. On
# Debian too, where what RPM calls its requirements are other packages: the compiler and CMake say what is missing.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
rm -rf "$1"
mkdir -p "$1/SOURCES"
cd "$1"
bash "$root/packaging/dist.sh" SOURCES
export CCACHE_BASEDIR=$PWD/BUILD/isobit-$(bash "$root/packaging/version.sh")
requirements=()
if command -v dpkg >/dev/null; then requirements=(--nodeps); fi
RPM_BUILD_NCPUS=${JOBS:-$(nproc)} rpmbuild -ba "${requirements[@]}" --define "_topdir $PWD" "$root/packaging/rpm/isobit.spec"
rpmlint -c "$root/packaging/rpm/rpmlint.toml" "$root/packaging/rpm/isobit.spec" RPMS/*/*.rpm
