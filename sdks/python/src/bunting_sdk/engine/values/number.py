"""Numbers are doubles, as in JavaScript: whole numbers are represented as ``int``, all others as ``float``."""

import math
import re
from typing import Final

_SAFE: Final = 2**53
_PLAIN_DECIMAL: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def number_of(double: float) -> float:
    """Returns the canonical form of a finite double."""
    return int(double) if double.is_integer() and -_SAFE <= double <= _SAFE else double


def read_number(text: str) -> float | None:
    """Parses a number in JSON's syntax; returns None for any other text."""
    if not _PLAIN_DECIMAL.fullmatch(text):
        return None
    double = float(text)
    return number_of(double) if math.isfinite(double) else None


def number_text(number: float) -> str:
    """Formats a finite number like JavaScript: ``1e21`` is ``1e+21``, and ``1e-7`` is not ``1e-07``."""
    if isinstance(number, int):
        return str(number)
    if number == 0:
        return "0"
    mantissa, _, exponent_text = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = fraction.rstrip("0")
    # The number is 0.<digits> × 10^point.
    point = len(whole) + int(exponent_text or "0")
    digits = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    sign = "-" if number < 0 else ""
    if 0 < point <= 21:
        padded = digits.ljust(point, "0")
        rest = padded[point:]
        return f"{sign}{padded[:point]}.{rest}" if rest else f"{sign}{padded}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    exponent = point - 1
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'+' if exponent >= 0 else '-'}{abs(exponent)}"
