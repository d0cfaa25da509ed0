import random
from typing import Final, NamedTuple

from bunting_sdk.core.retry import retry_s

# The maximum wait after a failure. With the time of an attempt, an application is current within 5 s of Bunting's return.
_MAX_DELAY_S: Final = 1.5
# The polling interval if no stream can be opened, as behind some proxies.
_POLL_S: Final = 10.0
# The interval for a refused key doubles each time, up to this.
_MAX_POLL_S: Final = 300.0
# After more failures in a row than this, while polling works, the stream is tried only at the polling interval.
_FEW_FAILURES: Final = 4
# A stream that ends sooner than this counts as failed.
SHORT_S: Final = 1.0
# The maximum jitter of a wait: clients that got the same wait return spread over this time.
_MAX_SPREAD_S: Final = 5.0


class Ended(NamedTuple):
    # Failures in a row; 0 after a stream that lasted.
    failures: int
    lasted_s: float
    # Whether the stream was closed because of a patch of another revision.
    is_gap: bool
    # Refusals of the key in a row.
    refusals: int
    # Whether polling works.
    is_answered: bool
    # The wait that `Retry-After` asked for; 0 without one.
    asked_s: float


def wait_s(ended: Ended) -> float:
    """Returns the wait before the next stream, after one that ended or could not be opened."""
    asked_s = _spread(ended.asked_s)
    if ended.refusals > 0 or (ended.is_answered and ended.failures > _FEW_FAILURES):
        mean_s = min(_POLL_S * 2.0 ** min(max(0, ended.refusals - 1), 30), _MAX_POLL_S)
        return max(asked_s, mean_s * (0.75 + random.random() / 2))
    if ended.is_gap and ended.failures < 2:
        return 0.0
    # A server that stops ends all its streams at once: spread the returns.
    if ended.failures == 0:
        return random.random() * _MAX_DELAY_S
    # A failure that took long counts as part of the wait.
    return max(asked_s, retry_s(ended.failures if ended.lasted_s < SHORT_S else 0, _MAX_DELAY_S))


def _spread(seconds: float) -> float:
    """Adds jitter and never subtracts: clients that got the same second must not return in it together."""
    return seconds + random.random() * min(seconds, _MAX_SPREAD_S)
