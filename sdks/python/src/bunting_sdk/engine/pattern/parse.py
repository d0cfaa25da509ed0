"""Parses RE2's syntax, like the service when a pattern is saved.

``re`` has another syntax and can take exponential time; no other library has the same Unicode version everywhere.
"""

import re
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bunting_sdk.engine.pattern.char_class import (
    ANY,
    PERL_CLASSES,
    POSIX_CLASSES,
    Ranges,
    in_any_case,
    negated,
    unicode_class,
    union,
)

# Assertions between two characters.
BEGIN_LINE: Final = 1
END_LINE: Final = 2
BEGIN_TEXT: Final = 4
END_TEXT: Final = 8
WORD_BOUNDARY: Final = 16
NO_WORD_BOUNDARY: Final = 32


class PatternError(ValueError):
    """Raised for an invalid pattern."""


@dataclass(frozen=True, slots=True)
class Character:
    """Matches one character of a class."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Assertion:
    """An assertion between two characters."""

    kind: int


@dataclass(frozen=True, slots=True)
class Sequence:
    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Choice:
    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Repetition:
    """Repeats a part; ``most`` is None without a maximum."""

    part: "Node"
    least: int
    most: int | None


Node: TypeAlias = Character | Assertion | Sequence | Choice | Repetition


@dataclass(slots=True)
class _Flags:
    """The flags of ``(?imsU)``. ``U`` is ignored, since greediness does not affect whether there is a match."""

    i: bool = False
    m: bool = False
    s: bool = False


@dataclass(slots=True)
class _Group:
    """An open group. Each part has the maximum number of repetitions in it, nested ones multiplied."""

    flags: _Flags
    choices: list[tuple[Node, int]] = field(default_factory=list)
    parts: list[tuple[Node, int]] = field(default_factory=list)


_MAX_REPEAT: Final = 1_000
_REPEAT: Final = re.compile(r"\{(0|[1-9][0-9]*)(?:(,)(0|[1-9][0-9]*)?)?\}")
_NAME: Final = re.compile(r"[A-Za-z0-9_]+")
_NOT_NEWLINE: Final = negated(((10, 10),))
_ESCAPES: Final = {"a": 7, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
_ASSERTIONS: Final = {"A": BEGIN_TEXT, "b": WORD_BOUNDARY, "B": NO_WORD_BOUNDARY, "z": END_TEXT}
_SIMPLE: Final = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_HEX: Final = frozenset("0123456789abcdefABCDEF")
_OCTAL: Final = frozenset("01234567")


def parse(pattern: str) -> Node:
    return _Parser(pattern).parse()


class _Parser:
    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._flags = _Flags()
        self._groups = [_Group(self._flags)]
        self._names: set[str] = set()

    def parse(self) -> Node:
        repeated = False
        while self._at < len(self._pattern):
            repeated = self._token(repeated)
        if len(self._groups) != 1:
            raise PatternError("missing closing )")
        return self._closed(self._groups[0])[0]

    def _token(self, was_repeated: bool) -> bool:
        """Parses one token, and returns whether it is a repetition."""
        character = self._pattern[self._at]
        if character in _SIMPLE:
            self._at += 1
            least, most = _SIMPLE[character]
            self._repeat(least, most, was_repeated)
            return True
        if character == "{" and (found := _REPEAT.match(self._pattern, self._at)):
            self._at = found.end()
            self._repeat(*_bounds_of(found), was_repeated)
            return True
        if character == "(":
            self._open_group()
        elif character == "|":
            self._at += 1
            self._end_choice(self._groups[-1])
        elif character == ")":
            self._close_group()
        elif character == "[":
            self._add(Character(self._bracketed()))
        elif character == "\\":
            self._escape()
        else:
            self._at += 1
            self._add(self._plain(character))
        return False

    def _plain(self, character: str) -> Node:
        if character == "^":
            return Assertion(BEGIN_LINE if self._flags.m else BEGIN_TEXT)
        if character == "$":
            return Assertion(END_LINE if self._flags.m else END_TEXT)
        if character == ".":
            return Character(ANY if self._flags.s else _NOT_NEWLINE)
        return self._literal(ord(character))

    def _add(self, node: Node, repeats: int = 1) -> None:
        self._groups[-1].parts.append((node, repeats))

    def _literal(self, point: int) -> Character:
        ranges: Ranges = ((point, point),)
        return Character(in_any_case(ranges) if self._flags.i else ranges)

    def _repeat(self, least: int, most: int | None, was_repeated: bool) -> None:
        if self._looking_at("?"):
            self._at += 1
        if was_repeated:
            raise PatternError("invalid nested repetition operator")
        parts = self._groups[-1].parts
        if not parts:
            raise PatternError("missing argument to repetition operator")
        part, repeats = parts.pop()
        times = least if most is None else most
        # A part that is repeated zero times does not count, whatever is in it.
        repeats = 1 if most == 0 else max(1, times) * repeats
        if times >= 2 and repeats > _MAX_REPEAT:
            raise PatternError("invalid repeat count")
        self._add(Repetition(part, least, most), repeats)

    def _open_group(self) -> None:
        if not self._looking_at("(?"):
            self._at += 1
            self._groups.append(_Group(self._flags))
            return
        if self._looking_at("(?P<") or self._looking_at("(?<"):
            self._open_named_group()
            return
        before = self._flags
        self._at += 2
        self._flags, opens = self._read_flags()
        if opens:
            self._groups.append(_Group(before))

    def _open_named_group(self) -> None:
        begin = self._pattern.index("<", self._at) + 1
        end = self._pattern.find(">", self._at)
        name = self._pattern[begin:end] if end >= 0 else ""
        if not _NAME.fullmatch(name):
            raise PatternError("invalid named capture")
        if name in self._names:
            raise PatternError("duplicate capture group name")
        self._names.add(name)
        self._at = end + 1
        self._groups.append(_Group(self._flags))

    def _read_flags(self) -> tuple[_Flags, bool]:
        """Parses the flags after ``(?``, and returns whether they open a group."""
        flags = _Flags(self._flags.i, self._flags.m, self._flags.s)
        value = True
        is_lacking = False
        for at in range(self._at, len(self._pattern)):
            letter = self._pattern[at]
            if letter in ":)" and not is_lacking:
                self._at = at + 1
                return flags, letter == ":"
            if letter == "-" and value:
                value, is_lacking = False, True
            elif letter in "imsU":
                is_lacking = False
                if letter != "U":
                    setattr(flags, letter, value)
            else:
                break
        raise PatternError("invalid or unsupported Perl syntax")

    def _end_choice(self, group: _Group) -> None:
        repeats = max((each for _, each in group.parts), default=1)
        nodes = tuple(node for node, _ in group.parts)
        group.choices.append((nodes[0] if len(nodes) == 1 else Sequence(nodes), repeats))
        group.parts = []

    def _closed(self, group: _Group) -> tuple[Node, int]:
        self._end_choice(group)
        repeats = max(each for _, each in group.choices)
        nodes = tuple(node for node, _ in group.choices)
        return (nodes[0] if len(nodes) == 1 else Choice(nodes)), repeats

    def _close_group(self) -> None:
        if len(self._groups) == 1:
            raise PatternError("unexpected )")
        self._at += 1
        group = self._groups.pop()
        self._flags = group.flags
        self._add(*self._closed(group))

    def _escape(self) -> None:
        letter = self._pattern[self._at + 1 : self._at + 2]
        if letter in _ASSERTIONS:
            self._at += 2
            self._add(Assertion(_ASSERTIONS[letter]))
        elif letter == "Q":
            self._quoted()
        elif (ranges := self._class_escape()) is not None:
            self._add(Character(ranges))
        else:
            self._add(self._literal(self._escaped()))

    def _quoted(self) -> None:
        begin = self._at + 2
        end = self._pattern.find("\\E", begin)
        quoted = self._pattern[begin:] if end < 0 else self._pattern[begin:end]
        self._at = len(self._pattern) if end < 0 else end + 2
        for character in quoted:
            self._add(self._literal(ord(character)))

    def _class_escape(self) -> Ranges | None:
        r"""Parses a class such as ``\d``, ``\pL`` or ``\p{Greek}``; returns None for any other escape."""
        letter = self._pattern[self._at + 1 : self._at + 2]
        if letter and letter in "pP":
            return self._unicode_escape()
        found = PERL_CLASSES.get(letter.lower())
        if found is None:
            return None
        self._at += 2
        return self._class_of(found, letter.isupper())

    def _class_of(self, ranges: Ranges, is_negated: bool) -> Ranges:
        in_case = in_any_case(ranges) if self._flags.i else ranges
        return negated(in_case) if is_negated else in_case

    def _unicode_escape(self) -> Ranges:
        is_negated = self._pattern[self._at + 1] == "P"
        self._at += 2
        name = self._pattern[self._at : self._at + 1]
        if name == "{":
            end = self._pattern.find("}", self._at)
            if end < 0:
                raise PatternError("invalid character class range")
            name = self._pattern[self._at + 1 : end]
            self._at = end
        self._at += 1
        if name.startswith("^"):
            is_negated = not is_negated
            name = name[1:]
        ranges = unicode_class(name)
        if ranges is None:
            raise PatternError("invalid character class range")
        # `Assigned` is never case-folded, negated or not.
        if name == "Assigned":
            return negated(ranges) if is_negated else ranges
        return self._class_of(ranges, is_negated)

    def _bracketed(self) -> Ranges:
        self._at += 1
        is_negated = self._looking_at("^")
        if is_negated:
            self._at += 1
        found: list[tuple[int, int]] = []
        first = True
        while first or not self._looking_at("]"):
            first = False
            if self._looking_at("[:") and (end := self._pattern.find(":]", self._at)) >= 0:
                found.extend(self._posix_class(self._pattern[self._at + 2 : end]))
                self._at = end + 2
            elif self._looking_at("\\") and (ranges := self._class_escape()) is not None:
                found.extend(ranges)
            else:
                found.extend(self._range())
        self._at += 1
        ranges = union(found)
        return negated(ranges) if is_negated else ranges

    def _posix_class(self, name: str) -> Ranges:
        is_negated = name.startswith("^")
        ranges = POSIX_CLASSES.get(name[1:] if is_negated else name)
        if ranges is None:
            raise PatternError("invalid character class range")
        return self._class_of(ranges, is_negated)

    def _range(self) -> Ranges:
        low = high = self._class_character()
        if self._looking_at("-") and not self._looking_at("-]"):
            self._at += 1
            high = self._class_character()
            if high < low:
                raise PatternError("invalid character class range")
        ranges: Ranges = ((low, high),)
        return in_any_case(ranges) if self._flags.i else ranges

    def _class_character(self) -> int:
        if self._at >= len(self._pattern):
            raise PatternError("missing closing ]")
        if self._looking_at("\\"):
            return self._escaped()
        self._at += 1
        return ord(self._pattern[self._at - 1])

    def _escaped(self) -> int:
        letter = self._pattern[self._at + 1 : self._at + 2]
        self._at += 2
        if letter == "":
            raise PatternError("trailing backslash at end of expression")
        if letter in _OCTAL and (letter == "0" or self._pattern[self._at : self._at + 1] in _OCTAL):
            digits = letter
            while len(digits) < 3 and self._pattern[self._at : self._at + 1] in _OCTAL:
                digits += self._pattern[self._at]
                self._at += 1
            return int(digits, 8)
        if letter == "x":
            return self._hexadecimal()
        if letter in _ESCAPES:
            return _ESCAPES[letter]
        if letter.isascii() and not letter.isalnum():
            return ord(letter)
        raise PatternError("invalid escape sequence")

    def _hexadecimal(self) -> int:
        if self._looking_at("{"):
            end = self._pattern.find("}", self._at)
            digits = self._pattern[self._at + 1 : end] if end >= 0 else ""
            self._at = end + 1
        else:
            digits = self._pattern[self._at : self._at + 2]
            self._at += 2
            if len(digits) < 2:
                digits = ""
        if not digits or not _HEX.issuperset(digits) or (point := int(digits, 16)) > ANY[0][1]:
            raise PatternError("invalid escape sequence")
        return point

    def _looking_at(self, text: str) -> bool:
        return self._pattern.startswith(text, self._at)


def _bounds_of(found: re.Match[str]) -> tuple[int, int | None]:
    low, comma, high = found.groups()
    least = _count_of(low)
    most = None if comma and high is None else _count_of(low if high is None else high)
    if most is not None and least > most:
        raise PatternError("invalid repeat count")
    return least, most


def _count_of(digits: str) -> int:
    # Checks the length first: parsing a very long number would take too long.
    if len(digits) > 4 or int(digits) > _MAX_REPEAT:
        raise PatternError("invalid repeat count")
    return int(digits)
