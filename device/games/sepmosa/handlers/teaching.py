"""Teaching a set, looking after profiles, and checking how the camera is set up."""

from __future__ import annotations

from dataclasses import replace

from device.core.effects import Effect, KeepSettings, OpenCamera, Sound, SoundName
from device.core.events import Back, Confirm, Go, Press, Tick
from device.core.handlers.outcome import notify, object_to, stay, visit
from device.core.messages import Message
from device.games.sepmosa.events import ChooseTile
from device.games.sepmosa.handlers.outcome import Outcome, go_back
from device.games.sepmosa.model import Model
from device.games.sepmosa.teaching import effects as wanted
from device.games.sepmosa.teaching import events as on
from vision.tiles.profile.profile import clean_name

CHECK_SECONDS = 1.0  # between two looks at how the camera is set up
USUAL_NAME = "Rummikub"


def go(model: Model, event: Go) -> Outcome:
    """From the set-up screen to a lesson, with nothing left of an earlier one, or to a check."""
    visited = replace(visit(model, event.phase), pressed=(False, False), notice=None)
    fresh = replace(
        model.teaching,
        lesson=None,
        answers=(),
        asked=None,
        is_looking=False,
        name=_free_name(model),
        report=None,
    )
    return stay(replace(visited, teaching=fresh))


def _free_name(model: Model) -> str:
    taken = {line.name for line in model.teaching.profiles}
    names = (USUAL_NAME, *(f"{USUAL_NAME} {number}" for number in range(2, 100)))
    return next(name for name in names if name not in taken)


# The lesson


def take(model: Model, _: on.TakeLesson | Press) -> Outcome:
    """The camera takes the tiles as they lie."""
    if not model.camera.can_see:
        return object_to(model, Message.LESSON_NO_CAMERA)
    if model.teaching.is_looking:
        return stay(model)
    looking = replace(model.teaching, is_looking=True, lesson=None, answers=(), asked=None)
    return replace(model, teaching=looking), (wanted.LookAtLesson(), Sound(SoundName.TICK))


def seen(model: Model, event: on.LessonSeen) -> Outcome:
    """What was found, and the first question if there is one."""
    teaching = replace(model.teaching, is_looking=False)
    from vision.tiles.profile.lesson import LEAST_FACES

    if len(event.lesson.tiles) < LEAST_FACES:
        return object_to(
            replace(model, teaching=teaching), Message.LESSON_TOO_FEW, count=len(event.lesson.tiles)
        )
    found = replace(teaching, lesson=event.lesson, answers=(), asked=None)
    found = replace(found, asked=next(iter(found.open_questions), None))
    sound = SoundName.QUESTION if found.asked is not None else SoundName.TICK
    return replace(model, teaching=found), (Sound(sound),)


def seen_too_late(model: Model, _: on.LessonSeen) -> Outcome:
    """A lesson that was left meanwhile."""
    return stay(replace(model, teaching=replace(model.teaching, is_looking=False)))


def ask(model: Model, event: on.AskTile) -> Outcome:
    """A question about one of the tiles found."""
    lesson = model.teaching.lesson
    if lesson is None or not 0 <= event.at < len(lesson.tiles):
        return stay(model)
    return stay(replace(model, teaching=replace(model.teaching, asked=event.at)))


def name_tile(model: Model, event: on.NameTile) -> Outcome:
    """An answer; the next question follows by itself."""
    lesson = model.teaching.lesson
    if lesson is None or not 0 <= event.at < len(lesson.tiles):
        return stay(model)
    kept = tuple(pair for pair in model.teaching.answers if pair[0] != event.at)
    told = replace(model.teaching, answers=(*kept, (event.at, event.tile)))
    told = replace(told, asked=next(iter(told.open_questions), None))
    return replace(model, teaching=told), (Sound(SoundName.TICK),)


def choose_tile(model: Model, event: ChooseTile) -> Outcome:
    """Any tile chosen freely for the one that is asked about."""
    asked = model.teaching.asked
    if asked is None or event.tile is None:
        return stay(model)
    return name_tile(model, on.NameTile(asked, str(event.tile)))


def set_name(model: Model, event: on.SetProfileName) -> Outcome:
    """The name of the set."""
    try:
        name = clean_name(event.name)
    except ValueError:
        return stay(model)
    return stay(replace(model, teaching=replace(model.teaching, name=name)))


def keep(model: Model, _: on.KeepLesson | Confirm) -> Outcome:
    """What was learned is kept and used; what was never answered is left out."""
    teaching = model.teaching
    left_out = {at for at, name in teaching.answers if name is None}
    if teaching.lesson is None:
        return stay(model)
    lesson = replace(
        teaching.lesson,
        tiles=tuple(
            replace(tile, name=None) if at in left_out else tile
            for at, tile in enumerate(teaching.lesson.tiles)
        ),
    )
    from vision.tiles.profile.lesson import profile_from

    profile = profile_from(lesson, teaching.name or USUAL_NAME, teaching.told)
    if profile is None:
        return object_to(model, Message.LESSON_TOO_FEW, count=len(teaching.lesson.tiles))
    settings = replace(model.settings, profile=profile.name)
    learned = replace(teaching, lesson=None, answers=(), asked=None, profile=profile)
    after = replace(go_back(model), settings=settings, teaching=learned)
    effects: tuple[Effect, ...] = (
        wanted.KeepProfile(profile),
        KeepSettings(settings),
        wanted.UseProfile(profile),
        wanted.ListProfiles(),
        Sound(SoundName.SCORE, 5),
    )
    return notify(after, Message.LESSON_KEPT, name=profile.name, count=len(profile.faces)), effects


def leave(model: Model, _: Back) -> Outcome:
    """One step back: from a question to what was found, from there to the tiles, then away."""
    teaching = model.teaching
    if teaching.asked is not None:
        return stay(replace(model, teaching=replace(teaching, asked=None)))
    if teaching.lesson is not None:
        return stay(replace(model, teaching=replace(teaching, lesson=None, answers=())))
    return stay(replace(go_back(model), notice=None))


# Profiles


def listed(model: Model, event: on.ProfilesListed) -> Outcome:
    """The profiles as the store has them."""
    return stay(replace(model, teaching=replace(model.teaching, profiles=event.profiles)))


def loaded(model: Model, event: on.ProfileLoaded) -> Outcome:
    """The profile to be used is there, or it is gone."""
    used = replace(model, teaching=replace(model.teaching, profile=event.profile))
    return used, (wanted.UseProfile(event.profile),)


def choose(model: Model, event: on.ChooseProfile) -> Outcome:
    """Another profile, or none."""
    settings = replace(model.settings, profile=event.name)
    chosen = replace(model, settings=settings)
    if not event.name:
        none = replace(chosen, teaching=replace(model.teaching, profile=None))
        return none, (KeepSettings(settings), wanted.UseProfile(None))
    return chosen, (KeepSettings(settings), wanted.LoadProfile(event.name))


def rename(model: Model, event: on.RenameProfile) -> Outcome:
    """The profile in use gets another name; not one that another has."""
    old = model.settings.profile
    try:
        new = clean_name(event.name)
    except ValueError:
        return stay(model)
    names = {line.name for line in model.teaching.profiles}
    if old not in names or new == old:
        return stay(model)
    if new in names:
        return object_to(model, Message.PROFILE_TAKEN, name=new)
    deleted = model.teaching.deleted
    kept = replace(model.teaching, deleted=None if deleted == new else deleted)
    called, effects = choose(replace(model, teaching=kept), on.ChooseProfile(new))
    return called, (wanted.NameProfile(old, new), *effects, wanted.ListProfiles())


def delete(model: Model, event: on.DeleteProfile) -> Outcome:
    """A profile goes; until the next start it can be brought back."""
    gone = replace(model, teaching=replace(model.teaching, deleted=event.name))
    effects: tuple[Effect, ...] = (wanted.DropProfile(event.name), wanted.ListProfiles())
    if model.settings.profile == event.name:
        gone, more = choose(gone, on.ChooseProfile(""))
        effects = (*effects, *more)
    return gone, effects


def restore(model: Model, _: on.RestoreProfile) -> Outcome:
    """The profile deleted last comes back."""
    name = model.teaching.deleted
    if name is None:
        return stay(model)
    back = replace(model, teaching=replace(model.teaching, deleted=None))
    return back, (wanted.BringBackProfile(name), wanted.ListProfiles())


def forget(model: Model, _: on.ForgetCorrections) -> Outcome:
    """The profile in use is as it was taught."""
    profile = model.teaching.profile
    if profile is None or not profile.corrections:
        return stay(model)
    from vision.tiles.profile.corrections import without_corrections

    taught = without_corrections(profile)
    after = replace(model, teaching=replace(model.teaching, profile=taught))
    return after, (wanted.KeepProfile(taught), wanted.UseProfile(taught), wanted.ListProfiles())


def grew(model: Model, event: on.ProfileGrew) -> Outcome:
    """A corrected tile has joined; if another profile is in use by now it comes to nothing."""
    if model.settings.profile != event.profile.name:
        return stay(model)
    grown = replace(model, teaching=replace(model.teaching, profile=event.profile))
    effects = (wanted.KeepProfile(event.profile), wanted.ListProfiles())
    return notify(grown, Message.PROFILE_GREW, tile=event.tile), effects


def foreign(model: Model, _: on.SetLooksForeign) -> Outcome:
    """The tiles are of another set: said, not decided."""
    return stay(notify(model, Message.FOREIGN_TILES))


def export(model: Model, event: on.ExportProfile) -> Outcome:
    """A profile is written to a file."""
    return model, (wanted.WriteProfile(event.name),)


# The camera


def tick(model: Model, _: Tick) -> Outcome:
    """While its screen is shown the camera is looked at again and again."""
    if model.now - model.teaching.checked < CHECK_SECONDS or not model.camera.can_see:
        return stay(model)
    asked = replace(model, teaching=replace(model.teaching, checked=model.now))
    return asked, (wanted.CheckCamera(),)


def checked(model: Model, event: on.CameraChecked) -> Outcome:
    """How the camera is set up."""
    return stay(replace(model, teaching=replace(model.teaching, report=event.report)))


def check_again(model: Model, _: Confirm) -> Outcome:
    """The camera focuses, finds its exposure and locks it anew; then it is looked at again."""
    anew = replace(model.teaching, report=None, checked=model.now)
    return replace(model, teaching=anew), (OpenCamera(),)
