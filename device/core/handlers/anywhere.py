"""What happens the same way whatever is played: time, faults, screens to visit, settings."""

from __future__ import annotations

from dataclasses import replace

from device.core import effects as wanted
from device.core import events as on
from device.core.config import ConfigError
from device.core.handlers.outcome import go_back, object_to, show, stay, visit
from device.core.messages import Message, say
from device.core.model import CommonPhase, M

Outcome = tuple[M, tuple[wanted.Effect, ...]]
PATH_SECONDS = 15.0  # where a file is takes longer to read than other notices


def tick(model: M, event: on.Tick) -> Outcome[M]:
    """Time goes on: notices end."""
    notice = model.notice if model.notice and event.now < model.notice.until else None
    return stay(replace(model, now=event.now, notice=notice))


def failed(model: M, event: on.Failed) -> Outcome[M]:
    """A fault is shown; the game is kept."""
    shown = model if model.phase is CommonPhase.FAULT else visit(model, CommonPhase.FAULT)
    return replace(shown, fault=event.sentence), (wanted.Sound(wanted.SoundName.ERROR),)


def leave_fault(model: M, _: object) -> Outcome[M]:
    """Back to where the fault happened."""
    return stay(replace(go_back(model), fault=None))


def go(model: M, event: on.Go) -> Outcome[M]:
    """Another screen, from which one comes back to this one; home is where all trails end."""
    if event.phase is CommonPhase.HOME:
        return go_home(model, event)
    return stay(replace(visit(model, event.phase), pressed=(False, False), notice=None))


def go_home(model: M, _: on.Go | on.Back) -> Outcome[M]:
    """Home; the game stays open."""
    return stay(replace(model, phase=CommonPhase.HOME, trail=()))


def back(model: M, _: on.Back) -> Outcome[M]:
    """The phase one came from."""
    return stay(replace(go_back(model), notice=None))


def try_button(model: M, event: on.Press) -> Outcome[M]:
    """A button is tried."""
    one, two = model.pressed
    pressed = (True, two) if event.seat == 0 else (one, True)
    return replace(model, pressed=pressed), (wanted.Sound(wanted.SoundName.TICK),)


def shut_down(model: M, _: on.Confirm) -> Outcome[M]:
    """The device is switched off."""
    return model, (wanted.ShutDown(),)


def change(model: M, event: on.Change) -> Outcome[M]:
    """Other settings."""
    if event.settings == model.settings:
        return stay(model)
    return replace(model, settings=event.settings), (wanted.KeepSettings(event.settings),)


def configure(model: M, event: on.Configure) -> Outcome[M]:
    """The device configured otherwise; what cannot be together is not taken."""
    try:
        config = model.config.changed(dict(event.values))
    except ConfigError:
        return object_to(model, Message.NOT_CONFIGURED)
    if config == model.config:
        return stay(model)
    heard = any(key == ("sound", "volume") for key, _ in event.values)
    sounds = (wanted.Sound(wanted.SoundName.TICK),) if heard else ()
    return replace(model, config=config), (wanted.KeepConfig(config), *sounds)


def restart(model: M, _: on.Confirm) -> Outcome[M]:
    """The companion starts anew, if there is a reason to."""
    return (model, (wanted.Restart(),)) if model.awaits_restart else stay(model)


def exported(model: M, event: on.Exported) -> Outcome[M]:
    """A file was written; where it is can be copied down."""
    message = Message.EXPORTED_STICK if event.on_stick else Message.EXPORTED
    return stay(show(model, say(message, path=event.path), PATH_SECONDS))


def noticed(model: M, event: on.Noticed) -> Outcome[M]:
    """An edge has said what it cannot do."""
    return stay(show(model, event.sentence))


def game_begun(model: M, event: on.GameBegun) -> Outcome[M]:
    """The id of the game under way."""
    return stay(replace(model, game_id=event.game_id))


def games_listed(model: M, event: on.GamesListed) -> Outcome[M]:
    """The games of the past as the store has them."""
    names = event.names or model.known_names
    return stay(replace(model, past_games=event.games, known_names=names))
