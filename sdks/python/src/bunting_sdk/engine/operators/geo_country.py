from typing import Final, TypeGuard

from bunting_sdk.engine.config import config_limits
from bunting_sdk.engine.operators.operator import Operator


def _is_code(value: object) -> TypeGuard[str]:
    """Accepts ASCII letters only: converting the case would map other letters (ß, ı) to them."""
    return isinstance(value, str) and len(value) == 2 and value.isascii() and value.isalpha()


def _codes_of(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _is_readable(value: object) -> bool:
    codes = _codes_of(value)
    return 1 <= len(codes) <= config_limits.VALUES and all(map(_is_code, codes))


def _prepare(value: object) -> frozenset[str]:
    return frozenset(code.upper() for code in _codes_of(value) if _is_code(code))


def _holds(actual: object, wanted: frozenset[str]) -> bool:
    return _is_code(actual) and actual.upper() in wanted


GEO_COUNTRY: Final = Operator("geo_country", _is_readable, _prepare, _holds, reads_proxy_country=True)
