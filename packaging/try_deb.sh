#!/usr/bin/env bash
# try_deb.sh packages folder: a fresh Debian in that folder, into which nothing but the packages and compilers is installed, and
# try_installed.sh in it. Needs root, mmdebstrap and a mirror of Debian (MIRROR: the usual one).
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
packages=$(cd "$1" && pwd)
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")
if [ "$(id -u)" -ne 0 ]; then echo "try_deb: root is needed to make a system to install into" >&2 && exit 1; fi
rm -rf --one-file-system "$2"
mkdir -p "$2"
chroot=$(cd "$2" && pwd)/root

# Only what is there from the start is from elsewhere; isobit's packages bring the rest, -dev packages the MPIs.
mmdebstrap --variant=minbase --include=g++,gfortran,cmake,make,pkg-config,openmpi-bin,mpich \
  --customize-hook='mkdir "$1/packages" && find '"$packages"' -name "*.deb" -not -name "*-dbgsym_*" -exec cp {} "$1/packages" ";"' \
  --customize-hook='cp -R '"$root"'/tests/package "$1/consumers" && cp '"$root"'/packaging/try_installed.sh "$1/"' \
  --customize-hook='chroot "$1" sh -c "apt-get install -y -qq --no-install-recommends /packages/*.deb"' \
  "$suite" "$chroot" ${MIRROR:+"$MIRROR"}
unshare --mount --pid --fork --root="$chroot" --mount-proc env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
  bash /try_installed.sh /consumers /tmp/consumers openmpi mpich
echo "try_deb: installed into a fresh $suite: $(find "$chroot/packages" -name '*.deb' | wc -l) packages"
