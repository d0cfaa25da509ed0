"""All flags of an environment with their configs, as ``GET /v1/bundle`` returns them."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from bunting_sdk.core.failure import FlagsError
from bunting_sdk.json_text import json_text, parse_json

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],]', re.DOTALL)
_BLANK: Final = re.compile(r"[ \t\n\r]*")


@dataclass(frozen=True, slots=True)
class Unread:
    """The JSON text of a flag or a segment that is nested too deeply to parse."""

    text: str


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


def text_of_item(item: Any) -> str:
    """The JSON text of a flag or a segment."""
    if isinstance(item, Unread):
        return item.text
    try:
        return json_text(item)
    except RecursionError:
        return json.dumps(item)


def _is_bundle(value: Any) -> TypeGuard[dict[str, Any]]:
    return (
        isinstance(value, dict)
        and isinstance(value.get("revision"), (int, float))
        and not isinstance(value.get("revision"), bool)
        and isinstance(value.get("flags"), dict)
    )


def _parse(text: str) -> Any:
    try:
        return parse_json(text)
    except RecursionError:
        return _parse_by_parts(text)
    except ValueError:
        return None


def _parse_by_parts(text: str) -> Any:
    """Parses a bundle with items that are nested too deeply: those stay texts, and the others are parsed."""
    try:
        bundle: dict[str, Any] = {}
        for name, part in _members_of(text):
            if name in ("flags", "segments") and part.startswith("{"):
                bundle[name] = {key: _parse_item(item) for key, item in _members_of(part)}
            else:
                bundle[name] = parse_json(part)
        return bundle
    except (ValueError, RecursionError):
        return None


def _parse_item(text: str) -> Any:
    try:
        return parse_json(text)
    except RecursionError:
        return Unread(text)


def _members_of(text: str) -> Iterator[tuple[str, str]]:
    """Yields the members of an object, with their values as JSON texts."""
    text = text.strip(" \t\n\r")
    if not text.startswith("{") or not text.endswith("}"):
        raise ValueError("this is no object")
    at = 1
    while True:
        at = _after_blanks(text, at)
        if text[at] == "}":
            return
        name_at = _TOKEN.match(text, at)
        if name_at is None or not name_at[0].startswith('"'):
            raise ValueError("a name is missing")
        colon = _after_blanks(text, name_at.end())
        if text[colon] != ":":
            raise ValueError("a value is missing")
        end = _end_of_value(text, colon + 1)
        yield parse_json(name_at[0]), text[colon + 1 : end].strip(" \t\n\r")
        at = end + 1 if text[end] == "," else end


def _end_of_value(text: str, at: int) -> int:
    """Returns the index of the comma or closing bracket after the value."""
    depth = 0
    for token in _TOKEN.finditer(text, at):
        match token[0]:
            case "{" | "[":
                depth += 1
            case "}" | "]" if depth > 0:
                depth -= 1
            case "}" | "]":
                return token.start()
            case "," if depth == 0:
                return token.start()
    raise ValueError("this ends too soon")


def _after_blanks(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at
