"""Things that people have on tables and that are no tiles, drawn flat: cards, dominoes, dice,
banknotes, screens, keys, score sheets. Each comes as a cut-out, to be laid on a picture."""

from vision.lab.madeup.kinds import KINDS, made_up

__all__ = ["KINDS", "made_up"]
