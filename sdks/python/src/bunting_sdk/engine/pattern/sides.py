"""The kinds of characters on either side of an assertion: a word character, a newline, none, or any other."""

from typing import Final

from bunting_sdk.engine.pattern import parse

OTHER: Final = 0
WORD: Final = 1
NEWLINE: Final = 2
NONE: Final = 3

_WORD_CHARACTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

# The characters of a kind other than `OTHER`.
SIDES: Final[dict[str, int]] = {**dict.fromkeys(_WORD_CHARACTERS, WORD), "\n": NEWLINE}


def assertions_between(before: int, after: int) -> int:
    holds = parse.NO_WORD_BOUNDARY if (before == WORD) == (after == WORD) else parse.WORD_BOUNDARY
    if before == NONE:
        holds |= parse.BEGIN_LINE | parse.BEGIN_TEXT
    elif before == NEWLINE:
        holds |= parse.BEGIN_LINE
    if after == NONE:
        holds |= parse.END_LINE | parse.END_TEXT
    elif after == NEWLINE:
        holds |= parse.END_LINE
    return holds
