"""All flags of an environment with their configs, as ``GET /v1/bundle`` returns them."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias, TypeGuard

from bunting_sdk.core.failure import FlagsError
from bunting_sdk.json_text import parse_json_at
from bunting_sdk.sent_items import SentFlag, SentSegment

_Read: TypeAlias = Callable[[str, str, int], tuple[Any, int]]
"""Takes a member's name, the text, and the index of the value. Returns the value, and the index after it."""

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],]', re.DOTALL)
_BLANKS: Final = r"[ \t\n\r]*"
_OPENING: Final = re.compile(rf"{_BLANKS}{{{_BLANKS}(}}{_BLANKS})?")
_COLON: Final = re.compile(f"{_BLANKS}:{_BLANKS}")
_COMMA_OR_CLOSING: Final = re.compile(f"{_BLANKS}([,}}]){_BLANKS}")


def parse_bundle(text: str) -> dict[str, Any]:
    """Parses a bundle. Raises ``FlagsError`` if the text is not one, such as half a file or a proxy's page."""
    bundle = _parse(text)
    if _is_bundle(bundle):
        return bundle
    raise FlagsError("BAD_ANSWER", "This is not a bundle of flags.")


def parse_sent(text: str) -> dict[str, Any]:
    """Parses what the service sends: a bundle, or a patch, which has ``from``. Raises ``FlagsError`` for anything else."""
    sent = _parse(text)
    if _is_bundle(sent) and ("from" not in sent or isinstance(sent.get("segments") or {}, dict)):
        return sent
    raise FlagsError("BAD_ANSWER", "This is neither a bundle of flags nor a patch of one.")


def _is_bundle(value: Any) -> TypeGuard[dict[str, Any]]:
    return (
        isinstance(value, dict)
        and isinstance(value.get("revision"), (int, float))
        and not isinstance(value.get("revision"), bool)
        and isinstance(value.get("flags"), dict)
    )


def _parse(text: str) -> Any:
    try:
        bundle, end = _object_at(text, 0, _read_member)
        return bundle if end == len(text) else None
    except (ValueError, RecursionError):
        return None


def _read_member(name: str, text: str, at: int) -> tuple[Any, int]:
    if text.startswith("{", at):
        if name == "flags":
            return _object_at(text, at, _read_flag)
        if name == "segments":
            return _object_at(text, at, _read_segment)
    return parse_json_at(text, at)


def _item_at(make: Callable[[Any, str], Any], _key: str, text: str, at: int) -> tuple[Any, int]:
    """Parses a flag or a segment. One that is nested too deeply is unreadable, and the others are not affected."""
    try:
        item, end = parse_json_at(text, at)
    except RecursionError:
        end = _end_of_value(text, at)
        return make(None, text[at:end]), end
    return None if item is None else make(item, text[at:end]), end


_read_flag: Final = partial(_item_at, SentFlag)
_read_segment: Final = partial(_item_at, SentSegment)


def _object_at(text: str, at: int, read: _Read) -> tuple[dict[str, Any], int]:
    """Parses an object, and its members with ``read``. The end is after the blanks that follow it."""
    opening = _expect(_OPENING, text, at)
    members: dict[str, Any] = {}
    at = opening.end()
    is_open = opening[1] is None
    while is_open:
        name, end = parse_json_at(text, at)
        if not isinstance(name, str):
            raise ValueError("a name is missing")
        members[name], end = read(name, text, _expect(_COLON, text, end).end())
        following = _expect(_COMMA_OR_CLOSING, text, end)
        at = following.end()
        is_open = following[1] == ","
    return members, at


def _expect(pattern: re.Pattern[str], text: str, at: int) -> re.Match[str]:
    found = pattern.match(text, at)
    if found is None:
        raise ValueError(f"this is no JSON at {at}")
    return found


def _end_of_value(text: str, at: int) -> int:
    """Returns the index after an object or an array, by its brackets alone."""
    depth = 0
    for token in _TOKEN.finditer(text, at):
        if token[0] in ("{", "["):
            depth += 1
        elif token[0] in ("}", "]"):
            depth -= 1
            if depth == 0:
                return token.end()
    raise ValueError("this ends too soon")
