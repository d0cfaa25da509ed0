import random
import time
from email.utils import parsedate_to_datetime
from typing import Final, Protocol

_FIRST_S: Final = 0.1
_MAX_ASKED_S: Final = 60.0


class Headers(Protocol):
    def get(self, name: str, /) -> str | None: ...


def retry_s(attempt: int, max_delay_s: float) -> float:
    """How long to wait before the next attempt: doubled each time, and spread, so that clients do not return together."""
    most = min(max_delay_s, _FIRST_S * 2.0 ** min(attempt, 30))
    return most / 2 + most / 2 * random.random()


def retry_after_s(headers: Headers) -> float:
    """What a ``Retry-After`` header asks for, in seconds or as a date; 0 where there is none."""
    text = (headers.get("Retry-After") or "").strip()
    try:
        seconds = float(text) if text.replace(".", "", 1).isdecimal() else date_s(text) - _now_s(headers)
    except ValueError:
        return 0.0
    return min(max(seconds, 0.0), _MAX_ASKED_S)


def _now_s(headers: Headers) -> float:
    """By the clock that wrote the date."""
    try:
        return date_s(headers.get("Date") or "")
    except ValueError:
        return time.time()


def date_s(text: str) -> float:
    """Epoch seconds of an HTTP date; raises ``ValueError`` where it is none."""
    try:
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, OverflowError) as error:
        raise ValueError(text) from error
