"""Sets of characters, as sorted ranges that neither overlap nor touch."""

from collections.abc import Iterable
from functools import cache
from typing import Final, TypeAlias

from bunting_sdk.engine.case_folding.fold import FOLDED
from bunting_sdk.engine.pattern.unicode_classes import CLASSES

Ranges: TypeAlias = tuple[tuple[int, int], ...]

MAX_RUNE: Final = 0x10FFFF
ANY: Final[Ranges] = ((0, MAX_RUNE),)


def union(ranges: Iterable[tuple[int, int]]) -> Ranges:
    joined: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if joined and low <= joined[-1][1] + 1:
            if high > joined[-1][1]:
                joined[-1] = (joined[-1][0], high)
        else:
            joined.append((low, high))
    return tuple(joined)


def negated(ranges: Ranges) -> Ranges:
    found: list[tuple[int, int]] = []
    following = 0
    for low, high in ranges:
        if following < low:
            found.append((following, low - 1))
        following = high + 1
    if following <= MAX_RUNE:
        found.append((following, MAX_RUNE))
    return tuple(found)


@cache
def _orbits() -> dict[int, tuple[int, ...]]:
    """Maps each character to all characters that differ from it only in case, including itself."""
    by_folded: dict[int, list[int]] = {}
    for point, folded in FOLDED.items():
        by_folded.setdefault(folded, [folded]).append(point)
    return {point: tuple(alike) for alike in by_folded.values() for point in alike}


def in_any_case(ranges: Ranges) -> Ranges:
    """Adds all characters that differ from one in the ranges only in case."""
    orbits = _orbits()
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        point = ranges[0][0]
        return union((each, each) for each in orbits.get(point, (point,)))
    inside = (point for point in orbits if any(low <= point <= high for low, high in ranges))
    more = [(each, each) for point in inside for each in orbits[point]]
    return union([*ranges, *more])


def _digits(low: str, high: str) -> tuple[int, int]:
    return ord(low), ord(high)


_DIGIT: Final[Ranges] = (_digits("0", "9"),)
_UPPER: Final[Ranges] = (_digits("A", "Z"),)
_LOWER: Final[Ranges] = (_digits("a", "z"),)
_WORD: Final[Ranges] = (*_DIGIT, *_UPPER, _digits("_", "_"), *_LOWER)

PERL_CLASSES: Final[dict[str, Ranges]] = {"d": _DIGIT, "s": ((9, 10), (12, 13), (32, 32)), "w": _WORD}

POSIX_CLASSES: Final[dict[str, Ranges]] = {
    "alnum": (*_DIGIT, *_UPPER, *_LOWER),
    "alpha": (*_UPPER, *_LOWER),
    "ascii": ((0, 127),),
    "blank": ((9, 9), (32, 32)),
    "cntrl": ((0, 31), (127, 127)),
    "digit": _DIGIT,
    "graph": ((33, 126),),
    "lower": _LOWER,
    "print": ((32, 126),),
    "punct": ((33, 47), (58, 64), (91, 96), (123, 126)),
    "space": ((9, 13), (32, 32)),
    "upper": _UPPER,
    "word": _WORD,
    "xdigit": (*_DIGIT, _digits("A", "F"), _digits("a", "f")),
}

_UNIONS: Final[dict[str, tuple[str, ...]]] = {
    **{letter: tuple(name for name in CLASSES if len(name) == 2 and name[0] == letter) for letter in "CLMNPSZ"},
    "LC": ("Ll", "Lt", "Lu"),
    "Lc": ("Ll", "Lt", "Lu"),
}


@cache
def unicode_class(name: str) -> Ranges | None:
    """Returns a category, script or property of Unicode; None if the name is unknown."""
    if name == "Any":
        return ANY
    if name == "Ascii":
        return POSIX_CLASSES["ascii"]
    if name == "Assigned":
        return negated(_decoded(CLASSES["Cn"]))
    if name in _UNIONS:
        return union(pair for each in _UNIONS[name] for pair in _decoded(CLASSES[each]))
    return _decoded(CLASSES[name]) if name in CLASSES else None


def _decoded(text: str) -> Ranges:
    found: list[tuple[int, int]] = []
    at = 0
    numbers = [int(number, 36) for number in text.split(" ")]
    for gap, more in zip(numbers[::2], numbers[1::2], strict=True):
        at += gap
        found.append((at, at + more))
        at += more + 1
    return tuple(found)
