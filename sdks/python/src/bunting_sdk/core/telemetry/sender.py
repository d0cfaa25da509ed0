import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bunting_sdk.connection.service import Answer, Clock, Service
from bunting_sdk.core.failure import FlagsError, as_flags_error
from bunting_sdk.core.retry import retry_after_s

# The maximum number of requests per flush; the rest waits for the next one.
_MAX_REQUESTS: Final = 10
_TIMEOUT_S: Final = 5.0
# The service remembers a batch for a day; a later retry could count it twice.
_RETRY_FOR_S: Final = 23 * 60 * 60


@dataclass(frozen=True, slots=True)
class Batch:
    """One request."""

    # The same for every attempt, so that a batch counts once even if its response was lost.
    idempotency_key: str
    made_at_s: float
    # The number of evaluations, or of events and exposures.
    items: int
    body: Callable[[], bytes]


class Sender:
    """Sends batches one at a time, and retries each until the service accepts or rejects it.

    ``what`` names the items in error messages, as the first word of a sentence.
    """

    def __init__(
        self,
        service: Service,
        clock: Clock,
        path: str,
        what: str,
        next_batch: Callable[[], Batch | None],
        on_error: Callable[[FlagsError], None],
    ) -> None:
        self._service = service
        self._clock = clock
        self._path = path
        self._what = what
        self._next_batch = next_batch
        self._on_error = on_error
        self._lock = threading.Lock()
        self._pending: Batch | None = None
        self._not_before_s = 0.0
        self._is_refused = False
        self._is_failing = False

    def flush(self, timeout_s: float | None = None) -> None:
        """Sends pending items. Returns once they are sent, or if sending has to wait for a later flush."""
        end_s = None if timeout_s is None else time.monotonic() + timeout_s
        if not self._lock.acquire(timeout=-1 if timeout_s is None else timeout_s):
            return
        try:
            self._send_waiting(end_s)
            self._is_failing = False
        except Exception as raised:
            # Retried with each flush, but reported only once.
            if not self._is_failing:
                self._on_error(as_flags_error("TELEMETRY", f"{self._what} could not be told yet", raised))
            self._is_failing = True
        finally:
            self._lock.release()

    def end(self, waiting: Callable[[], int], timeout_s: float | None = None) -> None:
        """Tries once more to send everything, and reports what remains. ``waiting`` counts items without a batch."""
        self.flush(timeout_s)
        left = waiting() + (self._pending.items if self._pending else 0)
        if left > 0:
            self._on_error(FlagsError("TELEMETRY", f"{left} {self._what.lower()} could not be told."))

    def after_fork(self) -> None:
        """Drops the pending batch, which the parent sends."""
        self._lock = threading.Lock()
        self._pending = None

    def _send_waiting(self, end_s: float | None) -> None:
        for _ in range(_MAX_REQUESTS):
            now_s = time.monotonic()
            if self._is_refused or now_s < self._not_before_s or (end_s is not None and now_s >= end_s):
                return
            if self._pending and self._clock.now_s() - self._pending.made_at_s > self._service.scaled(_RETRY_FOR_S):
                self._pending = None
            if self._pending is None:
                self._pending = self._next_batch()
            if self._pending is None:
                return
            left_s = self._service.scaled(_TIMEOUT_S)
            if not self._deliver(self._pending, left_s if end_s is None else min(left_s, end_s - now_s)):
                return
            self._pending = None

    def _deliver(self, batch: Batch, timeout_s: float) -> bool:
        """Returns False if the same batch must be sent again later."""
        answer = self._post(batch, timeout_s)
        if answer.is_ok:
            return True
        if answer.status == 429 or answer.status >= 500:
            self._not_before_s = time.monotonic() + self._service.scaled(retry_after_s(answer.headers))
            return False
        self._is_refused = answer.status in (401, 403)
        url = f"{self._service.url}{self._path}"
        self._on_error(FlagsError("TELEMETRY", f"{self._what} could not be told: {url} answered {answer.status}."))
        return True

    def _post(self, batch: Batch, timeout_s: float) -> Answer:
        headers = {"Content-Type": "application/json", "Idempotency-Key": batch.idempotency_key}
        with self._service.exchange() as exchange:
            exchange.expect(timeout_s)
            answer = exchange.send("POST", self._path, headers, batch.body())
            exchange.read_all()
            return answer
