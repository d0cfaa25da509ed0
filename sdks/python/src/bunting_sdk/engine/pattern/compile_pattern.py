from functools import lru_cache
from typing import Final

from bunting_sdk.engine.pattern.matcher import Test, make_test
from bunting_sdk.engine.pattern.parse import parse
from bunting_sdk.engine.pattern.program import program_of

__all__ = ["Test", "compile_pattern"]

_MAX_KNOWN: Final = 256


@lru_cache(_MAX_KNOWN)
def compile_pattern(pattern: str) -> Test:
    """Whether a text has a match of the pattern in it. Raises ``PatternError`` where it is no pattern.

    The same one is compiled once, in however many conditions it is.
    """
    return make_test(program_of(parse(pattern)))
