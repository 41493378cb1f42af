#!/bin/sh
# Installs the companion, or brings it up to date: `make install`, `make update`.
#
# May be run any number of times. A release is built beside the one in use and taken into use at
# once when it is whole, so that a power cut or a failed download changes nothing. Config and games
# that are there stay as they are.
set -eu
umask 022 # the companion's own account reads what root installs here
cd "$(dirname "$0")/.."
# shellcheck source=systemd/places.sh
. systemd/places.sh

STEPS=7
JOB=${1:-install}
PYTHON=${PYTHON:-/usr/bin/python3}
ROOT=$DESTDIR$HOME_DIR
SOURCES="engine vision device pyproject.toml constraints.txt README.md LICENSE"

need_root "$JOB"
if [ "$JOB" = update ] && [ ! -e "$ROOT/current" ]; then
    give_up "nothing is installed yet: try sudo make install"
fi

install_packages() {
    step "System packages"
    if is_staged; then
        say "left alone: staging into $DESTDIR"
        return
    fi
    export DEBIAN_FRONTEND=noninteractive
    missing=
    is_fresh=
    # shellcheck disable=SC2013
    for line in $(sed 's/#.*//' systemd/packages.txt); do
        names=${line%\?}
        package=$(choose_package "$names")
        if [ -z "$package" ] && [ -z "$is_fresh" ]; then
            say "asking for the newest lists of packages"
            apt-get update -qq || say "the lists could not be fetched"
            is_fresh=1
            package=$(choose_package "$names")
        fi
        if [ -n "$package" ]; then
            is_installed "$package" || missing="$missing $package"
        elif [ "$names" != "$line" ]; then
            say "$names: this system has no such package; going on without"
        else
            give_up "no package $names to be had: see that sudo apt update works, then try again"
        fi
    done
    if [ -z "$missing" ]; then
        say "all there that can be had"
        return
    fi
    say "installing$missing"
    # shellcheck disable=SC2086
    apt-get install -y -qq --no-install-recommends $missing >/dev/null ||
        give_up "apt could not install$missing: see above, then try again"
}

is_installed() {
    dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

# The first of several names, joined by |, that this release of the system knows.
choose_package() {
    for name in $(echo "$1" | tr '|' ' '); do
        if apt-cache policy "$name" 2>/dev/null | grep -q 'Candidate: [^(]'; then
            echo "$name"
            return
        fi
    done
}

check_python() {
    step "Python"
    "$PYTHON" -c 'import sys; (3, 11) <= sys.version_info < (3, 14) or sys.exit(1)' ||
        give_up "$PYTHON is not Python 3.11, 3.12 or 3.13; name one with PYTHON=/path/to/python3"
    "$PYTHON" -m pip --version >/dev/null 2>&1 ||
        give_up "$PYTHON has no pip: try sudo apt install python3-pip"
    "$PYTHON" -c 'import venv, ensurepip' 2>/dev/null ||
        give_up "$PYTHON cannot make environments: try sudo apt install python3-venv"
    NUMPY=$("$PYTHON" -c 'import numpy; print(numpy.__version__)' 2>/dev/null || true)
    say "$("$PYTHON" -V), numpy ${NUMPY:-not among the system packages}"
}

# A name for exactly these sources with this Python: the same again needs no building.
name_release() {
    # shellcheck disable=SC2086
    {
        "$PYTHON" -V
        echo "$NUMPY"
        find $SOURCES -type f ! -path '*/__pycache__/*' | LC_ALL=C sort | xargs sha256sum
    } | sha256sum | cut -c 1-12
}

build_release() {
    step "Program"
    RELEASE=releases/$(name_release)
    if [ -e "$ROOT/$RELEASE/whole" ]; then
        say "this version is there already"
        return
    fi
    say "building $HOME_DIR/$RELEASE (a few minutes on a Raspberry Pi)"
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    # shellcheck disable=SC2086
    cp -R $SOURCES "$scratch"
    grep -v '^numpy==' constraints.txt >"$scratch/pins.txt"
    # picamera2 is built for the system's numpy and breaks with any other
    [ -z "$NUMPY" ] || echo "numpy==$NUMPY" >>"$scratch/pins.txt"
    rm -rf "${ROOT:?}/$RELEASE"
    mkdir -p "$ROOT/releases"
    "$PYTHON" -m venv --system-site-packages --without-pip "$ROOT/$RELEASE"
    "$PYTHON" -m pip --python "$ROOT/$RELEASE/bin/python" install --quiet --no-input \
        --disable-pip-version-check --prefer-binary --constraint "$scratch/pins.txt" "$scratch"
    sed -i "1s|^#!$DESTDIR/|#!/|" "$ROOT/$RELEASE/bin/sepmosa"
    touch "$ROOT/$RELEASE/whole"
    rm -rf "$scratch"
    trap - EXIT
    is_staged || sync
}

make_account() {
    step "Account"
    if is_staged; then
        say "left alone: staging into $DESTDIR"
        return
    fi
    if ! id "$ACCOUNT" >/dev/null 2>&1; then
        useradd --system --user-group --home-dir "$STATE_DIR" --no-create-home \
            --shell /usr/sbin/nologin "$ACCOUNT"
        say "$ACCOUNT made: it cannot log in"
    fi
    for group in $GROUPS_NEEDED; do
        if ! getent group "$group" >/dev/null; then
            say "there is no group $group here"
        elif ! id -nG "$ACCOUNT" | tr ' ' '\n' | grep -qx "$group"; then
            usermod --append --groups "$group" "$ACCOUNT"
            say "$ACCOUNT joins $group"
        fi
    done
}

place_files() {
    step "Config, games, unit"
    mkdir -p "$DESTDIR$CONFIG_DIR" "$DESTDIR$STATE_DIR" \
        "$DESTDIR$(dirname "$UNIT")" "$DESTDIR$(dirname "$RULES")" "$DESTDIR$(dirname "$COMMAND")"
    if [ -e "$DESTDIR$CONFIG_DIR/config.toml" ]; then
        say "$CONFIG_DIR/config.toml stays as it is"
    else
        install -m 0644 systemd/config.toml "$DESTDIR$CONFIG_DIR/config.toml"
        say "$CONFIG_DIR/config.toml made"
    fi
    chmod 0750 "$DESTDIR$STATE_DIR"
    is_staged || chown "$ACCOUNT:$ACCOUNT" "$STATE_DIR"
    install -m 0644 systemd/sepmosa.service "$DESTDIR$UNIT"
    install -m 0644 systemd/90-sepmosa.rules "$DESTDIR$RULES"
    install -m 0644 systemd/README.md "$ROOT/README.md"
    ln -sfn "$HOME_DIR/current/bin/sepmosa" "$DESTDIR$COMMAND"
}

take_into_use() {
    step "Into use"
    ln -sfn "$RELEASE" "$ROOT/current.new"
    mv -T "$ROOT/current.new" "$ROOT/current"
    say "$HOME_DIR/current is $RELEASE"
    if is_staged; then
        return
    fi
    systemctl enable --quiet sepmosa.service
    target=$(systemctl get-default)
    if [ "$target" != multi-user.target ]; then
        echo "$target" >"$FORMER_TARGET"
        systemctl set-default --quiet multi-user.target
        say "from now on the system starts without a desktop (before: $target)"
    fi
    if has_systemd; then
        udevadm control --reload >/dev/null 2>&1 || true
        udevadm trigger --action=add --subsystem-match=backlight >/dev/null 2>&1 || true
        systemctl daemon-reload
        if systemctl restart sepmosa.service; then
            say "the companion runs; its log: journalctl -u sepmosa"
        else
            say "it did not start at once; after three tries it comes up in safe mode"
        fi
    else
        say "systemd does not run here: the companion starts with the next boot"
    fi
}

drop_old_releases() {
    step "Old versions"
    for old in "$ROOT"/releases/*; do
        if [ "$old" != "$ROOT/$RELEASE" ]; then
            rm -rf "$old"
            say "$(basename "$old") removed"
        fi
    done
}

install_packages
check_python
build_release
make_account
place_files
take_into_use
drop_old_releases
echo "Done. If anything is amiss: sudo -u $ACCOUNT sepmosa doctor"
