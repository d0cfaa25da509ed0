"""Searches a text for any of several others: anywhere, at the start or at the end."""

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

Finder: TypeAlias = Callable[[Sequence[str]], Callable[[str], bool]]

_FEW: Final = 8
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def anywhere(wanted: Sequence[str]) -> Callable[[str], bool]:
    if any(map(_SURROGATE.search, wanted)):
        return _in_halves(wanted, lambda text, part: part in text)
    if len(wanted) == 1:
        one = wanted[0]
        return lambda text: one in text
    return lambda text: any(one in text for one in wanted)


def at_start(wanted: Sequence[str]) -> Callable[[str], bool]:
    if any(map(_SURROGATE.search, wanted)):
        return _in_halves(wanted, str.startswith)
    if len(wanted) <= _FEW:
        parts = tuple(wanted)
        return lambda text: text.startswith(parts)
    known, lengths = frozenset(wanted), sorted({len(one) for one in wanted})
    return lambda text: any(text[:length] in known for length in lengths)


def at_end(wanted: Sequence[str]) -> Callable[[str], bool]:
    if any(map(_SURROGATE.search, wanted)):
        return _in_halves(wanted, str.endswith)
    if len(wanted) <= _FEW:
        parts = tuple(wanted)
        return lambda text: text.endswith(parts)
    known, lengths = frozenset(wanted), sorted({len(one) for one in wanted})
    return lambda text: any(text[max(0, len(text) - length) :] in known for length in lengths)


def _in_halves(wanted: Sequence[str], has: Callable[[str, str], bool]) -> Callable[[str], bool]:
    """Searches by UTF-16 units, so that a lone surrogate is found inside a pair, as in JavaScript."""
    parts = [_halved(one) for one in wanted]

    def finds(text: str) -> bool:
        halved = _halved(text)
        return any(has(halved, part) for part in parts)

    return finds


def _halved(text: str) -> str:
    """Converts each UTF-16 unit of a text to a character."""
    units = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(units[at] | units[at + 1] << 8) for at in range(0, len(units), 2))
