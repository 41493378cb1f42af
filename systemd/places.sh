# Where everything goes, and how the scripts speak. Sourced by install.sh and uninstall.sh.
# shellcheck shell=sh disable=SC2034,SC2153

DESTDIR=${DESTDIR:-}          # a folder that stands in for /: files only, the system is left alone
HOME_DIR=/opt/sepmosa         # the program: releases/…, and current, a link to one of them
CONFIG_DIR=/etc/sepmosa       # yours to edit
STATE_DIR=/var/lib/sepmosa    # games, exports
UNIT=/etc/systemd/system/sepmosa.service
RULES=/etc/udev/rules.d/90-sepmosa.rules
COMMAND=/usr/local/bin/sepmosa
ACCOUNT=sepmosa
GROUPS_NEEDED="video render input gpio audio"
FORMER_TARGET=$CONFIG_DIR/former-target  # what the system started into before

STEP=0
step() {
    STEP=$((STEP + 1))
    echo "[$STEP/$STEPS] $*"
}

say() {
    echo "      $*"
}

give_up() {
    echo "sepmosa: $*" >&2
    exit 1
}

is_staged() {
    [ -n "$DESTDIR" ]
}

# Whether systemd runs here; in a folder or a container being built it does not.
has_systemd() {
    ! is_staged && [ -d /run/systemd/system ]
}

need_root() {
    is_staged || [ "$(id -u)" = 0 ] || give_up "this changes the system: try sudo make $1"
}
