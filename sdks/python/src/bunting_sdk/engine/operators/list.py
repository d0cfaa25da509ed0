"""Operators that compare an attribute with a list of values, as texts."""

from collections.abc import Callable
from typing import Final

from bunting_sdk.engine.config import config_limits
from bunting_sdk.engine.operators.operator import Operator
from bunting_sdk.engine.values.text import text_of


def _is_list(value: object) -> bool:
    return (
        isinstance(value, list)
        and 1 <= len(value) <= config_limits.VALUES
        and all(text_of(item) is not None for item in value)
    )


def _list_operator(name: str, holds: Callable[[object, frozenset[str]], bool]) -> Operator:
    return Operator(name, _is_list, lambda value: frozenset(map(text_of, value)), holds, is_foldable=True)


def _is_in(actual: object, expected: frozenset[str]) -> bool:
    return text_of(actual) in expected


def _is_not_in(actual: object, expected: frozenset[str]) -> bool:
    text = text_of(actual)
    return text is not None and text not in expected


IN: Final = _list_operator("in", _is_in)
NOT_IN: Final = _list_operator("not_in", _is_not_in)
