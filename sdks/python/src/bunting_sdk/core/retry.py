import random
import time
from email.utils import parsedate_to_datetime
from typing import Final, Protocol

_FIRST_S: Final = 0.1
_MAX_ASKED_S: Final = 60.0


class Headers(Protocol):
    def get(self, name: str, /) -> str | None: ...


def retry_s(attempt: int, max_delay_s: float) -> float:
    """Returns the wait before the next attempt. It doubles each time, with jitter so that clients spread out."""
    most = min(max_delay_s, _FIRST_S * 2.0 ** min(attempt, 30))
    return most / 2 + most / 2 * random.random()


def retry_after_s(headers: Headers) -> float:
    """Returns the seconds that a ``Retry-After`` header asks for, as a number or a date; 0 without one."""
    text = (headers.get("Retry-After") or "").strip()
    try:
        seconds = float(text) if text.replace(".", "", 1).isdecimal() else date_s(text) - _now_s(headers)
    except ValueError:
        return 0.0
    return min(max(seconds, 0.0), _MAX_ASKED_S)


def _now_s(headers: Headers) -> float:
    """Returns the time of the server's clock, which wrote the date."""
    try:
        return date_s(headers.get("Date") or "")
    except ValueError:
        return time.time()


def date_s(text: str) -> float:
    """Returns the epoch seconds of an HTTP date; raises ``ValueError`` if it is invalid."""
    try:
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, OverflowError) as error:
        raise ValueError(text) from error
