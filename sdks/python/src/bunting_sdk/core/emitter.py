import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Final, TypeAlias

Listener: TypeAlias = Callable[[Any], object]

_MAX_UNHEARD: Final = 100


class Emitter:
    """Tells listeners what happens.

    One that raises must harm neither the SDK nor the listeners after it: what it raised goes to ``on_raise``. What happens
    before anybody listens is told to the first who does, since threads begin before their maker can say who listens.
    """

    def __init__(self, on_raise: Callable[[Exception, str], None]) -> None:
        self._on_raise = on_raise
        self._lock = threading.Lock()
        # Replaced, never changed: an emission goes through the listeners that were there when it began.
        self._listeners: dict[str, tuple[list[Listener], ...]] = {}
        self._unheard: dict[str, deque[object]] = {}

    def on(self, name: str, listener: Listener) -> Callable[[], None]:
        """Returns what ends the listening."""
        # In a list of its own, so that who listens twice with one function also stops twice.
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
