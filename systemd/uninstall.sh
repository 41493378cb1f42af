#!/bin/sh
# Removes the companion: `make uninstall`. Config and games stay, unless PURGE=1 is given.
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=systemd/places.sh
. systemd/places.sh

STEPS=3
need_root uninstall

step "Service"
if has_systemd && systemctl cat sepmosa.service >/dev/null 2>&1; then
    systemctl disable --quiet --now sepmosa.service
elif ! is_staged && [ -e "$UNIT" ]; then
    systemctl disable --quiet sepmosa.service
fi
rm -f "$DESTDIR$UNIT" "$DESTDIR$RULES"
if has_systemd; then
    systemctl daemon-reload
fi
if ! is_staged && [ -e "$FORMER_TARGET" ]; then
    systemctl set-default --quiet "$(cat "$FORMER_TARGET")"
    say "the system starts into $(cat "$FORMER_TARGET") again"
    rm -f "$FORMER_TARGET"
fi
say "gone"

step "Program"
rm -rf "${DESTDIR}${HOME_DIR:?}"
rm -f "$DESTDIR$COMMAND"
say "gone"

step "Config and games"
if [ "${PURGE:-0}" = 1 ]; then
    rm -rf "${DESTDIR}${CONFIG_DIR:?}" "${DESTDIR}${STATE_DIR:?}"
    if ! is_staged && id "$ACCOUNT" >/dev/null 2>&1; then
        userdel "$ACCOUNT"
    fi
    say "gone, as asked for"
else
    say "left in $CONFIG_DIR and $STATE_DIR; with PURGE=1 they go as well"
fi
