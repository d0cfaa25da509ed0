import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Final, Literal, Self, overload

from bunting_sdk.answers import Answers
from bunting_sdk.core.failure import FlagsError
from bunting_sdk.core.telemetry.tally import Counted
from bunting_sdk.core.types import FlagsStatus
from bunting_sdk.engine.compile.compiled_flag import CompiledFlag
from bunting_sdk.engine.context import Context
from bunting_sdk.events import Changed, Failed, Ready, Stale
from bunting_sdk.held_flags import HeldFlags

READY_TIMEOUT_S: Final = 10.0


class Flags(Answers):
    """Flags, evaluated in this process. ``open_flags`` makes those of a service, ``FixedFlags`` those of a test."""

    def __init__(
        self,
        count: Callable[[Counted], None] | None = None,
        expose: Callable[[CompiledFlag, Context], None] | None = None,
    ) -> None:
        super().__init__(count, expose)
        self._held = HeldFlags(self._swap)

    @property
    def environment_id(self) -> str | None:
        """The id of the environment that the flags are of; None until there are any."""
        live = self._current()
        return None if live is None else live.head.get("environmentId")

    @property
    def revision(self) -> int | None:
        """Of the environment's flags; None until there are any."""
        live = self._current()
        return None if live is None else live.revision

    @property
    def status(self) -> FlagsStatus:
        """Whether there are flags, and whether they are current."""
        self._current()
        return self._held.status.now

    @property
    def error(self) -> FlagsError | None:
        """Why they are not current, or not there; None where nothing is wrong. ``KEY_REFUSED`` needs another key."""
        return self._held.status.error

    def ready(self, timeout: float | None = READY_TIMEOUT_S) -> bool:
        """Waits for the first flags, from wherever they come: the service, the cache or ``bootstrap``.

        False where there are none after ``timeout`` seconds, where the key is refused, and after ``close``; ``None``
        waits for ever.
        """
        self._current()
        return self._held.status.wait(timeout)

    async def ready_async(self, timeout: float | None = READY_TIMEOUT_S) -> bool:
        """The same for asyncio: only this wait is asynchronous, since questions are answered from memory."""
        self._current()
        return await self._held.status.wait_async(timeout)

    @overload
    def on(self, name: Literal["ready"], listener: Callable[[Ready], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal["changed"], listener: Callable[[Changed], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal["stale"], listener: Callable[[Stale], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal["error"], listener: Callable[[Failed], object]) -> Callable[[], None]: ...

    def on(self, name: str, listener: Callable[..., object]) -> Callable[[], None]:
        """Calls the listener, on a thread of the SDK, until what comes back is called."""
        self._current()
        return self._held.on(name, listener)

    def track(self, name: str, context: Context | None, *, value: float | None = None) -> None:
        """Tells that something happened, for metrics and experiments. It never raises and never waits.

        Events are told with the telemetry; without it nothing is, and an ``error`` event says so once. ``value`` is what
        sums add up. Of the context only the ids of the unit leave the process.

        >>> flags.track("purchase", Context("ada"), value=49.9)  # doctest: +SKIP
        """

    def flush(self) -> None:
        """Tells what was counted and tracked. Comes back when that is done, or has to wait for the next time."""

    def close(self) -> None:
        """Ends all connections and threads, and tells what was counted and tracked. Flags go on answering what they did."""
        self._held.close()

    def __enter__(self) -> Self:
        self.ready()
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _raised: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        await self.ready_async()
        return self

    async def __aexit__(
        self, _type: type[BaseException] | None, _raised: BaseException | None, _trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)
