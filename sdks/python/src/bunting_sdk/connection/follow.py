import threading
import time
from collections.abc import Callable
from typing import Protocol

from bunting_sdk.connection.requests import Received, RefusedError, fetch_bundle, read_stream
from bunting_sdk.connection.service import Service
from bunting_sdk.connection.wait import SHORT_S, Ended, wait_s
from bunting_sdk.core.failure import FlagsError, as_flags_error


class Following(Protocol):
    """Receives the bundle and its updates."""

    def on_sent(self, text: str) -> bool:
        """Takes a bundle or a patch. Returns False for a patch of another revision than the one held.

        Raises ``FlagsError`` if the text is neither.
        """

    def on_current(self) -> None:
        """Called when the bundle held is the current one."""

    def on_lost(self, error: FlagsError) -> None:
        """Called when Bunting cannot be reached."""


class _GapError(Exception):
    """Raised when a patch arrives for another revision than the one held."""


class Follower:
    """Follows the bundle until it is stopped: by the stream and, whenever that fails, by polling too.

    They run on two threads and do not wait for each other, because an old connection may be dead without notice.
    """

    def __init__(self, service: Service, on: Following, ask_soon: Callable[[], None]) -> None:
        self._service = service
        self._on = on
        self._ask_soon = ask_soon
        self._stop = threading.Event()
        self._lock = threading.RLock()
        # The revision that this service sent: a cached bundle may belong to another environment.
        self._revision: str | None = None
        self._received = 0
        self._failures = 0
        self._refusals = 0
        self._is_open = False
        self._is_answered = False

    def run(self) -> None:
        while not self._stop.is_set():
            self._stop.wait(self._service.scaled(self._stream_once()))

    def stop(self) -> None:
        self._stop.set()

    def after_fork(self) -> None:
        self._stop = threading.Event()
        self._lock = threading.RLock()
        self._is_open = False

    def ask(self) -> None:
        try:
            if self._ask_from(self._revision) or self._ask_from(None):
                return
            raise FlagsError("BAD_ANSWER", "GET /v1/bundle answered with a patch of something else.")
        except Exception as raised:
            self._is_answered = False
            if self._stop.is_set() or self._is_open:
                return
            error = raised.error if isinstance(raised, RefusedError) else None
            self._on.on_lost(error or as_flags_error("UNREACHABLE", "Bunting cannot be reached", raised))

    def _ask_from(self, known: str | None) -> bool:
        before = self._received
        answer = fetch_bundle(self._service, known)
        self._is_answered = True
        with self._lock:
            return self._received != before or self._take(answer)

    def _take(self, received: Received) -> bool:
        """Returns False for a patch of another revision than the one held."""
        with self._lock:
            self._received += 1
            if received.text is not None:
                try:
                    if not self._on.on_sent(received.text):
                        return False
                    self._revision = received.revision
                except Exception:
                    # After an unreadable response the whole bundle is needed.
                    self._revision = None
                    raise
            self._on.on_current()
            return True

    def _opened(self) -> None:
        self._is_open = True
        # The stream begins with the bundle only if that is newer.
        if self._revision is not None:
            self._on.on_current()

    def _sent(self, received: Received) -> None:
        if not self._take(received):
            raise _GapError("a patch of another revision came")

    def _stream_once(self) -> float:
        """Reads one stream to its end, and returns the wait before the next one."""
        began_s = time.monotonic()
        told = self._revision
        self._is_open = False
        failure: Exception | None = None
        try:
            read_stream(self._service, told, self._opened, self._sent)
        except Exception as raised:
            failure = raised
        lasted_s = time.monotonic() - began_s
        is_gap = isinstance(failure, _GapError)
        is_short = lasted_s < self._service.scaled(SHORT_S)
        self._failures = self._failures + 1 if is_short or not self._is_open else 0
        self._is_open = False
        # Polling may have moved on meanwhile. If not, only the whole bundle closes the gap.
        if is_gap and self._revision == told:
            self._revision = None
        # No polling after a regular end: a server that stops ends its streams, and another can be reached already.
        if failure is not None and not is_gap and not self._stop.is_set():
            self._ask_soon()
        refused = failure if isinstance(failure, RefusedError) else None
        self._refusals = self._refusals + 1 if _is_key_refused(refused.error if refused else failure) else 0
        return wait_s(
            Ended(
                self._failures,
                0.0 if is_short else SHORT_S,
                is_gap,
                self._refusals,
                self._is_answered,
                refused.wait_s if refused else 0.0,
            )
        )


def _is_key_refused(failure: Exception | None) -> bool:
    return isinstance(failure, FlagsError) and failure.code == "KEY_REFUSED"
