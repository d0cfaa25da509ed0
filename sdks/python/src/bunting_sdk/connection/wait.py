import random
from typing import Final, NamedTuple

from bunting_sdk.core.retry import retry_s

# Together with the time an attempt may take, this keeps an application current within 5 s of Bunting's return.
_MAX_DELAY_S: Final = 1.5
# How often to ask where there is no stream to be had, as behind some proxies.
_POLL_S: Final = 10.0
# A key that is refused is asked with half as often each time, and this often in the end.
_MAX_POLL_S: Final = 300.0
# A stream that failed this often in a row while asking works is not tried at every turn.
_FEW_FAILURES: Final = 4
# One that ends sooner than this counts as failed.
SHORT_S: Final = 1.0
# Those who were told the same wait come back over this long at most.
_MAX_SPREAD_S: Final = 5.0


class Ended(NamedTuple):
    # In a row; 0 where the stream was open for a while.
    failures: int
    lasted_s: float
    # It was left because of a patch of another revision.
    is_gap: bool
    # How often in a row the key was refused.
    refusals: int
    # Asking works.
    is_answered: bool
    # The wait that `Retry-After` asked for; 0 without one.
    asked_s: float


def wait_s(ended: Ended) -> float:
    """How long to wait before the next stream, after one that ended, or could not be had."""
    asked_s = _spread(ended.asked_s)
    if ended.refusals > 0 or (ended.is_answered and ended.failures > _FEW_FAILURES):
        mean_s = min(_POLL_S * 2.0 ** min(max(0, ended.refusals - 1), 30), _MAX_POLL_S)
        return max(asked_s, mean_s * (0.75 + random.random() / 2))
    if ended.is_gap and ended.failures < 2:
        return 0.0
    # A server that stops ends all its streams at once.
    if ended.failures == 0:
        return random.random() * _MAX_DELAY_S
    # An attempt that took long to fail has waited enough.
    return max(asked_s, retry_s(ended.failures if ended.lasted_s < SHORT_S else 0, _MAX_DELAY_S))


def _spread(seconds: float) -> float:
    """Never sooner: a fleet that was told the same second must not come back in the same second."""
    return seconds + random.random() * min(seconds, _MAX_SPREAD_S)
