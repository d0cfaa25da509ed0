import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from bunting_sdk.core.emitter import Emitter
from bunting_sdk.core.failure import FlagsError
from bunting_sdk.core.status import Status
from bunting_sdk.events import Changed, Failed, Ready, Stale
from bunting_sdk.lists import Lists
from bunting_sdk.live_bundle import LiveBundle
from bunting_sdk.new_faults import new_faults

_log: Final = logging.getLogger("bunting")


class HeldFlags:
    """Holds the current flags, and notifies listeners of changes.

    Changes take a lock; an evaluation reads a single reference without one.
    """

    def __init__(self, on_swap: Callable[[LiveBundle], None]) -> None:
        self._on_swap = on_swap
        self.lists: Lists | None = None
        self._lock = threading.RLock()
        self._emitter = Emitter(self._listener_raised)
        self.live: LiveBundle | None = None
        self.on = self._emitter.on
        self.status = Status(lambda: self.live is not None, self._tell_ready, self._tell_stale, self.fail)

    def fail(self, error: FlagsError) -> None:
        _log.warning("%s: %s", error.code, error.message)
        self._emitter.emit("error", Failed(error))

    def replace(self, bundle: Mapping[str, Any]) -> None:
        with self._lock:
            before = self.live
            live, keys = (before or self._nothing()).replaced(bundle)
            self._swap(live, keys, before)

    def _nothing(self) -> LiveBundle:
        return LiveBundle() if self.lists is None else LiveBundle(find_list=self.lists.find)

    def list_came(self, segment: str) -> None:
        with self._lock:
            before = self.live
            if before is not None and segment in before.graph.waiting():
                self._swap(*before.with_list(segment), before)

    def patch(self, patch: Mapping[str, Any]) -> bool:
        """Returns False if the patch does not apply to the current bundle."""
        with self._lock:
            before = self.live
            patched = before.patched(patch) if before is not None else None
            if patched is None:
                return False
            self._swap(*patched, before)
            return True

    def begin(self, first: Mapping[str, Any]) -> None:
        """Starts with a cached bundle, unless a newer one has arrived already."""
        with self._lock:
            if self.live is None:
                self.replace(first)
                self.status.current()

    def current(self) -> None:
        with self._lock:
            self.status.current()

    def lost(self, error: FlagsError) -> None:
        with self._lock:
            self.status.lost(error)
            if error.code == "KEY_REFUSED":
                self.status.give_up()

    def close(self) -> None:
        # Without the lock: a listener runs under it, for as long as it likes.
        self.status.close()

    def after_fork(self) -> None:
        self._lock = threading.RLock()
        self._emitter.after_fork()
        self.status.forget_waiting()

    def _swap(self, live: LiveBundle, keys: frozenset[str], before: LiveBundle | None) -> None:
        self.live = live
        self._on_swap(live)
        if self.lists is not None:
            self.lists.follow(live.graph, self.list_came)
        for fault in new_faults(live, keys, before):
            self.fail(fault)
        if before is not None and keys:
            self._emitter.emit("changed", Changed(tuple(keys)))

    def _tell_ready(self) -> None:
        if self.live is not None:
            self._emitter.emit("ready", Ready(self.live.revision))

    def _tell_stale(self) -> None:
        if self.live is not None:
            self._emitter.emit("stale", Stale(self.live.revision))

    def _listener_raised(self, raised: Exception, name: str) -> None:
        if name != "error":
            self.fail(FlagsError("LISTENER", f'A listener of "{name}" raised.', raised))
