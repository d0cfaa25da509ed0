import re
from typing import Final, NamedTuple

_NUMBER: Final = "(0|[1-9][0-9]*)"
_FIELD: Final = "(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)"
_BUILD: Final = r"(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)"
_PATTERN: Final = re.compile(rf"v?{_NUMBER}\.{_NUMBER}\.{_NUMBER}(?:-({_FIELD}(?:\.{_FIELD})*))?{_BUILD}?")
_DIGITS: Final = frozenset("0123456789")

_Key = tuple[int, int, str]


class Version(NamedTuple):
    """A version that compares by the precedence of SemVer 2.0.0.

    Numbers have no leading zeros, so comparing their lengths and then their texts works for any number of digits without
    parsing them. Build metadata is ignored.
    """

    numbers: tuple[tuple[int, str], ...]
    # A release has higher precedence than its pre-releases.
    is_release: bool
    pre_release: tuple[_Key, ...]


def read_version(text: str) -> Version | None:
    parts = _PATTERN.fullmatch(text)
    if parts is None:
        return None
    major, minor, patch, pre_release = parts.groups()
    numbers = tuple((len(number), number) for number in (major, minor, patch))
    fields = () if pre_release is None else tuple(map(_key_of, pre_release.split(".")))
    return Version(numbers, pre_release is None, fields)


def _key_of(field: str) -> _Key:
    """Returns the sort key of a pre-release field: numeric fields come before alphanumeric ones."""
    return (0, len(field), field) if _DIGITS.issuperset(field) else (1, 0, field)
