import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Final, TypeAlias

Listener: TypeAlias = Callable[[Any], object]

_MAX_UNHEARD: Final = 100


class Emitter:
    """Calls listeners with events.

    A listener that raises affects neither the SDK nor other listeners: its exception goes to ``on_raise``. Events
    without a listener are kept for the first one, since threads start before the caller can add listeners.
    """

    def __init__(self, on_raise: Callable[[Exception, str], None]) -> None:
        self._on_raise = on_raise
        self._lock = threading.Lock()
        # Replaced, never mutated: an emission calls the listeners that existed when it began.
        self._listeners: dict[str, tuple[list[Listener], ...]] = {}
        self._unheard: dict[str, deque[object]] = {}

    def on(self, name: str, listener: Listener) -> Callable[[], None]:
        """Adds a listener, and returns a function that removes it."""
        # Wrapped in a list of its own, so that a function added twice is also removed one by one.
        own = [listener]
        with self._lock:
            self._listeners[name] = (*self._listeners.get(name, ()), own)
            unheard = self._unheard.pop(name, ())
        for event in unheard:
            self._tell(name, listener, event)

        def off() -> None:
            with self._lock:
                self._listeners[name] = tuple(each for each in self._listeners[name] if each is not own)

        return off

    def emit(self, name: str, event: object) -> None:
        with self._lock:
            listeners = self._listeners.get(name)
            if listeners is None:
                self._unheard.setdefault(name, deque(maxlen=_MAX_UNHEARD)).append(event)
        for (listener,) in listeners or ():
            self._tell(name, listener, event)

    def after_fork(self) -> None:
        self._lock = threading.Lock()

    def _tell(self, name: str, listener: Listener, event: object) -> None:
        try:
            listener(event)
        except Exception as raised:
            self._on_raise(raised, name)
