"""`sepmosa doctor`: looks at camera, buttons, screen, disk, networks and versions, and says what to
do about each fault."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from device.camera.choose import opener_for
from device.commands.companion import state_folder
from device.commands.terminal import has_colour, printable
from device.core.config import shipped_config
from device.store.config_file import NAME
from device.system.doctor.facts import games_state, gather, is_there, known_config
from device.system.doctor.judge import FileState, Finding, Grade, examine, worst
from device.system.doctor.report import report

CONFIG = Path("/etc/sepmosa/config.toml")
STATE, RUNTIME = Path("/var/lib/sepmosa"), Path("/run/sepmosa")  # as the unit has them
SIGNS = {Grade.FINE: "✓", Grade.WARNING: "!", Grade.FAULT: "✗"}
INKS = {Grade.FINE: 32, Grade.WARNING: 33, Grade.FAULT: 31}
WIDEST = 400  # characters of a finding


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to look, and how to tell."""
    parser.add_argument("--config", metavar="FILE", help="the config file to look at")
    parser.add_argument("--state", metavar="DIR", help="the folder with the games")
    parser.add_argument("--json", action="store_true", help="as one JSON object, for scripts")
    parser.add_argument(
        "--report",
        action="store_true",
        help="measures, and tells it as a text to send to the makers",
    )


def run(options: argparse.Namespace) -> int:
    """Tells every finding; exit status 0, or 1 where there is a fault."""
    overlay = Path(options.config) if options.config else CONFIG
    if not options.state and is_there(STATE):
        options.state = str(STATE)
    state = state_folder(options.state)
    if options.report:
        print(_report(overlay, state))
        return 0
    findings = examine(gather(overlay, state, RUNTIME if state == STATE else None))
    if options.json:
        told = [{**asdict(each), "grade": each.grade.value} for each in findings]
        print(json.dumps({"worst": worst(findings).value, "findings": told}))
    else:
        is_coloured = has_colour(sys.stdout)
        for finding in findings:
            print(_shown(finding, is_coloured))
    return 1 if worst(findings) is Grade.FAULT else 0


def _report(overlay: Path, state: Path) -> str:
    """What someone with a real device is asked to send."""
    config, _, _ = known_config(overlay, state / NAME)
    config = config or shipped_config()
    games = games_state(state / config.text("files", "games"))
    return report(opener_for(config), games is FileState.IN_USE)


def _shown(finding: Finding, is_coloured: bool) -> str:
    sign = SIGNS[finding.grade]
    if is_coloured:
        sign = f"\x1b[1;{INKS[finding.grade]}m{sign}\x1b[0m"
    line = f"{sign} {finding.name:<9} {printable(finding.told, WIDEST)}"
    return line if finding.remedy is None else f"{line}\n  {'':<9} → {finding.remedy}"
