from collections.abc import Callable
from typing import Final, TypeVar

_MAX_ENTRIES: Final = 128
_MAX_LENGTH: Final = 1_024

Value = TypeVar("Value")


def memoize(read: Callable[[str], Value]) -> Callable[[str], Value]:
    """Reads a text once, though a thousand conditions ask for it: a context has fewer texts than are kept here.

    Texts longer than any from the network are read each time. A full memory is left to those who read in it, and a new
    one begun: several threads may ask.
    """
    known: dict[str, Value] = {}

    def read_once(text: str) -> Value:
        nonlocal known
        try:
            return known[text]
        except KeyError:
            value = read(text)
            if len(text) <= _MAX_LENGTH:
                if len(known) >= _MAX_ENTRIES:
                    known = {}
                known[text] = value
            return value

    return read_once
