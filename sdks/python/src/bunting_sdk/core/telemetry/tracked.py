import threading
import time
import uuid
from typing import Any, Final

from bunting_sdk.core.telemetry.sender import Batch
from bunting_sdk.json_text import json_text

# The limits of the service per request.
_MAX_ITEMS: Final = 1_000
_MAX_BYTES: Final = 256 * 1024
# The maximum number of items kept while nothing can be sent; further ones are dropped.
_MAX_WAITING: Final = 10_000
# Beyond this number of units some exposures are sent again, which changes no result.
_MAX_EXPOSED: Final = 50_000


class Tracked:
    """Events and exposures that wait to be sent.

    Their times come from the machine's clock; the service corrects it by ``sentAt``.
    """

    def __init__(self, sdk_version: str) -> None:
        self._sdk = json_text({"type": "server", "version": sdk_version}).encode()
        self._lock = threading.Lock()
        self._events: list[bytes] = []
        self._exposures: list[bytes] = []
        self._exposed: set[tuple[str, str, str]] = set()

    def track(self, name: str, context: dict[str, Any], value: float | None) -> None:
        event: dict[str, Any] = {"name": name, "context": context, "at": _now_ms(), "id": str(uuid.uuid4())}
        self._add(self._events, event if value is None else {**event, "value": value})

    def is_first(self, flag_key: str, rule_id: str, unit: str) -> bool:
        """Returns whether this is the unit's first exposure, and records it."""
        exposed = (flag_key, rule_id, unit)
        if exposed in self._exposed:
            return False
        with self._lock:
            if exposed in self._exposed:
                return False
            if len(self._exposed) >= _MAX_EXPOSED:
                self._exposed = set()
            self._exposed.add(exposed)
            return True

    def expose(self, flag_key: str, rule_id: str, variant: str, context: dict[str, Any]) -> None:
        exposure = {"flagKey": flag_key, "ruleId": rule_id, "variant": variant, "context": context, "at": _now_ms()}
        self._add(self._exposures, exposure)

    def waiting(self) -> int:
        return len(self._events) + len(self._exposures)

    def next_batch(self) -> Batch | None:
        """Removes and returns as much as fits into one request; None if nothing waits."""
        with self._lock:
            room = _Room()
            exposures, events = room.take(self._exposures), room.take(self._events)
        items = len(exposures) + len(events)
        if items == 0:
            return None
        lists = b'"exposures":[' + b",".join(exposures) + b'],"events":[' + b",".join(events) + b"]"

        def body() -> bytes:
            return b'{"sentAt":%d,"sdk":%b,%b}' % (_now_ms(), self._sdk, lists)

        return Batch(str(uuid.uuid4()), time.time(), items, body)

    def after_fork(self) -> None:
        """Drops pending events and exposures, which the parent sends."""
        self._lock = threading.Lock()
        self._events.clear()
        self._exposures.clear()

    def _add(self, waiting: list[bytes], item: dict[str, Any]) -> None:
        text = json_text(item).encode()
        with self._lock:
            if self.waiting() < _MAX_WAITING:
                waiting.append(text)


class _Room:
    """The remaining capacity of a request."""

    def __init__(self) -> None:
        self._bytes = _MAX_BYTES - 200
        self._items = _MAX_ITEMS

    def take(self, waiting: list[bytes]) -> list[bytes]:
        # An item that is larger than a whole request can never be sent.
        while waiting and len(waiting[0]) + 1 > _MAX_BYTES - 200:
            del waiting[0]
        count = 0
        for text in waiting[: self._items]:
            if len(text) + 1 > self._bytes:
                break
            self._bytes -= len(text) + 1
            count += 1
        self._items -= count
        taken = waiting[:count]
        del waiting[:count]
        return taken


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
