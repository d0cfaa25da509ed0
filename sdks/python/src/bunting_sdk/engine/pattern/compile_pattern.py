from functools import lru_cache
from typing import Final

from bunting_sdk.engine.pattern.matcher import Test, make_test
from bunting_sdk.engine.pattern.parse import parse
from bunting_sdk.engine.pattern.program import program_of

__all__ = ["Test", "compile_pattern"]

_MAX_KNOWN: Final = 256


@lru_cache(_MAX_KNOWN)
def compile_pattern(pattern: str) -> Test:
    """Returns a function that tests whether a text contains a match. Raises ``PatternError`` for an invalid pattern.

    A pattern that many conditions use is compiled once.
    """
    return make_test(program_of(parse(pattern)))
