import asyncio
import threading
from collections.abc import Callable
from typing import Final

from bunting_sdk.core.failure import FlagsError
from bunting_sdk.core.types import FlagsStatus

_ONE_DAY_S: Final = 86_400.0


class Status:
    """The status of the flags, and the callers that wait for the first ones. ``HeldFlags`` serializes its changes."""

    def __init__(
        self,
        has_flags: Callable[[], bool],
        tell_ready: Callable[[], None],
        tell_stale: Callable[[], None],
        tell_error: Callable[[FlagsError], None],
    ) -> None:
        self._has_flags = has_flags
        self._tell_ready = tell_ready
        self._tell_stale = tell_stale
        self._tell_error = tell_error
        self._is_over = False
        self._waiting: dict[object, Callable[[], None]] = {}
        self.now: FlagsStatus = "starting"
        # The reason why the flags are missing or stale.
        self.error: FlagsError | None = None

    def current(self) -> None:
        """Called when the flags are current."""
        self.error = None
        if not self._has_flags() or self.now in ("ready", "closed"):
            return
        self.now = "ready"
        self._release()
        self._tell_ready()

    def lost(self, error: FlagsError) -> None:
        """Called when Bunting cannot be reached. Of repeated failures with the same message, one is reported."""
        if self.now == "closed":
            return
        if self.now == "ready":
            self.now = "stale"
            self._tell_stale()
        is_told = self.error is not None and self.error.message == error.message
        self.error = error
        if not is_told:
            self._tell_error(error)

    def close(self) -> None:
        self.now = "closed"
        self.give_up()

    def give_up(self) -> None:
        """Ends all waits, since no flags will arrive."""
        self._is_over = True
        self._release()

    def wait(self, timeout: float | None) -> bool:
        released = threading.Event()
        self._waiting[released] = released.set
        try:
            if not self._is_over and not self._has_flags():
                _wait(released, timeout)
        finally:
            self._waiting.pop(released, None)
        return self._has_flags()

    async def wait_async(self, timeout: float | None) -> bool:
        loop = asyncio.get_running_loop()
        released = asyncio.Event()
        self._waiting[released] = lambda: _set_in(loop, released)
        try:
            if not self._is_over and not self._has_flags():
                async with asyncio.timeout(timeout):
                    await released.wait()
        except TimeoutError:
            pass
        finally:
            self._waiting.pop(released, None)
        return self._has_flags()

    def forget_waiting(self) -> None:
        """Drops the waits of the parent's threads, which do not exist in the child."""
        self._waiting = {}

    def _release(self) -> None:
        for go in list(self._waiting.values()):
            go()


def _wait(released: threading.Event, timeout: float | None) -> None:
    """Waits in steps of a day, since a lock raises ``OverflowError`` for a timeout of more than some centuries."""
    left = float("inf") if timeout is None else timeout
    while left > 0 and not released.wait(min(left, _ONE_DAY_S)):
        left -= _ONE_DAY_S


def _set_in(loop: asyncio.AbstractEventLoop, released: asyncio.Event) -> None:
    try:
        loop.call_soon_threadsafe(released.set)
    except RuntimeError:
        # The loop has been closed, so nothing waits in it.
        return
