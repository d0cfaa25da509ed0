import threading
from collections.abc import Callable
from typing import Final

from bunting_sdk.connection.fetch_list import KnownList, fetch_list
from bunting_sdk.connection.service import Service
from bunting_sdk.core.failure import FlagsError, as_flags_error
from bunting_sdk.engine.compile.large_list import LargeList
from bunting_sdk.engine.graph.flag_graph import FlagGraph
from bunting_sdk.engine.lists.hash_list import HashList
from bunting_sdk.kept_lists import KeptLists

# The wait before a retry, longer each time: a list may reach Delivery a little after the bundle.
_RETRY_S: Final = 0.2
_MAX_RETRY_S: Final = 30.0
# The try at which a failure is reported.
_TOLD_AT: Final = 5


class _Held:
    """A list that the bundle names."""

    __slots__ = ("is_loading", "loaded", "wanted", "when_here", "woken")

    def __init__(self) -> None:
        self.loaded: KnownList | None = None
        self.wanted: LargeList | None = None
        self.when_here: Callable[[], None] = lambda: None
        self.is_loading = False
        # Ends the wait before a retry.
        self.woken = threading.Event()


class Lists:
    """The large lists that the bundle names. Each is fetched on a thread of its own, which ends once it is loaded."""

    def __init__(self, service: Service, kept: KeptLists, on_error: Callable[[FlagsError], None]) -> None:
        self._service = service
        self._kept = kept
        self._on_error = on_error
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._held: dict[str, _Held] = {}
        self._threads: set[threading.Thread] = set()

    def find(self, named: LargeList) -> HashList | None:
        """Returns the list in exactly this version; None until it is loaded."""
        held = self._held.get(named.list)
        loaded = held.loaded if held is not None else None
        if loaded is None or loaded.named.version != named.version or loaded.named.sha256 != named.sha256:
            return None
        return loaded.hashes

    def follow(self, graph: FlagGraph, when_here: Callable[[str], None]) -> None:
        """Fetches the lists that flags wait for, and drops those that are no longer named."""
        named = {large.list for large in graph.large.values()}
        with self._lock:
            gone = [each for each in self._held if each not in named]
            for each in gone:
                self._held.pop(each).woken.set()
            for segment in graph.waiting():
                self._want(graph.large[segment], segment, when_here)
        for each in gone:
            self._kept.remove(each)

    def resume(self) -> None:
        """Restarts pending fetches after a fork: the parent's threads do not exist in the child."""
        with self._lock:
            for held in self._held.values():
                if held.wanted is not None:
                    self._start(held)

    def stop(self) -> None:
        self._stop.set()
        with self._lock:
            for held in self._held.values():
                held.woken.set()

    def join(self, timeout_s: float) -> None:
        for thread in list(self._threads):
            if thread is not threading.current_thread():
                thread.join(timeout_s)

    def after_fork(self) -> None:
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._threads = set()
        for held in self._held.values():
            held.is_loading = False
            held.woken = threading.Event()

    def _want(self, named: LargeList, segment: str, when_here: Callable[[str], None]) -> None:
        """Requests a version of a list. Only the version requested last is fetched."""
        held = self._held.setdefault(named.list, _Held())
        # Every change of the bundle wants what is missing. Only another version is a reason to try at once.
        if held.wanted is None or held.wanted.sha256 != named.sha256:
            held.woken.set()
        held.wanted = named
        held.when_here = lambda: when_here(segment)
        self._start(held)

    def _start(self, held: _Held) -> None:
        if held.is_loading or self._stop.is_set():
            return
        held.is_loading = True
        thread = threading.Thread(target=self._load, args=(held,), name="bunting-list", daemon=True)
        self._threads.add(thread)
        thread.start()

    def _next(self, held: _Held) -> LargeList | None:
        """Returns the version to fetch next; None if it is loaded, or no longer named."""
        with self._lock:
            wanted = held.wanted
            if wanted is None or self._held.get(wanted.list) is not held or self._stop.is_set():
                held.is_loading = False
                self._threads.discard(threading.current_thread())
                return None
            held.woken.clear()
            return wanted

    def _load(self, held: _Held) -> None:
        tries = 0
        while (named := self._next(held)) is not None:
            try:
                found, is_new = self._bring(named, held.loaded)
            except Exception as raised:
                if tries == _TOLD_AT:
                    self._on_error(as_flags_error("UNREACHABLE", "A list cannot be fetched", raised))
                is_woken = held.woken.wait(self._service.scaled(min(_MAX_RETRY_S, _RETRY_S * 1.5**tries)))
                tries = 0 if is_woken else tries + 1
                continue
            tries = 0
            with self._lock:
                held.loaded = found
                # After a restored backup another version may have the same number.
                if held.wanted is not None and held.wanted.sha256 == named.sha256:
                    held.wanted = None
                when_here = held.when_here
            when_here()
            if is_new:
                self._kept.write(found)

    def _bring(self, named: LargeList, known: KnownList | None) -> tuple[KnownList, bool]:
        """Returns the cached list if it is the wanted version; otherwise fetches what changed since."""
        if known is None:
            known = self._kept.read(named)
            if known is not None and known.is_named(named):
                return KnownList(named, known.hashes), False
        return fetch_list(self._service, named, known), True
