"""Operators without a value."""

from collections.abc import Callable
from typing import Final

from bunting_sdk.engine.operators.operator import Operator
from bunting_sdk.engine.values.text import text_of


def _no_value_operator(name: str, holds: Callable[[object, None], bool]) -> Operator:
    return Operator(name, lambda value: value is None, lambda _: None, holds)


IS_SET: Final = _no_value_operator("is_set", lambda actual, _: text_of(actual) is not None)
IS_NOT_SET: Final = _no_value_operator("is_not_set", lambda actual, _: text_of(actual) is None)
