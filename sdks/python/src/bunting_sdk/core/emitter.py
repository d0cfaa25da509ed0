from collections.abc import Callable
from typing import Any, TypeAlias

Listener: TypeAlias = Callable[[Any], object]


class Emitter:
    """A listener that raises must harm neither the SDK nor the listeners after it: what it raised goes to ``on_raise``."""

    def __init__(self, on_raise: Callable[[Exception, str], None]) -> None:
        self._on_raise = on_raise
        # Replaced, never changed: whoever emits goes through those that were there when it began.
        self._listeners: dict[str, tuple[list[Listener], ...]] = {}

    def on(self, name: str, listener: Listener) -> Callable[[], None]:
        """Returns what ends the listening."""
        # In a list of its own, so that who listens twice with one function also stops twice.
        own = [listener]
        self._listeners[name] = (*self._listeners.get(name, ()), own)

        def off() -> None:
            self._listeners[name] = tuple(each for each in self._listeners.get(name, ()) if each is not own)

        return off

    def emit(self, name: str, event: object) -> None:
        for (listener,) in self._listeners.get(name, ()):
            try:
                listener(event)
            except Exception as raised:
                self._on_raise(raised, name)
