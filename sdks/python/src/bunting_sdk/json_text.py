"""JSON with JavaScript's semantics: numbers are doubles, and ``NaN`` is invalid."""

import json
import math
import re
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from bunting_sdk.engine.values.number import number_of, number_text

_INDEX: Final = re.compile("0|[1-9][0-9]{0,9}")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def parse_json(text: str) -> Any:
    """Raises ``ValueError`` for invalid JSON, and ``RecursionError`` if it is nested too deeply."""
    return _DECODER.decode(text)


def parse_json_at(text: str, at: int) -> tuple[Any, int]:
    """Parses the value that begins at an index, without blanks before it. Returns it and the index after it."""
    return _DECODER.raw_decode(text, at)


def _whole(digits: str) -> float:
    # A double holds any number of 15 digits.
    return int(digits) if len(digits) <= 15 else _number(digits)


def _number(digits: str) -> float:
    double = float(digits)
    return number_of(double) if math.isfinite(double) else double


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


_DECODER: Final = json.JSONDecoder(parse_int=_whole, parse_float=_number, parse_constant=_refuse)


def json_text(value: Any) -> str:
    """Serializes a parsed JSON value exactly like ``JSON.stringify``."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{_quoted(name)}:{json_text(value[name])}" for name in _ordered(value)) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(json_text, value)) + "]"
    if isinstance(value, str):
        return _quoted(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return number_text(number_of(float(value))) if math.isfinite(value) else "null"


def _ordered(names: Iterable[str]) -> Iterable[str]:
    """Orders member names like JavaScript: integer keys first, ascending, then the others in their order."""
    return sorted(names, key=lambda name: (0, int(name)) if _is_index(name) else (1, 0))


def _is_index(name: str) -> bool:
    return _INDEX.fullmatch(name) is not None and int(name) < 2**32 - 1


def _quoted(text: str) -> str:
    """Quotes a text. Lone surrogates are escaped, since they cannot be encoded."""
    quoted = json.dumps(text, ensure_ascii=False)
    return _SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", quoted)
