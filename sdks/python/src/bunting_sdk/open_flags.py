import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bunting_sdk.after_fork import tell_after_fork
from bunting_sdk.at_exit import tell_at_exit, tell_multiprocessing
from bunting_sdk.bundle import parse_bundle, parse_sent
from bunting_sdk.connection.follow import Follower
from bunting_sdk.connection.service import Clock, Service
from bunting_sdk.core.failure import FlagsError
from bunting_sdk.core.telemetry.telemetry import Telemetry as Telling
from bunting_sdk.engine.compile.compiled_flag import CompiledFlag
from bunting_sdk.engine.context import Context
from bunting_sdk.exposures import Exposures
from bunting_sdk.flags import READY_TIMEOUT_S, Flags
from bunting_sdk.json_text import json_text
from bunting_sdk.kept_bundle import BundleCache, KeptBundle
from bunting_sdk.kept_lists import KeptLists
from bunting_sdk.lists import Lists
from bunting_sdk.live_bundle import LiveBundle
from bunting_sdk.version import SDK_VERSION
from bunting_sdk.work import Work

_FLUSH_S: Final = 10.0
_CLOSE_S: Final = 5.0
_EXIT_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class Telemetry:
    """Reports to Bunting which flags were evaluated, and with which results."""

    url: str
    """The URL of the Management API, such as ``http://127.0.0.1:4000``."""
    flush_s: float | None = None
    """The interval between reports in seconds; 10 s by default."""


def open_flags(
    url: str,
    key: str,
    *,
    bootstrap: Mapping[str, Any] | str | None = None,
    cache: BundleCache | None = None,
    telemetry: Telemetry | None = None,
    ssl_context: ssl.SSLContext | None = None,
    _timing: float = 1.0,
) -> Flags:
    """Connects to Bunting and keeps an environment's flags in memory.

    It returns at once: ``ready`` waits for the first flags, and until they arrive evaluations return their fallbacks.
    ``url`` is the URL of the Delivery API, ``key`` a server key (``sk_…``), and ``bootstrap`` a bundle to use until
    another arrives. Open the flags once per process; forked child processes reconnect by themselves.

    >>> flags = open_flags("http://127.0.0.1:4001", "sk_…", telemetry=Telemetry("http://127.0.0.1:4000"))  # doctest: +SKIP
    >>> flags.ready(2.0)  # doctest: +SKIP
    True
    """
    return _ServiceFlags(url, key, bootstrap, cache, telemetry, ssl_context, _timing)


class _AsleepFlags(dict[str, CompiledFlag]):
    """The flags of a forked child process: the first evaluation starts its threads, and later ones pay nothing."""

    def __init__(self, compiled: Mapping[str, CompiledFlag], flags: "_ServiceFlags") -> None:
        super().__init__(compiled)
        self._flags = flags

    def __getitem__(self, key: str) -> CompiledFlag:
        self._flags.wake()
        return super().__getitem__(key)


class _ServiceFlags(Flags):
    def __init__(
        self,
        url: str,
        key: str,
        bootstrap: Mapping[str, Any] | str | None,
        cache: BundleCache | None,
        telemetry: Telemetry | None,
        ssl_context: ssl.SSLContext | None,
        timing: float,
    ) -> None:
        clock = Clock()
        self._service = Service(url, key, clock, ssl_context=ssl_context, timing=timing)
        self._telling: Telling | None = None
        self._flush_s = 0.0
        self._telemetry_service: Service | None = None
        if telemetry is not None:
            self._flush_s = telemetry.flush_s or self._service.scaled(_FLUSH_S)
            self._telemetry_service = Service(telemetry.url, key, clock, ssl_context=ssl_context, timing=timing)
            self._telling = Telling(
                self._telemetry_service,
                clock,
                lambda: self.environment_id,
                f"python-{SDK_VERSION}",
                self._fail,
            )
        self._exposures = None if self._telling is None else Exposures(self._telling.tracked, lambda: self._live)
        super().__init__(
            None if self._telling is None else self._telling.count,
            None if self._exposures is None else self._exposures.expose,
        )
        self._is_untracked_told = False
        self._work = Work()
        self._kept = KeptBundle(cache, self._held.fail, self._service.scaled)
        self._lists = Lists(self._service, KeptLists(cache, self._held.fail), self._held.fail)
        self._held.lists = self._lists
        self._follower = Follower(self._service, self, self._ask_soon)
        self._threads: list[threading.Thread] = []
        self._starting = threading.Lock()
        self._is_asleep = False
        self._is_closed = False
        if bootstrap is not None:
            self._begin(bootstrap)
        tell_after_fork(self)
        tell_at_exit(self)
        self._work.soon("read", self._read_kept)
        self._start()

    def _fail(self, error: FlagsError) -> None:
        self._held.fail(error)

    # Callbacks of the follower.

    def on_sent(self, text: str) -> bool:
        sent = parse_sent(text)
        if "from" in sent:
            if not self._held.patch(sent):
                return False
            live = self._held.live
            delay_s = self._kept.keep(lambda: live.text() if live else text)
        else:
            self._held.replace(sent)
            delay_s = self._kept.keep(lambda: text)
        if delay_s is not None:
            self._work.soon("keep", self._kept.write, delay_s)
        return True

    def on_current(self) -> None:
        self._held.current()

    def on_lost(self, error: FlagsError) -> None:
        self._held.lost(error)

    # Public methods other than evaluations.

    def ready(self, timeout: float | None = -1) -> bool:
        return super().ready(self._service.scaled(READY_TIMEOUT_S) if timeout == -1 else timeout)

    async def ready_async(self, timeout: float | None = -1) -> bool:
        return await super().ready_async(self._service.scaled(READY_TIMEOUT_S) if timeout == -1 else timeout)

    def track(self, name: str, context: Context | None, *, value: float | None = None) -> None:
        self.wake()
        if self._exposures is not None:
            self._exposures.track(name, context, value)
        elif not self._is_untracked_told:
            self._is_untracked_told = True
            self._fail(FlagsError("TELEMETRY", "track sends nothing: open the flags with telemetry=Telemetry(url)."))

    def flush(self) -> None:
        self.wake()
        if self._telling is not None:
            self._telling.flush()

    def close(self) -> None:
        is_first = not self._is_closed
        self._is_closed = True
        self._held.close()
        self._follower.stop()
        self._lists.stop()
        self._work.stop()
        self._service.close()
        if not is_first:
            return
        end_s = time.monotonic() + _CLOSE_S
        if self._telling is not None:
            self._telling.close(_CLOSE_S)
        self._kept.write()
        for thread in self._threads:
            # `close` may be called from a listener, on one of these threads.
            if thread is not threading.current_thread():
                thread.join(max(0.1, end_s - time.monotonic()))
        self._lists.join(max(0.1, end_s - time.monotonic()))
        if self._telemetry_service is not None:
            self._telemetry_service.close()

    def at_exit(self) -> None:
        """Sends counts and events and writes the cache if the process exits without ``close``. It cannot start threads."""
        if self._is_closed or self._is_asleep:
            return
        self._is_closed = True
        if self._telling is not None:
            self._telling.flush(_EXIT_S)
        self._kept.write()

    # Threads and forks.

    def after_fork(self) -> None:
        """Replaces the parent's locks and connections; its threads do not exist in the child."""
        parts = (
            self._service,
            self._telemetry_service,
            self._follower,
            self._lists,
            self._work,
            self._kept,
            self._held,
        )
        for part in parts:
            if part is not None:
                part.after_fork()
        if self._telling is not None:
            self._telling.after_fork()
        self._starting = threading.Lock()
        self._threads = []
        if self._is_closed:
            return
        self._is_asleep = True
        self._compiled = _AsleepFlags(self._compiled, self)

    def wake(self) -> None:
        if not self._is_asleep:
            return
        with self._starting:
            if self._is_asleep:
                self._is_asleep = False
                tell_multiprocessing()
                if self._held.live is not None:
                    self._swap(self._held.live)
                self._start()

    def _current(self) -> LiveBundle | None:
        if self._is_asleep:
            self.wake()
        return self._live

    def _start(self) -> None:
        if self._telling is not None:
            self._work.soon("tell", self._tell_again, self._flush_s)
        self._lists.resume()
        # Threads hold strong references: opened flags stay open until `close`, even if the caller drops them.
        for name, run in (("bunting-stream", self._follower.run), ("bunting-work", self._work.run)):
            thread = threading.Thread(target=run, name=name, daemon=True)
            self._threads.append(thread)
            thread.start()

    def _ask_soon(self) -> None:
        self._work.soon("ask", self._follower.ask)

    def _tell_again(self) -> None:
        if self._telling is not None:
            self._telling.flush()
            self._work.soon("tell", self._tell_again, self._flush_s)

    def _read_kept(self) -> None:
        bundle = self._kept.read()
        if bundle is not None:
            self._held.begin(bundle)

    def _begin(self, bootstrap: Mapping[str, Any] | str) -> None:
        try:
            bundle = parse_bundle(bootstrap if isinstance(bootstrap, str) else json_text(dict(bootstrap)))
        except (FlagsError, TypeError, ValueError) as raised:
            self._fail(FlagsError("BAD_ANSWER", f"The bootstrap cannot be read: {raised}", raised))
        else:
            self._held.begin(bundle)
