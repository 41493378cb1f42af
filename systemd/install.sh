#!/bin/sh
# Builds the package for this machine and installs it: `make install`, `make update`. It is built by
# whoever owns this folder: nothing is fetched or built as root. With DESTDIR=/some/folder the
# files are only laid out there.
set -eu
cd "$(dirname "$0")/.."

give_up() {
    echo "sepmosa: $*" >&2
    exit 1
}

if [ -z "${DESTDIR:-}" ] && [ "$(id -u)" != 0 ]; then
    give_up "this changes the system: try sudo make install"
fi
release=$(sed -n 's/^VERSION_CODENAME=//p' "${OS_RELEASE:-/etc/os-release}")
case $release in
bookworm | trixie) ;;
*) give_up "there are packages for Debian and Raspberry Pi OS, bookworm and trixie; this is ${release:-neither}" ;;
esac
machine=$(dpkg --print-architecture)
set -- make --no-print-directory deb "RELEASE=$release" "MACHINE=$machine"
owner=$(stat -c %U .)
if [ "$(id -u)" = 0 ] && [ "$owner" != root ]; then
    set -- runuser -u "$owner" -- "$@"
fi
"$@" || give_up "no package was built: see above"
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml)
package=dist/sepmosa_$version+${release}_$machine.deb
if [ -n "${DESTDIR:-}" ]; then
    dpkg-deb -x "$package" "$DESTDIR"
else
    apt-get install -y "./$package" ||
        give_up "not installed: apt lacks something it needs, see above; try sudo apt update, then this again"
    echo "Done. If anything is amiss: sudo -u sepmosa sepmosa doctor"
fi
