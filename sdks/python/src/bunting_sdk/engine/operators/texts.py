"""Operators that search the text of an attribute for one or any of several texts."""

from collections.abc import Callable
from typing import Final, TypeAlias

from bunting_sdk.engine.config import config_limits
from bunting_sdk.engine.operators.operator import Operator
from bunting_sdk.engine.substring_search.find_texts import Finder, anywhere, at_end, at_start
from bunting_sdk.engine.values.text import text_of

_Finds: TypeAlias = Callable[[str], bool]


def _is_texts(value: object) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list)
        and 1 <= len(value) <= config_limits.VALUES
        and all(isinstance(item, str) for item in value)
    )


def _has(actual: object, finds: _Finds) -> bool:
    text = text_of(actual)
    return text is not None and finds(text)


def _has_not(actual: object, finds: _Finds) -> bool:
    text = text_of(actual)
    return text is not None and not finds(text)


def _texts_operator(name: str, finder: Finder, holds: Callable[[object, _Finds], bool] = _has) -> Operator:
    def prepare(value: str | list[str]) -> _Finds:
        return finder([value] if isinstance(value, str) else value)

    return Operator(name, _is_texts, prepare, holds, is_foldable=True)


CONTAINS: Final = _texts_operator("contains", anywhere)
NOT_CONTAINS: Final = _texts_operator("not_contains", anywhere, _has_not)
STARTS_WITH: Final = _texts_operator("starts_with", at_start)
ENDS_WITH: Final = _texts_operator("ends_with", at_end)
