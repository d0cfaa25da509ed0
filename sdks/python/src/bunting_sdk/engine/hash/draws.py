from collections.abc import Callable
from typing import Final

from bunting_sdk.engine.hash.kinds import Draw, Purpose, draw_of

MAX_UNITS: Final = 128


class Draws:
    """The draws of a config. Equal draws are shared, so that each unit is hashed once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str, Purpose], Draw] = {}

    def of(self, kind: str, salt: str, purpose: Purpose) -> Draw:
        name = (kind, salt, purpose)
        draw = self._known.get(name)
        if draw is None:
            of, draw_unit = draw_of(kind, salt, purpose)
            draw = self._known[name] = Draw(of, remember_units(draw_unit))
        return draw


def remember_units(draw: Callable[[str], int]) -> Callable[[str], int]:
    """Memoizes the hashes of recent units, since hashing takes longer than everything else in a rule.

    A full cache is replaced, not cleared, because other threads may be reading it.
    """
    known: dict[str, int] = {}

    def draw_once(unit: str) -> int:
        nonlocal known
        try:
            return known[unit]
        except KeyError:
            drawn = draw(unit)
            if len(known) >= MAX_UNITS:
                known = {}
            known[unit] = drawn
            return drawn

    return draw_once
