import re
from typing import Final

_HOUR: Final = "([01][0-9]|2[0-3])"
_SIXTY: Final = "([0-5][0-9])"
_PATTERN: Final = re.compile(
    "([0-9]{4})-([0-9]{2})-([0-9]{2})"
    rf"(?:T{_HOUR}:{_SIXTY}(?::{_SIXTY}(?:\.([0-9]+))?)?(?:Z|([+-]){_HOUR}(?::?{_SIXTY})?)?)?"
)
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_DAYS_TO_1970: Final = 719_528


def read_iso_instant(text: str) -> int | None:
    """Returns the epoch milliseconds of an ISO 8601 text; None if it is invalid.

    A date without a time is midnight UTC, a time without an offset is in UTC, and digits after the milliseconds are
    ignored. ``datetime`` cannot be used, since it begins at the year 1.
    """
    parts = _PATTERN.fullmatch(text)
    if parts is None:
        return None
    year, month, day, hours, minutes, seconds, fraction, sign, offset_hours, offset_minutes = parts.groups()
    days = _days_of(int(year), int(month), int(day))
    if days is None:
        return None
    time_ms = (int(hours or 0) * 60 + int(minutes or 0)) * 60_000 + int(seconds or 0) * 1_000
    time_ms += int((fraction or "")[:3].ljust(3, "0"))
    offset_ms = (int(offset_hours or 0) * 60 + int(offset_minutes or 0)) * 60_000
    return days * 86_400_000 + time_ms - (-offset_ms if sign == "-" else offset_ms)


def _days_of(year: int, month: int, day: int) -> int | None:
    """Returns the days since 1970; None if the date does not exist."""
    if not 1 <= month <= 12:
        return None
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days_in_month = 29 if month == 2 and is_leap else _DAYS[month - 1]
    if not 1 <= day <= days_in_month:
        return None
    # Days since the first of January of the year 0, which is a leap year.
    before = year * 365 + (year + 3) // 4 - (year + 99) // 100 + (year + 399) // 400
    return before + sum(_DAYS[: month - 1]) + (1 if month > 2 and is_leap else 0) + day - 1 - _DAYS_TO_1970
