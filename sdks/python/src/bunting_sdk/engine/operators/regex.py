from typing import Final

from bunting_sdk.engine.operators.operator import Operator
from bunting_sdk.engine.pattern.compile_pattern import Test, compile_pattern
from bunting_sdk.engine.pattern.parse import PatternError
from bunting_sdk.engine.values.text import text_of, utf16_length

_MAX_LENGTH: Final = 512


def _is_readable(value: object) -> bool:
    if not isinstance(value, str) or utf16_length(value) > _MAX_LENGTH:
        return False
    try:
        compile_pattern(value)
    except PatternError:
        return False
    return True


def _holds(actual: object, test: Test) -> bool:
    text = text_of(actual)
    return text is not None and test(text)


REGEX: Final = Operator("regex", _is_readable, compile_pattern, _holds)
