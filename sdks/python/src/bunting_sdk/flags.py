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
    """Feature flags, evaluated in this process.

    ``open_flags`` makes flags that follow a Bunting service; ``FixedFlags`` has fixed values, for tests.
    """

    def __init__(
        self,
        count: Callable[[Counted], None] | None = None,
        expose: Callable[[CompiledFlag, Context], None] | None = None,
    ) -> None:
        super().__init__(count, expose)
        self._held = HeldFlags(self._swap)

    @property
    def environment_id(self) -> str | None:
        """The id of the flags' environment; None until the first flags arrive."""
        live = self._current()
        return None if live is None else live.head.get("environmentId")

    @property
    def revision(self) -> int | None:
        """The revision of the environment's flags; None until the first flags arrive."""
        live = self._current()
        return None if live is None else live.revision

    @property
    def status(self) -> FlagsStatus:
        """Whether there are flags, and whether they are current."""
        self._current()
        return self._held.status.now

    @property
    def error(self) -> FlagsError | None:
        """The reason why the flags are missing or stale; None if all is well. ``KEY_REFUSED`` needs another key."""
        return self._held.status.error

    def ready(self, timeout: float | None = READY_TIMEOUT_S) -> bool:
        """Waits for the first flags, from the service, the cache or ``bootstrap``, and returns whether there are any.

        The wait ends after ``timeout`` seconds, if the key is refused, or on ``close``; None waits forever.
        """
        self._current()
        return self._held.status.wait(timeout)

    async def ready_async(self, timeout: float | None = READY_TIMEOUT_S) -> bool:
        """Like ``ready``, for asyncio. Nothing else needs to be awaited, since flags are evaluated in memory."""
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
        """Adds a listener, which is called on a thread of the SDK. Call the returned function to remove it."""
        self._current()
        return self._held.on(name, listener)

    def track(self, name: str, context: Context | None, *, value: float | None = None) -> None:
        """Records an event for metrics and experiments. It never raises and never blocks.

        Events are sent with the telemetry. Without telemetry nothing is sent, and one ``error`` event reports that.
        ``value`` is the number that sum metrics add up. Of the context, only the ids of the unit are sent, unless the
        event exposes users to an experiment.

        >>> flags.track("purchase", Context("ada"), value=49.9)  # doctest: +SKIP
        """

    def flush(self) -> None:
        """Sends pending counts and events. Returns once they are sent, or if sending has to wait for a later flush."""

    def close(self) -> None:
        """Sends pending counts and events, and ends all connections and threads. Evaluations use the last known flags."""
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
