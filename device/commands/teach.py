"""`sepmosa teach IMAGE…`: learns a set of tiles from photographs of it laid out in rows."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from device.cli import BadInput
from device.commands.companion import state_folder
from device.core.config import read_config
from device.store.file import StoreError
from device.store.files import replace_file
from device.store.profiles import kept_profile
from device.store.store import Store
from vision.image_file import NotAnImage, read_image
from vision.picture import Image
from vision.regular import read_regular
from vision.tiles.profile.layout import NAMES
from vision.tiles.profile.lesson import LEAST_FACES, Lesson, look_at, profile_from
from vision.tiles.profile.profile import Profile, clean_name
from vision.tiles.profile.text import NotAProfile, parse_profile, profile_text
from vision.tiles.read import Reader

LEFT_OUT = "-"
LARGEST_PROFILE = 1 << 24  # bytes; one of a whole set with corrections has less than 2 MB
DESCRIPTION = """Lay the tiles out in rows, 1 to 13 in one colour and some of each other colour and
the joker, or the whole set, and photograph them. Prints one JSON object: what was learned, and a
question for each tile it is not sure of. Answer with --answers, in the order asked; what stays
unanswered is left out."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The pictures and answers, or what is to be done with the profiles that are kept."""
    parser.description = DESCRIPTION
    parser.add_argument("images", nargs="*", metavar="IMAGE", help="photographs of the set in rows")
    parser.add_argument("--name", default="my tiles", help="of the profile")
    parser.add_argument(
        "--answers",
        nargs="+",
        default=[],
        metavar="TILE",
        help=f"what the tiles asked about are, such as R7 or '*'; {LEFT_OUT} leaves one out",
    )
    parser.add_argument("--out", metavar="FILE", help="write the profile there, keep it nowhere")
    parser.add_argument("--state", metavar="DIR", help="where profiles are kept")
    choices = parser.add_mutually_exclusive_group()
    choices.add_argument("--list", action="store_true", help="the profiles, a JSON object a line")
    choices.add_argument(
        "--export", nargs=2, metavar=("NAME", "FILE"), help="write a profile to a file"
    )
    choices.add_argument(
        "--import", dest="import_", metavar="FILE", help="keep a profile from a file"
    )
    choices.add_argument(
        "--rename", nargs=2, metavar=("NAME", "NEW"), help="give a profile a new name"
    )
    choices.add_argument("--delete", metavar="NAME", help="forget a profile")


def run(options: argparse.Namespace) -> int:
    """Teaches, or does one thing with the profiles kept."""
    choices = (options.list, options.export, options.import_, options.rename, options.delete)
    try:
        if any(choices):
            if options.images:
                raise BadInput("either pictures or one of the options, not both")
            return _manage(options)
        if not options.images:
            raise BadInput("which pictures? (try: sepmosa teach --help)")
        return _teach(options)
    except StoreError as trouble:
        raise BadInput(str(trouble)) from None


def known_profile(name: str, state: str | None) -> Profile:
    """A profile from a file, or one that is kept; raises BadInput."""
    if _is_file(name):
        return _read_file(name)
    try:
        profile = kept_profile(_games(state), name)
    except StoreError as trouble:
        raise BadInput(str(trouble)) from None
    if profile is None:
        shown = repr(name[:100])
        raise BadInput(f"there is no profile and no file {shown} (try: sepmosa teach --list)")
    return profile


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:
        return False


# Teaching


def _teach(options: argparse.Namespace) -> int:
    name = _name(options.name)
    frames = [_read_image(path) for path in options.images]
    begun = time.perf_counter()
    lesson = look_at(Reader(), frames)
    answers = _answers(lesson, options.answers)
    profile = profile_from(lesson, name, answers)
    if profile is None:
        raise BadInput(
            f"{len(lesson.tiles)} tiles found, {LEAST_FACES} or more are needed: "
            "lay them out in rows, face up, and take the picture from above"
        )
    if options.out:
        _write_file(options.out, profile)
    else:
        with _store(options.state) as store:
            store.profiles.keep(profile)
    spent = (time.perf_counter() - begun) * 1000.0
    told = {"profile": profile.name, "tiles": len(profile.faces), "kinds": len(profile.kinds)}
    told |= {"inferred": lesson.inferred, "missing": list(lesson.missing(answers))}
    told["questions"] = _questions(lesson, options.images, answers)
    print(json.dumps(told | {"ms": round(spent, 1)}, ensure_ascii=False))
    return 0


def _answers(lesson: Lesson, given: Sequence[str]) -> dict[int, str]:
    """The answers by the tile they are about; raises BadInput."""
    for name in given:
        if name not in NAMES and name != LEFT_OUT:
            raise BadInput(f"there is no tile {name!r}; one is called R7, K13 or *")
    if len(given) > len(lesson.questions):
        raise BadInput(f"{len(given)} answers, but {len(lesson.questions)} tiles are asked about")
    pairs = zip(lesson.questions, given, strict=False)
    return {at: name for at, name in pairs if name != LEFT_OUT}


def _questions(
    lesson: Lesson, images: Sequence[str], answers: dict[int, str]
) -> list[dict[str, object]]:
    """What is still to be answered, as it is printed."""
    return [
        {
            "image": images[lesson.tiles[at].picture],
            "quad": [[round(float(x), 1) for x in point] for point in lesson.tiles[at].quad_xy],
            "guesses": [[name, round(share, 4)] for name, share in lesson.tiles[at].guesses],
        }
        for at in lesson.questions
        if at not in answers
    ]


def _read_image(path: str) -> Image:
    try:
        return read_image(Path(path))
    except NotAnImage as error:
        raise BadInput(f"{path[:200]}: {error}") from None


# Profiles that are kept


def _manage(options: argparse.Namespace) -> int:
    with _store(options.state) as store:
        shelf = store.profiles
        if options.list:
            for line in shelf.lines():
                told = {"profile": line.name, "taught": line.taught, "kinds": line.kinds}
                told |= {"tiles": line.faces, "corrections": line.corrections}
                print(json.dumps(told, ensure_ascii=False))
        elif options.import_:
            shelf.keep(_read_file(options.import_))
        elif options.export:
            name, target = options.export
            _write_file(target, _kept(store, name))
        elif options.rename:
            name, new = options.rename
            _kept(store, name)
            if not shelf.rename(name, _name(new)):
                raise BadInput(f"there is a profile {new!r} already")
        else:
            _kept(store, options.delete)
            shelf.delete(options.delete)
    return 0


def _kept(store: Store, name: str) -> Profile:
    profile = store.profiles.load(name)
    if profile is None:
        raise BadInput(f"there is no profile {name!r} (try: sepmosa teach --list)")
    return profile


def _store(state: str | None) -> Store:
    now = lambda: datetime.now().astimezone().isoformat(timespec="minutes")  # noqa: E731
    return Store(_games(state), now)


def _games(state: str | None) -> Path:
    return state_folder(state) / read_config().text("files", "games")


def _name(text: str) -> str:
    try:
        return clean_name(text)
    except ValueError as error:
        raise BadInput(str(error)) from None


def _read_file(path: str) -> Profile:
    try:
        return parse_profile(read_regular(Path(path), LARGEST_PROFILE).decode("utf-8"))
    except UnicodeDecodeError:
        raise BadInput(f"{path}: this is no profile: not text") from None
    except (OSError, NotAProfile) as error:
        raise BadInput(f"{path[:200]}: {getattr(error, 'strerror', None) or error}") from None


def _write_file(path: str, profile: Profile) -> None:
    content = f"{profile_text(profile)}\n".encode()
    target = Path(path)
    try:
        if target.exists() and not target.is_file():  # a pipe, or the terminal
            target.write_bytes(content)
        else:
            replace_file(target, content)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from None
