"""Names: what is kept of them can be seen, and cleaning twice is cleaning once."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.names import LONGEST, clean_name

BLANK = ("\u115f", "\u1160", "\u2800", "\u3164", "\uffa0", "\U0001d159")
CHOOSING = [  # marks that choose how the letter before them looks, and have no width
    *map(chr, (0x34F, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10))),
    *map(chr, range(0xE0100, 0xE01F0)),
]
SIGNS = "".join((*BLANK, *CHOOSING[::20], "\u200d\u0301\u202e .aé가👩"))


@pytest.mark.parametrize("name", ["Anna", "Zoë", "שלום", "👩\u200d👧", "Ana María", "e\u0301va"])
def test_names_stay_as_they_are_written(name):
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("signs", [BLANK, CHOOSING], ids=["blank", "choosing"])
def test_what_cannot_be_seen_is_no_name(signs):
    assert [sign for sign in signs if clean_name(sign * 3 + "\u200d " + sign)] == []
    assert {clean_name(f"{sign}Anna{sign}") for sign in signs} == {"Anna"}


def test_names_that_look_the_same_are_the_same():
    assert clean_name("Ben\ufe0f") == clean_name("B\u034fen") == "Ben"
    assert clean_name("Ana\u3164María") == clean_name("Ana  María") == "Ana María"


@given(st.text(max_size=80) | st.text(SIGNS, max_size=80))
def test_cleaning_twice_is_cleaning_once(text):
    name = clean_name(text)
    assert clean_name(name) == name
    assert len(name) <= LONGEST
