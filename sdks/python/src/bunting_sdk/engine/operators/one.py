"""Operators that compare an attribute with one value, as texts."""

from collections.abc import Callable
from typing import Final

from bunting_sdk.engine.operators.operator import Operator
from bunting_sdk.engine.values.text import has_text, text_of


def _one_value_operator(name: str, holds: Callable[[object, str], bool]) -> Operator:
    return Operator(name, lambda value: text_of(value) is not None, text_of, holds, is_foldable=True)


def _has_another_text(actual: object, expected: str) -> bool:
    text = text_of(actual)
    return text is not None and text != expected


EQUALS: Final = _one_value_operator("equals", has_text)
NOT_EQUALS: Final = _one_value_operator("not_equals", _has_another_text)
