from collections.abc import Callable

from bunting_sdk.connection.service import Clock, Service
from bunting_sdk.core.failure import FlagsError
from bunting_sdk.core.telemetry.batch import take_batch
from bunting_sdk.core.telemetry.sender import Batch, Sender
from bunting_sdk.core.telemetry.tally import Tally
from bunting_sdk.core.telemetry.tracked import Tracked


class Telemetry:
    """Counts evaluations and collects tracked events in memory, and sends both in batches."""

    def __init__(
        self,
        service: Service,
        clock: Clock,
        environment_id: Callable[[], str | None],
        sdk_version: str,
        on_error: Callable[[FlagsError], None],
    ) -> None:
        self._clock = clock
        self._environment_id = environment_id
        self._sdk_version = sdk_version
        self._tally = Tally()
        self.tracked = Tracked(sdk_version)
        self._events = Sender(service, clock, "/v1/track", "Events", self.tracked.next_batch, on_error)
        self._counts = Sender(service, clock, "/v1/telemetry/events", "Evaluations", self._next_counts, on_error)
        self.count = self._tally.count

    def flush(self, timeout_s: float | None = None) -> None:
        """Sends pending counts and events. Returns once they are sent, or if sending has to wait for a later flush."""
        half_s = _half(timeout_s)
        self._events.flush(half_s)
        self._counts.flush(half_s)

    def close(self, timeout_s: float | None = None) -> None:
        """Tries once more to send all pending counts and events."""
        half_s = _half(timeout_s)
        self._events.end(self.tracked.waiting, half_s)
        self._counts.end(self._waiting_counts, half_s)

    def after_fork(self) -> None:
        """Drops pending counts and events, which the parent sends."""
        self._events.after_fork()
        self._counts.after_fork()
        self.tracked.after_fork()
        self._tally.forget()

    def _waiting_counts(self) -> int:
        self._tally.collect()
        return sum(self._tally.waiting.values())

    def _next_counts(self) -> Batch | None:
        environment_id = self._environment_id()
        if environment_id is None:
            return None
        self._tally.collect()
        return take_batch(self._tally.waiting, environment_id, self._sdk_version, self._clock.now_s())


def _half(timeout_s: float | None) -> float | None:
    """Returns half of the timeout: two senders share a thread, and neither may use up the other's time."""
    return None if timeout_s is None else timeout_s / 2
