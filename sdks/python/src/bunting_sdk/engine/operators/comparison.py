"""Families of operators that parse both sides the same way and differ only in the comparison."""

from collections.abc import Callable
from typing import Any, TypeVar

from bunting_sdk.engine.operators.operator import Operator
from bunting_sdk.engine.values.memoize import memoize

Value = TypeVar("Value")
Compare = Callable[[Any, Any], bool]


def comparisons(
    read: Callable[[str], Value | None], *, number_in_attribute: bool = False, number_in_condition: bool = False
) -> Callable[[str, Compare], Operator]:
    """Makes operators that parse texts with ``read``, and that accept numbers in attributes or conditions if allowed."""
    read_text = memoize(read)

    def read_expected(value: object) -> Value | None:
        if type(value) is str:
            return read_text(value)
        return value if number_in_condition and type(value) in (int, float) else None  # type: ignore[return-value]

    def make(name: str, compare: Compare) -> Operator:
        def holds(actual: object, expected: Value) -> bool:
            kind = type(actual)
            if kind is str:
                actual = read_text(actual)  # type: ignore[arg-type]
                return actual is not None and compare(actual, expected)
            return number_in_attribute and (kind is int or kind is float) and compare(actual, expected)

        return Operator(name, lambda value: read_expected(value) is not None, read_expected, holds)

    return make
